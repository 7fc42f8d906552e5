import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import type { SwitchStore } from "./switches.ts";

interface SwitchRow {
  name: string;
  enabled: number;
}

/** Choices made by setToolEnabled, in the server's database. */
export function createSwitchStore(database: Database): SwitchStore {
  const write = database.query(
    "INSERT INTO tool_switches VALUES ($name, $enabled) ON CONFLICT DO UPDATE SET enabled = excluded.enabled",
  );
  return {
    read: () => readRows(database),
    write: (names, enabled) =>
      database.transaction(() => {
        for (const name of names) write.run({ name, enabled: enabled ? 1 : 0 });
      })(),
  };
}

/** The choices in a database file that another process may have open; none when it is not there or not readable. */
export function readSwitchStore(path: string): SwitchStore {
  return {
    write() {},
    read() {
      if (path === ":memory:" || !existsSync(path)) return new Map();
      try {
        const database = new Database(path, { readonly: true, strict: true });
        try {
          return readRows(database);
        } finally {
          database.close();
        }
      } catch {
        // A list of tools must not fail because the database is being made or repaired.
        return new Map();
      }
    },
  };
}

function readRows(database: Database): Map<string, boolean> {
  const rows = database.query<SwitchRow, []>("SELECT name, enabled FROM tool_switches").all();
  return new Map(rows.map((row) => [row.name, row.enabled === 1]));
}
