import { FileError } from "../../system/file-nodes.ts";
import { parseArguments } from "../arguments.ts";
import { at, type Command, type CommandRun, err, out } from "../process.ts";
import { concat, readAll } from "../streams.ts";
import { cp, ln, mv } from "./copy-files.ts";
import { chmod, chown } from "./file-modes.ts";
import { df, du, ls, readlink, realpath, stat } from "./list-files.ts";
import { eachOperand, needs, unknownOption } from "./operands.ts";

const cat: CommandRun = async (args, process) => {
  const { operands, unknown } = parseArguments(args, "etuv");
  if (unknown) return unknownOption("cat", unknown, process);
  let status = 0;
  for (const operand of operands.length > 0 ? operands : ["-"]) {
    const path = at(process, operand);
    if (operand === "-" || path === "/dev/stdin") {
      for (let chunk = await process.stdin.read(); chunk; chunk = await process.stdin.read()) {
        process.stdout.write(chunk);
        await process.stdout.drained();
      }
      continue;
    }
    try {
      const { files } = process.machine.system;
      const node = files.lookup(path, process.who);
      const endless = node.kind === "device" && (node.device === "zero" || node.device === "urandom");
      do {
        out(process, files.read(path, process.who));
        await process.stdout.drained();
        if (endless) await new Promise((resolve) => setImmediate(resolve));
      } while (endless && !process.signal.aborted);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      err(process, `cat: ${operand}: ${error.text}\n`);
      status = 1;
    }
  }
  return status;
};

const mkdir: CommandRun = (args, process) => {
  const { flags, values, operands, unknown } = parseArguments(args, "vpm:Z:", { parents: "p" });
  if (unknown) return unknownOption("mkdir", unknown, process);
  if (operands.length === 0) return needs("mkdir", 1, process);
  const mode = values.has("m") ? Number.parseInt(values.get("m") ?? "755", 8) : 0o755;
  return eachOperand(
    "mkdir",
    operands,
    process,
    (path) => {
      const { files } = process.machine.system;
      if (!flags.has("p")) {
        files.mkdir(path, process.who, { mode });
        return;
      }
      const parts = path.split("/").filter((part) => part !== "");
      for (let depth = 1; depth <= parts.length; depth++) {
        const partial = `/${parts.slice(0, depth).join("/")}`;
        const node = files.find(partial, process.who);
        if (node?.kind === "directory") continue;
        files.mkdir(partial, process.who, { mode });
      }
    },
    (operand, error) => `'${operand}': ${error.text}`,
  );
};

const rm: CommandRun = (args, process) => {
  const { flags, operands, unknown } = parseArguments(args, "firRv");
  if (unknown) return unknownOption("rm", unknown, process);
  if (operands.length === 0 && !flags.has("f")) return needs("rm", 1, process);
  const { files } = process.machine.system;
  let status = 0;
  for (const operand of operands) {
    const path = at(process, operand);
    try {
      const node = files.lookup(path, process.who, false);
      if (node.kind === "directory" && !flags.has("r") && !flags.has("R")) {
        err(process, `rm: ${operand}: Is a directory\n`);
        status = 1;
      } else if (node.kind === "directory") files.removeTree(path, process.who);
      else files.remove(path, process.who);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (flags.has("f") && (error.code === "ENOENT" || error.code === "ENOTDIR")) continue;
      err(process, `rm: ${operand}: ${error.text}\n`);
      status = 1;
    }
  }
  return status;
};

const touch: CommandRun = (args, process) => {
  const { flags, operands } = parseArguments(args, "acd:mr:t:h");
  const { files, now } = process.machine.system;
  return eachOperand(
    "touch",
    operands,
    process,
    (path) => {
      if (files.exists(path, process.who)) files.touch(path, now(), process.who);
      else if (!flags.has("c")) files.write(path, new Uint8Array(), process.who);
    },
    (operand, error) => `'${operand}': ${error.text}`,
  );
};

const tee: CommandRun = async (args, process) => {
  const { flags, operands } = parseArguments(args, "ai");
  const content = await readAll(process.stdin);
  out(process, content);
  return eachOperand("tee", operands, process, (path) =>
    process.machine.system.files.write(path, content.slice(), process.who, { append: flags.has("a") }),
  );
};

const dd: CommandRun = async (args, process) => {
  const values = new Map(args.map((arg) => arg.split(/=(.*)/s) as [string, string]));
  const size = (text: string | undefined, fallback: number): number => {
    const match = /^(\d+)([kKmMgG]?)/.exec(text ?? "");
    return match
      ? Number(match[1]) * ({ k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[match[2]?.toLowerCase() ?? ""] ?? 1)
      : fallback;
  };
  const block = size(values.get("bs") ?? values.get("ibs"), 512);
  const { files } = process.machine.system;
  const input = values.get("if");
  const count = values.has("count") ? Number(values.get("count")) : null;
  let data: Uint8Array;
  if (input === undefined) data = await readAll(process.stdin);
  else {
    const node = files.lookup(at(process, input), process.who);
    const chunk = files.read(at(process, input), process.who);
    if (node.kind === "device" && node.device !== "null" && count !== null) {
      const chunks: Uint8Array[] = [];
      for (let left = count * block; left > 0; left -= chunk.length) chunks.push(chunk.subarray(0, left));
      data = concat(chunks);
    } else data = chunk;
  }
  const skip = Number(values.get("skip") ?? 0) * block;
  const part = data.subarray(skip, count === null ? undefined : skip + count * block);
  const output = values.get("of");
  if (output === undefined) out(process, part);
  else files.write(at(process, output), part.slice(), process.who);
  const full = Math.floor(part.length / block);
  const rest = part.length % block === 0 ? 0 : 1;
  err(
    process,
    `${full}+${rest} records in\n${full}+${rest} records out\n${part.length} bytes (${part.length} B) copied, 0.001 s, ${part.length}/s\n`,
  );
  return 0;
};

const mktemp: CommandRun = (args, process) => {
  const { flags, values, operands } = parseArguments(args, "dp:qtu");
  const template = operands[0] ?? "tmp.XXXXXXXXXX";
  const directory = values.get("p") ?? (operands[0]?.includes("/") ? "" : "/data/local/tmp");
  const { files, services } = process.machine.system;
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const name = template.replace(/X+$/, (run) =>
    [...run].map(() => letters[Math.floor(services.random() * letters.length)]).join(""),
  );
  const path = at(process, directory === "" ? name : `${directory}/${name}`);
  if (!flags.has("u")) {
    if (flags.has("d")) files.mkdir(path, process.who, { mode: 0o700 });
    else files.write(path, new Uint8Array(), process.who, { mode: 0o600 });
  }
  out(process, `${path}\n`);
  return 0;
};

const rmdir: CommandRun = (args, process) =>
  eachOperand(
    "rmdir",
    args.filter((arg) => !arg.startsWith("-")),
    process,
    (path, operand) => {
      const node = process.machine.system.files.lookup(path, process.who, false);
      if (node.kind !== "directory") throw new FileError("ENOTDIR", operand);
      process.machine.system.files.remove(path, process.who);
    },
  );

export const FILE_COMMANDS: Command[] = [
  { name: "cat", group: "files", modelled: "files, standard input, endless devices", run: cat },
  {
    name: "ls",
    group: "files",
    modelled: "-1aAdilnrRStg in toybox's layout",
    missing: "-Z, colours, columns",
    run: ls,
  },
  { name: "mkdir", group: "files", modelled: "-p, -m", run: mkdir },
  { name: "rmdir", group: "files", modelled: "empty directories", run: rmdir },
  { name: "rm", group: "files", modelled: "-f, -r", missing: "-i", run: rm },
  { name: "cp", group: "files", modelled: "-r, -a, -p, -n", missing: "-s, -l, -i", run: cp },
  { name: "mv", group: "files", modelled: "files and directories", missing: "-i, -n", run: mv },
  { name: "ln", group: "files", modelled: "-s, -f", missing: "hard links share no content", run: ln },
  { name: "touch", group: "files", modelled: "-c, the current time", missing: "-d, -t, -r", run: touch },
  { name: "chmod", group: "files", modelled: "octal and symbolic modes, -R", run: chmod },
  { name: "chown", group: "files", modelled: "user and group, -R", run: chown },
  {
    name: "chgrp",
    group: "files",
    modelled: "group",
    run: (args, process) => chown([`:${args[0] ?? ""}`, ...args.slice(1)], process),
  },
  { name: "stat", group: "files", modelled: "the default layout and -c formats", missing: "-f", run: stat },
  { name: "readlink", group: "files", modelled: "-f, -e", run: readlink },
  { name: "realpath", group: "files", modelled: "links and ..", run: realpath },
  { name: "tee", group: "files", modelled: "-a", run: tee },
  { name: "dd", group: "files", modelled: "if, of, bs, count, skip", missing: "seek, conv", run: dd },
  { name: "mktemp", group: "files", modelled: "-d, -p, -u, templates", run: mktemp },
  { name: "df", group: "files", modelled: "a fixed table", missing: "operands", run: df },
  { name: "du", group: "files", modelled: "-s, -h", run: du },
];
