import { FileError, type FileNode } from "../../system/file-nodes.ts";
import { userId } from "../../system/users.ts";
import { parseArguments } from "../arguments.ts";
import { type CommandRun, err, type Process } from "../process.ts";
import { eachOperand, needs } from "./operands.ts";

/** The mode that an octal or symbolic `chmod` argument gives; null when it is not one. */
function applyMode(text: string, node: FileNode): number | null {
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

/** `chmod [-R] MODE FILE...` */
export const chmod: CommandRun = (args, process) => {
  const recursive = args[0] === "-R";
  const [mode, ...operands] = recursive ? args.slice(1) : args;
  if (mode === undefined || operands.length === 0) return needs("chmod", 2, process);
  const { files } = process.machine.system;
  if (!/^([0-7]{1,4}|([ugoa]*[-+=][rwxXst]*)(,[ugoa]*[-+=][rwxXst]*)*)$/.test(mode)) {
    err(process, `chmod: bad mode '${mode}'\n`);
    return 1;
  }
  return eachOperand("chmod", operands, process, (path) =>
    eachInTree(path, recursive, process, (each) => {
      const value = applyMode(mode, files.lookup(each, process.who));
      if (value === null) throw new FileError("EINVAL", mode);
      files.chmod(each, value, process.who);
    }),
  );
};

/** `chown [-R] USER[:GROUP] FILE...` */
export const chown: CommandRun = (args, process) => {
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
