/** Options and operands of a command line in toybox's style: short flags may be joined, values may be attached. */
export interface Arguments {
  flags: Set<string>;
  values: Map<string, string>;
  operands: string[];
  /** The first option that is not known. */
  unknown: string | null;
}

/**
 * Splits arguments. `spec` names the flags, those with a value followed by a colon ("lan:"); `long` maps long options to
 * flags. Everything after `--` is an operand.
 */
export function parseArguments(
  args: readonly string[],
  spec: string,
  long: Record<string, string> = {},
): Arguments {
  const result: Arguments = { flags: new Set(), values: new Map(), operands: [], unknown: null };
  const takesValue = (flag: string): boolean => spec[spec.indexOf(flag) + 1] === ":";
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "--") {
      result.operands.push(...args.slice(at + 1));
      break;
    }
    if (arg.startsWith("--")) {
      const [name, ...rest] = arg.slice(2).split("=");
      const flag = long[name as string];
      if (flag === undefined) result.unknown ??= arg;
      else if (takesValue(flag))
        result.values.set(flag, rest.length > 0 ? rest.join("=") : (args[++at] ?? ""));
      else result.flags.add(flag);
      continue;
    }
    if (!arg.startsWith("-") || arg === "-") {
      result.operands.push(arg);
      continue;
    }
    for (let index = 1; index < arg.length; index++) {
      const flag = arg[index] as string;
      if (!spec.includes(flag) || flag === ":") result.unknown ??= flag;
      else if (takesValue(flag)) {
        const attached = arg.slice(index + 1);
        result.values.set(flag, attached !== "" ? attached : (args[++at] ?? ""));
        break;
      } else result.flags.add(flag);
    }
  }
  return result;
}
