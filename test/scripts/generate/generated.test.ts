import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { parse } from "yaml";
import { FLAGS } from "../../../scripts/agent-benchmark/flags.ts";
import { listSuiteFiles } from "../../../scripts/agent-benchmark/suite-files.ts";
import { codesIn, errorCodes } from "../../../scripts/generate/error-codes.ts";
import { staleFiles, writeGenerated } from "../../../scripts/generate/generated.ts";
import { referenceDocs } from "../../../scripts/generate/reference-docs.ts";
import { schemaFiles } from "../../../scripts/generate/schemas.ts";
import { aResult } from "../../helpers/result.ts";

const root = join(import.meta.dir, "../../..");
const temporary = mkdtempSync(join(tmpdir(), "generated-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

function withoutDescription(schema: Schema, path: string): string[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, child]) => [
      ...(child.description ? [] : [`${path}.${key}`]),
      ...withoutDescription(child, `${path}.${key}`),
    ]),
    ...(schema.items ? withoutDescription(schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((branch) => withoutDescription(branch, path)),
  ];
}

const schemas = new Map(schemaFiles().map(({ path, text }) => [path, JSON.parse(text)]));

describe("schemas", () => {
  test("the committed ones are what the code says", () => {
    expect(staleFiles(root, schemaFiles())).toEqual([]);
  });

  test.each(["schemas/suite.schema.json", "schemas/result.schema.json"])("%s describes every key", (path) => {
    expect(withoutDescription(schemas.get(path), "")).toEqual([]);
  });

  test("they compile under strict rules and accept what the code accepts", () => {
    const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
    const suite = ajv.compile(schemas.get("schemas/suite.schema.json"));
    for (const file of listSuiteFiles({ repositoryRoot: root })) {
      expect([file, suite(parse(readFileSync(file, "utf8")))]).toEqual([file, true]);
    }
    expect(suite({ name: "x" })).toBe(false);
    const result = ajv.compile(schemas.get("schemas/result.schema.json"));
    expect(result(aResult())).toBe(true);
    expect(result({ ...aResult(), extra: 1 })).toBe(false);
  });
});

describe("reference pages", () => {
  const pages = new Map(referenceDocs(root).map(({ path, text }) => [path, text]));

  test("the command line page has every flag", () => {
    for (const flag of FLAGS) expect(pages.get("docs/reference/cli.md")).toContain(`| \`--${flag.name}`);
  });

  test("the suite page has a table for each map", () => {
    const page = pages.get("docs/reference/suite.md");
    for (const map of [
      "app",
      "preflight",
      "claude",
      "verify",
      "task",
      "baseline",
      "baseline.metrics",
      "baseline.appBuild",
    ])
      expect(page).toContain(`## \`${map}\``);
  });

  test("every table row has as many cells as its header", () => {
    for (const [path, text] of pages) {
      let cells = 0;
      for (const line of text.split("\n")) {
        if (!line.startsWith("|")) cells = 0;
        else {
          const count = line.replaceAll("\\|", "").split("|").length;
          expect([path, line, cells === 0 || count === cells]).toEqual([path, line, true]);
          cells = count;
        }
      }
    }
  });

  test("error codes are unique, sorted and have a message", () => {
    const codes = errorCodes(root);
    expect(codes.map(({ code }) => code)).toEqual([...new Set(codes.map(({ code }) => code))].sort());
    expect(codes.filter(({ messages }) => messages.length === 0)).toEqual([]);
    expect(codes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["SUITE_UNKNOWN_KEY", "RESULT_NOT_JSON", "DEVICE_NONE_ONLINE", "USAGE"]),
    );
  });
});

describe("reading codes from a source", () => {
  test.each([
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source text under test
      '{ code: "A_B", message: `no ${f("x", `${y}`)} here`, hint: "Do this now." }',
      "no … here",
      "Do this now.",
    ],
    ['fail("A_B", "It is, (well) wrong.", "Try again now.")', "It is, (well) wrong.", "Try again now."],
    ['refuse("A_B", `Too "big" now`, mark, pointer)', 'Too "big" now', ""],
    ['{ code: "A_B", where: path, message: "Where comes first." }', "Where comes first.", ""],
  ])("%s", (source, message, hint) => {
    expect(codesIn(source)).toEqual([{ code: "A_B", message: [message], hint: hint === "" ? [] : [hint] }]);
  });

  test("names of variables are no codes", () => {
    expect(codesIn('["AWS_PROFILE", "AWS_ROLE_ARN", "X_Y"]')).toEqual([]);
  });
});

describe("writing", () => {
  test("only what differs is written, and then nothing is stale", () => {
    const files = [
      { path: "a/one.md", text: "1\n" },
      { path: "two.md", text: "2\n" },
    ];
    writeFileSync(join(temporary, "two.md"), "2\n");
    expect(staleFiles(temporary, files)).toEqual(["a/one.md"]);
    expect(writeGenerated(temporary, files)).toEqual(["a/one.md"]);
    expect(staleFiles(temporary, files)).toEqual([]);
  });
});
