/** Breaks text at spaces into lines of at most `width` terminal columns; a longer word stands alone. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    const needed = columns(word);
    if (line !== "" && used + 1 + needed > width) {
      lines.push(line);
      line = "";
    }
    used = line === "" ? needed : used + 1 + needed;
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Wrapped text behind a first-line prefix; later lines are indented below the text. */
export function hanging(prefix: string, text: string, width: number): string[] {
  const indent = columns(prefix);
  return wrap(text, Math.max(24, width - indent)).map((line, index) =>
    index === 0 ? prefix + line : " ".repeat(indent) + line,
  );
}

/** Rows as columns two spaces apart; `right` columns are aligned right. Trailing blanks are cut. */
export function table(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  style: (cell: string, row: number, column: number) => string = (cell) => cell,
): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => columns(row[column] ?? ""))),
  );
  return rows.map((row, index) =>
    row
      .map((cell, column) => {
        const gap = " ".repeat(Math.max(0, (widths[column] ?? 0) - columns(cell)));
        const styled = cell === "" ? cell : style(cell, index, column);
        return right.includes(column) ? gap + styled : styled + (column === row.length - 1 ? "" : gap);
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Options of a command in two columns, descriptions wrapped. */
export function optionLines(
  options: readonly { name: string; value?: string; description: string }[],
  width: number,
  column: number = optionColumn(options),
): string[] {
  return options.flatMap((option) =>
    wrap(option.description, Math.max(20, width - column)).map((line, index) =>
      index === 0 ? optionHead(option).padEnd(column) + line : " ".repeat(column) + line,
    ),
  );
}

/** Where the descriptions of options begin. */
export function optionColumn(options: readonly { name: string; value?: string }[]): number {
  return Math.max(...options.map((option) => optionHead(option).length)) + 2;
}

function optionHead({ name, value }: { name: string; value?: string }): string {
  return `  --${name}${value ? ` ${value}` : ""}`;
}

/** How many terminal columns a text takes; wide characters take two, escape sequences none. */
export function columns(text: string): number {
  return Bun.stringWidth(text);
}
