import { type AdbClient, type AdbDevice, AdbError } from "../../../src/android/adb/types.ts";
import { type Problem, RunError } from "../errors.ts";
import { stepDevice } from "./command.ts";
import type { CommandRecord, RecordCommand } from "./command-log.ts";
import { checkNoIosDevices } from "./ios.ts";
import { parseProp } from "./parse/props.ts";
import { firstLine } from "./parse/text.ts";
import { parseCurrentUser } from "./parse/users.ts";
import { type RunProcess, runProcess } from "./process-runner.ts";
import { adbProblem, explainStep } from "./step-error.ts";

export interface DiscoverOptions {
  adb: AdbClient;
  /** `--device`: the serial that must be the target. */
  expected?: string | null;
  run?: RunProcess;
  platform?: NodeJS.Platform;
  record?: RecordCommand;
  signal?: AbortSignal;
}

export interface DiscoveredDevice {
  serial: string;
  /** product, model, device … as the adb server lists them. */
  properties: Record<string, string>;
  /** The adb server's protocol version (41). */
  adbServerVersion: number;
}

const DEADLINE_MS = 20_000;

/**
 * The one device of this run: exactly one Android device online, with the primary user in front, and on macOS no iOS
 * device beside it. Throws RunError with what to do about each device that is in the way.
 */
export async function discoverDevice(options: DiscoverOptions): Promise<DiscoveredDevice> {
  const { adb } = options;
  const expected = options.expected ?? null;
  if (expected !== null && expected.trim() === "") {
    throw new RunError({
      code: "DEVICE_EMPTY_SERIAL",
      message: "--device was given an empty serial.",
      hint: "Name a device that `adb devices` lists, or leave --device out.",
    });
  }
  let devices: AdbDevice[];
  let adbServerVersion: number;
  try {
    adbServerVersion = await adb.serverVersion();
    devices = await adb.devices();
  } catch (error) {
    if (error instanceof AdbError) {
      const where = adb.endpoint.socketPath ?? `${adb.endpoint.host}:${adb.endpoint.port}`;
      throw new RunError({ ...adbProblem(error), where: `adb server at ${where}` }, { cause: error });
    }
    throw error;
  }
  const choice = chooseDevice(devices, expected);
  if (choice.status === "refused") {
    const twice = await listedTwice(options, devices);
    throw new RunError(twice ?? choice.problem);
  }
  const { serial, properties } = choice.device;
  await refuseSecondaryUser(options, serial);
  const ios = await checkNoIosDevices(options.run ?? runProcess, options.platform ?? process.platform);
  if (ios) throw new RunError(ios);
  return { serial, properties, adbServerVersion };
}

/** Picks the only online device, or says what is wrong with the list. */
export function chooseDevice(
  devices: readonly AdbDevice[],
  expected: string | null,
): { status: "chosen"; device: AdbDevice } | { status: "refused"; problem: Problem } {
  const online = devices.filter((device) => device.state === "device" && device.serial !== "");
  const others = devices.filter((device) => !online.includes(device));
  const listed = others.map(
    (device) => `  ${device.serial || "(no serial)"}: ${device.state}. ${remedy(device)}`,
  );
  const refuse = (code: string, message: string, hint: string) =>
    ({ status: "refused", problem: { code, message, hint: [hint, ...listed].join("\n") } }) as const;

  const [device, ...more] = online;
  if (device === undefined) {
    return refuse(
      "DEVICE_NONE_ONLINE",
      others.length === 0
        ? "No Android device is connected."
        : `No Android device is online; ${others.length === 1 ? "one is" : `${others.length} are`} listed in another state.`,
      others.length === 0
        ? "Boot an emulator or connect a device with USB debugging on; or try `--device virtual`, which needs neither."
        : "What to do for each:",
    );
  }
  if (more.length > 0) {
    return refuse(
      "DEVICE_SEVERAL_ONLINE",
      `${online.length} Android devices are online: ${online.map(({ serial }) => serial).join(", ")}. Exactly one must be, since nothing ties the MCP server to a serial.`,
      "Disconnect or shut down the others (`adb -s <serial> emu kill`, `adb disconnect <serial>`).",
    );
  }
  if (expected !== null && expected !== device.serial) {
    const known = others.find(({ serial }) => serial === expected);
    return refuse(
      "DEVICE_NOT_THE_EXPECTED",
      known
        ? `--device ${expected} is listed as ${known.state}; the device online is ${device.serial}.`
        : `--device ${expected} is not connected; the device online is ${device.serial}.`,
      `Connect ${expected} and disconnect ${device.serial}, or leave --device out.`,
    );
  }
  return { status: "chosen", device };
}

/** What a person does about a device that is listed and not online. */
export function remedy(device: AdbDevice): string {
  const state = device.state.toLowerCase();
  if (device.serial === "" || /^\?+$/.test(device.serial))
    return "adb cannot read its serial: replug it, and check the udev rules or the driver.";
  if (state.startsWith("no permissions"))
    return "This user may not open the USB device: add udev rules for it (package android-sdk-platform-tools-common) and the group plugdev, then replug it.";
  switch (state) {
    case "unauthorized":
      return "Unlock it and accept the USB debugging prompt; if none shows, revoke USB debugging authorizations in Developer options and replug it.";
    case "authorizing":
    case "connecting":
      return "It is still connecting: wait a few seconds and run again.";
    case "offline":
      return "Wait until it has booted; else replug it or restart the emulator, or `adb reconnect offline`.";
    case "recovery":
    case "rescue":
    case "sideload":
      return "It is in recovery: restart it into Android (`adb reboot`).";
    case "bootloader":
      return "It is in the bootloader: restart it into Android (`fastboot reboot`).";
    case "host":
      return "It is an adb host, no device: disconnect it.";
    default:
      return "It cannot be used in this state: replug or restart it.";
  }
}

/** The same phone over USB and over the network is two rows with one `ro.serialno`. */
async function listedTwice(options: DiscoverOptions, devices: readonly AdbDevice[]): Promise<Problem | null> {
  const online = devices.filter((device) => device.state === "device" && device.serial !== "");
  if (online.length < 2) return null;
  const serials = await Promise.all(
    online.map(async ({ serial }) => {
      try {
        const device = stepDevice({ adb: options.adb, serial, record: recorder(options) }, "device", 5000);
        return parseProp((await device.run("getprop ro.serialno")).stdout);
      } catch {
        return null;
      }
    }),
  );
  const [first] = serials;
  if (first == null || serials.some((serial) => serial !== first)) return null;
  return {
    code: "DEVICE_LISTED_TWICE",
    message: `One device is connected in ${online.length} ways: ${online.map(({ serial }) => serial).join(", ")} (serial number ${firstLine(first, 40)}).`,
    hint: "Keep one connection: `adb disconnect <serial>` drops a wireless one; turn off Wireless debugging if it comes back.",
  };
}

/** `run-as` seeds user 0 while a launch goes to the user in front, so both must be the same. */
async function refuseSecondaryUser(options: DiscoverOptions, serial: string): Promise<void> {
  const device = stepDevice(
    { adb: options.adb, serial, record: recorder(options), signal: options.signal },
    "device",
    DEADLINE_MS,
  );
  let user: number | null;
  let answer: string;
  try {
    const result = await device.run("am get-current-user");
    answer = firstLine(`${result.stdout}\n${result.stderr}`);
    user = parseCurrentUser(result.stdout);
  } catch (error) {
    throw explainStep(device, error, options.signal);
  }
  if (user === 0) return;
  throw new RunError({
    code: user === null ? "DEVICE_USER_UNKNOWN" : "DEVICE_SECONDARY_USER",
    where: serial,
    message:
      user === null
        ? `Which user is in front could not be read (am get-current-user: ${answer || "no output"}).`
        : `User ${user} is in front; the benchmark needs the primary user (0), because preferences are seeded for user 0 while apps start for the user in front.`,
    hint:
      user === null
        ? "Wait until the device has booted fully, then run again."
        : "Switch to the owner on the device, or run `adb shell am switch-user 0`.",
  });
}

function recorder(options: DiscoverOptions): (record: CommandRecord) => void {
  return options.record ?? (() => {});
}
