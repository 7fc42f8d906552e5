import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../scripts/agent-benchmark/result.ts";
import { repositoryRoot, scene } from "../helpers/bench.ts";

test("--all passes every committed suite in the order of their names, each with a baseline to paste", async () => {
  await using stage = scene();
  const names = readdirSync(join(repositoryRoot, "benchmark/agent/suites"))
    .map((file) => file.replace(/\.yml$/, ""))
    .sort();
  const run = await stage.bench(["--all", "--device", "virtual", "--model", "scripted", "--json"]);
  const results = JSON.parse(run.stdout) as RunResult[];
  expect(results.map(({ suite, verdict, reasons }) => ({ name: suite.name, verdict, reasons }))).toEqual(
    names.map((name) => ({ name, verdict: "passed", reasons: [] })),
  );
  expect(results.filter(({ baseline }) => !baseline.written).map(({ suite }) => suite.name)).toEqual([]);
  expect(results.map(({ suite, server }) => [suite.path, server.root])).toEqual(
    names.map((name) => [`benchmark/agent/suites/${name}.yml`, "."]),
  );
  expect(run.exitCode).toBe(0);
  expect(stage.results().length).toBe(names.length);
}, 300_000);
