import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import type { Problem } from "../errors.ts";

export interface ResolveOptions {
  /** `--claude`; null when it was not given. */
  requested: string | null;
  /** The run plays a playbook: the pinned CLI is the default, so that results do not depend on what is installed. */
  scripted: boolean;
  /** PATH of this process. */
  path: string;
  cwd: string;
  repositoryRoot: string;
  platform: NodeJS.Platform;
  arch: string;
  /** Whether the system's C library is musl; looked up when left out. */
  musl?: boolean;
}

export type ResolvedClaude = { ok: true; command: string } | { ok: false; problem: Problem };

/** Finds the executable that `--claude` names: a path, a name on PATH, or by default the operator's `claude`. */
export function resolveClaude(options: ResolveOptions): ResolvedClaude {
  const { requested } = options;
  if (requested === null && options.scripted) return pinned(options);
  const name = requested ?? "claude";
  const isPath =
    name.includes("/") || (options.platform === "win32" && name.includes("\\")) || isAbsolute(name);
  const found = isPath ? resolve(options.cwd, name) : onPath(name, options);
  if (found === null) {
    return fail("CLAUDE_NOT_FOUND", `There is no "${name}" on PATH.`, name, INSTALL_HINT);
  }
  const wrapper = refuseScript(found, options.platform);
  if (wrapper) return wrapper;
  if (!existsSync(found)) return fail("CLAUDE_NOT_FOUND", "There is no such file.", found, INSTALL_HINT);
  if (!isExecutable(found)) {
    return fail(
      "CLAUDE_NOT_EXECUTABLE",
      "The file is not executable.",
      found,
      "Name the Claude Code executable itself.",
    );
  }
  return { ok: true, command: found };
}

const INSTALL_HINT =
  "Install Claude Code and sign in, name its executable with --claude, or play the suite's playbook with --model scripted.";

/** Directories of this repository's own tools, without a trailing slash: nothing of the operator's is there. */
export function toolDirectories(repositoryRoot: string): string[] {
  return [join(repositoryRoot, "node_modules", ".bin")];
}

/**
 * PATH as the operator has it. `bun run` and `npm run` begin it with node_modules/.bin of the repository and of every
 * directory above it, where a `claude` is somebody's dependency; the same directory further on is the operator's choice.
 */
function operatorPath(path: string, repositoryRoot: string, cwd: string): string[] {
  const entries = path
    .split(delimiter)
    .filter((entry) => entry !== "")
    .map((entry) => resolve(cwd, entry));
  const own = toolDirectories(repositoryRoot);
  const added = new Set<string>();
  for (let directory = repositoryRoot; ; directory = dirname(directory)) {
    added.add(join(directory, "node_modules", ".bin"));
    if (directory === dirname(directory)) break;
  }
  const underRun = own.includes(entries[0] ?? "");
  const first = underRun ? entries.findIndex((entry) => !added.has(entry)) : 0;
  return entries.slice(first < 0 ? entries.length : first).filter((entry) => !own.includes(entry));
}

function onPath(name: string, { path, platform, repositoryRoot, cwd }: ResolveOptions): string | null {
  const directories = operatorPath(path, repositoryRoot, cwd);
  const names =
    platform === "win32" && !/\.\w+$/.test(name) ? [".exe", ".cmd", ".bat"].map((end) => name + end) : [name];
  // An .exe anywhere on PATH is better than a script that would be refused.
  for (const candidate of names) {
    for (const directory of directories) {
      const file = join(directory, candidate);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/** Ending a batch script does not end the Claude it started, so that a time-out could not be kept. */
function refuseScript(file: string, platform: NodeJS.Platform): ResolvedClaude | null {
  if (platform !== "win32" || !/\.(cmd|bat)$/i.test(file)) return null;
  return fail(
    "CLAUDE_IS_A_SCRIPT",
    "On Windows --claude must be an executable, not a .cmd or .bat script.",
    file,
    "Name the native claude.exe: npm keeps it beside the script, in node_modules\\@anthropic-ai\\claude-code.",
  );
}

function isExecutable(file: string): boolean {
  try {
    if (!statSync(file).isFile()) return false;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The CLI pinned in package.json: its platform package needs no install script. */
function pinned({ repositoryRoot, platform, arch, musl = isMusl() }: ResolveOptions): ResolvedClaude {
  const base = `claude-code-${platform}-${arch}`;
  const packages = platform === "linux" ? (musl ? [`${base}-musl`, base] : [base, `${base}-musl`]) : [base];
  const file = platform === "win32" ? "claude.exe" : "claude";
  const candidates = packages.map((name) =>
    join(repositoryRoot, "node_modules", "@anthropic-ai", name, file),
  );
  const found = candidates.find(isExecutable);
  if (found) return { ok: true, command: found };
  return fail(
    "CLAUDE_PINNED_MISSING",
    "The Claude Code CLI that this repository pins is not installed.",
    candidates[0] ?? base,
    "Run `bun install` (with optional dependencies), or name another Claude Code with --claude.",
  );
}

function isMusl(): boolean {
  try {
    return readdirSync("/lib").some((name) => name.startsWith("ld-musl-"));
  } catch {
    return false;
  }
}

function fail(code: string, message: string, where: string, hint: string): ResolvedClaude {
  return { ok: false, problem: { code, message, where, hint } };
}
