import { RunResultSchema } from "../agent-benchmark/result.ts";
import { SuiteFileSchema } from "../agent-benchmark/suite/schema.ts";
import type { Generated } from "./generated.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** schemas/suite.schema.json and schemas/result.schema.json. */
export function schemaFiles(): Generated[] {
  return [
    { path: "schemas/suite.schema.json", text: schemaText(SuiteFileSchema) },
    { path: "schemas/result.schema.json", text: schemaText(RunResultSchema) },
  ];
}

/** A schema as JSON for editors and validators: the words of our own messages (x-...) are left out. */
function schemaText(schema: object): string {
  const { $schema: _, ...rest } = plain(schema) as Record<string, unknown>;
  return `${JSON.stringify({ $schema: DIALECT, ...rest }, null, 2)}\n`;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith("x-") && !key.startsWith("~"))
      .map(([key, item]) => [key, plain(item)]),
  );
}
