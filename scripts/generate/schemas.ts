import { RunResultSchema } from "../agent-benchmark/result.ts";
import { SuiteFileSchema } from "../agent-benchmark/suite/schema.ts";
import { PlaybookSchema } from "../scripted-model/playbook/schema.ts";
import type { Generated } from "./generated.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The schemas of what people write (suites, playbooks) and what runs leave (results). */
export function schemaFiles(): Generated[] {
  return [
    { path: "schemas/suite.schema.json", text: schemaText(SuiteFileSchema) },
    { path: "schemas/playbook.schema.json", text: schemaText(PlaybookSchema) },
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
