import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot, scene } from "../helpers/bench.ts";
import { processesWith } from "../helpers/server-world.ts";
import { temporaryDirectory } from "../helpers/temp.ts";

setDefaultTimeout(120_000);

test("five runs in a row in one process leave no descriptor, no process and no temporary file", async () => {
  // Builds what is measured when it is older than its sources.
  await using stage = scene();
  using folder = temporaryDirectory("bench-soak-test-");
  const script = join(repositoryRoot, "benchmark/performance/soak.ts");
  const child = Bun.spawn([process.execPath, script, "--runs", "5", "--json"], {
    cwd: folder.path,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    env: { PATH: process.env.PATH ?? "", HOME: stage.path, TMPDIR: folder.path },
  });
  const [text, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  const report = JSON.parse(text) as Record<string, unknown>;
  expect(report).toMatchObject({ runs: 5, passed: 5, leftInTemporaryFolder: [], reasons: [] });
  expect(code).toBe(0);
  expect(readdirSync(folder.path)).toEqual([]);
  expect(processesWith(folder.path)).toEqual([]);
});
