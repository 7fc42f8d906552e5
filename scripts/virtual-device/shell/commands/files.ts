import { FileError, type FileNode, fileSize, fullMode } from "../../system/files.ts";
import { userId, userName } from "../../system/users.ts";
import { parseArguments } from "../arguments.ts";
import { deviceDate, formatDate } from "../device-time.ts";
import { at, type Command, type CommandRun, err, out, type Process } from "../process.ts";
import { concat, readAll } from "../streams.ts";

/** toybox's complaint about an option, exit status 1. */
export function unknownOption(name: string, option: string, process: Process): number {
  const text = option.startsWith("--") ? option.slice(2) : option;
  err(process, `${name}: Unknown option '${text}' (see "${name} --help")\n`);
  return 1;
}

/** Runs an operation for each operand; a refused file is reported and makes the status 1. */
export function eachOperand(
  name: string,
  operands: readonly string[],
  process: Process,
  operation: (path: string, operand: string) => void,
  message: (operand: string, error: FileError) => string = (operand, error) => `${operand}: ${error.text}`,
): number {
  let status = 0;
  for (const operand of operands) {
    try {
      operation(at(process, operand), operand);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      err(process, `${name}: ${message(operand, error)}\n`);
      status = 1;
    }
  }
  return status;
}

const needs = (name: string, count: number, process: Process): number => {
  err(process, `${name}: Need ${count} argument${count > 1 ? "s" : ""} (see "${name} --help")\n`);
  return 1;
};

const cat: CommandRun = async (args, process) => {
  const { operands } = parseArguments(args, "etuv");
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
      } while (endless && !process.signal.aborted);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      err(process, `cat: ${operand}: ${error.text}\n`);
      status = 1;
    }
  }
  return status;
};

/** `drwxrwx--x` */
export function modeText(node: FileNode): string {
  const type = { file: "-", directory: "d", link: "l", device: "c" }[node.kind];
  const bits = [..."rwxrwxrwx"].map((char, index) => ((node.mode >> (8 - index)) & 1 ? char : "-"));
  const special = (bit: number, place: number, set: string): void => {
    if (node.mode & bit) bits[place] = bits[place] === "x" ? set : set.toUpperCase();
  };
  special(0o4000, 2, "s");
  special(0o2000, 5, "s");
  special(0o1000, 8, "t");
  return type + bits.join("");
}

const links = (node: FileNode): number =>
  node.kind === "directory"
    ? 2 + [...node.entries.values()].filter((child) => child.kind === "directory").length
    : 1;

function listing(
  entries: [string, FileNode][],
  long: boolean,
  numeric: boolean,
  inode: boolean,
  process: Process,
): string {
  if (!long) return entries.map(([name, node]) => `${inode ? `${node.ino} ` : ""}${name}\n`).join("");
  const rows = entries.map(([name, node]) => ({
    mode: modeText(node),
    links: String(links(node)),
    user: numeric ? String(node.uid) : userName(node.uid),
    group: numeric ? String(node.gid) : userName(node.gid),
    size: String(fileSize(node)),
    date: formatDate(deviceDate(node.mtime, process.machine), "%Y-%m-%d %H:%M"),
    name: node.kind === "link" ? `${name} -> ${node.target}` : name,
    inode: inode ? `${node.ino} ` : "",
  }));
  const width = (key: "links" | "user" | "group" | "size"): number =>
    Math.max(...rows.map((row) => row[key].length), 0);
  const [l, u, g, s] = [width("links"), width("user"), width("group"), width("size")];
  return rows
    .map(
      (row) =>
        `${row.inode}${row.mode} ${row.links.padStart(l)} ${row.user.padEnd(u)} ${row.group.padEnd(g)} ${row.size.padStart(s)} ${row.date} ${row.name}\n`,
    )
    .join("");
}

const ls: CommandRun = (args, process) => {
  const { flags, operands, unknown } = parseArguments(args, "1aACcdFfghHikLlmnopqrRsStuxZ", { color: "C" });
  if (unknown) return unknownOption("ls", unknown, process);
  const { files } = process.machine.system;
  const long = flags.has("l") || flags.has("n") || flags.has("o") || flags.has("g");
  const hidden = flags.has("a") || flags.has("A");
  const sorted = (entries: [string, FileNode][]): [string, FileNode][] => {
    if (flags.has("t")) entries.sort((a, b) => b[1].mtime - a[1].mtime);
    else if (flags.has("S")) entries.sort((a, b) => fileSize(b[1]) - fileSize(a[1]));
    return flags.has("r") ? entries.reverse() : entries;
  };
  const show = (entries: [string, FileNode][]): void =>
    out(process, listing(entries, long, flags.has("n"), flags.has("i"), process));
  const singles: [string, FileNode][] = [];
  const directories: string[] = [];
  let status = eachOperand("ls", operands.length > 0 ? operands : ["."], process, (path, operand) => {
    const node = files.lookup(path, process.who, !long || operand.endsWith("/"));
    if (node.kind === "directory" && !flags.has("d")) directories.push(operand);
    else singles.push([operand, node]);
  });
  show(sorted(singles));
  const several = directories.length + singles.length > 1 || flags.has("R");
  const visit = (operand: string, first: boolean): void => {
    const path = at(process, operand);
    const entries = files.list(path, process.who).filter(([name]) => hidden || !name.startsWith("."));
    if (flags.has("a")) {
      const self = files.lookup(path, process.who);
      entries.unshift([".", self], ["..", files.find(`${path}/..`, process.who) ?? self]);
    }
    if (several) out(process, `${first ? "" : "\n"}${operand}:\n`);
    if (long) {
      const blocks = entries.reduce((sum, [, node]) => sum + Math.ceil(fileSize(node) / 4096) * 4, 0);
      out(process, `total ${blocks}\n`);
    }
    show(sorted(entries));
    if (!flags.has("R")) return;
    for (const [name, node] of entries) {
      if (node.kind === "directory" && name !== "." && name !== "..") visit(`${operand}/${name}`, false);
    }
  };
  const failed = eachOperand("ls", directories, process, (_, operand) =>
    visit(operand, singles.length === 0 && operand === directories[0]),
  );
  status ||= failed;
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
        err(process, `rm: ${operand}: is a directory\n`);
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

/** The destination of a copy or move: inside it when it is a directory. */
function destination(source: string, target: string, process: Process): string {
  const path = at(process, target);
  const node = process.machine.system.files.find(path, process.who);
  const name = source.replace(/\/+$/, "").split("/").pop() ?? "";
  return node?.kind === "directory" ? `${path.replace(/\/+$/, "")}/${name}` : path;
}

function copyTree(from: string, to: string, recursive: boolean, keep: boolean, process: Process): void {
  const { files } = process.machine.system;
  const node = files.lookup(from, process.who, !recursive);
  if (node.kind === "directory") {
    if (!recursive) throw new FileError("EISDIR", from);
    if (!files.exists(to, process.who)) files.mkdir(to, process.who, { mode: node.mode & 0o777 });
    for (const [name] of files.list(from, process.who)) {
      copyTree(`${from}/${name}`, `${to}/${name}`, recursive, keep, process);
    }
    return;
  }
  if (node.kind === "link") {
    files.link(node.target, to, process.who);
    return;
  }
  const existed = files.exists(to, process.who);
  files.write(to, files.read(from, process.who), process.who, {
    ...(existed ? {} : { mode: node.mode & 0o777 }),
    ...(keep ? { mtime: node.mtime } : {}),
  });
}

const cp: CommandRun = (args, process) => {
  const { flags, operands, unknown } = parseArguments(args, "adDfFHiLlnpPrRsTuv");
  if (unknown) return unknownOption("cp", unknown, process);
  if (operands.length < 2) return needs("cp", 2, process);
  const target = operands[operands.length - 1] as string;
  const recursive = flags.has("r") || flags.has("R") || flags.has("a");
  let status = 0;
  for (const source of operands.slice(0, -1)) {
    const from = at(process, source);
    const to = destination(source, target, process);
    const node = process.machine.system.files.find(from, process.who, !recursive);
    if (!node) {
      status = eachOperand(
        "cp",
        [source],
        process,
        (path) => void process.machine.system.files.lookup(path, process.who),
        (name, error) => `bad '${name}': ${error.text}`,
      );
    } else if (node.kind === "directory" && !recursive) {
      err(process, `cp: Skipped dir '${source}'\n`);
      status = 1;
    } else if (!(flags.has("n") && process.machine.system.files.exists(to, process.who))) {
      status ||= eachOperand(
        "cp",
        [source],
        process,
        () => copyTree(from, to, recursive, flags.has("p") || flags.has("a"), process),
        (name, error) => `${error.message.startsWith(from) ? `'${name}'` : `'${target}'`}: ${error.text}`,
      );
    }
  }
  return status;
};

const mv: CommandRun = (args, process) => {
  const { operands, unknown } = parseArguments(args, "finTv");
  if (unknown) return unknownOption("mv", unknown, process);
  if (operands.length < 2) return needs("mv", 2, process);
  const target = operands[operands.length - 1] as string;
  return eachOperand(
    "mv",
    operands.slice(0, -1),
    process,
    (path, operand) => {
      process.machine.system.files.lookup(path, process.who, false);
      process.machine.system.files.rename(path, destination(operand, target, process), process.who);
    },
    (operand, error) => `bad '${operand}': ${error.text}`,
  );
};

const ln: CommandRun = (args, process) => {
  const { flags, operands } = parseArguments(args, "sfnv");
  const [source, target] = operands;
  if (source === undefined || target === undefined) return needs("ln", 2, process);
  const { files } = process.machine.system;
  return eachOperand("ln", [target], process, () => {
    const path = destination(source, target, process);
    if (flags.has("f") && files.find(path, process.who, false)) files.remove(path, process.who);
    if (flags.has("s")) files.link(source, path, process.who);
    else files.write(path, files.read(at(process, source), process.who), process.who);
  });
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

/** The mode that an octal or symbolic `chmod` argument gives; null when it is not one. */
export function applyMode(text: string, node: FileNode): number | null {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8);
  let mode = node.mode;
  for (const clause of text.split(",")) {
    const match = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause);
    if (!match) return null;
    const who = match[1] === "" || match[1]?.includes("a") ? "ugo" : (match[1] as string);
    let bits = 0;
    for (const letter of match[3] as string) {
      const bit =
        letter === "r"
          ? 4
          : letter === "w"
            ? 2
            : letter === "x"
              ? 1
              : letter === "X" && (node.kind === "directory" || mode & 0o111)
                ? 1
                : 0;
      for (const class_ of who) bits |= bit << { u: 6, g: 3, o: 0 }[class_ as "u" | "g" | "o"];
    }
    const mask = [...who].reduce(
      (sum, class_) => sum | (7 << { u: 6, g: 3, o: 0 }[class_ as "u" | "g" | "o"]),
      0,
    );
    if (match[2] === "+") mode |= bits;
    else if (match[2] === "-") mode &= ~bits;
    else mode = (mode & ~mask) | bits;
  }
  return mode;
}

function eachInTree(path: string, recursive: boolean, process: Process, visit: (path: string) => void): void {
  visit(path);
  const { files } = process.machine.system;
  if (!recursive || files.find(path, process.who, false)?.kind !== "directory") return;
  for (const [name] of files.list(path, process.who)) eachInTree(`${path}/${name}`, true, process, visit);
}

const chmod: CommandRun = (args, process) => {
  const recursive = args[0] === "-R";
  const [mode, ...operands] = recursive ? args.slice(1) : args;
  if (mode === undefined || operands.length === 0) return needs("chmod", 2, process);
  const { files } = process.machine.system;
  return eachOperand("chmod", operands, process, (path) =>
    eachInTree(path, recursive, process, (each) => {
      const value = applyMode(mode, files.lookup(each, process.who));
      if (value === null) throw new FileError("EINVAL", mode);
      files.chmod(each, value, process.who);
    }),
  );
};

const chown: CommandRun = (args, process) => {
  const { flags, operands } = parseArguments(args, "fhHLPRv");
  const [owner = "", ...paths] = operands;
  const [user = "", group] = owner.split(/[:.]/);
  const { files } = process.machine.system;
  const uid = user === "" ? null : userId(user);
  if (user !== "" && uid === null) {
    err(process, `chown: bad user '${user}'\n`);
    return 1;
  }
  return eachOperand("chown", paths, process, (path) =>
    eachInTree(path, flags.has("R"), process, (each) => {
      const node = files.lookup(each, process.who);
      files.chown(each, uid ?? node.uid, group ? (userId(group) ?? node.gid) : node.gid, process.who);
    }),
  );
};

const stat: CommandRun = (args, process) => {
  const { flags, values, operands } = parseArguments(args, "c:fLt");
  return eachOperand("stat", operands, process, (path, operand) => {
    const node = process.machine.system.files.lookup(path, process.who, flags.has("L"));
    const date = (ms: number): string =>
      formatDate(deviceDate(ms, process.machine), "%Y-%m-%d %H:%M:%S.%N %z");
    const kind = {
      file: node.kind === "file" && node.data.length === 0 ? "regular empty file" : "regular file",
      directory: "directory",
      link: "symbolic link",
      device: "character device",
    }[node.kind];
    const permission = (fullMode(node) & 0o7777).toString(8);
    const fields: Record<string, string> = {
      a: permission,
      A: modeText(node),
      b: String(Math.ceil(fileSize(node) / 512)),
      B: "512",
      d: "1",
      f: fullMode(node).toString(16),
      F: kind,
      g: String(node.gid),
      G: userName(node.gid),
      h: String(links(node)),
      i: String(node.ino),
      n: operand,
      N: node.kind === "link" ? `'${operand}' -> '${node.target}'` : `'${operand}'`,
      o: "4096",
      s: String(fileSize(node)),
      u: String(node.uid),
      U: userName(node.uid),
      x: date(node.mtime),
      X: String(Math.floor(node.mtime / 1000)),
      y: date(node.mtime),
      Y: String(Math.floor(node.mtime / 1000)),
      z: date(node.mtime),
      Z: String(Math.floor(node.mtime / 1000)),
    };
    const format = values.get("c");
    if (format !== undefined) {
      out(process, `${format.replace(/%([a-zA-Z])/g, (all, key: string) => fields[key] ?? all)}\n`);
      return;
    }
    out(
      process,
      `  File: ${node.kind === "link" ? `${operand} -> ${node.target}` : operand}\n  Size: ${fields.s}\t Blocks: ${fields.b}\t IO Blocks: 512\t${kind}\nDevice: fd00h/64768d\t Inode: ${fields.i}\t Links: ${fields.h}\nAccess: (${permission.padStart(4, "0")}/${fields.A})\tUid: (${String(node.uid).padStart(5)}/${fields.U?.padStart(8)})\tGid: (${String(node.gid).padStart(5)}/${fields.G?.padStart(8)})\nAccess: ${fields.x}\nModify: ${fields.y}\nChange: ${fields.z}\n`,
    );
  });
};

const readlink: CommandRun = (args, process) => {
  const { flags, operands } = parseArguments(args, "efmnq");
  let status = 0;
  for (const operand of operands) {
    const { files } = process.machine.system;
    if (flags.has("f") || flags.has("e") || flags.has("m")) {
      const path = at(process, operand);
      try {
        out(process, `${files.realPath(path, process.who)}\n`);
      } catch {
        if (flags.has("e")) status = 1;
        else out(process, `${path}\n`);
      }
      continue;
    }
    const node = files.find(at(process, operand), process.who, false);
    if (node?.kind === "link") out(process, `${node.target}\n`);
    else status = 1;
  }
  return status;
};

const realpath: CommandRun = (args, process) =>
  eachOperand(
    "realpath",
    args.filter((arg) => !arg.startsWith("-")),
    process,
    (path) => {
      out(process, `${process.machine.system.files.realPath(path, process.who)}\n`);
    },
  );

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

const df: CommandRun = (_, process) => {
  out(
    process,
    "Filesystem       1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-0    2542664 2535008         0 100% /\n/dev/block/dm-50   6070512  812340   5241788  14% /data\n/dev/fuse          6070512  812340   5241788  14% /storage/emulated\n",
  );
  return 0;
};

const du: CommandRun = (args, process) => {
  const { flags, operands } = parseArguments(args, "acd:hHkKlLmsx");
  return eachOperand("du", operands.length > 0 ? operands : ["."], process, (path, operand) => {
    const { files } = process.machine.system;
    const visit = (each: string, shown: string, top: boolean): number => {
      const node = files.lookup(each, process.who, false);
      let blocks = Math.ceil(fileSize(node) / 4096) * 4;
      if (node.kind === "directory") {
        for (const [name] of files.list(each, process.who))
          blocks += visit(`${each}/${name}`, `${shown}/${name}`, false);
      }
      if (top || (!flags.has("s") && node.kind === "directory")) {
        out(process, `${flags.has("h") ? `${(blocks / 1024).toFixed(1)}M` : blocks}\t${shown}\n`);
      }
      return blocks;
    };
    visit(path, operand, true);
  });
};

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
