import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatProblem } from "../../../../scripts/agent-benchmark/errors.ts";
import { loadSuiteFile } from "../../../../scripts/agent-benchmark/suite-files.ts";

const FIXTURES = join(import.meta.dir, "../../../fixtures/suite-errors");
/** `UPDATE=1 bun test <this file>` accepts what is printed now; read the difference aloud before committing it. */
const update = process.env.UPDATE === "1";

const fixtures = readdirSync(FIXTURES).filter((name) => /^e\d{3}-/.test(name));

function printed(name: string): string {
  const result = loadSuiteFile(join(FIXTURES, name, "suite.yml"), {
    repositoryRoot: FIXTURES,
    cwd: FIXTURES,
  });
  if (!Array.isArray(result)) return "(the suite loads)\n";
  return `${result.map(formatProblem).join("\n\n")}\n`;
}

describe("suite errors, as a person reads them", () => {
  test.each(fixtures)("%s", (name) => {
    const file = join(FIXTURES, name, "expected.txt");
    if (update || !existsSync(file)) {
      if (!update) throw new Error(`${file} is missing: run with UPDATE=1 and read it`);
      writeFileSync(file, printed(name));
    }
    expect(printed(name)).toBe(readFileSync(file, "utf8"));
  });

  test("there are at least fifteen, and none of them loads", () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(15);
    for (const name of fixtures) expect(printed(name)).toMatch(/\[SUITE_[A-Z_]+\]/);
  });

  test("no message names a library, a class or a schema word", () => {
    const all = fixtures.map(printed).join("\n");
    expect(all).not.toMatch(
      /ajv|typebox|YAML[A-Z]\w+|Error\b|anyOf|additionalProperties|undefined|\[object/i,
    );
  });

  test("ten mistakes are ten errors with positions, in the order of the file", () => {
    const result = loadSuiteFile(join(FIXTURES, "e028-ten-mistakes", "suite.yml"), {
      repositoryRoot: FIXTURES,
      cwd: FIXTURES,
    });
    const lines = (Array.isArray(result) ? result : []).map((problem) =>
      Number(problem.where?.split(":")[1]),
    );
    expect(lines).toHaveLength(10);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });
});
