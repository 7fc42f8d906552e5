import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../scripts/agent-benchmark/result.ts";
import { startScriptedModel } from "../../scripts/scripted-model/index.ts";
import { startVirtualDevice } from "../../scripts/virtual-device/index.ts";
import type { VirtualDevice } from "../../scripts/virtual-device/types.ts";
import { createAdbClient } from "../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../src/android/adb/endpoint.ts";
import { type BenchRun, repositoryRoot, type Scene, scene, writeBugRepro } from "../helpers/bench.ts";
import { CLIS } from "../helpers/claude-lab.ts";

const APP = "dev.jasonpearson.automobile.playground";
const PROMPT = "prompts/bug-repro.txt";
/** `npm test` gives each test a minute; a file run by hand must not end earlier. */
const LONG = 60_000;

/** Stands in every credential that the operator's shell holds in the run at a provider of its own. */
const SECRET = "planted-0123456789abcdef";

/** Files below a directory that hold a text in any of their bytes. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

let stage: Scene;
let device: VirtualDevice;
let suite: string;
let recorded: RunResult;
let seen: { run: BenchRun; result: RunResult };

/** One run on the device of this file, which outlives it, as a phone would. */
async function run(args: string[] = [], env: Record<string, string> = {}) {
  const before = new Set(stage.results().map((result) => result.run.id));
  const model = args.includes("--model") ? [] : ["--model", "scripted"];
  const claude = args.includes("--claude") ? [] : ["--claude", CLIS["2.1.332"]];
  const done = await stage.bench(["--suite", suite, ...model, ...claude, ...args], {
    env: {
      ADB_SERVER_SOCKET: device.adbServerSocket,
      AUTOMOBILE_COORDINATION_DIR: join(stage.path, "claims"),
      AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: join(stage.path, "claims"),
      ...env,
    },
  });
  const result = stage.results().find((one) => !before.has(one.run.id));
  if (!result) throw new Error(`no result: ${done.stderr}`);
  return { run: done, result };
}

const onDevice = (command: string) =>
  createAdbClient({ endpoint: resolveAdbEndpoint({ ADB_SERVER_SOCKET: device.adbServerSocket }) }).shell(
    device.serial,
    command,
  );

beforeAll(async () => {
  stage = scene();
  device = await startVirtualDevice();
  suite = writeBugRepro(stage, {
    edit: (text) => text.replace("claude:\n", "claude:\n  model: claude-of-the-suite\n"),
  });
  recorded = (await run()).result;
  const snippet = join(recorded.run.directory, "baseline.yml");
  if (existsSync(snippet)) appendFileSync(suite, `\n${readFileSync(snippet, "utf8")}`);
  seen = await run();
}, LONG);

afterAll(async () => {
  await device.stop();
  await stage[Symbol.asyncDispose]();
});

test("a clean, passing run writes baseline.yml; a run before it has nothing to compare with", () => {
  expect(recorded.verdict).toBe("passed");
  expect(recorded.baseline).toEqual({ present: false, warnings: [], written: true, notWrittenBecause: null });
  expect(recorded.metrics.every(({ baseline, delta }) => baseline === null && delta === null)).toBe(true);
});

test("pasted into the suite, the same run again compares without a warning and shows every delta", () => {
  const { run: done, result } = seen;
  expect(result.verdict).toBe("passed");
  expect(result.baseline).toMatchObject({ present: true, warnings: [] });
  const counts = result.metrics.filter(({ name }) => /turns|Calls|errors|stumbles|tokens/i.test(name));
  expect(counts.length).toBeGreaterThan(5);
  const moved = counts.filter(({ delta }) => delta !== 0).map(({ name }) => name);
  // Token counts of the scripted model follow the sizes of what is said, which differ with directories and times.
  expect(moved.filter((name) => !/token/i.test(name))).toEqual([]);
  expect(result.sequence.diff.length).toBeGreaterThan(0);
  expect(result.sequence.actual).toEqual(result.sequence.baseline);
  expect(done.stdout).toMatch(/^ {2}Turns +7 +7 +0$/m);
});

describe("one thing changed is flagged in a sentence of its own, and the verdict stays", () => {
  const flagged = ({ result }: { result: RunResult }) => {
    expect(result.verdict).toBe("passed");
    return result.baseline.warnings;
  };

  test(
    "the prompt",
    async () => {
      const text = readFileSync(join(stage.path, PROMPT), "utf8");
      stage.write(PROMPT, `${text}\nTake your time.\n`);
      const warnings = flagged(await run());
      stage.write(PROMPT, text);
      expect(warnings).toEqual([
        "The suite differs in prompt (its content changed): the baseline measured a different task.",
      ]);
    },
    LONG,
  );

  test(
    "the device",
    async () => {
      const saved = device.snapshot();
      await onDevice("settings put system font_scale 1.3");
      const warnings = flagged(await run());
      device.restore(saved);
      expect(warnings).toEqual([
        'The device differs in fontScale (from "1" to "1.3"): the deltas compare different devices.',
      ]);
    },
    LONG,
  );

  test(
    "the app build",
    async () => {
      const saved = device.snapshot();
      const path = `$(pm path ${APP} | cut -d: -f2)`;
      const again = await onDevice(`cp ${path} /data/local/tmp/p.apk && pm install -r /data/local/tmp/p.apk`);
      expect(again.exitCode).toBe(0);
      const warnings = flagged(await run());
      device.restore(saved);
      expect(warnings).toEqual([
        expect.stringMatching(
          /^The app build differs in lastUpdateTime \(from ".+" to ".+"\): the deltas compare different app builds\.$/,
        ),
      ]);
    },
    LONG,
  );

  test(
    "the server build",
    async () => {
      const root = join(stage.path, "other-server");
      for (const name of ["schemas", "package.json", "bun.lock"])
        cpSync(join(repositoryRoot, name), join(root, name), { recursive: true });
      stage.write("other-server/src/index.ts", "");
      await Bun.sleep(10);
      const build = readFileSync(join(repositoryRoot, "dist/src/index.js"), "utf8");
      stage.write("other-server/dist/src/index.js", `${build}\n// another build\n`);
      const other = await run(["--server-root", root]);
      const warnings = flagged(other);
      expect(warnings).toContain(
        "The server build differs in dist (its content changed): the deltas compare different builds.",
      );
      expect(warnings.every((warning) => /differs in (dist|harnessDependencies) /.test(warning))).toBe(true);
      expect(other.run.stdout).toContain("The server build differs in dist");
    },
    LONG,
  );

  test(
    "the Claude Code version",
    async () => {
      expect(flagged(await run(["--claude", CLIS["2.1.197"]]))).toEqual([
        "The server build differs in claudeCommand (its content changed): the deltas compare different builds.",
        'The Claude Code version changed from "2.1.332" to "2.1.197": the deltas compare different Claude Code releases.',
      ]);
    },
    LONG,
  );

  test(
    "the model, asked for and observed, at a provider of the operator's",
    async () => {
      const model = await startScriptedModel({
        playbook: join(stage.path, "playbooks/bug-repro.yml"),
        placeholders: { deviceSerial: device.serial, packageName: APP, runDirectory: "/none" },
      });
      const other = await run(["--model", "claude-other-1"], {
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: `sk-${SECRET}`,
        ANTHROPIC_CUSTOM_HEADERS: `X-Team: ${SECRET}-header`,
        HTTPS_PROXY: `http://operator:${SECRET}-proxy@127.0.0.1:9`,
        NO_PROXY: "127.0.0.1",
        GITHUB_TOKEN: `${SECRET}-unrelated`,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      });
      const asked = model.requests.flatMap(({ body }) => (body as { model?: string } | null)?.model ?? []);
      const keys = model.requests.map(({ headers }) => headers["x-api-key"]);
      await model.stop();
      expect(keys).toContain(`sk-${SECRET}`);
      expect(new Set(asked)).toEqual(new Set(["claude-other-1"]));
      const warnings = flagged(other);
      expect(warnings).toContain(
        'The suite differs in requestedModel (from "scripted" to "claude-other-1"): the baseline measured a different task.',
      );
      expect(warnings).toContain(
        'The model that answered changed from "scripted" to "claude-other-1": the deltas compare different models.',
      );
      expect(other.result.run.embedded).toEqual({ device: false, model: false });
      expect(filesWith(other.result.run.directory, SECRET)).toEqual([]);
      expect(other.run.stdout + other.run.stderr).not.toContain(SECRET);
    },
    LONG,
  );
});
