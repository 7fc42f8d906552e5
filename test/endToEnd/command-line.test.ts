import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunResult } from "../../scripts/agent-benchmark/result.ts";
import { isCurrent } from "../../scripts/build-if-stale.ts";
import { onlyResult, repositoryRoot, scene, writeBugRepro } from "../helpers/bench.ts";
import { CLIS } from "../helpers/claude-lab.ts";

const EMBEDDED = ["--device", "virtual", "--model", "scripted"];
const CLAUDE = CLIS["2.1.332"];
const LONG = 60_000;
const MISTAKES = join(repositoryRoot, "test/fixtures/suite-errors/e028-ten-mistakes");

/** A loopback port on which every connection is counted and closed. */
async function countingPort(): Promise<{ port: number; connections(): number } & AsyncDisposable> {
  let count = 0;
  const server: Server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    connections: () => count,
    [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())),
  };
}

describe("--dry-run", () => {
  test(
    "of every suite prints each command and MCP config, and opens no connection to adb or an API",
    async () => {
      await using stage = scene();
      await using adb = await countingPort();
      await using api = await countingPort();
      const env = {
        ADB_SERVER_SOCKET: `tcp:127.0.0.1:${adb.port}`,
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${api.port}`,
        ANTHROPIC_API_KEY: "sk-planted-0123456789",
      };
      const dry = await stage.bench(["--all", "--dry-run", "--json", "--claude", CLAUDE], { env });
      expect(dry.exitCode).toBe(0);
      const plans = JSON.parse(dry.stdout) as { suite: string; command: string; mcpConfig: unknown }[];
      expect(plans.map(({ suite }) => suite)).toEqual(plans.map(({ suite }) => suite).sort());
      expect(plans.length).toBeGreaterThanOrEqual(10);
      for (const { command, mcpConfig } of plans) {
        expect(command).toContain("--strict-mcp-config");
        expect(JSON.stringify(mcpConfig)).toContain(`tcp:127.0.0.1:${adb.port}`);
      }
      expect(dry.stdout).not.toContain("sk-planted");
      const text = await stage.bench(["--all", "--dry-run", "--claude", CLAUDE], { env });
      for (const { command } of plans) expect(text.stdout).toContain(command);
      expect(stage.results()).toEqual([]);
      expect({ adb: adb.connections(), api: api.connections() }).toEqual({ adb: 0, api: 0 });
      // The ports do count: a run is refused by the first and says so.
      const real = await stage.bench(["--suite", "bug-repro", "--claude", CLAUDE], { env });
      expect(real.exitCode).toBe(1);
      expect(adb.connections()).toBeGreaterThan(0);
    },
    LONG,
  );

  test(
    "is a script: pasted into a shell it starts Claude with the config, the prompt and nothing of the environment",
    async () => {
      await using stage = scene();
      const claude = stage.write(
        "bin/a claude",
        '#!/bin/sh\nenv > seen.env; cat > seen.prompt; cp "$(echo "$*" | sed "s/.*--mcp-config //; s/ --setting-sources.*//")" seen.json\n',
      );
      const suite = writeBugRepro(stage);
      const dry = await stage.bench([
        "--suite",
        suite,
        "--dry-run",
        "--device",
        "it's mine",
        "--claude",
        claude,
      ]);
      expect(dry.stderr).toBe("");
      const shell = Bun.spawnSync(["sh", "-eu"], {
        stdin: Buffer.from(dry.stdout),
        env: { PATH: "/usr/bin:/bin", HOME: "/home/me", PLANTED: "x", TMPDIR: tmpdir() },
      });
      expect(shell.stderr.toString()).toBe("");
      const [, cwd = ""] = /^cd (\S+) /m.exec(dry.stdout) ?? [];
      const seen = (name: string) => readFileSync(join(cwd, name), "utf8");
      expect(seen("seen.prompt")).toBe(readFileSync(join(stage.path, "prompts/bug-repro.txt"), "utf8"));
      expect(seen("seen.env")).toContain("HOME=/home/me\n");
      expect(seen("seen.env")).not.toContain("PLANTED");
      expect(JSON.parse(seen("seen.json")).mcpServers["auto-mobile"].alwaysLoad).toBe(true);
      rmSync(cwd, { recursive: true, force: true });
    },
    LONG,
  );

  test(
    "through bun run bench:agent the server is current, and nothing but the plan is on standard output",
    async () => {
      const words = ["run", "bench:agent", "--", "--suite", "bug-repro", "--dry-run", "--json", ...EMBEDDED];
      const child = Bun.spawn([process.execPath, ...words], {
        cwd: repositoryRoot,
        stdin: "ignore",
        stdout: "pipe",
        stderr: "ignore",
      });
      const out = await new Response(child.stdout).text();
      expect(await child.exited).toBe(0);
      expect(JSON.parse(out)).toMatchObject([{ suite: "bug-repro" }]);
      expect(isCurrent(repositoryRoot)).toBe(true);
    },
    LONG,
  );
});

describe("--json is one document on standard output", () => {
  test(
    "of several suites, named and by path, which the report of the run and --from-result agree on",
    async () => {
      await using stage = scene();
      const first = writeBugRepro(stage);
      stage.write("playbooks/second.yml", readFileSync(join(stage.path, "playbooks/bug-repro.yml"), "utf8"));
      const suite = readFileSync(first, "utf8").replace("name: bug-repro", "name: second");
      const second = stage.write(
        "suites/second.yml",
        suite.replace("EXPECTED_COUNT: 3", "EXPECTED_COUNT: 4"),
      );
      // A stream that names no version, as of a CLI that stopped naming it.
      const silent = stage.write(
        "bin/claude",
        `#!/bin/sh\n"${CLAUDE}" "$@" | sed 's/"claude_code_version":"[^"]*",//'\n`,
      );
      const run = await stage.bench([
        "--suite",
        first,
        "--suite",
        second,
        "--suite",
        first,
        "--json",
        "--claude",
        silent,
        ...EMBEDDED,
      ]);
      const results = JSON.parse(run.stdout) as RunResult[];
      expect(results.map(({ suite, verdict }) => `${suite.name} ${verdict}`)).toEqual([
        "bug-repro passed",
        "second failed",
      ]);
      expect(run.exitCode).toBe(1);
      expect(results.map(({ claude }) => claude.version)).toEqual(["2.1.332", "2.1.332"]);
      expect(results.map(({ audit }) => audit?.claudeCodeVersion)).toEqual([null, null]);
      for (const { run: one } of results) expect(one.directory).toStartWith(`${stage.output}/`);

      const again = (...words: string[]) =>
        stage.bench(results.flatMap((one) => ["--from-result", one.run.directory]).concat(words));
      expect((await again("--json")).stdout).toBe(run.stdout);
      const text = await again();
      expect(text.exitCode).toBe(1);
      expect(text.stdout).toContain("PASS  bug-repro");
      expect(text.stdout).toContain("FAIL  second");
      const [passed] = results;
      const file = join(passed?.run.directory ?? "", "result.json");
      expect((await stage.bench(["--from-result", file, "--json"])).exitCode).toBe(0);
    },
    LONG,
  );

  test(
    "of a run that could not be prepared: it names the step, and Claude was not started",
    async () => {
      await using stage = scene();
      const edit = (suite: string) =>
        suite.replace(/startScreenIncludes: .*/, 'startScreenIncludes: ["A text that is not there"]');
      const claude = stage.write("bin/claude", `#!/bin/sh\ntouch "${stage.path}/started"\n`);
      const args = ["--suite", writeBugRepro(stage, { edit }), "--json", "--claude", claude, ...EMBEDDED];
      const run = await stage.bench(args);
      expect(run.exitCode).toBe(1);
      const result = JSON.parse(run.stdout) as RunResult;
      expect(result).toEqual(onlyResult(stage));
      expect(result).toMatchObject({
        verdict: "incomplete",
        checks: [],
        run: {
          endReason: "preflight_failed",
          wallClockSeconds: null,
          problem: { code: "START_SCREEN_MISSING_TEXT" },
        },
        artifacts: { startScreen: "start-screen.xml" },
      });
      expect(await Bun.file(join(stage.path, "started")).exists()).toBe(false);
      const text = await stage.bench(["--from-result", result.run.directory]);
      expect(text.stdout).toContain("A text that is not there");
    },
    LONG,
  );

  test.each([
    [["--suite", "no-such-suite"], 2, "SUITE_NOT_FOUND"],
    [["--suite", "bug-repro", "--all"], 2, "USAGE"],
    [["--suite", "bug-repro", "--model", ""], 2, "USAGE"],
    [["--suite", "bug-repro", "--dry-run", "--claude", "/no/such/claude"], 2, "CLAUDE_NOT_FOUND"],
    [["--suite", join(MISTAKES, "suite.yml")], 2, "SUITE_UNKNOWN_KEY"],
  ])("of the mistake in %j", async (args, exitCode, code) => {
    await using stage = scene();
    const run = await stage.bench([...args, "--json"]);
    expect(run.exitCode).toBe(exitCode);
    const { problems } = JSON.parse(run.stdout) as { problems: { code: string; message: string }[] };
    expect(problems.map((problem) => problem.code)).toContain(code);
    expect(run.stderr).toContain(problems[0]?.message ?? "a message");
    expect((await stage.bench(args)).stdout).toBe("");
  });

  test("of an artifact root that can't be one", async () => {
    await using stage = scene();
    stage.write("out dir", "a file");
    const run = await stage.bench(["--suite", writeBugRepro(stage), "--json", ...EMBEDDED]);
    expect(run.exitCode).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({
      problems: [{ code: expect.stringMatching(/^[A-Z_]+$/) }],
    });
  });
});

test(
  "the report of a run is the report of its result: --from-result prints the same bytes",
  async () => {
    await using stage = scene();
    const run = await stage.bench(["--suite", writeBugRepro(stage), "--claude", CLAUDE, ...EMBEDDED]);
    expect(run.exitCode).toBe(0);
    const { directory } = onlyResult(stage).run;
    expect((await stage.bench(["--from-result", directory])).stdout).toBe(run.stdout);
    expect((await stage.bench(["--from-result", join(directory, "result.json")])).stdout).toBe(run.stdout);
  },
  LONG,
);
