import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../../helpers/temp.ts";
import { someRuns } from "./report/formats/runs.ts";

const script = join(import.meta.dir, "../../../scripts/agent-benchmark/report-command.ts");

/** Stores four runs as directories below `root`. */
function store(root: string): string {
  for (const result of someRuns()) {
    const directory = join(root, result.suite.name, result.run.id);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "result.json"), JSON.stringify(result));
  }
  return root;
}

async function report(args: string[], env: Record<string, string> = {}, cwd?: string) {
  const child = Bun.spawn([process.execPath, script, ...args], {
    env: { PATH: process.env.PATH ?? "", ...env },
    ...(cwd ? { cwd } : {}),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, stdout, stderr };
}

test("without options the HTML report stands beside the runs, whatever their verdicts", async () => {
  using dir = temporaryDirectory();
  const root = store(dir.path);
  expect(await report(["--", root])).toEqual({
    code: 0,
    stdout: "",
    stderr: `${join(root, "report/index.html")}\n`,
  });
  expect(readdirSync(join(root, "report/runs"))).toHaveLength(4);
  expect(readFileSync(join(root, "report/index.html"), "utf8")).toContain("<h1>Benchmark runs</h1>");
});

test("the page is the same from whatever directory it is made", async () => {
  using dir = temporaryDirectory();
  store(join(dir.path, "runs"));
  expect(await report(["runs", "--html", "out"], {}, dir.path)).toMatchObject({ code: 0 });
  expect(readFileSync(join(dir.path, "out/index.html"), "utf8")).toContain("<h1>Benchmark runs</h1>");
});

test("runs that were moved are named where they are now, relative to here", async () => {
  using dir = temporaryDirectory();
  store(join(dir.path, "moved"));
  const { stdout } = await report(["moved", "--format", "csv"], {}, dir.path);
  const lines = stdout.trim().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",").at(-1))).toEqual([
    "moved/bug-repro/run-1",
    "moved/bug-repro/run-2",
    "moved/bug-repro/run-3",
    "moved/ux-flow/run-4",
  ]);
});

test("several formats at once into one directory, or each into its file", async () => {
  using dir = temporaryDirectory();
  const root = store(join(dir.path, "runs"));
  const formats = ["--format", "junit", "--format", "ctrf", "--format", "csv"];
  const out = join(dir.path, "out");
  expect((await report([root, ...formats, "--output", out])).code).toBe(0);
  expect(readdirSync(out).sort()).toEqual(["ctrf.json", "junit.xml", "runs.csv"]);
  expect(existsSync(join(root, "report"))).toBe(false);
  const files = [join(dir.path, "a/x.xml"), join(dir.path, "b/y.csv")];
  const each = ["--format", "junit", "--output", files[0]!, "--format", "csv", "--output", files[1]!];
  expect((await report([root, ...each])).code).toBe(0);
  expect(readFileSync(files[0]!, "utf8")).toStartWith("<?xml");
  expect(readFileSync(files[1]!, "utf8")).toStartWith("suite,");
});

test("one format is printed; github goes to the job summary where there is one", async () => {
  using dir = temporaryDirectory();
  const root = store(join(dir.path, "runs"));
  expect((await report([root, "--format", "jsonl"])).stdout.trim().split("\n")).toHaveLength(4);
  const summary = join(dir.path, "summary.md");
  writeFileSync(summary, "before\n");
  const written = await report([root, "--format", "github"], { GITHUB_STEP_SUMMARY: summary });
  expect(written).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(readFileSync(summary, "utf8")).toStartWith("before\n## Mobile agent benchmark\n");
});

describe("refused, with nothing written", () => {
  test("usage errors are told together", async () => {
    const { code, stderr } = await report(["--format", "junt", "--format", "otlp", "--outptu", "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean --output?");
    expect(stderr).toContain("Name what to report on");
    expect(stderr).toContain('There is no format "junt". Did you mean junit?');
    expect(stderr).toContain("OTEL_EXPORTER_OTLP_ENDPOINT");
  });

  test("several formats have nowhere to go without --output", async () => {
    using dir = temporaryDirectory();
    const { code, stderr } = await report([store(dir.path), "--format", "junit", "--format", "csv"]);
    expect({ code, hint: stderr.includes("name a directory with --output") }).toEqual({
      code: 2,
      hint: true,
    });
  });

  test("a folder without runs", async () => {
    using dir = temporaryDirectory();
    const { code, stderr } = await report([dir.path]);
    expect({ code, told: stderr.includes("[RESULT_NOT_FOUND]") }).toEqual({ code: 2, told: true });
    expect(readdirSync(dir.path)).toEqual([]);
  });

  test("a place that can't be written is an error with a code, not a crash", async () => {
    using dir = temporaryDirectory();
    const root = store(join(dir.path, "runs"));
    writeFileSync(join(dir.path, "file"), "");
    const { code, stderr } = await report([root, "--html", join(dir.path, "file", "html")]);
    expect({ code, told: stderr.includes("[REPORT_UNWRITABLE]") }).toEqual({ code: 1, told: true });
  });
});
