import { parseArguments } from "../arguments.ts";
import { type CommandRun, err, out } from "../process.ts";
import { matching, signal, signalNumber } from "./process-table.ts";

/** `kill [-SIGNAL] PID...` */
export const kill: CommandRun = (args, process) => {
  const { number, rest } = signalNumber(args);
  let status = 0;
  for (const text of rest) {
    const done = signal(process.machine, Number(text), number, process.who.uid);
    if (done) continue;
    err(process, `kill: ${text}: ${done === null ? "Operation not permitted" : "No such process"}\n`);
    status = 1;
  }
  return status;
};

/** `pkill [-SIGNAL] [-f] [-x] PATTERN` */
export const pkill: CommandRun = (args, process) => {
  const { number, rest } = signalNumber(args);
  const { flags, operands } = parseArguments(rest, "flnoxuU:P:");
  const hits = matching(process.machine, operands[0] ?? "", flags.has("f"), flags.has("x"), process.pid);
  for (const { pid } of hits) signal(process.machine, pid, number, process.who.uid);
  return hits.length > 0 ? 0 : 1;
};

/** `pgrep [-f] [-l] [-x] PATTERN` */
export const pgrep: CommandRun = (args, process) => {
  const { flags, operands } = parseArguments(args, "aflnoxvu:U:P:");
  const hits = matching(process.machine, operands[0] ?? "", flags.has("f"), flags.has("x"), process.pid);
  for (const { pid, name } of hits)
    out(process, flags.has("l") || flags.has("a") ? `${pid} ${name}\n` : `${pid}\n`);
  return hits.length > 0 ? 0 : 1;
};
