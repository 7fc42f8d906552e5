import { FileError } from "../../system/file-nodes.ts";
import type { InstallOptions } from "../../system/packages.ts";
import { at, type CommandRun, err, out, type Process } from "../process.ts";
import { concat } from "../streams.ts";
import { pmOptions } from "./pm-options.ts";

/** Installs bytes and prints pm's answer. */
function installBytes(apk: Uint8Array, flags: Map<string, string>, process: Process): number {
  const { machine } = process;
  const options: InstallOptions = {
    // Streamed installs of a current adb replace by default: `pm install` without -r is what -R asks for.
    replace: !flags.has("-R"),
    downgrade: flags.has("-d"),
    allowTest: flags.has("-t"),
    grantAll: flags.has("-g"),
    installer: flags.get("-i") ?? null,
  };
  const outcome = machine.system.packages.install(apk, options);
  if (!outcome.ok) {
    out(process, `Failure [${outcome.failure}]\n`);
    return 1;
  }
  machine.system.logs.add({
    uid: 1000,
    pid: 612,
    tid: 640,
    priority: "I",
    tag: "PackageManager",
    message: `Package ${outcome.packageName} installed`,
    buffer: "main",
  });
  out(process, "Success\n");
  return 0;
}

const VALUED_INSTALL = [
  "-S",
  "-i",
  "--user",
  "--install-location",
  "--abi",
  "-p",
  "--pkg",
  "--dexopt-compiler-filter",
  "--originating-uri",
  "--referrer",
  "--install-reason",
  "--fastdeploy",
];

async function readExactly(size: number, process: Process): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let left = size;
  while (left > 0) {
    const chunk = await process.stdin.read();
    if (!chunk) break;
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  return concat(chunks);
}

/** `pm install [-S SIZE] [FILE|-]` */
export const install: CommandRun = async (args, process) => {
  const { flags, operands } = pmOptions(args, VALUED_INSTALL);
  const size = flags.get("-S");
  const [file] = operands;
  if (size !== undefined && (file === undefined || file === "-")) {
    return installBytes(await readExactly(Number(size), process), flags, process);
  }
  if (file === undefined) {
    out(process, "Error: either a package file or a size must be specified\n");
    return 1;
  }
  try {
    // system_server opens the file with the caller's identity.
    return installBytes(process.machine.system.files.read(at(process, file), process.who), flags, process);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    out(process, `Error: Unable to open file: ${file}\nConsider using a file under /data/local/tmp/\n`);
    err(process, `Error: failed to read file: ${file}: ${error.text}\n`);
    return 255;
  }
};

interface Session {
  flags: Map<string, string>;
  splits: Map<string, Uint8Array>;
}

const sessions = new WeakMap<object, { next: number; open: Map<number, Session> }>();

/** The install sessions that are open on the device. */
export function sessionsOf(process: Process): { next: number; open: Map<number, Session> } {
  const known = sessions.get(process.machine);
  if (known) return known;
  const created = { next: 1_000_001, open: new Map<number, Session>() };
  sessions.set(process.machine, created);
  return created;
}

/** `pm install-create`: opens a session. */
export const installCreate: CommandRun = (args, process) => {
  const table = sessionsOf(process);
  const id = table.next++;
  table.open.set(id, { flags: pmOptions(args, VALUED_INSTALL).flags, splits: new Map() });
  out(process, `Success: created install session [${id}]\n`);
  return 0;
};

/** `pm install-write [-S SIZE] SESSION NAME [FILE|-]` */
export const installWrite: CommandRun = async (args, process) => {
  const { flags, operands } = pmOptions(args, ["-S"]);
  const [id, name = "base.apk", file] = operands;
  const session = sessionsOf(process).open.get(Number(id));
  if (!session) {
    err(process, `Error: Invalid session ID ${id}\n`);
    return 1;
  }
  const bytes =
    file === undefined || file === "-"
      ? await readExactly(Number(flags.get("-S") ?? 0), process)
      : process.machine.system.files.read(at(process, file), process.who);
  session.splits.set(name, bytes);
  out(process, `Success: streamed ${bytes.length} bytes\n`);
  return 0;
};

/** `pm install-commit SESSION` */
export const installCommit: CommandRun = (args, process) => {
  const table = sessionsOf(process);
  const id = Number(pmOptions(args, ["--staged-ready-timeout"]).operands[0]);
  const session = table.open.get(id);
  const [base] = session?.splits.values() ?? [];
  table.open.delete(id);
  if (!session || !base) {
    out(process, `Failure [INSTALL_FAILED_INVALID_APK: Session ${id} has nothing to install]\n`);
    return 1;
  }
  return installBytes(base, session.flags, process);
};

/** `pm uninstall [-k] PACKAGE` */
export const uninstall: CommandRun = (args, process) => {
  const { flags, operands } = pmOptions(args, ["--user", "--versionCode"]);
  const { machine } = process;
  const record = machine.system.packages.get(operands[0] ?? "");
  if (!record) {
    out(process, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
    return 1;
  }
  if (record.system && !flags.has("--user")) {
    out(process, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
    return 1;
  }
  machine.ui.forceStop(record.packageName);
  machine.system.packages.uninstall(record.packageName, { keepData: flags.has("-k") });
  out(process, "Success\n");
  return 0;
};
