import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateDirectory } from "../devices/private-directory.ts";
import type { ServerEnvironment } from "../environment.ts";
import { escapeControls } from "../terminal-text.ts";

type LogLevel = ServerEnvironment["logLevel"];
/** Writes one line. Callers pass names, codes and durations: never an environment, arguments or screen text. */
export type Log = (level: LogLevel, message: string) => void;

const order: readonly LogLevel[] = ["debug", "info", "warn", "error"];
const rotateAt = 10 * 1024 * 1024;

/**
 * A log in the log directory under `name`.log (made with its first line; past 10 MiB the old one becomes `name`-<time>.log), on
 * stderr, or both. A log that can't be written never fails the caller.
 */
export function createLog(environment: ServerEnvironment, name: string): Log {
  const { logDirectory, logFormat, logSink, logLevel } = environment;
  const path = join(logDirectory, `${name}.log`);
  let ready = false;
  return (level, message) => {
    if (order.indexOf(level) < order.indexOf(logLevel)) return;
    const time = new Date().toISOString();
    const line =
      logFormat === "json"
        ? `${escapeControls(JSON.stringify({ time, level, pid: process.pid, message }))}\n`
        : `${time} ${level.toUpperCase()} [${process.pid}] ${escapeControls(message)}\n`;
    if (logSink !== "file") process.stderr.write(line);
    if (logSink === "stderr") return;
    try {
      if (!ready) ensurePrivateDirectory(logDirectory);
      ready = true;
      rotate(path, time);
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      // A full disk or a removed run directory must not stop a tool call.
    }
  };
}

function rotate(path: string, time: string): void {
  let size: number;
  try {
    size = statSync(path).size;
  } catch {
    return;
  }
  if (size > rotateAt) renameSync(path, path.replace(/\.log$/, `-${time.replace(/[:.]/g, "")}.log`));
}
