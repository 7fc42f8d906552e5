import { existsSync } from "node:fs";
import { join } from "node:path";
import type { McpServerEntry } from "../../scripts/agent-benchmark/claude/mcp-config.ts";

const folder = join(import.meta.dir, "promptfoo");

/** It looks for the agent's SDK beside its configuration. */
export const PROMPTFOO_MODULES = join(folder, "node_modules");

/** No telemetry, no update check, nothing shared or generated elsewhere. */
export const PROMPTFOO_QUIET: Readonly<Record<string, string>> = {
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_SHARING: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "true",
  PROMPTFOO_SELF_HOSTED: "1",
};

/** Installs promptfoo in a folder of its own, once. Returns why it can't, in a sentence, or null. */
export function installPromptfoo(): string | null {
  const done = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile", "--ignore-scripts"], {
    cwd: folder,
  });
  if (done.exitCode === 0) return null;
  return `promptfoo could not be installed: ${done.stderr.toString().trim().slice(-300)}`;
}

/** promptfoo needs Node.js 22; where there is an older one, the Node.js that was installed beside it runs it. */
export function promptfooCommand(): string[] {
  const own = join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin/node");
  return [existsSync(own) ? own : "node", join(folder, "node_modules/promptfoo/dist/src/entrypoint.js")];
}

/** The configuration that a user writes: the Claude agent provider with one MCP server and a check of the answer. */
export function promptfooConfig(job: {
  answer: string;
  prompt: string;
  systemPrompt: string;
  server: McpServerEntry;
}): unknown {
  const { command, args, env } = job.server;
  return {
    prompts: [job.prompt],
    providers: [
      {
        id: "anthropic:claude-agent-sdk",
        config: {
          model: "scripted",
          append_system_prompt: job.systemPrompt,
          mcp: { enabled: true, server: { name: "auto-mobile", command, args, env } },
          custom_allowed_tools: ["mcp__auto-mobile"],
          tools: ["Read"],
          max_budget_usd: 2,
        },
      },
    ],
    tests: [{ assert: [{ type: "contains", value: job.answer }] }],
  };
}
