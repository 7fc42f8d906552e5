import { mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Invocation } from "../../scripts/agent-benchmark/invocation.ts";
import { PROMPTFOO_MODULES, PROMPTFOO_QUIET, promptfooCommand, promptfooConfig } from "./promptfoo-setup.ts";

const ANSWER = "EXPECTED_COUNT: 3";

/** The CLI alone, its output into a file. True when it ended well and gave the answer. */
export async function runBare(invocation: Invocation, prompt: string, root: string): Promise<boolean> {
  const { command, args, cwd, environment, mcpConfig } = invocation;
  writeFileSync(join(root, "mcp.json"), JSON.stringify(mcpConfig));
  const transcript = join(root, "claude.jsonl");
  const child = Bun.spawn([command, ...args], {
    cwd,
    env: environment.env,
    stdin: new TextEncoder().encode(prompt),
    stdout: openSync(transcript, "w"),
    stderr: "ignore",
  });
  return (await child.exited) === 0 && readFileSync(transcript, "utf8").includes(ANSWER);
}

/** As its documentation sets it up: one provider, one prompt, one test, and an assertion on the answer. */
export async function runPromptfoo(invocation: Invocation, prompt: string, root: string): Promise<boolean> {
  const { environment, mcpConfig, args } = invocation;
  const systemPrompt = args[args.indexOf("--append-system-prompt") + 1] ?? "";
  const config = promptfooConfig({
    prompt,
    systemPrompt,
    answer: ANSWER,
    server: mcpConfig.mcpServers["auto-mobile"],
  });
  writeFileSync(join(root, "promptfooconfig.json"), JSON.stringify(config));
  symlinkSync(PROMPTFOO_MODULES, join(root, "node_modules"));
  mkdirSync(join(root, "promptfoo"));
  const child = Bun.spawn(
    [
      ...promptfooCommand(),
      "eval",
      ...["-c", join(root, "promptfooconfig.json"), "-o", join(root, "output.json")],
      ...["--no-cache", "--no-table", "--no-progress-bar"],
    ],
    {
      cwd: root,
      env: { ...environment.env, ...PROMPTFOO_QUIET, PROMPTFOO_CONFIG_DIR: join(root, "promptfoo") },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [told, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) process.stderr.write(`${told}${errors}`);
  return exitCode === 0;
}
