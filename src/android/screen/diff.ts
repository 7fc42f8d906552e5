import { toRows } from "./rows.ts";
import type { Row, Screen } from "./types.ts";

/** What an action did to the screen, row by row. `key` only tells rows apart; it is no selector. */
export interface ScreenDiff {
  added: Row[];
  removed: { key: string; label?: string }[];
  /** `label`: what a person calls the row, where its key and its changes do not tell. */
  changed: { key: string; label?: string; before: Partial<Row>; after: Partial<Row> }[];
}

const COMPARED = ["label", "sublabel", "checked", "selected", "focused", "enabled"] as const;

/** Compares two looks at one screen. Moved rows alone are no change; `moved` counts them. */
export function diffScreens(before: Screen, after: Screen): ScreenDiff & { moved: number } {
  const old = keyed(before);
  const now = keyed(after);
  const diff: ScreenDiff & { moved: number } = { added: [], removed: [], changed: [], moved: 0 };
  for (const [key, row] of old) {
    if (!now.has(key)) diff.removed.push(row.label ? { key, label: row.label } : { key });
  }
  for (const [key, row] of now) {
    const was = old.get(key);
    if (!was) {
      diff.added.push(row);
      continue;
    }
    const fields = COMPARED.filter((field) => was[field] !== row[field]);
    if (fields.length > 0) {
      const label = fields.includes("label") ? undefined : (row.label ?? row.beside);
      const named = label === undefined || label === key ? {} : { label };
      diff.changed.push({ key, ...named, before: pick(was, fields), after: pick(row, fields) });
    } else if (String(was.bounds) !== String(row.bounds)) diff.moved++;
  }
  return diff;
}

/** Whether nothing that an observation shows differs. */
export function isSameScreen(a: Screen, b: Screen): boolean {
  if (a.identity.key !== b.identity.key) return false;
  const { added, removed, changed, moved } = diffScreens(a, b);
  return added.length + removed.length + changed.length + moved === 0;
}

/** By id where there is one (its label may change), else by label; repeated ones are told apart by their order. */
function keyed(screen: Screen): Map<string, Row> {
  const rows = toRows(screen);
  const found = new Map<string, Row>();
  for (const row of [...rows.skeleton, ...rows.context]) {
    const name = row.elementId ?? row.label ?? row.affordances?.join("+") ?? "";
    let key = name;
    for (let n = 2; found.has(key); n++) key = `${name}~${n}`;
    found.set(key, row);
  }
  return found;
}

function pick(row: Row, fields: readonly (keyof Row)[]): Partial<Row> {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}
