import { shellQuote } from "../../../../src/android/shell-quote.ts";
import type { StepDevice } from "../command.ts";
import { type AmStart, parseAmStart } from "../parse/am-start.ts";
import { firstLine, lines } from "../parse/text.ts";
import { stepError } from "../step-error.ts";

type Started = Extract<AmStart, { status: "started" }>;

const LONGEST_URI = 4096;

/** Opens the suite's start screen by its deep link, in the suite's app only. Sent once: a repeated one would be a warm start. */
export async function openLink(device: StepDevice, packageName: string, uri: string): Promise<Started> {
  if (
    /[\u0000-\u001f\u007f]/.test(uri) ||
    !uri.isWellFormed() ||
    new TextEncoder().encode(uri).length > LONGEST_URI
  ) {
    throw stepError(device, {
      code: "LAUNCH_URI_INVALID",
      message: `preflight.launchUri holds a control character or is longer than ${LONGEST_URI} bytes.`,
      hint: "Percent-encode control characters; shorten the link.",
    });
  }
  const command = `am start -W --user 0 -a android.intent.action.VIEW -d ${shellQuote(uri)} -p ${shellQuote(packageName)}`;
  return start(device, packageName, command, uri);
}

/** Opens the app as its launcher icon does. */
export async function openLauncher(device: StepDevice, packageName: string): Promise<Started> {
  const { stdout, stderr } = await device.run(
    `cmd package resolve-activity --brief --user 0 -a android.intent.action.MAIN -c android.intent.category.LAUNCHER ${shellQuote(packageName)}`,
  );
  const component = lines(stdout)
    .map((line) => line.trim())
    .find((line) => line.startsWith(`${packageName}/`));
  if (component === undefined) {
    throw stepError(device, {
      code: "APP_NO_LAUNCHER",
      message: `${packageName} has no launcher activity (${firstLine(stdout || stderr) || "no answer"}).`,
      hint: "Set preflight.launchUri in the suite.",
    });
  }
  const command = `am start -W --user 0 -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n ${shellQuote(component)}`;
  return start(device, packageName, command, component);
}

async function start(
  device: StepDevice,
  packageName: string,
  command: string,
  target: string,
): Promise<Started> {
  const result = await device.run(command, { attempts: 1 });
  const outcome = parseAmStart(result.stdout, result.stderr, result.exitCode);
  if (outcome.status === "failed") throw stepError(device, explain(outcome, packageName, target));
  if (outcome.packageName !== packageName) {
    throw stepError(device, {
      code: "LAUNCH_OTHER_APP",
      message: `${target} was opened, but ${outcome.activity} came up instead of ${packageName}.`,
      hint: "A chooser, a development client or another app took it: install a release-like build, and clear that app's defaults for such links.",
    });
  }
  if (outcome.warning !== null) {
    throw stepError(device, {
      code: "LAUNCH_URI_LOST",
      message: `${packageName} was already running when ${target} was opened (${outcome.warning.replaceAll("-", " ")}), so that the link may not have been seen.`,
      hint: "Something starts the app again after force-stop (a sticky service, a widget, another session): stop it, then run again.",
    });
  }
  return outcome;
}

function explain(outcome: Extract<AmStart, { status: "failed" }>, packageName: string, target: string) {
  const message = `${target} could not be opened: ${outcome.message.replace(/\.$/, "")}.`;
  switch (outcome.reason) {
    case "unresolved":
      return {
        code: "LAUNCH_UNRESOLVED",
        message,
        hint: `${packageName} declares no activity for this link: check preflight.launchUri, and that the right build is installed.`,
      };
    case "no-such-activity":
      return {
        code: "LAUNCH_NO_ACTIVITY",
        message,
        hint: "The installed build has no such activity: install the right one.",
      };
    case "not-allowed":
      return {
        code: "LAUNCH_NOT_ALLOWED",
        message,
        hint: "The activity is not exported, or the device forbids starting it from adb.",
      };
    case "truncated":
      return {
        code: "LAUNCH_UNCONFIRMED",
        message,
        hint: "The device did not confirm the start: it may be overloaded or still booting. Wait, then run again.",
      };
    case "other":
      return { code: "LAUNCH_FAILED", message, hint: "Try the command in preflight.log by hand." };
  }
}
