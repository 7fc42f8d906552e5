import { FileError } from "../../system/file-nodes.ts";
import { at, err, type Process } from "../process.ts";

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

/** toybox's complaint about missing operands, exit status 1. */
export const needs = (name: string, count: number, process: Process): number => {
  err(process, `${name}: Needs ${count} argument${count > 1 ? "s" : ""} (see "${name} --help")\n`);
  return 1;
};
