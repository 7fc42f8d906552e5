import type { Problem } from "../errors.ts";
import { type Position, positionFinder, sourceFrame } from "./frame.ts";

/** A problem of a suite file before its position is worked out. */
export interface Draft {
  code: string;
  message: string;
  hint?: string;
  /** Offsets of what is marked in the text. */
  start: number;
  end: number;
  /** JSON pointer of the value, when there is one: one value gets one message. */
  pointer?: string;
}

/** More than this many at once help nobody. */
const MOST = 40;

/** Problems in the order of the file, with file:line:column and a frame; what is beyond the first forty is counted. */
export function toProblems(drafts: readonly Draft[], file: string, text: string): Problem[] {
  const find = positionFinder(text);
  const sorted = [...drafts].sort((a, b) => a.start - b.start);
  const problems = sorted.slice(0, MOST).map((draft) => {
    const position = find(draft.start);
    return locate(
      { code: draft.code, message: draft.message, hint: draft.hint },
      file,
      text,
      position,
      draft.end - draft.start,
    );
  });
  if (sorted.length > MOST) {
    problems.push({
      code: "SUITE_MORE_PROBLEMS",
      message: `${sorted.length - MOST} more problems are not shown.`,
      where: file,
    });
  }
  return problems;
}

/** Adds where and frame to a problem of `file`. */
export function locate(
  problem: { code: string; message: string; hint?: string },
  file: string,
  text: string,
  position: Position,
  length: number,
): Problem {
  return {
    code: problem.code,
    message: problem.message,
    where: `${file}:${position.line}:${position.column}`,
    frame: sourceFrame(text, position, length),
    ...(problem.hint ? { hint: problem.hint } : {}),
  };
}
