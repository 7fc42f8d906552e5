/** The number that `am get-current-user` printed; null when it printed anything else. */
export function parseCurrentUser(output: string): number | null {
  const match = /^\s*(\d{1,9})\s*$/.exec(output);
  return match ? Number(match[1]) : null;
}
