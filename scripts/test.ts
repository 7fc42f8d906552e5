/**
 * Runs the whole test suite (`bun test --parallel`) and ends with one line that says how many passed and failed.
 * Arguments go to `bun test` as they are. Exit code: that of `bun test`, or 1 when no test ran.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const reports = mkdtempSync(join(tmpdir(), "bench-test-"));
const report = join(reports, "junit.xml");

/** The totals of JUnit's root element. Source: github.com/testmoapp/junitxml, `testsuites@tests,failures,skipped`. */
function totals(xml: string): { tests: number; failures: number; skipped: number } | null {
  const head = /<testsuites\b[^>]*>/.exec(xml)?.[0];
  if (!head) return null;
  const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  return { tests: count("tests"), failures: count("failures") + count("errors"), skipped: count("skipped") };
}

async function run(args: string[]): Promise<number> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: `${process.execPath.replace(/\/[^/]*$/, "")}:${process.env.PATH ?? ""}` },
  });
  return await child.exited;
}

/** Test files that need a program of the system, by the end of their names. .ci/run installs the programs. */
const SYSTEM_TOOLS = [
  { program: "adb", files: "**/*.adb.test.ts", install: "apt-get install adb" },
  { program: "chromium", files: "**/*.browser.test.ts", install: "apt-get install chromium" },
];

/** On CI nothing is left out: a missing program fails its tests. Elsewhere they are left out, and that is said. */
const leftOut = process.env.CI ? [] : SYSTEM_TOOLS.filter(({ program }) => Bun.which(program) === null);

let status = await run(["scripts/build.ts"]);
if (status === 0) {
  const reporters = ["--reporter=junit", `--reporter-outfile=${report}`];
  const ignored = leftOut.map(({ files }) => `--path-ignore-patterns=${files}`);
  status = await run([
    "test",
    "--parallel",
    "--timeout=60000",
    ...ignored,
    ...reporters,
    ...process.argv.slice(2),
  ]);
  const seen = await Bun.file(report)
    .exists()
    .then((exists) => (exists ? totals(readFileSync(report, "utf8")) : null));
  if (!seen || seen.tests === 0) {
    console.error("No test ran.");
    status ||= 1;
  } else {
    const passed = seen.tests - seen.failures - seen.skipped;
    const skipped = seen.skipped > 0 ? `, ${seen.skipped} skipped` : "";
    for (const { program, files, install } of leftOut) {
      console.log(`\nNot run: ${files}, which needs ${program} (${install}).`);
    }
    console.log(`\n${passed} passed, ${seen.failures} failed${skipped}`);
    if (seen.failures > 0) status ||= 1;
  }
}
rmSync(reports, { recursive: true, force: true });
process.exit(status);
