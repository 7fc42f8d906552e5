import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes a file and the directories above it. */
export function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Everything a machine can have that would reach a Claude run, each with a marker BAIT-… of its own. */
export function plantBait({ directory, home, cwd }: { directory: string; home: string; cwd: string }): void {
  const user = join(home, ".claude");
  const hook = (name: string) => [{ hooks: [{ type: "command", command: `echo BAIT-${name}-hook` }] }];
  write(join(user, "CLAUDE.md"), "BAIT-user-md");
  write(join(home, "CLAUDE.md"), "BAIT-home-md");
  write(join(user, "rules/r.md"), "BAIT-user-rule");
  write(
    join(user, "settings.json"),
    JSON.stringify({
      outputStyle: "bait",
      language: "BAIT-user-language",
      env: { CLAUDE_CODE_EFFORT_LEVEL: "low" },
      hooks: { SessionStart: hook("session"), UserPromptSubmit: hook("prompt") },
    }),
  );
  write(
    join(home, ".claude.json"),
    JSON.stringify({ mcpServers: { "bait-server": { command: "/bin/false" } } }),
  );
  const slug = cwd.replace(/[^A-Za-z0-9]/g, "-");
  write(join(user, "projects", slug, "memory/MEMORY.md"), "BAIT-memory");
  for (const [name, root] of [
    ["user", user],
    ["parent", join(directory, "parent/.claude")],
    ["top", join(directory, ".claude")],
  ] as const) {
    write(
      join(root, `skills/BAIT-${name}-skill/SKILL.md`),
      `---\nname: BAIT-${name}-skill\ndescription: d\n---\nx`,
    );
    write(join(root, "agents/b.md"), `---\nname: BAIT-${name}-agent\ndescription: d\n---\nx`);
    write(join(root, "commands/BAIT.md"), `---\ndescription: BAIT-${name}-command\n---\nx`);
    write(join(root, "output-styles/bait.md"), `---\nname: bait\ndescription: d\n---\nBAIT-${name}-style`);
  }
  for (const [name, parent] of [
    ["parent", join(directory, "parent")],
    ["top", directory],
  ] as const) {
    write(join(parent, "CLAUDE.md"), `BAIT-${name}-md`);
    write(join(parent, "CLAUDE.local.md"), `BAIT-${name}-local`);
    write(join(parent, "AGENTS.md"), `BAIT-${name}-agents-md`);
    write(join(parent, ".claude/rules/r.md"), `BAIT-${name}-rule`);
    write(
      join(parent, ".mcp.json"),
      JSON.stringify({ mcpServers: { "bait-project": { command: "/bin/false" } } }),
    );
  }
}

/** The markers in a text, each once, sorted. */
export function baitIn(text: string): string[] {
  return [...new Set(text.match(/BAIT-[a-z-]+/g) ?? [])].sort();
}
