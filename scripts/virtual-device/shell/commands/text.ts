import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { parseArguments } from "../arguments.ts";
import { printf } from "../printf.ts";
import { type Command, type CommandRun, err, out } from "../process.ts";
import { readAll } from "../streams.ts";
import { cut, head, tail } from "./cut-text.ts";
import { inputs } from "./inputs.ts";
import { needs } from "./operands.ts";

function hash(name: string, algorithm: string): CommandRun {
  return async (args, process) => {
    const { flags, operands } = parseArguments(args, "bcs");
    const { items, status } = await inputs(name, operands, process);
    for (const { operand, bytes } of items) {
      const sum = createHash(algorithm).update(bytes).digest("hex");
      out(process, flags.has("b") ? `${sum}\n` : `${sum}  ${operand}\n`);
    }
    return status;
  };
}

const wc: CommandRun = async (args, process) => {
  const { flags, operands } = parseArguments(args, "clmw");
  const { items, status } = await inputs("wc", operands, process);
  const show = flags.size > 0 ? flags : new Set(["l", "w", "c"]);
  const totals = { l: 0, w: 0, m: 0, c: 0 };
  const row = (counts: typeof totals, name: string): void => {
    const numbers = (["l", "w", "m", "c"] as const)
      .filter((key) => show.has(key))
      .map((key) => String(counts[key]));
    // One number of one input stands alone; in a table the columns are seven wide.
    const padded = numbers.length > 1 || items.length > 1 ? numbers.map((text) => text.padStart(7)) : numbers;
    out(process, `${padded.join(" ")}${name === "-" ? "" : ` ${name}`}\n`);
  };
  for (const { operand, bytes } of items) {
    const text = new TextDecoder().decode(bytes);
    const counts = {
      l: bytes.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0),
      w: text.split(/\s+/).filter((word) => word !== "").length,
      m: [...text].length,
      c: bytes.length,
    };
    for (const key of ["l", "w", "m", "c"] as const) totals[key] += counts[key];
    row(counts, operand);
  }
  if (items.length > 1) row(totals, "total");
  return status;
};

const cksum: CommandRun = async (args, process) => {
  const { items, status } = await inputs("cksum", args, process);
  for (const { operand, bytes } of items)
    out(process, `${crc32(bytes)} ${bytes.length}${operand === "-" ? "" : ` ${operand}`}\n`);
  return status;
};

const cmp: CommandRun = async (args, process) => {
  const { flags, operands } = parseArguments(args, "ls");
  const { items, status } = await inputs("cmp", operands, process);
  const [a, b] = items;
  if (!a || !b) return status || 2;
  const difference = a.bytes.findIndex((byte, index) => byte !== b.bytes[index]);
  if (difference < 0 && a.bytes.length === b.bytes.length) return 0;
  if (!flags.has("s")) {
    if (difference < 0 || difference >= b.bytes.length)
      err(process, `cmp: EOF on ${a.bytes.length < b.bytes.length ? a.operand : b.operand}\n`);
    else
      out(
        process,
        `${a.operand} ${b.operand} differ: char ${difference + 1}, line ${1 + a.bytes.subarray(0, difference).filter((byte) => byte === 10).length}\n`,
      );
  }
  return 1;
};

const basename: CommandRun = (args, process) => {
  if (args.length === 0) return needs("basename", 1, process);
  const [path = "", suffix = ""] = args;
  const name = path.replace(/\/+$/, "").split("/").pop() || (path.startsWith("/") ? "/" : "");
  out(
    process,
    `${suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`,
  );
  return 0;
};

const dirname: CommandRun = (args, process) => {
  for (const path of args) {
    const parts = path.replace(/\/+$/, "").split("/");
    parts.pop();
    out(process, `${parts.join("/") || (path.startsWith("/") ? "/" : ".")}\n`);
  }
  return 0;
};

const yes: CommandRun = async (args, process) => {
  const line = `${args.length > 0 ? args.join(" ") : "y"}\n`.repeat(512);
  while (!process.signal.aborted) {
    out(process, line);
    await process.stdout.drained();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return 0;
};

const xargs: CommandRun = async (args, process) => {
  const { flags, values, operands } = parseArguments(args.slice(0, commandStart(args)), "0n:I:rtP:s:");
  const command = [...operands, ...args.slice(commandStart(args))];
  const text = new TextDecoder().decode(await readAll(process.stdin));
  const replace = values.get("I");
  const items = (flags.has("0") ? text.split("\0") : replace ? text.split("\n") : text.split(/\s+/)).filter(
    (item) => item !== "",
  );
  const size = replace ? 1 : Number(values.get("n") ?? (items.length || 1));
  let status = 0;
  const base = command.length > 0 ? command : ["echo"];
  if (items.length === 0) return flags.has("r") || replace ? 0 : process.run(base);
  for (let index = 0; index < items.length; index += size) {
    const group = items.slice(index, index + size);
    const argv = replace
      ? base.map((word) => word.replaceAll(replace, group[0] as string))
      : [...base, ...group];
    const result = await process.run(argv);
    if (result !== 0) status = result === 127 ? 127 : 123;
  }
  return status;
};

/** Where the options of xargs end and its command begins. */
function commandStart(args: readonly string[]): number {
  let index = 0;
  while (index < args.length && args[index]?.startsWith("-"))
    index += /^-[nIPs]$/.test(args[index] as string) ? 2 : 1;
  return index;
}

export const TEXT_COMMANDS: Command[] = [
  {
    name: "sha256sum",
    group: "text",
    modelled: "files and standard input",
    missing: "-c",
    run: hash("sha256sum", "sha256"),
  },
  {
    name: "sha1sum",
    group: "text",
    modelled: "files and standard input",
    missing: "-c",
    run: hash("sha1sum", "sha1"),
  },
  {
    name: "sha512sum",
    group: "text",
    modelled: "files and standard input",
    missing: "-c",
    run: hash("sha512sum", "sha512"),
  },
  {
    name: "md5sum",
    group: "text",
    modelled: "files and standard input",
    missing: "-c",
    run: hash("md5sum", "md5"),
  },
  {
    name: "cksum",
    group: "text",
    modelled: "CRC-32 and size",
    missing: "POSIX's own polynomial",
    run: cksum,
  },
  { name: "wc", group: "text", modelled: "-l, -w, -c, -m", run: wc },
  { name: "head", group: "text", modelled: "-n, -c", run: head },
  { name: "tail", group: "text", modelled: "-n, -c, +N", missing: "-f", run: tail },
  { name: "cmp", group: "text", modelled: "-s", missing: "-l", run: cmp },
  { name: "basename", group: "text", modelled: "suffix", run: basename },
  {
    name: "cut",
    group: "text",
    modelled: "-f, -c, -b, -d, -s, -O",
    missing: "-F as a regular expression",
    run: cut,
  },
  { name: "dirname", group: "text", modelled: "any path", run: dirname },
  { name: "yes", group: "text", modelled: "until the reader is gone", run: yes },
  { name: "xargs", group: "text", modelled: "-0, -n, -I, -r", missing: "-P", run: xargs },
  {
    name: "printf",
    group: "text",
    modelled: "as the builtin",
    run: (args, process) => {
      out(process, printf(args[0] ?? "", args.slice(1)).text);
      return 0;
    },
  },
  {
    name: "echo",
    group: "text",
    modelled: "as the builtin",
    run: (args, process) => {
      out(process, `${args.join(" ")}\n`);
      return 0;
    },
  },
];
