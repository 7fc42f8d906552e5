import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishRuns } from "../../../scripts/agent-benchmark/publish.ts";
import { aResult } from "../../helpers/result.ts";
import { temporaryDirectory } from "../../helpers/temp.ts";

const script = join(import.meta.dir, "../../../scripts/agent-benchmark/run.ts");

test("finished runs are told in the job summary where GitHub gives one, and nothing is written elsewhere", async () => {
  using dir = temporaryDirectory();
  const summary = join(dir.path, "summary.md");
  await publishRuns([aResult({ run: { directory: dir.path } })], false, { GITHUB_STEP_SUMMARY: summary });
  expect(readFileSync(summary, "utf8")).toContain("| bug-repro | 1 of 1 |");
  expect(existsSync(join(dir.path, "report"))).toBe(false);
});

test("a summary or a collector that can't be reached is a warning: the runs keep their verdict", async () => {
  using dir = temporaryDirectory();
  const warnings: string[] = [];
  await publishRuns(
    [aResult()],
    false,
    { GITHUB_STEP_SUMMARY: join(dir.path, "missing/summary.md") },
    (text) => warnings.push(text),
  );
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("[REPORT_UNWRITABLE]");
});

test("--from-result --html writes the report beside the run it was given, not where the result says", async () => {
  using dir = temporaryDirectory();
  mkdirSync(join(dir.path, "copied"));
  writeFileSync(join(dir.path, "copied/result.json"), JSON.stringify(aResult()));
  const child = Bun.spawn([process.execPath, script, "--from-result", join(dir.path, "copied"), "--html"], {
    env: { PATH: process.env.PATH ?? "" },
    stdout: "ignore",
    stderr: "pipe",
  });
  expect(await new Response(child.stderr).text()).toBe(
    `HTML report: ${join(dir.path, "copied/report/index.html")}\n`,
  );
  expect(await child.exited).toBe(0);
  expect(readFileSync(join(dir.path, "copied/report/index.html"), "utf8")).toStartWith("<!doctype html>");
});
