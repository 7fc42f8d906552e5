import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { RunError } from "../errors.ts";

export { SERVER_NAME } from "../claude/mcp-config.ts";

export interface ServerUnderTest {
  /** Absolute. */
  root: string;
  /** The built server, absolute. */
  entry: string;
  /** Short names of the tools whose schema takes a device label: calls of these count as device use. */
  deviceAwareTools: ReadonlySet<string>;
  /** Short names of all its tools. */
  tools: ReadonlySet<string>;
}

const ENTRY = "dist/src/index.js";
const DEFINITIONS = "schemas/tool-definitions.json";

/**
 * Finds the server of a checkout: dist/src/index.js, schemas/tool-definitions.json and src/. Refuses a build older than
 * any of its sources, since tools are classified from the sources while the run executes the build.
 * Throws RunError SERVER_NOT_BUILT, SERVER_STALE or SERVER_DEFINITIONS.
 */
export function findServer(root: string): ServerUnderTest {
  const entry = join(root, ENTRY);
  const built = modified(entry);
  if (built === null) {
    throw new RunError({
      code: "SERVER_NOT_BUILT",
      where: entry,
      message: "The server is not built.",
      hint: "Run `bun run build` in that checkout, or name another one with --server-root.",
    });
  }
  const newer = newerThan(root, built);
  if (newer) {
    throw new RunError({
      code: "SERVER_STALE",
      where: entry,
      message: `The built server is older than ${newer}.`,
      hint: "Run `bun run build` in that checkout (`bun run bench:agent` does it for this one).",
    });
  }
  return { root, entry, ...readTools(join(root, DEFINITIONS)) };
}

/** The first source file, or the definitions, modified after `built` (milliseconds); null when there is none. */
function newerThan(root: string, built: number): string | null {
  const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
  return [DEFINITIONS, ...sources].find((file) => (modified(join(root, file)) ?? 0) > built) ?? null;
}

function modified(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function readTools(path: string): Pick<ServerUnderTest, "deviceAwareTools" | "tools"> {
  const broken = (why: string) =>
    new RunError({
      code: "SERVER_DEFINITIONS",
      where: path,
      message: `The tool definitions can't be used: ${why}.`,
      hint: "They are generated: run `bun run generate` in that checkout.",
    });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw broken(error instanceof SyntaxError ? "the file is no JSON" : "the file can't be read");
  }
  if (!Array.isArray(value)) throw broken("a list of tools is expected");
  const names = value.flatMap((tool: unknown) => (takesDevice(tool) ? [tool.name] : []));
  if (names.length === 0) throw broken("no tool takes a device label, so device use could not be seen");
  const all = value.flatMap((tool: unknown) =>
    isRecord(tool) && typeof tool.name === "string" ? [tool.name] : [],
  );
  return { deviceAwareTools: new Set(names), tools: new Set(all) };
}

function takesDevice(tool: unknown): tool is { name: string } {
  if (!isRecord(tool) || typeof tool.name !== "string" || !isRecord(tool.inputSchema)) return false;
  const { properties } = tool.inputSchema;
  return isRecord(properties) && "device" in properties;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
