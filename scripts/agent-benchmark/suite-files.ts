import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Problem } from "./errors.ts";
import { shownPath } from "./report/shown-path.ts";
import { loadSuite } from "./suite/load.ts";
import type { PromptRead } from "./suite/prompt.ts";
import { nearest } from "./suite/suggest.ts";
import type { Suite } from "./suite/types.ts";
import { LARGEST_SUITE } from "./suite/yaml.ts";

export interface SuiteFilesOptions {
  repositoryRoot: string;
  /** Paths are given and shown relative to this; the current directory by default. */
  cwd?: string;
  /** Where names are looked up; benchmark/agent/suites of the repository by default. */
  suitesDirectory?: string;
}

/** Suites found and loaded, or every problem of every one of them. */
export type LoadedSuites = { suites: Suite[] } | { problems: Problem[] };

/** Absolute paths of all committed suites, by name. */
export function listSuiteFiles(options: SuiteFilesOptions): string[] {
  const directory = suitesDirectory(options);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => /\.ya?ml$/i.test(name))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => join(directory, name));
}

/** The file of a suite given by name (bug-repro) or by path (something with a separator or .yml). */
export function findSuiteFile(given: string, options: SuiteFilesOptions): string | Problem {
  const cwd = options.cwd ?? process.cwd();
  if (/[/\\]/.test(given) || /\.ya?ml$/i.test(given)) {
    const path = resolve(cwd, given);
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
    return {
      code: "SUITE_NOT_FOUND",
      message: `There is no suite file ${given}.`,
      hint: "Give a path to a .yml file, or the name of a committed suite.",
    };
  }
  const files = listSuiteFiles(options);
  const names = files.map(nameOf);
  const index = names.indexOf(given);
  const found = files[index];
  if (found) return found;
  const close = nearest(given, names);
  return {
    code: "SUITE_NOT_FOUND",
    message: `There is no suite named "${given}".${close ? ` Did you mean "${close}"?` : ""}`,
    hint:
      names.length > 0
        ? `Suites: ${names.join(", ")}.`
        : `${shownPath(suitesDirectory(options), cwd)} has no suites.`,
  };
}

/** Loads one suite file from disk. */
export function loadSuiteFile(path: string, options: SuiteFilesOptions): Suite | Problem[] {
  const cwd = options.cwd ?? process.cwd();
  const show = (file: string) => shownPath(file, cwd);
  const read = readText(path, LARGEST_SUITE * 4);
  if (read.status !== "ok") {
    return [
      {
        code: "SUITE_UNREADABLE",
        message: `The suite file can't be read: ${read.status === "missing" ? "it does not exist" : read.reason}.`,
        where: show(path),
      },
    ];
  }
  return loadSuite({
    path,
    shown: show(path),
    text: read.text,
    repositoryRoot: options.repositoryRoot,
    readPrompt: (file) => readText(file, 8_000_000),
    show,
  });
}

/** Loads the suites that were asked for (null: all committed ones), telling all problems at once. */
export function loadSuites(given: readonly string[] | null, options: SuiteFilesOptions): LoadedSuites {
  const problems: Problem[] = [];
  const suites: Suite[] = [];
  const files = given === null ? listSuiteFiles(options) : given.map((name) => findSuiteFile(name, options));
  if (files.length === 0) {
    return {
      problems: [
        {
          code: "SUITE_NOT_FOUND",
          message: "There are no suites to run.",
          hint: "Put one into benchmark/agent/suites/.",
        },
      ],
    };
  }
  for (const file of [...new Set(files)]) {
    const loaded = typeof file === "string" ? loadSuiteFile(file, options) : [file];
    if (Array.isArray(loaded)) problems.push(...loaded);
    else suites.push(loaded);
  }
  return problems.length > 0 ? { problems } : { suites };
}

function suitesDirectory(options: SuiteFilesOptions): string {
  return options.suitesDirectory ?? join(options.repositoryRoot, "benchmark", "agent", "suites");
}

function nameOf(path: string): string {
  return path.replace(/^.*[/\\]/, "").replace(/\.ya?ml$/i, "");
}

/** UTF-8 text of a regular file of at most `limit` bytes. */
function readText(path: string, limit: number): PromptRead {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { status: "unreadable", reason: "it is not a regular file" };
    if (stat.size > limit)
      return { status: "unreadable", reason: `it has ${stat.size} bytes; the limit is ${limit}` };
    return { status: "ok", text: new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "missing" };
    if (code === "EACCES" || code === "EPERM") return { status: "unreadable", reason: "permission denied" };
    return {
      status: "unreadable",
      reason: error instanceof TypeError ? "it is not UTF-8 text" : `error ${code ?? "unknown"}`,
    };
  }
}
