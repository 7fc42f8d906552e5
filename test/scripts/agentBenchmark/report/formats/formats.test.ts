import { describe, expect, test } from "bun:test";
import { parse as parseCsv } from "csv-parse/sync";
import * as ctrf from "ctrf";
import { parse as parseJunit } from "junit2json";
import { SaxesParser } from "saxes";
import { FORMATS } from "../../../../../scripts/agent-benchmark/report/formats/index.ts";
import { aResult } from "../../../../helpers/result.ts";
import { HOSTILE, someRuns } from "./runs.ts";

describe("JUnit XML", () => {
  const xml = FORMATS.junit.render(someRuns());

  test("another reader finds suites, cases, failures and errors", async () => {
    const report = await parseJunit(xml);
    if (!report || !("testsuite" in report)) throw new Error("no <testsuites>");
    expect(report).toMatchObject({ tests: 4, failures: 1, errors: 1 });
    const [first, second] = report.testsuite ?? [];
    expect(first).toMatchObject({ name: "bug-repro", tests: 3, timestamp: "2026-10-16T01:02:03" });
    expect(second?.testcase).toHaveLength(1);
    const cases = first?.testcase ?? [];
    expect(cases.map(({ name, classname, time }) => [name, classname, time])).toEqual([
      ["trial 1 (run-1)", "agent-benchmark.bug-repro", 17],
      ["trial 2 (run-2)", "agent-benchmark.bug-repro", 17],
      ["trial 3 (run-3)", "agent-benchmark.bug-repro", 17],
    ]);
    expect(cases[0]?.failure).toBeUndefined();
    expect(cases[1]?.failure?.[0]?.type).toBe("check");
    expect(cases[2]?.error?.[0]).toMatchObject({
      message: "Claude did not end within 60 s.",
      type: "timed_out",
    });
  });

  test("it is well-formed XML 1.0 whatever an agent wrote, and the markup is text", () => {
    const texts: string[] = [];
    const parser = new SaxesParser({ xmlns: false });
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("text", (text) => texts.push(text));
    parser.write(xml).close();
    expect(texts.join("")).toContain("<script>alert(1)</script>&amp;\\u0000\\u001b[31m\\u202egnp.exe\\ud800");
    expect(xml.isWellFormed()).toBe(true);
  });
});

describe("CTRF", () => {
  const validate = (text: string) => ctrf.validate(JSON.parse(text));

  test("valid by the format's own schema, also without a run", () => {
    expect(validate(FORMATS.ctrf.render(someRuns()))).toMatchObject({ valid: true });
    expect(validate(FORMATS.ctrf.render([]))).toMatchObject({ valid: true });
    const broken = JSON.parse(FORMATS.ctrf.render(someRuns()));
    broken.results.tests[0].status = "great";
    expect(ctrf.validate(broken).valid).toBe(false);
  });

  test("an incomplete run is neither passed nor failed", () => {
    const { results } = JSON.parse(FORMATS.ctrf.render(someRuns()));
    expect(results.summary).toMatchObject({
      tests: 4,
      passed: 2,
      failed: 1,
      other: 1,
      skipped: 0,
      suites: 2,
    });
    expect(results.tests[2]).toMatchObject({
      name: "bug-repro trial 3 (run-3)",
      status: "other",
      rawStatus: "incomplete: timed_out",
      message: "Claude did not end within 60 s.",
      labels: { trial: 3, flakySuite: true },
    });
    expect(results.tests[1].steps).toEqual([{ name: "screen: Saved: 3", status: "failed" }]);
    expect(results.tests[3]).not.toHaveProperty("message");
    expect(results.tests[3].labels.flakySuite).toBe(false);
  });
});

describe("CSV", () => {
  test("a row for each run under one header; unknown is empty", () => {
    const rows = parseCsv(FORMATS.csv.render(someRuns()), { columns: true }) as Record<string, string>[];
    expect(rows.map(({ suite, trial, verdict, turns }) => [suite, trial, verdict, turns])).toEqual([
      ["bug-repro", "1", "passed", "3"],
      ["bug-repro", "2", "failed", "3"],
      ["bug-repro", "3", "incomplete", ""],
      ["ux-flow", "", "passed", "3"],
    ]);
    expect(rows[0]).toMatchObject({ embeddedDevice: "false", wallClockSeconds: "12.5", costUsd: "" });
  });

  test("quotes, line breaks and formulas stay text", () => {
    const reasons = ['=HYPERLINK("http://evil.test","x")\r\nsecond, "line"'];
    const text = FORMATS.csv.render([aResult({ verdict: "failed", reasons })]);
    const [row] = parseCsv(text, { columns: true }) as Record<string, string>[];
    expect(row?.reasons).toBe(`'${reasons[0]}`);
    expect(FORMATS.csv.render(someRuns()).isWellFormed()).toBe(true);
  });
});

test("JSON Lines: each line is one whole result", () => {
  const runs = someRuns();
  const lines = FORMATS.jsonl.render([...runs, aResult({ reasons: ["a\u2028b\nc"] })]).split("\n");
  expect(lines.pop()).toBe("");
  expect(lines).toHaveLength(5);
  expect(lines.slice(0, 4).map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(runs)));
  expect(lines[4]).toContain("a\\u2028b\\nc");
});

describe("GitHub job summary", () => {
  test("medians are of judged runs", () => {
    const turns = (actual: number) => [{ name: "turns", actual, baseline: null, delta: null }];
    const text = FORMATS.github.render([
      aResult({ metrics: turns(7) }),
      aResult({ verdict: "incomplete", metrics: turns(1) }),
      aResult({ verdict: "incomplete", metrics: turns(1) }),
    ]);
    expect(text).toContain("| bug-repro | 1 of 1, 2 incomplete | 100% (21–100%) | 7 |");
  });

  test("a row for each suite, and each run that did not pass with its reasons", () => {
    const [passed, , incomplete, other] = someRuns();
    const text = FORMATS.github.render([passed!, incomplete!, other!]);
    expect(text).toBe(`\
## Mobile agent benchmark

✅ 2 passed, ❌ 0 failed, ⚠️ 1 incomplete

| Suite | Passed | Rate (95% interval) | Turns | Tool calls | Cost | Wall clock |
| --- | --- | --- | --: | --: | --: | --: |
| bug-repro | 1 of 1, 1 incomplete | 100% (21–100%) | 3 | – | – | 12.5 s |
| ux-flow | 1 of 1 | 100% (21–100%) | 3 | – | – | 12.5 s |

### What did not pass

- ⚠️ **bug-repro** trial 3 (run-3)
  - Claude did not end within 60 s.
`);
  });

  test("hostile text has no markup, no table cell, no mention and no address", () => {
    const text = FORMATS.github.render(someRuns());
    expect(text).toContain("**flaky**");
    const lines = text.split("\n").filter((line) => line.includes("script"));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.replace(/^ +- /, "")).not.toMatch(/[<>|`@]|:\/\/|\u0000|\u001b/);
    const [reason] = FORMATS.github
      .render([aResult({ verdict: "failed", reasons: ["- a :smile: https://x (b): 1"], checks: [] })])
      .split("\n")
      .filter((line) => line.includes("smile"));
    expect(reason).toBe("  - &#45; a &#58;smile: https&#58;//x (b): 1");
  });

  test("a thousand failures stay below GitHub's limit of 1 MiB", () => {
    const run = aResult({ verdict: "failed", reasons: [HOSTILE.repeat(50)] });
    const text = FORMATS.github.render(Array.from({ length: 1000 }, () => run));
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toContain("and 950 more runs.");
  });
});
