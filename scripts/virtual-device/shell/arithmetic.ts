/** The parser's expression nodes are not exported by name; they are reached by this loose shape. */
export interface ArithmeticNode {
  type: string;
  [key: string]: unknown;
}

export interface ArithmeticVariables {
  get(name: string): string;
  set(name: string, value: string): void;
}

/** A bad expression: the text mksh prints after the shell's name. */
export class ArithmeticError extends Error {}

const BINARY: Record<string, (a: bigint, b: bigint) => bigint> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
  "<": (a, b) => BigInt(a < b),
  "<=": (a, b) => BigInt(a <= b),
  ">": (a, b) => BigInt(a > b),
  ">=": (a, b) => BigInt(a >= b),
  "==": (a, b) => BigInt(a === b),
  "!=": (a, b) => BigInt(a !== b),
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  ",": (_, b) => b,
  "/": (a, b) => {
    if (b === 0n) throw new ArithmeticError("zero divisor");
    return a / b;
  },
  "%": (a, b) => {
    if (b === 0n) throw new ArithmeticError("zero divisor");
    return a % b;
  },
};

/** A number as the shell writes it; text that is none counts as 0. */
export function toInteger(text: string): bigint {
  const trimmed = text.trim();
  const match = /^([+-]?)(0[xX][0-9a-fA-F]+|\d+)$/.exec(trimmed);
  if (!match) return 0n;
  const value = BigInt(match[2] as string);
  return match[1] === "-" ? -value : value;
}

/** mksh on Android counts in 32 bits, signed. */
const wrap = (value: bigint): bigint => BigInt.asIntN(32, value);

/** Evaluates an expression of the parser. Throws ArithmeticError. */
export function evaluate(node: ArithmeticNode, variables: ArithmeticVariables): bigint {
  const sub = (key: string): ArithmeticNode => node[key] as ArithmeticNode;
  const value = (key: string): bigint => evaluate(sub(key), variables);
  const text = (key: string): string => String(node[key]);
  switch (node.type) {
    case "ArithmeticExpression":
    case "ArithGroup":
    case "ArithNested":
      return value("expression");
    case "ArithNumber":
      return wrap(BigInt(Math.trunc(node.value as number)));
    case "ArithVariable":
    case "ArithSpecialVar":
      return wrap(toInteger(variables.get(text("name"))));
    case "ArithBracedExpansion":
      return wrap(toInteger(variables.get(text("content"))));
    case "ArithSingleQuote":
      return wrap(BigInt(node.value as number));
    case "ArithTernary":
      return value("condition") !== 0n ? value("consequent") : value("alternate");
    case "ArithBinary": {
      const operator = text("operator");
      if (operator === "&&") return BigInt(value("left") !== 0n && value("right") !== 0n);
      if (operator === "||") return BigInt(value("left") !== 0n || value("right") !== 0n);
      const apply = BINARY[operator];
      if (!apply) throw new ArithmeticError(`unexpected '${operator}'`);
      return wrap(apply(value("left"), value("right")));
    }
    case "ArithUnary": {
      const operator = text("operator");
      if (operator === "++" || operator === "--") {
        const name = String(sub("operand").name);
        const before = wrap(toInteger(variables.get(name)));
        const after = wrap(before + (operator === "++" ? 1n : -1n));
        variables.set(name, String(after));
        return node.prefix ? after : before;
      }
      const operand = value("operand");
      if (operator === "-") return wrap(-operand);
      if (operator === "!") return BigInt(operand === 0n);
      return operator === "~" ? wrap(~operand) : operand;
    }
    case "ArithAssignment": {
      const operator = text("operator");
      const name = text("variable");
      const right = value("value");
      const apply = operator === "=" ? null : BINARY[operator.slice(0, -1)];
      const result = apply ? wrap(apply(toInteger(variables.get(name)), right)) : right;
      variables.set(name, String(result));
      return result;
    }
    default:
      throw new ArithmeticError(`${text("originalText")}: unexpected expression`);
  }
}
