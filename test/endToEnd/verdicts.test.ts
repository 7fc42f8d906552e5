import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onlyResult, repositoryRoot, type Scene, scene, writeBugRepro } from "../helpers/bench.ts";
import { CLIS } from "../helpers/claude-lab.ts";

const EMBEDDED = ["--device", "virtual", "--model", "scripted"];
const claimsOnly = readFileSync(
  join(repositoryRoot, "test/fixtures/playbooks/bug-repro-claims-only.yml"),
  "utf8",
);
const committed = readFileSync(join(repositoryRoot, "benchmark/agent/playbooks/bug-repro.yml"), "utf8");

/** The evidence that every run leaves, however it ended after Claude was started. */
const EVIDENCE = [
  "prompt.md",
  "mcp-config.json",
  "claude-command.json",
  "claude.jsonl",
  "claude.stderr",
  "preflight.log",
  "screen.xml",
];

const missingEvidence = (directory: string) => EVIDENCE.filter((name) => !existsSync(join(directory, name)));

async function judge(
  stage: Scene,
  claude: string,
  options: Parameters<typeof writeBugRepro>[1],
  args: string[] = [],
) {
  const suite = writeBugRepro(stage, options);
  const run = await stage.bench(["--suite", suite, ...EMBEDDED, "--claude", claude, ...args]);
  const result = onlyResult(stage);
  expect(missingEvidence(result.run.directory)).toEqual([]);
  return { run, result };
}

describe.each(Object.entries(CLIS))(
  "verdicts, on Claude Code %s and the virtual device",
  (_version, real) => {
    test("an agent that does the task passes, and the report says what was measured", async () => {
      await using stage = scene();
      const { run, result } = await judge(stage, real, {});
      expect(result.reasons).toEqual([]);
      expect(result.verdict).toBe("passed");
      expect(run.exitCode).toBe(0);
      expect(run.stdout).toStartWith("PASS  bug-repro");
      expect(run.stdout).toContain("measures the harness and the server, not an");
      expect(existsSync(join(result.run.directory, "baseline.yml"))).toBe(true);
    });

    test("an agent that gives the right answer without touching the device fails", async () => {
      await using stage = scene();
      const { run, result } = await judge(stage, real, { playbook: claimsOnly });
      expect(result.verdict).toBe("failed");
      expect(run.exitCode).toBe(1);
      expect(result.reasons).toEqual([
        "Claude did not touch the device: it made no call of a device tool of auto-mobile.",
        expect.stringContaining('Screen check "Expected count: 3"'),
      ]);
      expect(result.checks.find((check) => check.kind === "answer")?.passed).toBe(true);
    });

    test("an agent that leaves the screen wrong fails, whatever it says", async () => {
      await using stage = scene();
      const turns = committed.slice(0, committed.indexOf("answer:")).split(/^ {2}- /m);
      const tapped = turns.slice(0, -2).join("  - ");
      const { result } = await judge(stage, real, { playbook: `${tapped}answer: |\n  EXPECTED_COUNT: 3\n` });
      expect(result.verdict).toBe("failed");
      expect(result.checks.filter((check) => !check.passed).map((check) => check.expected)).toEqual([
        "Expected count: 3",
      ]);
      expect(result.checks.find((check) => check.expected === "Expected count: 3")?.observed).toContain(
        "Expected count: 2",
      );
    });

    test("a playbook that does not match what came back makes the run incomplete and names the step", async () => {
      await using stage = scene();
      const { result } = await judge(stage, real, {
        playbook: committed.replace("Expected count: 1", "Expected count: 7"),
      });
      expect(result.verdict).toBe("incomplete");
      expect(result.run.endReason).toBe("playbook_mismatch");
      expect(result.reasons[0]).toContain("turn 3, tapOn");
      expect(result.reasons[0]).toContain("Expected count: 7");
    });

    test("a claude that exits 1 makes the run incomplete", async () => {
      await using stage = scene();
      const claude = stage.write("bin/claude", "#!/bin/sh\necho 'something is wrong' >&2\nexit 1\n");
      const { run, result } = await judge(stage, claude, {});
      expect(result.verdict).toBe("incomplete");
      expect(result.run).toMatchObject({ endReason: "nonzero_exit", exitCode: 1 });
      expect(result.reasons[0]).toBe("Claude Code exited with code 1 instead of 0.");
      expect(run.stdout).toStartWith("INCOMPLETE  bug-repro");
      expect(readFileSync(join(result.run.directory, "claude.stderr"), "utf8")).toContain(
        "something is wrong",
      );
    });

    test("a claude that hangs past its time, with a grandchild that holds its output, is stopped with everything it started", async () => {
      await using stage = scene();
      const pids = join(stage.path, "pids");
      const claude = stage.write(
        "bin/claude",
        `#!/bin/sh\ntrap '' TERM\nsleep 300 &\necho "$! $$" > "${pids}"\nsleep 301\nsleep 302\n`,
      );
      const edit = (suite: string) => suite.replace("timeoutSeconds: 600", "timeoutSeconds: 1");
      const { result } = await judge(stage, claude, { edit });
      expect(result.verdict).toBe("incomplete");
      expect(result.run.endReason).toBe("timed_out");
      expect(result.reasons[0]).toBe("Claude did not finish within 1 seconds and was stopped.");
      for (const pid of readFileSync(pids, "utf8").trim().split(" "))
        expect(isRunning(Number(pid))).toBe(false);
    });

    test("an MCP server that does not start makes the run incomplete", async () => {
      await using stage = scene();
      stage.write("server/src/index.ts", "");
      stage.write(
        "server/schemas/tool-definitions.json",
        readFileSync(join(repositoryRoot, "schemas/tool-definitions.json"), "utf8"),
      );
      stage.write("server/package.json", "{}");
      stage.write("server/bun.lock", "{}");
      await Bun.sleep(10);
      stage.write("server/dist/src/index.js", "process.exit(process.argv.includes('--daemon') ? 0 : 1);");
      const { result } = await judge(stage, real, {}, ["--server-root", join(stage.path, "server")]);
      expect(result.verdict).toBe("incomplete");
      expect(["mcp_not_connected", "playbook_mismatch"]).toContain(result.run.endReason);
      expect(result.reasons.join(" ")).toContain("auto-mobile");
    });

    test("a transcript with a broken line makes the run incomplete and says which line", async () => {
      await using other = scene();
      const claude = other.write("bin/claude", `#!/bin/sh\necho 'this is no JSON'\nexec "${real}" "$@"\n`);
      const { result } = await judge(other, claude, {});
      expect(result.verdict).toBe("incomplete");
      expect(result.run.endReason).toBe("transcript_unparseable");
      expect(result.audit?.parseErrors).toEqual([{ line: 1, message: expect.any(String) }]);
      expect(result.reasons[0]).toContain("Line 1 is not valid JSON");
    });
  },
);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
