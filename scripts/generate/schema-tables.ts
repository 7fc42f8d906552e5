import { code, markdownTable } from "./markdown.ts";

/** The part of a JSON schema that a reference page shows. */
export interface PlainSchema {
  type?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, PlainSchema>;
  patternProperties?: Record<string, PlainSchema>;
  additionalProperties?: boolean | PlainSchema;
  required?: string[];
  items?: PlainSchema;
  anyOf?: PlainSchema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
}

/** One table for each map of a schema, the outermost first; headings are dotted paths. */
export function schemaTables(
  schema: PlainSchema,
  name: string,
  options: { level: string; defaults: boolean },
): string[] {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return [];
  const header = options.defaults ? ["Key", "Type", "Default", "Meaning"] : ["Key", "Type", "Meaning"];
  const rows = properties.map(([key, child]) => {
    const required = schema.required?.includes(key) ?? false;
    const fallback =
      child.default === undefined ? (required ? "required" : "") : code(JSON.stringify(child.default));
    return [code(key), typeWords(child), ...(options.defaults ? [fallback] : []), child.description ?? ""];
  });
  const intro = schema.description && name !== "" ? [`${schema.description}.`.replace(/\.\.$/, "."), ""] : [];
  const heading = name === "" ? [] : [`${options.level} ${code(name)}`, ""];
  const own = [...heading, ...intro, markdownTable(header, rows), ""].join("\n");
  const nested = properties.flatMap(([key, child]) =>
    mapsInside(child).flatMap((map) => schemaTables(map.schema, join(name, key) + map.suffix, options)),
  );
  return [own, ...nested];
}

/** The maps with fixed keys that a value of this schema holds. */
function mapsInside(schema: PlainSchema): { schema: PlainSchema; suffix: string }[] {
  if (schema.properties) return [{ schema, suffix: "" }];
  if (schema.items) return mapsInside(schema.items).map((map) => ({ ...map, suffix: `[]${map.suffix}` }));
  return (schema.anyOf ?? [])
    .flatMap(mapsInside)
    .filter((map) => Object.keys(map.schema.properties ?? {}).length > 1);
}

function typeWords(schema: PlainSchema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(", ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeWords))].join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeWords(schema.items) : "values"}`;
  if (schema.type === "object") return "map";
  if (schema.type === "string") return "text";
  if (schema.type === "integer") return `whole number${range(schema)}`;
  if (schema.type === "number") return `number${range(schema)}`;
  if (schema.type === "boolean") return "true or false";
  return schema.type ?? "anything";
}

function range({ minimum, maximum, exclusiveMinimum }: PlainSchema): string {
  const words = [
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `≥ ${minimum}` : null,
    exclusiveMinimum !== undefined ? `> ${exclusiveMinimum}` : null,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `≤ ${maximum}` : null,
  ].filter((word) => word !== null);
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}

function join(name: string, key: string): string {
  return name === "" ? key : `${name}.${key}`;
}
