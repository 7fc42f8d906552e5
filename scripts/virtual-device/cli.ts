import { parseArgs } from "node:util";
import leven from "leven";
import { FAULTS } from "./faults.ts";
import { startVirtualDevice } from "./index.ts";
import { RELEASES } from "./system/properties.ts";
import type { AndroidVersion, VirtualDevice } from "./types.ts";

/** What `bun run device` was asked for. */
export interface DeviceCliOptions {
  count: number;
  androidVersion: AndroidVersion;
  faults: string[];
  realTime: boolean;
  seed: number;
  serial: string | null;
  adbdPort: number | null;
}

export type ParsedCli =
  | { kind: "run"; options: DeviceCliOptions }
  | { kind: "help" }
  | { kind: "error"; lines: string[] };

const MAX_DEVICES = 100;

export const HELP = `Usage: bun run device [options]

Starts virtual Android devices on loopback and keeps them until Ctrl-C.

  --count N          how many (default 1)
  --android VERSION  ${Object.keys(RELEASES).join(", ")} (default 15)
  --fault NAME       switch a fault on; may be repeated (--fault list shows them)
  --serial SERIAL    of the only device (default emulator-5554, then emulator-5556 ...)
  --adbd-port N      where an adb server connects; the next devices take N+2, N+4 ... With an odd port from
                     5555 to 5585 an adb server that starts later lists emulator-(N-1) by itself
  --real-time        wait as a real device does: idle waits, start-up times, a slow reboot
  --seed N           of the device's random numbers (default 1)
  --help             this text
`;

const isVersion = (text: string): text is AndroidVersion => Object.hasOwn(RELEASES, text);

function nearest(word: string, words: readonly string[]): string {
  const [best] = words
    .map((each) => ({ each, distance: leven(word, each) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= 4 ? ` Did you mean "${best.each}"?` : "";
}

/** Reads the command line; every mistake is told at once. */
export function parseDeviceArgs(argv: readonly string[]): ParsedCli {
  const lines: string[] = [];
  const OPTIONS = {
    count: { type: "string" },
    android: { type: "string" },
    fault: { type: "string", multiple: true },
    serial: { type: "string" },
    "adbd-port": { type: "string" },
    "real-time": { type: "boolean" },
    seed: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  for (const token of tokens) {
    if (token.kind === "positional") lines.push(`unexpected argument "${token.value}"`);
    else if (token.kind === "option" && !(token.name in OPTIONS)) {
      lines.push(`unknown option ${token.rawName}.${nearest(token.name, Object.keys(OPTIONS))}`);
    } else if (
      token.kind === "option" &&
      token.name !== "help" &&
      token.name !== "real-time" &&
      token.value === undefined
    ) {
      lines.push(`${token.rawName} needs a value`);
    }
  }
  if (values.help) return { kind: "help" };
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  const whole = (
    name: string,
    value: string | null,
    fallback: number,
    least: number,
    most: number,
  ): number => {
    if (value === null) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    lines.push(`--${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return fallback;
  };
  const count = whole("count", text(values.count), 1, 1, MAX_DEVICES);
  const seed = whole("seed", text(values.seed), 1, 0, 2 ** 31);
  const port = text(values["adbd-port"]);
  const adbdPort = port === null ? null : whole("adbd-port", port, 0, 1024, 65535);
  const version = text(values.android) ?? "15";
  if (!isVersion(version))
    lines.push(`--android ${version} is not modelled; use ${Object.keys(RELEASES).join(", ")}`);
  const names = FAULTS.map(({ name }) => name as string);
  const faults = (Array.isArray(values.fault) ? values.fault : []).filter((name) => typeof name === "string");
  for (const name of faults) {
    if (name !== "list" && !names.includes(name))
      lines.push(`there is no fault "${name}".${nearest(name, names)} --fault list shows them all`);
  }
  const serial = text(values.serial);
  if (serial !== null && count > 1) lines.push("--serial names one device; leave it out with --count");
  if (serial !== null && !/^[\w.:-]+$/.test(serial))
    lines.push(`--serial "${serial}" may hold letters, digits, ".", ":", "_" and "-"`);
  if (lines.length > 0 || !isVersion(version)) return { kind: "error", lines };
  return {
    kind: "run",
    options: {
      count,
      androidVersion: version,
      faults,
      realTime: values["real-time"] === true,
      seed,
      serial,
      adbdPort,
    },
  };
}

/** Lines for people that a shell can evaluate too. */
function describe(device: VirtualDevice): string {
  const request = `host:emulator:${device.adbdPort}`;
  const framed = request.length.toString(16).padStart(4, "0") + request;
  return [
    `# ${device.serial}`,
    `export ADB_SERVER_SOCKET=${device.adbServerSocket}`,
    `#   with a running adb server:  adb connect 127.0.0.1:${device.adbdPort}`,
    `#   or, listed as emulator-${(device.adbdPort ?? 1) - 1}:  printf '${framed}' | nc 127.0.0.1 5037`,
    "",
  ].join("\n");
}

async function main(): Promise<void> {
  const parsed = parseDeviceArgs(process.argv.slice(2));
  if (parsed.kind === "help") {
    process.stdout.write(HELP);
    return;
  }
  if (parsed.kind === "error") {
    process.stderr.write(`${parsed.lines.map((line) => `device: ${line}\n`).join("")}Try --help.\n`);
    process.exitCode = 2;
    return;
  }
  const { options } = parsed;
  if (options.faults.includes("list")) {
    const width = Math.max(...FAULTS.map(({ name }) => name.length));
    process.stdout.write(
      FAULTS.map(({ name, description }) => `${name.padEnd(width)}  ${description}\n`).join(""),
    );
    return;
  }
  const devices: VirtualDevice[] = [];
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    void Promise.all(devices.map((device) => device.stop())).then(() => process.exit(0));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  for (let index = 0; index < options.count; index++) {
    const device = await startVirtualDevice({
      serial: options.serial ?? `emulator-${5554 + 2 * index}`,
      androidVersion: options.androidVersion,
      faults: options.faults,
      realTime: options.realTime,
      seed: options.seed + index,
      adbd: options.adbdPort === null ? true : options.adbdPort + 2 * index,
    });
    devices.push(device);
    process.stdout.write(describe(device));
  }
  process.stdout.write("# Ctrl-C stops them.\n");
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`device: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}
