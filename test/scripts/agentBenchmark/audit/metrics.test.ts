import { describe, expect, test } from "bun:test";
import { METRICS, metricRows } from "../../../../scripts/agent-benchmark/audit/index.ts";
import { METRIC_NAMES } from "../../../../scripts/agent-benchmark/suite/metric-names.ts";
import { baselineWith } from "./baselines.ts";
import { auditEvents, call, goodRun, init, result, toolResult } from "./events.ts";

describe("metrics", () => {
  test("the table has each name a baseline may use, in the same order", () => {
    expect(METRICS.map((metric) => metric.name)).toEqual([...METRIC_NAMES]);
    for (const metric of METRICS) expect(metric.description.length).toBeGreaterThan(10);
  });

  test("rows show actual, baseline and delta", () => {
    const { audit } = auditEvents(goodRun());
    const baseline = baselineWith({ metrics: { turns: 5, costUsd: 0.1 } });
    const rows = new Map(
      metricRows({ audit, wallClockSeconds: 12.5 }, baseline).map((row) => [row.name, row]),
    );
    expect(rows.get("turns")).toEqual({ name: "turns", actual: 2, baseline: 5, delta: -3 });
    expect(rows.get("costUsd")).toEqual({ name: "costUsd", actual: 0.25, baseline: 0.1, delta: 0.15 });
    expect(rows.get("wallClockSeconds")).toEqual({
      name: "wallClockSeconds",
      actual: 12.5,
      baseline: null,
      delta: null,
    });
  });

  test("each tool of the baseline has a row, an unused one counts 0", () => {
    const { audit } = auditEvents(goodRun());
    const rows = metricRows(
      { audit, wallClockSeconds: null },
      baselineWith({ tools: { observe: 3, tapOn: 1, constructor: 2 } }),
    );
    expect(rows.slice(METRICS.length)).toEqual([
      { name: "tool:observe", actual: 1, baseline: 3, delta: -2 },
      { name: "tool:tapOn", actual: 0, baseline: 1, delta: -1 },
      { name: "tool:constructor", actual: 0, baseline: 2, delta: -2 },
    ]);
  });

  test("infrastructure is no tool call of the task", () => {
    const { audit } = auditEvents([
      init(),
      call("m1", "t1", "ToolSearch"),
      call("m2", "t2", "observe"),
      toolResult("t2", "x", { isError: true }),
      result(),
    ]);
    const value = (name: string) =>
      METRICS.find((metric) => metric.name === name)?.value({ audit, wallClockSeconds: 1 });
    expect([value("toolCalls"), value("deviceToolCalls"), value("errors"), value("stumbles")]).toEqual([
      1, 1, 1, 1,
    ]);
  });

  test("without a transcript every number is unknown", () => {
    const rows = metricRows({ audit: null, wallClockSeconds: null }, baselineWith({ tools: { observe: 1 } }));
    expect(rows.every((row) => row.actual === null && row.delta === null)).toBe(true);
  });
});
