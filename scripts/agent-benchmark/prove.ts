import { rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stringify } from "yaml";
import { PROOF_FILE } from "./artifacts.ts";
import type { RunOptions } from "./options.ts";
import { shownPath } from "./report/shown-path.ts";
import { writeText } from "./report-files.ts";
import type { RunResult } from "./result.ts";
import { createRunDirectory } from "./run/directory.ts";
import { playbookPath, SCRIPTED_MODEL } from "./run/embedded.ts";
import { createOwnedDirectory } from "./run/owned-directory.ts";
import { checkPlaybooks, type RunPlaces, type RunSuite, withRunner } from "./run-suites.ts";
import type { Suite } from "./suite/types.ts";

export interface Proof {
  suite: string;
  proven: boolean;
  statements: { what: string; holds: boolean; because: string; directory: string }[];
}

/**
 * Proves each suite without a model: with an agent that only claims success its screen checks must fail (nobody touched
 * the start screen) and the run must fail; after its playbook the run must pass. The runs and proof.json stand below
 * `<output>/proofs/<id>/`. Throws UsageError for broken playbooks.
 */
export async function proveSuites(
  suites: readonly Suite[],
  options: RunOptions,
  places: RunPlaces,
): Promise<Proof[]> {
  await checkPlaybooks(suites, SCRIPTED_MODEL);
  const settings = { ...options, model: SCRIPTED_MODEL };
  const { path: folder } = createRunDirectory(places.output, "proofs", new Date());
  return withRunner(settings, { ...places, output: folder }, async (run, progress, { signal }) => {
    const proofs: Proof[] = [];
    for (const suite of suites) {
      if (signal.aborted) break;
      proofs.push(await proveSuite(suite, run, (step) => progress.note(`Proving ${suite.name}: ${step}`)));
      writeText(join(folder, PROOF_FILE), proofDocument(proofs, folder));
    }
    return proofs;
  });
}

/** The proofs as data; directories are relative to the folder, so that it can be moved. */
function proofDocument(proofs: readonly Proof[], folder: string): string {
  const moved = proofs.map((proof) => ({
    ...proof,
    statements: proof.statements.map((one) => ({ ...one, directory: relative(folder, one.directory) })),
  }));
  return `${JSON.stringify({ schemaVersion: 1, proofs: moved }, null, 2)}\n`;
}

async function proveSuite(suite: Suite, run: RunSuite, tell: (step: string) => void): Promise<Proof> {
  tell("an agent that only claims success");
  const claims = await runWithPlaybook(run, suite, claimsOnly(suite));
  tell("its playbook");
  const solved = await run(suite, { playbook: playbookPath(suite) });
  const statements = [
    {
      what: "On the start screen the screen checks fail",
      holds:
        claims.screen?.observed === true &&
        claims.checks.some(({ kind, passed }) => kind === "screen" && !passed),
      because: screenWords(claims),
      directory: claims.run.directory,
    },
    {
      what: "An agent that only claims success fails",
      holds: claims.verdict === "failed",
      because: verdictWords(claims),
      directory: claims.run.directory,
    },
    {
      what: "The playbook passes",
      holds: solved.verdict === "passed",
      because: verdictWords(solved),
      directory: solved.run.directory,
    },
  ];
  return { suite: suite.name, proven: statements.every(({ holds }) => holds), statements };
}

/** An agent that calls nothing and replies exactly what the suite wants to hear. */
function claimsOnly(suite: Suite): string {
  const answer = suite.verify.answerIncludes.join("\n") || "Done.";
  const escaped = answer.replace(/[{}]/g, (brace) => brace + brace);
  return stringify({ name: suite.name, turns: [], answer: escaped });
}

async function runWithPlaybook(run: RunSuite, suite: Suite, playbook: string): Promise<RunResult> {
  const folder = createOwnedDirectory("proof-");
  try {
    const path = join(folder, `${suite.name}.yml`);
    writeFileSync(path, playbook);
    return await run(suite, { playbook: path });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function screenWords(result: RunResult): string {
  if (result.screen?.observed !== true) return result.screen?.reason ?? verdictWords(result);
  const wrong = result.checks
    .filter(({ kind, passed }) => kind === "screen" && !passed)
    .map(({ expected }) => `"${expected}"`);
  return wrong.length > 0
    ? `${wrong.join(", ")} is not there yet`
    : "every expected text is already there before the task is done";
}

function verdictWords(result: RunResult): string {
  return [`the verdict is ${result.verdict}`, result.reasons[0]].filter(Boolean).join(": ");
}

/** For a person: one block a suite. Directories below `cwd` are shown relative to it. */
export function renderProofs(proofs: readonly Proof[], cwd: string): string {
  return proofs
    .map(({ suite, proven, statements }) =>
      [
        `${proven ? "PROVEN" : "NOT PROVEN"}  ${suite}`,
        ...statements.map(
          ({ what, holds, because, directory }) =>
            `  ${holds ? "✓" : "✗"} ${what}: ${because.replace(/\.$/, "")}.${holds ? "" : `\n    see ${shownPath(directory, cwd)}`}`,
        ),
      ].join("\n"),
    )
    .concat("")
    .join("\n");
}
