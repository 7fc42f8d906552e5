import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { Problem } from "../errors.ts";
import { type Draft, toProblems } from "./draft.ts";
import { unknownPlaceholders } from "./placeholders.ts";
import { readPreferences } from "./preferences.ts";
import { type PromptRead, placeholderProblem, promptFault, promptPlaceholderProblems } from "./prompt.ts";
import type { BaselineFile, FingerprintFile, SuiteFile } from "./schema.ts";
import { checkStructure } from "./structure.ts";
import { toolProblem } from "./tool-names.ts";
import type { Tree } from "./tree.ts";
import type { Fingerprint, Suite, SuiteBaseline } from "./types.ts";
import { readYaml } from "./yaml.ts";

export interface SuiteSource {
  /** Absolute path of the suite file. */
  path: string;
  /** The path as errors show it. */
  shown: string;
  text: string;
  /** app.apkPath is relative to this. */
  repositoryRoot: string;
  /** Reads a prompt by absolute path; the only thing that is asked of the outside. */
  readPrompt: (path: string) => PromptRead;
  /** How errors show a path; the path itself by default. */
  show?: (path: string) => string;
}

/** Loads one suite file: the suite with every default filled in, or everything that is wrong with it. */
export function loadSuite(source: SuiteSource): Suite | Problem[] {
  const text = source.text.startsWith("\ufeff") ? source.text.slice(1) : source.text;
  const tree = readYaml(text);
  if (!tree.complete) return toProblems(tree.drafts, source.shown, text);
  const structural = [...tree.drafts, ...checkStructure(tree)];
  const wrong = withAncestors(structural.flatMap((draft) => draft.pointer ?? []));
  const skip = (pointer: string) => wrong.has(pointer);

  const show = source.show ?? ((path: string) => path);
  const { preferences, drafts: typing } = readPreferences(
    tree,
    member(member(tree.value, "preflight"), "sharedPreferences"),
    skip,
  );
  const prompt = readPromptOf(tree, source, show, skip);
  const drafts = [...structural, ...typing, ...prompt.drafts, ...ruleDrafts(tree, source.path, skip)];
  const problems = [
    ...toProblems(drafts, source.shown, text),
    ...promptPlaceholderProblems(prompt.text, show(prompt.path)),
  ];
  if (problems.length > 0) return problems;
  return fill(tree.value as SuiteFile, source, prompt, preferences);
}

function readPromptOf(
  tree: Tree,
  source: SuiteSource,
  show: (path: string) => string,
  skip: (pointer: string) => boolean,
): { path: string; text: string; drafts: Draft[] } {
  const written = member(tree.value, "prompt");
  const mark = tree.marks.get("/prompt");
  if (typeof written !== "string" || !mark || skip("/prompt")) return { path: "", text: "", drafts: [] };
  const path = isAbsolute(written) ? written : join(dirname(source.path), written);
  const read = source.readPrompt(path);
  const fault = promptFault(read, show(path));
  return {
    path,
    text: read.status === "ok" ? read.text : "",
    drafts: fault ? [{ ...fault, start: mark.start, end: mark.end, pointer: "/prompt" }] : [],
  };
}

/** The rules that a structure can't say. */
function ruleDrafts(tree: Tree, path: string, skip: (pointer: string) => boolean): Draft[] {
  const drafts: Draft[] = [];
  const at = (pointer: string) => tree.marks.get(pointer) ?? { start: 0, end: 1 };
  const add = (pointer: string, draft: Pick<Draft, "code" | "message" | "hint">) => {
    const { start, end } = at(pointer);
    drafts.push({ ...draft, start, end, pointer });
  };
  const name = member(tree.value, "name");
  const file = basename(path).replace(/\.ya?ml$/i, "");
  if (typeof name === "string" && !skip("/name") && name !== file) {
    add("/name", {
      code: "SUITE_NAME_MISMATCH",
      message: `The name is "${name}", but the file is called ${basename(path)}.`,
      hint: `Write name: ${file}, or rename the file to ${name}.yml.`,
    });
  }
  const claude = member(tree.value, "claude");
  const system = member(claude, "appendSystemPrompt");
  if (typeof system === "string" && !skip("/claude/appendSystemPrompt")) {
    const unknown = new Set(unknownPlaceholders(system).map((placeholder) => placeholder.name));
    for (const placeholder of unknown) add("/claude/appendSystemPrompt", placeholderProblem(placeholder));
  }
  for (const list of ["allowedTools", "disallowedTools"] as const) {
    const tools = member(claude, list);
    for (const [index, tool] of (Array.isArray(tools) ? tools : []).entries()) {
      const pointer = `/claude/${list}/${index}`;
      const fault = typeof tool === "string" && !skip(pointer) ? toolProblem(tool, list) : null;
      if (fault) add(pointer, fault);
    }
  }
  return drafts;
}

function fill(
  file: SuiteFile,
  source: SuiteSource,
  prompt: { path: string; text: string },
  sharedPreferences: Suite["preflight"]["sharedPreferences"],
): Suite {
  const { preflight, claude, task } = file;
  const apkPath = file.app.apkPath ?? null;
  return {
    name: file.name,
    path: source.path,
    platform: file.platform,
    prompt: { path: prompt.path, text: prompt.text },
    app: {
      packageName: file.app.packageName,
      apkPath: apkPath === null ? null : resolve(source.repositoryRoot, apkPath),
      writtenApkPath: apkPath,
    },
    preflight: {
      clearAppData: preflight?.clearAppData ?? true,
      sharedPreferences,
      launchUri: preflight?.launchUri ?? null,
      settleSeconds: preflight?.settleSeconds ?? 2,
      startScreenIncludes: preflight?.startScreenIncludes ?? [],
    },
    claude: {
      model: claude?.model ?? null,
      appendSystemPrompt: claude?.appendSystemPrompt ?? "",
      allowedTools: claude?.allowedTools ?? ["mcp__auto-mobile"],
      disallowedTools: claude?.disallowedTools ?? [],
      maxBudgetUsd: claude?.maxBudgetUsd ?? null,
      timeoutSeconds: claude?.timeoutSeconds ?? 900,
    },
    verify: {
      answerIncludes: file.verify.answerIncludes ?? [],
      screenIncludes: file.verify.screenIncludes,
    },
    failurePatterns: file.failurePatterns ?? [],
    ignoredFailurePatterns: file.ignoredFailurePatterns ?? [],
    task: {
      minSteps: task?.minSteps ?? null,
      difficulty: task?.difficulty ?? null,
      category: task?.category ?? null,
    },
    baseline: file.baseline && Object.keys(file.baseline).length > 0 ? fillBaseline(file.baseline) : null,
    baselineToolSequence: file.baselineToolSequence ?? [],
  };
}

function fillBaseline(file: BaselineFile): SuiteBaseline {
  const build = file.appBuild;
  return {
    metrics: { ...file.metrics } as Record<string, number>,
    tools: { ...file.tools },
    appBuild: build
      ? {
          packageName: build.packageName,
          versionName: build.versionName ?? null,
          versionCode: build.versionCode ?? null,
          lastUpdateTime: build.lastUpdateTime ?? null,
          apkSha256: build.apkSha256 ?? null,
        }
      : null,
    suiteDigest: fingerprint(file.suiteDigest),
    deviceFingerprint: fingerprint(file.deviceFingerprint),
    claudeCodeVersion: file.claudeCodeVersion ?? null,
    serverBuild: fingerprint(file.serverBuild),
    observedModel: file.observedModel ?? null,
  };
}

function fingerprint(written: FingerprintFile | undefined): Fingerprint | null {
  if (written === undefined) return null;
  if (typeof written === "string") return { digest: written, parts: {} };
  return { digest: written.digest, parts: { ...written.parts } };
}

/** Each pointer and every value that contains it. */
function withAncestors(pointers: readonly string[]): Set<string> {
  const all = new Set<string>();
  for (const pointer of pointers) {
    for (let at = pointer; at !== "" && !all.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf("/"))))
      all.add(at);
  }
  return all;
}

function member(value: unknown, key: string): unknown {
  return value !== null && typeof value === "object" && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
