import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../../src/daemon/log.ts";
import { readEnvironment } from "../../../src/environment.ts";
import { temporaryDirectory } from "../../helpers/temp.ts";

function logIn(directory: string, more: Record<string, string> = {}) {
  const read = readEnvironment(
    { AUTOMOBILE_LOG_DIR: join(directory, "logs"), ...more },
    directory,
    directory,
  );
  if (!read.ok) throw new Error(read.problems.join());
  return createLog(read.environment, "daemon");
}

test("a message is one line, harmless in a terminal, in a file of the user's own", () => {
  using directory = temporaryDirectory();
  const log = logIn(directory.path);
  expect(readdirSync(directory.path)).toEqual([]);
  log("debug", "not at this level");
  log("warn", "two\nlines \u001b[31mred\u0007");
  const path = join(directory.path, "logs/daemon.log");
  expect(readFileSync(path, "utf8")).toMatch(
    /^\d{4}-\S+Z WARN \[\d+\] two\\u000alines \\u001b\[31mred\\u0007\n$/,
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("as JSON on request", () => {
  using directory = temporaryDirectory();
  logIn(directory.path, { AUTOMOBILE_LOG_FORMAT: "json", AUTOMOBILE_DEBUG: "1" })("debug", "a\nb\u009b31m");
  const line = readFileSync(join(directory.path, "logs/daemon.log"), "utf8");
  expect(line).toContain("\\u009b31m");
  expect(JSON.parse(line)).toMatchObject({
    level: "debug",
    message: "a\nb\u009b31m",
    pid: process.pid,
  });
});

test("past 10 MiB a new file is begun", () => {
  using directory = temporaryDirectory();
  const log = logIn(directory.path);
  log("info", "first");
  writeFileSync(join(directory.path, "logs/daemon.log"), Buffer.alloc(10 * 1024 * 1024 + 1, "x"));
  log("info", "second");
  expect(readdirSync(join(directory.path, "logs")).sort()).toEqual([
    expect.stringMatching(/^daemon-.*\.log$/),
    "daemon.log",
  ]);
  expect(readFileSync(join(directory.path, "logs/daemon.log"), "utf8")).toContain("second");
});

test("that can't be written fails nobody", () => {
  using directory = temporaryDirectory();
  writeFileSync(join(directory.path, "logs"), "in the way");
  expect(() => logIn(directory.path)("error", "lost")).not.toThrow();
});
