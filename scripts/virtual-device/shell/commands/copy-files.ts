import { FileError } from "../../system/file-nodes.ts";
import { parseArguments } from "../arguments.ts";
import { at, type CommandRun, err, type Process } from "../process.ts";
import { eachOperand, needs, unknownOption } from "./operands.ts";

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

/** `cp [-r] [-p] [-n] SOURCE... TARGET` */
export const cp: CommandRun = (args, process) => {
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
        (name, error) => `${error.message.startsWith(from) ? name : target}: ${error.text}`,
      );
    }
  }
  return status;
};

/** `mv SOURCE... TARGET` */
export const mv: CommandRun = (args, process) => {
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

/** `ln [-s] [-f] SOURCE TARGET` */
export const ln: CommandRun = (args, process) => {
  const { flags, operands } = parseArguments(args, "sfnv");
  const [source, target] = operands;
  if (source === undefined || target === undefined) return needs("ln", 2, process);
  const { files } = process.machine.system;
  const failure = (error: FileError): string =>
    `cannot create ${flags.has("s") ? "symbolic" : "hard"} link from '${source}' to '${target}': ${error.text}`;
  return eachOperand(
    "ln",
    [target],
    process,
    () => {
      const path = destination(source, target, process);
      if (flags.has("f") && files.find(path, process.who, false)) files.remove(path, process.who);
      if (flags.has("s")) files.link(source, path, process.who);
      else files.write(path, files.read(at(process, source), process.who), process.who);
    },
    (_, error) => failure(error),
  );
};
