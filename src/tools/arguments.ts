import { closestMatch } from "leven";
import type { z } from "zod";
import { fullInput } from "./schema.ts";
import type { AnyTool } from "./types.ts";

/** Other names clients use for `appId`. */
const APP_ID_ALIASES =
  "packageName package package_name bundleId bundle_id app app_id appPackage application applicationId".split(
    " ",
  );
const SELECTOR_KEYS = ["elementId", "testTag", "text", "textAny"];
const MAX_PROBLEMS = 5;

export type CheckedArguments = { ok: true; args: Record<string, unknown> } | { ok: false; message: string };

/**
 * Checks a call's arguments against the tool's schema. Spellings that clients are known to use are understood: aliases
 * of `appId`, `deviceId` for `device`, a selector written flat. Everything else that is not in the schema is refused,
 * with the nearest key that is.
 */
export function checkArguments(tool: AnyTool, given: Record<string, unknown>): CheckedArguments {
  const schema = fullInput(tool);
  const known = Object.keys(schema.shape);
  const parsed = schema.safeParse(respell(given, known));
  if (parsed.success) return { ok: true, args: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => describeIssue(issue, known));
  const shown = problems.slice(0, MAX_PROBLEMS);
  if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more`);
  return { ok: false, message: `Invalid arguments for ${tool.name}: ${shown.join("; ")}` };
}

function respell(given: Record<string, unknown>, known: string[]): Record<string, unknown> {
  const args = { ...given };
  const move = (from: string, to: string) => {
    if (!known.includes(from) && from in args && known.includes(to)) {
      if (!(to in args)) args[to] = args[from];
      delete args[from];
    }
  };
  for (const alias of APP_ID_ALIASES) move(alias, "appId");
  move("deviceId", "device");
  if (known.includes("selector") && !("selector" in args)) {
    const flat = SELECTOR_KEYS.filter((key) => key in args && !known.includes(key));
    if (flat.length > 0) args.selector = Object.fromEntries(flat.map((key) => [key, args[key]]));
    for (const key of flat) delete args[key];
  }
  for (const [key, value] of Object.entries(args)) if (value === null) delete args[key];
  return args;
}

function describeIssue(issue: z.core.$ZodIssue, known: string[]): string[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const candidates = path === "" ? known : [];
      const near = closestMatch(key, candidates, { maxDistance: 3 });
      const name = path === "" ? key : `${path}.${key}`;
      return `unknown key ${JSON.stringify(name.slice(0, 60))}${near ? ` (did you mean ${near}?)` : ""}`;
    });
  }
  const name = path === "" ? "the arguments" : path;
  if (issue.code === "invalid_type" && issue.input === undefined && issue.message.includes("undefined")) {
    return [`${name} is missing`];
  }
  return [`${name}: ${issue.message.replace(/^Invalid input: /, "")}`];
}
