import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

const VERSION = 1;
const SCHEMA = `
CREATE TABLE IF NOT EXISTS navigation_nodes (
  app_id TEXT NOT NULL, screen_name TEXT NOT NULL, visit_count INTEGER NOT NULL, last_seen_at INTEGER NOT NULL,
  PRIMARY KEY (app_id, screen_name)
) STRICT;
CREATE TABLE IF NOT EXISTS navigation_edges (
  app_id TEXT NOT NULL, from_screen TEXT NOT NULL, to_screen TEXT NOT NULL, tool_name TEXT NOT NULL, args TEXT NOT NULL,
  count INTEGER NOT NULL, PRIMARY KEY (app_id, from_screen, to_screen, tool_name, args)
) STRICT;
CREATE TABLE IF NOT EXISTS tool_switches (name TEXT PRIMARY KEY, enabled INTEGER NOT NULL) STRICT;
`;

/**
 * Opens (and creates when needed) the server's database: the navigation graph and the tools that were switched on or
 * off. `:memory:` keeps nothing. Throws an Error with one plain sentence when the file is not usable.
 */
export function openDatabase(path: string): Database {
  try {
    if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const database = new Database(path, { create: true, strict: true });
    database.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL;");
    const version =
      database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
    if (version > VERSION) {
      database.close();
      throw new Error(`it was written by a newer server (format ${version}, this one knows ${VERSION})`);
    }
    database.exec(`${SCHEMA} PRAGMA user_version = ${VERSION};`);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database ${path} cannot be used: ${reason}`, { cause: error });
  }
}
