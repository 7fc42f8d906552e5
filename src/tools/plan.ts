import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";

/** One step of a plan: a tool and its arguments. */
export interface PlanStep {
  tool: string;
  label: string | null;
  args: Record<string, unknown>;
}

interface Plan {
  name: string;
  steps: PlanStep[];
}

export type PlanResult = { ok: true; plan: Plan } | { ok: false; message: string };

const MAX_STEPS = 200;
const MAX_ALIASES = 20;

const planSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  steps: z
    .array(
      z.looseObject({
        tool: z.string().min(1),
        label: z.string().optional(),
        params: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1)
    .max(MAX_STEPS),
});

/**
 * Reads a plan: YAML with `name`, `steps` (tool, label, arguments flat or under `params`) and `parameters`, which
 * replace `{{name}}` in the steps' texts. Duplicate keys, unknown top-level keys and unknown parameters are refused.
 */
export function parsePlan(content: string): PlanResult {
  const lines = new LineCounter();
  const document = parseDocument(content, {
    lineCounter: lines,
    strict: true,
    uniqueKeys: true,
    prettyErrors: false,
  });
  const broken = document.errors[0] ?? document.warnings[0];
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    return {
      ok: false,
      message: `The plan is no valid YAML: line ${line}, column ${col}: ${broken.message}`,
    };
  }
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    return { ok: false, message: "The plan uses too many YAML aliases." };
  }
  const parsed = planSchema.safeParse(data);
  if (!parsed.success) {
    const issues = parsed.error.issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.join(".") || "the plan"}: ${message}`);
    return { ok: false, message: `The plan is not valid: ${issues.join("; ")}` };
  }
  const { name, steps, parameters = {} } = parsed.data;
  const unknown = new Set<string>();
  const filled = steps.map(({ tool, label, params, ...flat }) => ({
    tool,
    label: label ?? null,
    args: fill({ ...flat, ...params }, parameters, unknown) as Record<string, unknown>,
  }));
  if (unknown.size > 0)
    return { ok: false, message: `The plan has no parameter ${[...unknown].join(", ")}.` };
  return { ok: true, plan: { name, steps: filled } };
}

function fill(value: unknown, parameters: Record<string, unknown>, unknown: Set<string>): unknown {
  if (typeof value === "string") {
    return value.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
      if (Object.hasOwn(parameters, name)) return String(parameters[name]);
      unknown.add(name);
      return whole;
    });
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, parameters, unknown));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fill(item, parameters, unknown)]),
  );
}
