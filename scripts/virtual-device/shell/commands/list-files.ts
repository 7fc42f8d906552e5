import { type FileNode, fileSize, fullMode } from "../../system/file-nodes.ts";
import { userName } from "../../system/users.ts";
import { parseArguments } from "../arguments.ts";
import { deviceDate, formatDate } from "../device-time.ts";
import { at, type CommandRun, out, type Process } from "../process.ts";
import { eachOperand, unknownOption } from "./operands.ts";

/** `drwxrwx--x` */
function modeText(node: FileNode): string {
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

/** `ls` in toybox's layout. */
export const ls: CommandRun = (args, process) => {
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

/** `stat [-L] [-c FORMAT] FILE...` */
export const stat: CommandRun = (args, process) => {
  const { flags, values, operands } = parseArguments(args, "c:fLt");
  return eachOperand(
    "stat",
    operands,
    process,
    (path, operand) => {
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
    },
    (operand, error) => `'${operand}': ${error.text}`,
  );
};

/** `readlink [-f|-e] FILE...` */
export const readlink: CommandRun = (args, process) => {
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

/** `realpath FILE...` */
export const realpath: CommandRun = (args, process) =>
  eachOperand(
    "realpath",
    args.filter((arg) => !arg.startsWith("-")),
    process,
    (path) => {
      const { files } = process.machine.system;
      // The last part need not exist.
      const parent = path.replace(/\/[^/]*\/*$/, "") || "/";
      if (files.find(path, process.who, false)) out(process, `${files.realPath(path, process.who)}\n`);
      else
        out(
          process,
          `${files.realPath(parent, process.who)}${path.slice(parent === "/" ? 0 : parent.length)}\n`,
        );
    },
  );

/** `df`: a fixed table. */
export const df: CommandRun = (_, process) => {
  out(
    process,
    "Filesystem       1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-0    2542664 2535008         0 100% /\n/dev/block/dm-50   6070512  812340   5241788  14% /data\n/dev/fuse          6070512  812340   5241788  14% /storage/emulated\n",
  );
  return 0;
};

/** `du [-s] [-h] [FILE...]` */
export const du: CommandRun = (args, process) => {
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
