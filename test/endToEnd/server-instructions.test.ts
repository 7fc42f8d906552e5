import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveClaude } from "../../scripts/agent-benchmark/claude/resolve.ts";
import { planInvocation } from "../../scripts/agent-benchmark/invocation.ts";
import { parsePlaybook, startScriptedModel } from "../../scripts/scripted-model/index.ts";
import { serverInstructions } from "../../src/modes/instructions.ts";
import { repositoryRoot } from "../helpers/bench.ts";
import { serverWorld } from "../helpers/server-world.ts";

const playbook = parsePlaybook(
  `name: instructions
turns:
  - calls:
      - tool: echo
        input: { heard: true }
answer: Done.
`,
  "instructions.yml",
);

/** What the real Claude Code CLI sends to the model when the server's instructions are on or off. */
async function requestsOf(instructions: boolean): Promise<string> {
  await using world = serverWorld();
  const model = await startScriptedModel({ playbook });
  try {
    const directory = (name: string) => {
      const path = join(world.directory, name);
      mkdirSync(path, { recursive: true });
      return path;
    };
    const resolved = resolveClaude({
      requested: null,
      scripted: true,
      path: "",
      cwd: repositoryRoot,
      repositoryRoot,
      platform: process.platform,
      arch: process.arch,
    });
    if (!resolved.ok) throw new Error(resolved.problem.message);
    const { command, args, cwd, environment, mcpConfig } = planInvocation({
      command: resolved.command,
      claude: {
        appendSystemPrompt: "",
        allowedTools: ["mcp__auto-mobile"],
        disallowedTools: [],
        maxBudgetUsd: null,
      },
      model: "scripted",
      deviceSerial: "emulator-5554",
      packageName: "app",
      places: {
        serverRoot: repositoryRoot,
        auxSocketDirectory: world.env.AUTOMOBILE_AUX_SOCKET_DIR ?? "",
        databaseDirectory: directory("db"),
        dataDirectory: directory("data"),
        logDirectory: directory("logs"),
      },
      mcpConfigPath: join(world.directory, "mcp.json"),
      cwd: directory("empty"),
      serverInstructions: instructions,
      bun: process.execPath,
      inherited: { ...world.env },
      inheritedCwd: world.directory,
      home: world.directory,
      platform: process.platform,
      scripted: { url: model.url, home: directory("home"), configDirectory: directory("config") },
      temporaryDirectory: directory("tmp"),
      hiddenFromPath: [],
    });
    // The server with its real process modes, and a tool that needs no device.
    mcpConfig.mcpServers["auto-mobile"].args[0] = world.entryScript;
    writeFileSync(join(world.directory, "mcp.json"), JSON.stringify(mcpConfig));
    const claude = Bun.spawn([command, ...args], {
      cwd,
      env: environment.env,
      stdin: Buffer.from("Say what you hear."),
      stdout: Bun.file(join(world.directory, "claude.jsonl")),
      stderr: Bun.file(join(world.directory, "claude.stderr")),
    });
    const exitCode = await claude.exited;
    const transcript = await Bun.file(join(world.directory, "claude.jsonl")).text();
    expect({ exitCode, failure: model.failure(), transcript }).toMatchObject({ exitCode: 0, failure: null });
    expect(transcript).toContain('{\\"heard\\":true}');
    return model.requests.map(({ body }) => JSON.stringify(body)).join("\n");
  } finally {
    await model.stop();
  }
}

describe("the server's instructions, with the real Claude Code CLI", () => {
  const inRequest = JSON.stringify(serverInstructions).slice(1, -1);

  test("reach the model when they are switched on", async () => {
    expect(await requestsOf(true)).toContain(inRequest);
  }, 60_000);

  test("are in no request otherwise", async () => {
    expect(await requestsOf(false)).not.toContain("AutoMobile drives one Android device");
  }, 60_000);
});
