import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { resolveClaude } from "../../scripts/agent-benchmark/claude/resolve.ts";
import type { Suite } from "../../scripts/agent-benchmark/suite/types.ts";
import { buildServer } from "../../scripts/build.ts";

/** The task that whole runs are measured with: bug-repro, without the wait for animations before the agent starts. */
export const SUITE = "bug-repro";
export const APP = "dev.jasonpearson.automobile.playground";
export const LINK = "automobile://playground/demos/bugs/repro";
/** What the suite seeds, as the files that Android keeps. */
export const PREFERENCES: Readonly<Record<string, string>> = {
  onboarding_prefs: '<map><boolean name="onboarding_completed" value="true" /></map>',
  auth_prefs: '<map><boolean name="is_authenticated" value="true" /></map>',
};

/** The preparation that the suite asks for, without its file. */
export const PREPARATION: Pick<Suite, "app" | "preflight"> = {
  app: { packageName: APP, apkPath: null, writtenApkPath: null },
  preflight: {
    clearAppData: true,
    sharedPreferences: {
      onboarding_prefs: { onboarding_completed: { type: "boolean", value: true } },
      auth_prefs: { is_authenticated: { type: "boolean", value: true } },
    },
    launchUri: LINK,
    settleSeconds: 0,
    startScreenIncludes: ["Expected count: 0", "Status: Idle"],
  },
};

const root = join(import.meta.dir, "../..");

export interface Job {
  /** The suite's file, a copy with settleSeconds 0. */
  suite: string;
  prompt: string;
  playbook: string;
  /** A built copy of the server, so that nobody's edit makes it stale while it is measured. */
  serverRoot: string;
  /** The pinned CLI. */
  claude: string;
}

/** Writes the suite and builds the server into `directory`. */
export async function prepareJob(directory: string): Promise<Job> {
  const agent = join(root, "benchmark/agent");
  for (const name of ["suites", "prompts", "playbooks"])
    mkdirSync(join(directory, name), { recursive: true });
  const suite = join(directory, "suites", `${SUITE}.yml`);
  const document = parseDocument(readFileSync(join(agent, "suites", `${SUITE}.yml`), "utf8"));
  document.setIn(["preflight", "settleSeconds"], 0);
  writeFileSync(suite, document.toString());
  const prompt = join(directory, "prompts", `${SUITE}.txt`);
  const playbook = join(directory, "playbooks", `${SUITE}.yml`);
  cpSync(join(agent, "prompts", `${SUITE}.txt`), prompt);
  cpSync(join(agent, "playbooks", `${SUITE}.yml`), playbook);
  const serverRoot = join(directory, "server");
  for (const name of ["src", "schemas", "package.json", "bun.lock"])
    cpSync(join(root, name), join(serverRoot, name), { recursive: true });
  await buildServer(root, join(serverRoot, "dist"));
  return { suite, prompt, playbook, serverRoot, claude: pinnedClaude() };
}

function pinnedClaude(): string {
  const found = resolveClaude({
    requested: null,
    scripted: true,
    path: "",
    cwd: root,
    repositoryRoot: root,
    platform: process.platform,
    arch: process.arch,
  });
  if (!found.ok) throw new Error(found.problem.message);
  return found.command;
}
