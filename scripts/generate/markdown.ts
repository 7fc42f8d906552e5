/** First line of every generated page. */
export const GENERATED = "<!-- Made by `bun run generate`; edit the code it is made from instead. -->";

/** A Markdown table; cells may contain anything. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text as inline code; empty text stays empty. */
export function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
}
