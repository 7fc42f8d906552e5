/** What `cmd -l` and `dumpsys -l` print. */
export function serviceList(names: readonly string[]): string {
  return `Currently running services:\n${names.map((name) => `  ${name}\n`).join("")}`;
}
