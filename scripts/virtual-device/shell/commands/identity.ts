import { userName } from "../../system/users.ts";
import { parseArguments } from "../arguments.ts";
import { deviceDate, formatDate } from "../device-time.ts";
import { type CommandRun, err, out } from "../process.ts";

/** `id [-ugGnZ]` */
export const id: CommandRun = (args, process) => {
  const { flags } = parseArguments(args, "gGnruZ");
  const { uid, gid, groups } = process.who;
  const context =
    uid === 2000 ? "u:r:shell:s0" : uid === 0 ? "u:r:su:s0" : `u:r:runas_app:s0:c${uid % 256},c256,c512,c768`;
  const show = (number: number): string => (flags.has("n") ? userName(number) : String(number));
  if (flags.has("Z")) out(process, `${context}\n`);
  else if (flags.has("u")) out(process, `${show(uid)}\n`);
  else if (flags.has("g")) out(process, `${show(gid)}\n`);
  else if (flags.has("G")) out(process, `${[gid, ...groups].map(show).join(" ")}\n`);
  else {
    const all = [gid, ...groups].map((number) => `${number}(${userName(number)})`).join(",");
    out(
      process,
      `uid=${uid}(${userName(uid)}) gid=${gid}(${userName(gid)}) groups=${all} context=${context}\n`,
    );
  }
  return 0;
};

/** `date [-u] [-d DATE] [+FORMAT]` */
export const date: CommandRun = (args, process) => {
  const { flags, values, operands } = parseArguments(args, "uIr:D:d:s:");
  const text = values.get("d");
  let moment = process.machine.system.now();
  if (text?.startsWith("@")) moment = Number(text.slice(1)) * 1000;
  else if (text !== undefined && !Number.isNaN(Date.parse(text)))
    moment = Date.parse(text.includes("T") || text.includes("Z") ? text : `${text}Z`);
  const when = deviceDate(moment, process.machine, flags.has("u"));
  const format = operands[0];
  if (format?.startsWith("+")) out(process, `${formatDate(when, format.slice(1))}\n`);
  else if (format !== undefined) {
    err(process, "date: cannot set date: Operation not permitted\n");
    return 1;
  } else out(process, `${formatDate(when, "%a %b %e %H:%M:%S %Z %Y")}\n`);
  return 0;
};

/** `uname [-amnorsv]` */
export const uname: CommandRun = (args, process) => {
  const { flags } = parseArguments(args, "amnorsv");
  const fields: [string, string][] = [
    ["s", "Linux"],
    ["n", "localhost"],
    ["r", "6.6.66-android15-8"],
    ["v", "#1 SMP PREEMPT"],
    ["m", "x86_64"],
    ["o", "Toybox"],
  ];
  const chosen = fields.filter(
    ([flag]) => flags.has(flag) || flags.has("a") || (flags.size === 0 && flag === "s"),
  );
  out(process, `${chosen.map(([, text]) => text).join(" ")}\n`);
  return 0;
};

/** `seq [FIRST [STEP]] LAST` */
export const seq: CommandRun = (args, process) => {
  const { values, operands } = parseArguments(
    args.map((arg) => (/^-\d/.test(arg) ? `\0${arg}` : arg)),
    "f:s:w",
  );
  const numbers = operands.map((text) => Number(text.replace("\0", "")));
  const [from, step, to] =
    numbers.length === 1
      ? [1, 1, numbers[0] ?? 0]
      : numbers.length === 2
        ? [numbers[0] ?? 1, 1, numbers[1] ?? 0]
        : [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 0];
  const decimals = Math.max(...operands.map((text) => text.split(".")[1]?.length ?? 0), 0);
  const items: string[] = [];
  for (let value = from; step > 0 ? value <= to : step < 0 && value >= to; value += step)
    items.push(value.toFixed(decimals));
  out(process, items.length > 0 ? `${items.join(values.get("s") ?? "\n")}\n` : "");
  return 0;
};
