import { onKey } from "./keys.ts";

/** Filters and sorts the table of runs. */
export function startIndexPage(): void {
  const table = document.querySelector<HTMLTableElement>("[data-runs]");
  const search = document.querySelector<HTMLInputElement>("[data-action=filter]");
  const count = document.querySelector<HTMLElement>("[data-count]");
  const body = table?.tBodies[0];
  if (!table || !body || !search || !count) return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>("[data-verdict]")];
  const rows = [...body.rows].map((row) => ({ row, text: (row.textContent ?? "").toLowerCase() }));

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.dataset.verdict));
    let shown = 0;
    for (const { row, text } of rows) {
      const keep = verdicts.has(row.dataset.v) && words.every((word) => text.includes(word));
      row.hidden = !keep;
      if (keep) shown += 1;
    }
    count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} runs`;
  };
  search.addEventListener("input", filter);
  for (const box of boxes) box.addEventListener("change", filter);
  makeSortable(table, body);
  onKey((key) => {
    if (key !== "/") return false;
    search.focus();
    return true;
  });
}

function makeSortable(table: HTMLTableElement, body: HTMLTableSectionElement): void {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  heads.forEach((head, column) => {
    const kind = head.dataset.sort;
    if (!kind) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent?.trim() ?? "";
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const sorted = [...body.rows].sort((a, b) => compare(a, b, column, kind));
      body.append(...(descending ? sorted.reverse() : sorted));
    });
  });
}

function compare(a: HTMLTableRowElement, b: HTMLTableRowElement, column: number, kind: string): number {
  const [left, right] = [a.cells[column], b.cells[column]];
  if (kind === "number") {
    const value = (cell: HTMLTableCellElement | undefined) =>
      cell?.dataset.n ? Number(cell.dataset.n) : Number.NEGATIVE_INFINITY;
    const [x, y] = [value(left), value(right)];
    return x === y ? 0 : x < y ? -1 : 1;
  }
  return (left?.textContent ?? "").localeCompare(right?.textContent ?? "", "en", { numeric: true });
}
