import { asciiDigits, lines } from "./text.ts";

/** Process ids that `pidof` printed. */
export function parsePidof(output: string): number[] {
  return asciiDigits(output)
    .trim()
    .split(/\s+/)
    .filter((word) => /^\d{1,9}$/.test(word))
    .map(Number);
}

/**
 * Process ids of an app in `ps -A -o PID,NAME`, its further processes (`package:name`) included. Null when the output is
 * no such table.
 */
export function parsePs(output: string, packageName: string): number[] | null {
  const [header, ...rows] = lines(output);
  if (header === undefined || !/^\s*PID\s+NAME\s*$/i.test(header)) return null;
  return rows.flatMap((row) => {
    const match = /^\s*(\d{1,9})\s+(\S+)\s*$/.exec(row);
    if (!match) return [];
    return match[2] === packageName || match[2]?.startsWith(`${packageName}:`) ? [Number(match[1])] : [];
  });
}
