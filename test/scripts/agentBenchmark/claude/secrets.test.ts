import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planInvocation, shellCommand } from "../../../../scripts/agent-benchmark/invocation.ts";
import { write } from "../../../helpers/bait.ts";
import { type LabOptions, type LabRun, runLab, VERSIONS } from "../../../helpers/claude-lab.ts";

// A run of the real CLI takes about a second, several when the machine is busy.
setDefaultTimeout(60_000);

const runs: LabRun[] = [];
afterEach(() => {
  for (const run of runs.splice(0)) run.clean();
});

const SECRET = "S3CR3T";
/** Wherever an operator may keep one. */
const OPERATOR = {
  ANTHROPIC_API_KEY: `sk-ant-${SECRET}-key`,
  ANTHROPIC_CUSTOM_HEADERS: `X-Team: ${SECRET}-header`,
  HTTPS_PROXY: `http://me:${SECRET}-proxy@127.0.0.1:9`,
  NO_PROXY: "127.0.0.1",
  AWS_SECRET_ACCESS_KEY: `${SECRET}-aws`,
  CLAUDE_CODE_CLIENT_KEY_PASSPHRASE: `${SECRET}-passphrase`,
  GITHUB_TOKEN: `${SECRET}-github`,
  AUTOMOBILE_TOKEN: `${SECRET}-server`,
};
const plant: LabOptions["plant"] = ({ home }) => {
  write(
    join(home, ".claude/.credentials.json"),
    JSON.stringify({ claudeAiOauth: { accessToken: `${SECRET}-oauth` } }),
  );
  write(join(home, ".claude/settings.json"), JSON.stringify({ env: { MY_TOKEN: `${SECRET}-settings` } }));
  write(join(home, ".aws/credentials"), `[default]\naws_secret_access_key = ${SECRET}-file\n`);
};

/** The artifacts of a run (the server's log stands for whatever a server may write) that hold a secret. */
function leaks(run: LabRun): string[] {
  const below = (directory: string): string[] =>
    readdirSync(directory).flatMap((name) => {
      const path = join(directory, name);
      return statSync(path).isDirectory() ? below(path) : [path];
    });
  return [...below(join(run.directory, "run")), join(run.directory, "server.log")].filter(
    // A run that ends early may never have started the server that writes the log.
    (file) => existsSync(file) && readFileSync(file).includes(SECRET),
  );
}

describe.each(VERSIONS)("Claude Code %s", (cli) => {
  test.each([
    ["a good run", "", {}, { kind: "exited", exitCode: 0 }],
    [
      "an API error",
      "    fault: { kind: http, status: 400, times: always }\n",
      {},
      { kind: "exited", exitCode: 1 },
    ],
    // Claude goes through the proxy that is not there, and retries.
    [
      "a proxy that does not answer",
      "",
      { NO_PROXY: "", HTTP_PROXY: OPERATOR.HTTPS_PROXY },
      { kind: "timed_out" },
    ],
  ])("%s writes no secret", async (_, fault, operator, outcome) => {
    const run = await runLab({
      cli,
      playbook: `name: s\nturns:\n  - calls: [{ tool: observe }]\n${fault}answer: Done.\n`,
      plant,
      operator: { ...OPERATOR, ...operator },
      process: { timeoutSeconds: outcome.kind === "timed_out" ? 3 : 60 },
    });
    runs.push(run);
    expect(run.ended.outcome).toEqual(outcome as typeof run.ended.outcome);
    expect(leaks(run)).toEqual([]);
    // The search finds what is there.
    writeFileSync(join(run.directory, "run/planted"), `x${SECRET}y`);
    expect(leaks(run)).toEqual([join(run.directory, "run/planted")]);
  });
});

test("what is recorded of the environment are names", () => {
  const invocation = planInvocation({
    command: "claude",
    claude: { appendSystemPrompt: "", allowedTools: [], disallowedTools: [], maxBudgetUsd: null },
    model: null,
    deviceSerial: "emulator-5554",
    packageName: "dev.example",
    places: {
      serverRoot: "/s",
      auxSocketDirectory: "/a",
      databaseDirectory: "/b",
      dataDirectory: "/c",
      logDirectory: "/d",
    },
    mcpConfigPath: "/m.json",
    cwd: "/e",
    serverInstructions: false,
    bun: "/bun",
    inherited: OPERATOR,
    inheritedCwd: "/",
    home: "/",
    platform: "linux",
    scripted: null,
    temporaryDirectory: null,
    hiddenFromPath: [],
  });
  const { kept, removed, set } = invocation.environment;
  const written = JSON.stringify([
    kept,
    removed,
    set,
    invocation.args,
    invocation.mcpConfig,
    shellCommand(invocation, "/p"),
  ]);
  expect(written).not.toContain(SECRET);
  expect(Object.keys(kept)).toContain("ANTHROPIC_API_KEY");
  expect(removed).toEqual(["AUTOMOBILE_TOKEN", "GITHUB_TOKEN"]);
});
