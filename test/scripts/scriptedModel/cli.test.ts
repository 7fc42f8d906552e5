import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const directories: string[] = [];
const children: Bun.Subprocess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function start(...args: string[]) {
  const cli = join(import.meta.dir, "../../../scripts/scripted-model/cli.ts");
  const child = Bun.spawn([process.execPath, cli, ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  children.push(child);
  return child;
}
function playbook(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), "scripted-cli-"));
  directories.push(directory);
  writeFileSync(join(directory, "p.yml"), text);
  return join(directory, "p.yml");
}

test("it prints the URL, plays, and ends with 0 on SIGTERM; with 1 when playbook and client parted", async () => {
  for (const [tools, code] of [
    [["mcp__auto-mobile__observe"], 0],
    [[], 1],
  ] as const) {
    const file = playbook(
      'name: x\nturns:\n  - calls: [{ tool: observe, input: { on: "{deviceSerial}" } }]\nanswer: ok\n',
    );
    const child = start(file, "deviceSerial=emu=1");
    const { value } = await child.stdout.getReader().read();
    const url = Buffer.from(value ?? [])
      .toString()
      .trim();
    const response = await fetch(`${url}/v1/messages`, {
      method: "POST",
      body: JSON.stringify({
        model: "m",
        tools: tools.map((name) => ({ name })),
        system: "x".repeat(3000),
        messages: [{ role: "user", content: "Go" }],
      }),
    });
    expect((await response.text()).includes("emu=1")).toBe(code === 0);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(code);
    expect(await new Response(child.stderr).text()).toContain("POST /v1/messages -> ");
  }
});

test("a playbook with mistakes ends with 2 and shows where they are", async () => {
  const child = start(playbook("name: x\nanswr: ok\n"));
  expect(await child.exited).toBe(2);
  const text = await new Response(child.stderr).text();
  expect(text).toContain(
    'p.yml:2:1: Unknown key "answr". [PLAYBOOK_UNKNOWN_KEY]\n  2 | answr: ok\n    | ^\n  Did you mean "answer"?',
  );
});

test("no playbook, or a word that is no name=value, is a usage error", async () => {
  expect(await start().exited).toBe(2);
  expect(await start("p.yml", "what").exited).toBe(2);
  expect(await start("--help").exited).toBe(0);
});
