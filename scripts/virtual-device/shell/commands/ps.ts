import { userId, userName } from "../../system/users.ts";
import { parseArguments } from "../arguments.ts";
import { type CommandRun, out } from "../process.ts";
import { type ProcessRow, processTable } from "./process-table.ts";

/** `ps [-A] [-o FIELDS] [-p PID] [-u USER]` */
export const ps: CommandRun = (args, process) => {
  const { flags, values, operands } = parseArguments(args, "AeflnTwZo:p:u:k:");
  const all = flags.has("A") || flags.has("e") || operands.length > 0;
  let rows = processTable(process.machine);
  const pids = [...(values.get("p") ?? "").split(","), ...operands]
    .filter((text) => /^\d+$/.test(text))
    .map(Number);
  if (pids.length > 0) rows = rows.filter(({ pid }) => pids.includes(pid));
  else if (values.has("u"))
    rows = rows.filter(({ user }) =>
      values
        .get("u")
        ?.split(",")
        .some((name) => userId(name) === userId(user)),
    );
  else if (!all) rows = rows.filter(({ user }) => user === userName(process.who.uid));
  const format = values.get("o");
  if (format !== undefined) {
    const columns = format.split(/[, ]+/).map((column) => column.split("=")[0]?.toUpperCase() ?? "");
    const value = (row: ProcessRow, column: string): string =>
      ({
        PID: String(row.pid),
        PPID: String(row.ppid),
        USER: row.user,
        NAME: row.name,
        ARGS: row.name,
        CMD: row.name,
        COMM: row.name.slice(-15),
        S: "S",
        RSS: "102400",
        VSZ: "1400000",
        UID: String(userId(row.user) ?? 0),
      })[column] ?? "-";
    out(
      process,
      `${columns.join(" ")}\n${rows.map((row) => columns.map((column) => value(row, column)).join(" ")).join("\n")}\n`,
    );
    return 0;
  }
  const line = (cells: string[]): string =>
    `${cells[0]?.padEnd(14)} ${cells[1]?.padStart(5)} ${cells[2]?.padStart(5)} ${cells[3]?.padStart(10)} ${cells[4]?.padStart(6)} ${cells[5]?.padEnd(18)} ${cells[6]?.padStart(10)} ${cells[7]} ${cells[8]}\n`;
  out(process, line(["USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME"]));
  for (const row of rows) {
    const kernel = row.name.startsWith("[");
    out(
      process,
      line([
        row.user,
        String(row.pid),
        String(row.ppid),
        kernel ? "0" : "13869316",
        kernel ? "0" : "122880",
        "0",
        "0",
        row.pid === process.pid ? "R" : "S",
        row.name,
      ]),
    );
  }
  return 0;
};

/** `pidof [-s] NAME...`; status 1 when there is none. */
export const pidof: CommandRun = (args, process) => {
  const { flags, operands } = parseArguments(args, "so:x");
  const pids = processTable(process.machine)
    .filter(({ name }) => operands.includes(name))
    .map(({ pid }) => pid)
    .reverse();
  if (pids.length === 0) return 1;
  out(process, `${(flags.has("s") ? pids.slice(0, 1) : pids).join(" ")}\n`);
  return 0;
};
