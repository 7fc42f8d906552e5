import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RunResult } from "../../scripts/agent-benchmark/result.ts";
import { findServer } from "../../scripts/agent-benchmark/run/server.ts";
import { temporaryDirectory } from "./temp.ts";

export const repositoryRoot = join(import.meta.dir, "..", "..");

export interface BenchOptions {
  /** Files to write first, relative to the scene's folder: suites/x.yml, prompts/x.txt, playbooks/x.yml, bin/claude. */
  env?: Record<string, string>;
  /** Signal sent when a line of standard error matches. */
  signalAt?: { line: RegExp; signals: { name: NodeJS.Signals; afterMs: number }[] };
  cwd?: string;
}

export interface BenchRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface Scene extends AsyncDisposable {
  /** A folder of its own. */
  path: string;
  /** Artifact root of its runs. */
  output: string;
  /** Writes a file below the folder and returns its path; executable when it begins with `#!`. */
  write(name: string, content: string): string;
  /** Runs the command line of the harness with an environment of its own, as a person would. */
  bench(args: readonly string[], options?: BenchOptions): Promise<BenchRun>;
  /** Every result below the artifact root, oldest first. */
  results(): RunResult[];
}

let built = false;

/** `npm test` builds first; a single test file run by hand may find a build older than the sources. */
function ensureBuilt(): void {
  if (built) return;
  built = true;
  try {
    findServer(repositoryRoot);
  } catch {
    Bun.spawnSync([process.execPath, join(repositoryRoot, "scripts/build.ts")]);
  }
}

/** A folder with its own artifact root and home: runs in it see nothing of the machine's user. */
export function scene(): Scene {
  ensureBuilt();
  const folder = temporaryDirectory("bench-e2e-");
  const path = folder.path;
  const output = join(path, "out dir");
  const home = join(path, "home");
  mkdirSync(home, { recursive: true });
  return {
    path,
    output,
    write(name, content) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { mode: content.startsWith("#!") ? 0o755 : 0o644 });
      return file;
    },
    bench(args, options = {}) {
      const stored = args.includes("--resume") || args.includes("--from-result") || args.includes("--help");
      return runBench(stored ? [...args] : [...args, "--output", output], home, path, options);
    },
    results: () => resultsBelow(output),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
}

async function runBench(
  args: string[],
  home: string,
  path: string,
  options: BenchOptions,
): Promise<BenchRun> {
  const script = join(repositoryRoot, "scripts/agent-benchmark/run.ts");
  const child = Bun.spawn([process.execPath, script, ...args], {
    cwd: options.cwd ?? path,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: {
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      HOME: home,
      TMPDIR: process.env.TMPDIR ?? "/tmp",
      NO_COLOR: "1",
      ...options.env,
    },
  });
  let stderr = "";
  let signalled = false;
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of child.stderr) {
      stderr += decoder.decode(chunk, { stream: true });
      if (!options.signalAt || signalled || !options.signalAt.line.test(stderr)) continue;
      signalled = true;
      for (const { name, afterMs } of options.signalAt.signals) setTimeout(() => child.kill(name), afterMs);
    }
  })();
  const [stdout] = await Promise.all([new Response(child.stdout).text(), reading]);
  return { exitCode: await child.exited, stdout, stderr };
}

function resultsBelow(output: string): RunResult[] {
  if (!existsSync(output)) return [];
  return readdirSync(output, { recursive: true, encoding: "utf8" })
    .filter((name) => /(^|[/\\])result\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(output, name), "utf8")) as RunResult)
    .sort((a, b) => (a.run.startedAt < b.run.startedAt ? -1 : 1));
}

/** The only result of a scene; throws when there are none or several. */
export function onlyResult(of: Scene): RunResult {
  const [result, ...others] = of.results();
  if (!result || others.length > 0)
    throw new Error(`expected one result, found ${others.length + (result ? 1 : 0)}`);
  return result;
}

const SUITE = readFileSync(join(repositoryRoot, "benchmark/agent/suites/bug-repro.yml"), "utf8");
const PROMPT = readFileSync(join(repositoryRoot, "benchmark/agent/prompts/bug-repro.txt"), "utf8");
const PLAYBOOK = readFileSync(join(repositoryRoot, "benchmark/agent/playbooks/bug-repro.yml"), "utf8");

/** Writes bug-repro with a short settling time into the scene; `edit` changes the suite's text. Returns the suite's path. */
export function writeBugRepro(
  into: Scene,
  options: { edit?: (suite: string) => string; playbook?: string } = {},
): string {
  const quick = SUITE.replace("preflight:", "preflight:\n  settleSeconds: 0");
  into.write("prompts/bug-repro.txt", PROMPT);
  into.write("playbooks/bug-repro.yml", options.playbook ?? PLAYBOOK);
  return into.write("suites/bug-repro.yml", options.edit?.(quick) ?? quick);
}
