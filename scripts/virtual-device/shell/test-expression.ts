import { absolutePath } from "../system/file-nodes.ts";
import { toInteger } from "./arithmetic.ts";
import { expandPattern, expandText, type Word } from "./expand.ts";
import { matches } from "./glob.ts";
import { type Context, ShellFailure } from "./state.ts";

interface Node {
  type: string;
  [key: string]: unknown;
}

/** A unary test such as `-f PATH`. */
function unary(operator: string, operand: string, context: Context): boolean {
  const { files } = context.machine.system;
  const path = absolutePath(context.state.cwd, operand);
  const node = operand === "" ? null : files.find(path, context.who, operator !== "-h" && operator !== "-L");
  switch (operator) {
    case "-z":
      return operand === "";
    case "-n":
      return operand !== "";
    case "-a":
    case "-e":
      return node !== null;
    case "-f":
      return node?.kind === "file";
    case "-d":
      return node?.kind === "directory";
    case "-h":
    case "-L":
      return node?.kind === "link";
    case "-c":
      return node?.kind === "device";
    case "-s":
      return node !== null && (node.kind !== "file" || node.data.length > 0);
    case "-r":
      return files.can(path, context.who, 4);
    case "-w":
      return files.can(path, context.who, 2);
    case "-x":
      return files.can(path, context.who, 1) && (node?.kind !== "file" || (node.mode & 0o111) !== 0);
    case "-O":
      return node?.uid === context.who.uid;
    case "-G":
      return node?.gid === context.who.gid;
    case "-t":
    case "-b":
    case "-p":
    case "-S":
    case "-u":
    case "-g":
    case "-k":
      return false;
    default:
      throw new ShellFailure(`test: ${operator}: unexpected operator/operand`, 2);
  }
}

/** A binary test such as `A -lt B`. */
function binary(left: string, operator: string, right: string, context: Context): boolean {
  const mtime = (path: string): number =>
    context.machine.system.files.find(absolutePath(context.state.cwd, path), context.who)?.mtime ?? -1;
  const number = (text: string): bigint => {
    // A word that is no number is the name of a variable.
    if (/^[A-Za-z_]\w*$/.test(text)) return toInteger(context.state.variables.get(text) ?? "0");
    return toInteger(text);
  };
  switch (operator) {
    case "=":
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case ">":
      return left > right;
    case "-eq":
      return number(left) === number(right);
    case "-ne":
      return number(left) !== number(right);
    case "-lt":
      return number(left) < number(right);
    case "-le":
      return number(left) <= number(right);
    case "-gt":
      return number(left) > number(right);
    case "-ge":
      return number(left) >= number(right);
    case "-nt":
      return mtime(left) > mtime(right);
    case "-ot":
      return mtime(left) < mtime(right);
    default:
      throw new ShellFailure(`[: ${operator}: unexpected operator/operand`, 2);
  }
}

/** The value of `[[ ... ]]`. */
export async function condition(node: Node, context: Context): Promise<boolean> {
  const inner = (key: string): Promise<boolean> => condition(node[key] as Node, context);
  switch (node.type) {
    case "CondNot":
      return !(await inner("operand"));
    case "CondAnd":
      return (await inner("left")) && (await inner("right"));
    case "CondOr":
      return (await inner("left")) || (await inner("right"));
    case "CondGroup":
      return inner("expression");
    case "CondWord":
      return (await expandText(node.word as Word, context)) !== "";
    case "CondUnary":
      return unary(String(node.operator), await expandText(node.operand as Word, context), context);
    case "CondBinary": {
      const operator = String(node.operator);
      const left = await expandText(node.left as Word, context);
      if (operator === "=" || operator === "==" || operator === "!=") {
        const hit = matches(left, await expandPattern(node.right as Word, context));
        return hit === (operator !== "!=");
      }
      return binary(left, operator, await expandText(node.right as Word, context), context);
    }
    default:
      throw new ShellFailure(`syntax error: ${node.type} is not supported`, 1);
  }
}

/** The value of `test` and `[`, whose arguments are already words. */
export function testWords(words: readonly string[], context: Context): boolean {
  let at = 0;
  const or = (): boolean => {
    let value = and();
    while (words[at] === "-o") {
      at++;
      value = and() || value;
    }
    return value;
  };
  const and = (): boolean => {
    let value = not();
    while (words[at] === "-a") {
      at++;
      value = not() && value;
    }
    return value;
  };
  const not = (): boolean => {
    if (words[at] === "!" && words.length > at + 1) {
      at++;
      return !not();
    }
    return primary();
  };
  const BINARY = /^(=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot)$/;
  const primary = (): boolean => {
    const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
    if (first === undefined) return false;
    if (second !== undefined && third !== undefined && BINARY.test(second)) {
      at += 3;
      return binary(first, second, third, context);
    }
    if (first === "(" && words.indexOf(")", at) > at) {
      at++;
      const value = or();
      at++;
      return value;
    }
    if (/^-[a-zA-Z]$/.test(first) && second !== undefined) {
      at += 2;
      return unary(first, second, context);
    }
    at++;
    return first !== "";
  };
  const value = or();
  if (at < words.length) throw new ShellFailure(`test: ${words[at]}: unexpected operator/operand`, 2);
  return value;
}
