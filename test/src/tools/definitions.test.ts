import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { toolDefinitionsAreStale } from "../../../scripts/generate/tool-definitions.ts";
import { allTools } from "../../../src/tools/index.ts";
import { toolJson } from "../../../src/tools/schema.ts";

const root = join(import.meta.dir, "../../..");
const INVENTORY = ["listDevices", "setToolEnabled"];

describe("tool definitions", () => {
  test("schemas/tool-definitions.json is what the code says", () => {
    expect(toolDefinitionsAreStale(root)).toBe(false);
  });

  test("names are unique, sorted, and each has a description for a model", () => {
    const names = allTools.map((tool) => tool.name);
    expect(names).toEqual([...new Set(names)].sort());
    for (const { description } of allTools) expect(description.length).toBeGreaterThan(20);
  });

  test.each(allTools.map((tool) => [tool.name, toolJson(tool)] as const))(
    "%s has a strict, valid schema",
    (name, tool) => {
      expect(tool.inputSchema.additionalProperties).toBe(false);
      expect(() => new Ajv2020({ strict: false }).compile(tool.inputSchema)).not.toThrow();
      expect("device" in (tool.inputSchema.properties ?? {})).toBe(!INVENTORY.includes(name));
    },
  );
});
