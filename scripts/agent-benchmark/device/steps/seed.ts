import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shellQuote } from "../../../../src/android/shell-quote.ts";
import type { SharedPreferences } from "../../suite/types.ts";
import type { CommandOptions, CommandResult, StepDevice } from "../command.ts";
import { parseRunAs } from "../parse/run-as.ts";
import { firstLine } from "../parse/text.ts";
import { preferenceProblems, preferencesXml } from "../preferences.ts";
import { stepError } from "../step-error.ts";

/**
 * Writes the suite's preference files as the app itself (run-as), with the app's process dead, and reads each back: Android
 * silently starts with empty preferences when a file does not parse, and a left-over `.bak` file would replace the new one.
 * The files are kept in `stagingDirectory`.
 */
export async function seedPreferences(
  device: StepDevice,
  packageName: string,
  preferences: SharedPreferences,
  stagingDirectory: string,
): Promise<void> {
  const problems = Object.entries(preferences).flatMap(([file, entries]) =>
    preferenceProblems(file, entries),
  );
  if (problems.length > 0) {
    throw stepError(device, {
      code: "PREFERENCE_INVALID",
      message: problems
        .map(({ file, key, message }) => `Preference ${file}${key === null ? "" : ` / ${key}`} ${message}.`)
        .join(" "),
      hint: "Correct preflight.sharedPreferences in the suite.",
    });
  }
  mkdirSync(stagingDirectory, { recursive: true });
  const runAs = runAsApp(device, packageName);
  await runAs("mkdir -p shared_prefs", "make the directory shared_prefs");
  for (const [file, entries] of Object.entries(preferences)) {
    const content = new TextEncoder().encode(preferencesXml(entries));
    writeFileSync(join(stagingDirectory, `${file}.xml`), content);
    await writeOne(device, runAs, file, content);
  }
}

type RunAs = (
  command: string,
  purpose: string,
  options?: CommandOptions & { tolerate?: boolean },
) => Promise<CommandResult>;

function runAsApp(device: StepDevice, packageName: string): RunAs {
  return async (command, purpose, options = {}) => {
    const result = await device.run(`run-as ${shellQuote(packageName)} ${command}`, options);
    if (result.exitCode === 0 || options.tolerate) return result;
    const refusal = parseRunAs(result.stdout, result.stderr);
    throw stepError(
      device,
      refusal
        ? {
            code: "RUN_AS_REFUSED",
            message: `Preferences cannot be seeded as ${packageName} (${refusal.message}).`,
            hint: refusal.hint,
          }
        : {
            code: "PREFERENCE_WRITE_FAILED",
            message: `Could not ${purpose} as ${packageName}: ${firstLine(`${result.stderr}\n${result.stdout}`) || `exit ${result.exitCode}`}.`,
            hint: "Check free space on the device, and that the app's data directory is its own (reinstall the app).",
          },
    );
  };
}

async function writeOne(device: StepDevice, runAs: RunAs, file: string, content: Uint8Array): Promise<void> {
  const target = shellQuote(`shared_prefs/${file}.xml`);
  const staged = `/data/local/tmp/agent-benchmark-${randomBytes(6).toString("hex")}.xml`;
  try {
    await device.push(content, staged);
    const copied = await runAs(`cp ${staged} ${target}`, `copy ${file}.xml`, { tolerate: true });
    if (copied.exitCode !== 0) {
      if (parseRunAs(copied.stdout, copied.stderr)) await runAs(`cp ${staged} ${target}`, `copy ${file}.xml`);
      // Some builds do not let an app read the shell's files; its input it may always read.
      await runAs(`sh -c ${shellQuote(`cat > ${target}`)}`, `write ${file}.xml`, { stdin: content });
    }
    await runAs(`rm -f ${shellQuote(`shared_prefs/${file}.xml.bak`)}`, `remove ${file}.xml.bak`);
    const back = await runAs(`cat ${target}`, `read ${file}.xml back`, { quiet: true });
    if (back.stdout !== new TextDecoder().decode(content)) {
      throw stepError(device, {
        code: "PREFERENCE_READBACK_DIFFERS",
        message: `${file}.xml does not read back as it was written (${content.length} bytes written, ${new TextEncoder().encode(back.stdout).length} read).`,
        hint: "Something else writes the app's preferences: stop it, check free space, and run again.",
      });
    }
  } finally {
    await device.run(`rm -f ${staged}`, { attempts: 1 }).catch(() => {});
  }
}
