import type { LogBuffer, LogRecord } from "../../system/log.ts";
import { deviceDate, formatDate } from "../device-time.ts";
import { type CommandRun, out, type Process } from "../process.ts";
import { pmOptions } from "./pm-options.ts";

const BUFFERS: LogBuffer[] = ["main", "system", "crash", "events"];

const LEVELS = "VDIWEFS";

function showRecord(record: LogRecord, format: string, modifiers: Set<string>, process: Process): string {
  const date = deviceDate(record.time, process.machine, modifiers.has("UTC"));
  const day = modifiers.has("epoch")
    ? `${Math.floor(record.time / 1000)}.${String(record.time % 1000).padStart(3, "0")}`
    : formatDate(date, `${modifiers.has("year") ? "%Y-" : ""}%m-%d %H:%M:%S.%3N`) +
      (modifiers.has("zone") ? formatDate(date, " %z") : "");
  const { priority, tag, pid, tid } = record;
  const line = (message: string): string => {
    switch (format) {
      case "brief":
        return `${priority}/${tag.padEnd(8)}(${String(pid).padStart(5)}): ${message}`;
      case "process":
        return `${priority}(${String(pid).padStart(5)}) ${message}  (${tag})`;
      case "tag":
        return `${priority}/${tag.padEnd(8)}: ${message}`;
      case "raw":
        return message;
      case "time":
        return `${day} ${priority}/${tag.padEnd(8)}(${String(pid).padStart(5)}): ${message}`;
      case "long":
        return `[ ${day} ${String(pid).padStart(5)}:${String(tid).padStart(5)} ${priority}/${tag.padEnd(8)} ]\n${message}\n`;
      default:
        return `${day} ${modifiers.has("uid") ? `${record.uid} ` : ""}${String(pid).padStart(5)} ${String(tid).padStart(5)} ${priority} ${tag.padEnd(8)}: ${message}`;
    }
  };
  return record.message
    .split("\n")
    .map((message) => `${line(message)}\n`)
    .join("");
}

/** `logcat`: prints the log, and follows it unless -d or the like ends it. */
export const logcat: CommandRun = async (args, process) => {
  const { logs } = process.machine.system;
  const { flags, operands } = pmOptions(
    args.filter((arg) => arg !== ""),
    [
      "-b",
      "--buffer",
      "-v",
      "--format",
      "-t",
      "-T",
      "-n",
      "-r",
      "-f",
      "-e",
      "--regex",
      "-m",
      "--max-count",
      "--pid",
      "--uid",
      "-G",
    ],
  );
  const many = (names: string[]): string[] =>
    args.flatMap((arg, index) =>
      names.includes(arg)
        ? (args[index + 1] ?? "").split(/[,\s]+/)
        : names.some((name) => arg.startsWith(`${name}=`))
          ? arg.slice(arg.indexOf("=") + 1).split(",")
          : [],
    );
  const chosen = many(["-b", "--buffer"]);
  const buffers =
    chosen.length === 0 || chosen.includes("default")
      ? (["main", "system", "crash"] as LogBuffer[])
      : chosen.includes("all")
        ? BUFFERS
        : BUFFERS.filter((buffer) => chosen.includes(buffer));
  if (flags.has("-c") || flags.has("--clear")) {
    logs.clear(buffers);
    return 0;
  }
  if (flags.has("-g") || flags.has("--buffer-size")) {
    out(
      process,
      buffers
        .map(
          (buffer) =>
            `${buffer}: ring buffer is 256 KiB (${logs.records([buffer]).length} KiB consumed, 14 KiB readable), max entry is 5120 B, max payload is 4068 B\n`,
        )
        .join(""),
    );
    return 0;
  }
  if (flags.has("-G") || flags.has("-P") || flags.has("-S")) return 0;
  const formats = many(["-v", "--format"]);
  const format =
    formats.find((name) => /^(brief|process|tag|raw|time|long|threadtime)$/.test(name)) ?? "threadtime";
  const modifiers = new Set(formats);
  const pid = [...flags.keys()].find((flag) => flag.startsWith("--pid="))?.slice(6) ?? flags.get("--pid");
  const filters =
    operands.length > 0
      ? operands
      : (process.env.get("ANDROID_LOG_TAGS") ?? "")
          .split(/\s+/)
          .filter((filter) => filter !== "" && filter !== "''");
  const silent = flags.has("-s");
  const expression = flags.get("-e") ?? flags.get("--regex");
  const regex = expression === undefined ? null : new RegExp(expression);
  const accepts = (record: LogRecord): boolean => {
    if (!buffers.includes(record.buffer)) return false;
    if (pid !== undefined && record.pid !== Number(pid)) return false;
    if (regex && !regex.test(record.message)) return false;
    let threshold = silent ? "S" : "V";
    for (const filter of filters) {
      const [tag, level = "V"] = filter.split(":");
      if (tag === "*") threshold = level.toUpperCase() || "V";
    }
    for (const filter of filters) {
      const [tag, level = "V"] = filter.split(":");
      if (tag === record.tag) threshold = level.toUpperCase() || "V";
    }
    return LEVELS.indexOf(record.priority) >= LEVELS.indexOf(threshold) && threshold !== "S";
  };
  let records = logs.records(buffers).filter(accepts);
  const last = flags.get("-t") ?? flags.get("-T");
  if (last !== undefined) {
    if (/^\d+$/.test(last)) records = records.slice(-Number(last));
    else {
      const year = deviceDate(process.machine.system.now(), process.machine).year;
      const since = Date.parse(`${/^\d{4}-/.test(last) ? last : `${year}-${last}`}Z`);
      if (!Number.isNaN(since)) records = records.filter(({ time }) => time >= since);
    }
  }
  const max = flags.get("-m") ?? flags.get("--max-count");
  if (max !== undefined) records = records.slice(0, Number(max));
  const shown = new Set<LogBuffer>();
  const show = (record: LogRecord): string => {
    const heading =
      shown.has(record.buffer) || format === "raw" ? "" : `--------- beginning of ${record.buffer}\n`;
    shown.add(record.buffer);
    return heading + showRecord(record, format, modifiers, process);
  };
  out(process, records.map(show).join(""));
  if (flags.has("-d") || flags.has("-t") || max !== undefined) return 0;
  await new Promise<void>((resolve, reject) => {
    const stop = logs.follow((record) => {
      if (!accepts(record)) return;
      try {
        out(process, show(record));
      } catch (error) {
        stop();
        reject(error);
      }
    });
    process.signal.addEventListener(
      "abort",
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
  return 0;
};

/** `log [-p PRIORITY] [-t TAG] MESSAGE` */
export const log: CommandRun = (args, process) => {
  const { flags, operands } = pmOptions(args, ["-p", "-t"]);
  const priority = (flags.get("-p") ?? "i").toUpperCase();
  process.machine.system.logs.add({
    uid: process.who.uid,
    pid: process.pid,
    tid: process.pid,
    priority: /^[VDIWEF]$/.test(priority) ? (priority as "I") : "I",
    tag: flags.get("-t") ?? "log",
    message: operands.join(" "),
    buffer: "main",
  });
  return 0;
};
