import { parseArguments } from "../arguments.ts";
import { type CommandRun, err, out } from "../process.ts";
import { decode } from "../streams.ts";
import { inputs } from "./inputs.ts";

/** `-5` is `-n 5`. */
const shortCount = (args: string[]): string[] =>
  args.flatMap((arg) => (/^-\d+$/.test(arg) ? ["-n", arg.slice(1)] : [arg]));

/** `head [-n LINES] [-c BYTES] [FILE...]` */
export const head: CommandRun = async (args, process) => {
  const { flags, values, operands } = parseArguments(shortCount(args), "n:c:qv");
  if (operands.length === 0) {
    let left = Number(values.get("n") ?? 10);
    let bytesLeft = values.has("c") ? Number(values.get("c")) : null;
    while (bytesLeft === null ? left > 0 : bytesLeft > 0) {
      const chunk = await process.stdin.read();
      if (!chunk) break;
      let end = chunk.length;
      if (bytesLeft !== null) {
        end = Math.min(end, bytesLeft);
        bytesLeft -= end;
      } else {
        let position = 0;
        while (left > 0 && position < chunk.length) {
          const next = chunk.indexOf(10, position);
          if (next < 0) break;
          position = next + 1;
          left--;
        }
        if (left === 0) end = position;
      }
      out(process, chunk.subarray(0, end));
    }
    return 0;
  }
  const { items, status } = await inputs("head", operands, process);
  for (const [index, { operand, bytes }] of items.entries()) {
    if (items.length > 1 && !flags.has("q")) out(process, `${index > 0 ? "\n" : ""}==> ${operand} <==\n`);
    let end = 0;
    if (values.has("c")) end = Number(values.get("c"));
    else {
      for (let left = Number(values.get("n") ?? 10); left > 0; left--) {
        const next = bytes.indexOf(10, end);
        end = next < 0 ? bytes.length : next + 1;
      }
    }
    out(process, bytes.subarray(0, end));
  }
  return status;
};

/** `tail [-n [+]LINES] [-c BYTES] [FILE...]` */
export const tail: CommandRun = async (args, process) => {
  const { values, operands } = parseArguments(shortCount(args), "n:c:f");
  const { items, status } = await inputs("tail", operands, process);
  for (const { operand, bytes } of items) {
    if (items.length > 1) out(process, `==> ${operand} <==\n`);
    const text = values.get("c") ?? values.get("n") ?? "10";
    const count = Number(text.replace(/^[-+]/, ""));
    if (values.has("c")) {
      out(
        process,
        text.startsWith("+") ? bytes.subarray(count - 1) : bytes.subarray(Math.max(0, bytes.length - count)),
      );
      continue;
    }
    const starts = [0];
    bytes.forEach((byte, index) => {
      if (byte === 10 && index + 1 < bytes.length) starts.push(index + 1);
    });
    const from = text.startsWith("+") ? starts[count - 1] : starts[Math.max(0, starts.length - count)];
    out(process, count === 0 && !text.startsWith("+") ? "" : bytes.subarray(from ?? bytes.length));
  }
  return status;
};

/** `1,3-5,7-` as a test of a 1-based position. */
function positions(list: string): (position: number) => boolean {
  const ranges = list.split(",").map((part) => {
    const [from = "", to] = part.split("-");
    return [
      from === "" ? 1 : Number(from),
      to === undefined ? Number(from) : to === "" ? Number.POSITIVE_INFINITY : Number(to),
    ] as const;
  });
  return (position) => ranges.some(([from, to]) => position >= from && position <= to);
}

/** `cut -f|-c|-b LIST [-d DELIMITER] [FILE...]` */
export const cut: CommandRun = async (args, process) => {
  const { flags, values, operands } = parseArguments(args, "b:c:f:d:O:F:sDn");
  const list = values.get("f") ?? values.get("c") ?? values.get("b") ?? values.get("F");
  if (list === undefined) {
    err(process, 'cut: no -cfF (see "cut --help")\n');
    return 1;
  }
  const chosen = positions(list);
  const delimiter = values.get("d") ?? "\t";
  const { items, status } = await inputs("cut", operands, process);
  for (const { bytes } of items) {
    for (const line of decode(bytes).replace(/\n$/, "").split("\n")) {
      if (!values.has("f")) out(process, `${[...line].filter((_, index) => chosen(index + 1)).join("")}\n`);
      // A line without the delimiter is shown whole.
      else if (!line.includes(delimiter)) out(process, flags.has("s") ? "" : `${line}\n`);
      else {
        const fields = line.split(delimiter).filter((_, index) => chosen(index + 1));
        out(process, `${fields.join(values.get("O") ?? delimiter)}\n`);
      }
    }
  }
  return status;
};
