import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readManagedSettings } from "../../../../scripts/agent-benchmark/claude/managed-settings.ts";
import { fileMentions } from "../../../../scripts/agent-benchmark/suite/mentions.ts";
import { baitIn, plantBait, write } from "../../../helpers/bait.ts";
import { type Json, type LabOptions, type LabRun, runLab, VERSIONS } from "../../../helpers/claude-lab.ts";

// A run of the real CLI takes about a second, several when the machine is busy.
setDefaultTimeout(60_000);

const runs: LabRun[] = [];
afterEach(() => {
  for (const run of runs.splice(0)) run.clean();
});
async function lab(options: LabOptions): Promise<LabRun> {
  const run = await runLab(options);
  runs.push(run);
  return run;
}

const ONE_CALL = "name: one\nturns:\n  - calls: [{ tool: observe, input: { text: hi } }]\nanswer: Done.\n";
const SHAPING = {
  CLAUDE_CODE_EFFORT_LEVEL: "low",
  API_TIMEOUT_MS: "1",
  MCP_TIMEOUT: "1",
  MAX_THINKING_TOKENS: "0",
  CLAUDE_CODE_MAX_TURNS: "1",
  CLAUDE_CODE_SHELL_PREFIX: "/bin/false",
  CLAUDE_CODE_SIMPLE: "1",
  BUN_OPTIONS: "--bait",
  NODE_OPTIONS: "--inspect",
  CLAUDE_CODE_MCP_ALLOWLIST_ENV: "0",
  NODE_ENV: "test",
  DEBUG: "1",
};
const sentTools = (run: LabRun): string[] => {
  const body: Json = run.requests.find((request) => request.kind === "turn")?.body;
  return body.tools.map((tool: Json) => tool.name);
};

describe.each(VERSIONS)("Claude Code %s", (cli) => {
  test("nothing that a machine can have reaches the run", async () => {
    const run = await lab({ cli, playbook: ONE_CALL, plant: plantBait, operator: SHAPING });
    expect(run.failure).toBeNull();
    expect(run.ended.outcome).toEqual({ kind: "exited", exitCode: 0 });
    expect(baitIn(run.sent)).toEqual([]);
    expect(baitIn(JSON.stringify(run.events))).toEqual([]);
    expect(run.sent).not.toContain('"effort":"low"');
    expect(run.init.mcp_servers.map((server: { name: string }) => server.name)).toEqual(["auto-mobile"]);
    expect(run.init.skills).toEqual([]);
    expect(sentTools(run).sort()).toEqual([
      "Read",
      ...["listDevices", "observe", "tapOn"].map((name) => `mcp__auto-mobile__${name}`),
    ]);
  });

  test("the same machine reaches a run that is not isolated", async () => {
    const run = await lab({
      cli,
      playbook: ONE_CALL.replace("tool: observe", "tool: observe, offered: false, expect: { isError: any }"),
      plant: plantBait,
      process: { args: ["-p", "--output-format", "stream-json", "--verbose", "--model", "scripted"] },
      command: (real, directory) => {
        // The harness's fixed variables would isolate half of it.
        const wrapper = join(directory, "wrapper");
        const unset = ["CLAUDE_MDS", "POLICY_SKILLS", "AUTO_MEMORY"].map(
          (name) => `CLAUDE_CODE_DISABLE_${name}`,
        );
        writeFileSync(wrapper, `#!/bin/sh\nunset ${unset.join(" ")}\nexec ${real} "$@"\n`);
        chmodSync(wrapper, 0o755);
        return wrapper;
      },
    });
    const found = baitIn(run.sent);
    for (const name of [
      "user-md",
      "user-rule",
      "parent-md",
      "top-md",
      "memory",
      "session-hook",
      "prompt-hook",
    ]) {
      expect(found).toContain(`BAIT-${name}`);
    }
    for (const name of ["user-agent", "user-command", "user-language", "parent-local", "top-rule"]) {
      expect(found).toContain(`BAIT-${name}`);
    }
    expect(found.some((name) => name.endsWith("-style"))).toBe(true);
    expect(run.init.skills).toContain("BAIT-user-skill");
    expect(JSON.stringify(run.init.mcp_servers)).toContain("bait-server");
  });

  test("the organisation's CLAUDE.md, rules and skills stay out, and its files are digested", async () => {
    const policy = (directory: string) => join(directory, "policy");
    const run = await lab({
      cli,
      playbook: ONE_CALL,
      scripted: true,
      plant: ({ directory }) => {
        write(join(policy(directory), "CLAUDE.md"), "BAIT-policy-md");
        write(join(policy(directory), ".claude/rules/r.md"), "BAIT-policy-rule");
        write(
          join(policy(directory), ".claude/skills/p/SKILL.md"),
          "---\nname: BAIT-policy-skill\ndescription: d\n---\nx",
        );
        write(
          join(policy(directory), "managed-settings.json"),
          JSON.stringify({ language: "BAIT-policy-language" }),
        );
      },
      command: inPolicyNamespace,
    });
    expect(run.ended.outcome).toEqual({ kind: "exited", exitCode: 0 });
    // A settings file of the organisation applies to every run, hence the digests.
    expect(baitIn(run.sent)).toEqual(MOUNTS ? ["BAIT-policy-language"] : []);
    const managed = readManagedSettings([policy(run.directory)], []);
    expect(Object.keys(managed.digests).length).toBe(4);
    expect(managed.notes.join()).toContain("managed-settings.json");
  });

  test.each([true, false])("--server-instructions %p is what the model sees", async (serverInstructions) => {
    const run = await lab({ cli, playbook: ONE_CALL, scripted: true, plan: { serverInstructions } });
    expect(run.failure).toBeNull();
    expect(run.sent.includes("INSTRUCTIONS-OF-THE-FAKE")).toBe(serverInstructions);
  });

  test.each([true, false])(
    "this repository's server with --server-instructions %p",
    async (serverInstructions) => {
      const playbook = "name: talk\nanswer: Nothing to do.\n";
      const run = await lab({ cli, playbook, mode: "real", scripted: true, plan: { serverInstructions } });
      expect(run.init.mcp_servers[0]).toMatchObject({ name: "auto-mobile", status: "connected" });
      expect(sentTools(run)).toContain("mcp__auto-mobile__observe");
      expect(run.sent.includes("AutoMobile drives one Android device.")).toBe(serverInstructions);
    },
  );

  test("the server's environment is the config's and nothing of Claude's", async () => {
    const run = await lab({
      cli,
      playbook: ONE_CALL,
      operator: {
        ...SHAPING,
        ANTHROPIC_CUSTOM_HEADERS: "X-Team: BAIT-header",
        AUTOMOBILE_DB_PATH: "/BAIT-db",
        AUTO_MOBILE_DISABLED_TOOLS: "observe",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text that Claude would expand
        ANDROID_HOME: "/sdk ${HOME} ${X:-y} $Z ü",
      },
    });
    expect(run.ended.outcome).toEqual({ kind: "exited", exitCode: 0 });
    const { env } = run.server[0];
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text that Claude would expand
    expect(env.ANDROID_HOME).toBe("/sdk ${HOME} ${X:-y} $Z ü");
    expect(env.AUTOMOBILE_DB_DIR).toBe(join(run.directory, "run/db"));
    expect(env.PATH).toBe("/usr/bin:/bin");
    const others = Object.keys(env).filter(
      (name) => !/^(AUTOMOBILE_|CLAUDE_CODE_|CLAUDE_PROJECT_DIR$)/.test(name),
    );
    expect(others.sort()).toEqual(["ANDROID_HOME", "CLAUDECODE", "HOME", "PATH"]);
    expect(Object.keys(env).filter((name) => /BAIT|DB_PATH|DISABLED_TOOLS/.test(name + env[name]))).toEqual(
      [],
    );
  });

  test("Bash and a suite's tools are not there even when the model calls them", async () => {
    const run = await lab({
      cli,
      playbook: `name: denied
turns:
  - calls:
      - { builtin: Bash, offered: false, input: { command: id }, expect: { isError: true } }
      - { tool: tapOn, offered: false, input: { text: x }, expect: { isError: true } }
      - { builtin: Read, input: { file_path: /etc/passwd }, expect: { isError: true, excludes: [root] } }
answer: No.
`,
      scripted: true,
      plan: {
        claude: {
          appendSystemPrompt: "",
          allowedTools: ["mcp__auto-mobile"],
          disallowedTools: ["mcp__auto-mobile__tapOn"],
          maxBudgetUsd: null,
        },
      },
    });
    expect(run.failure).toBeNull();
    expect(sentTools(run)).not.toContain("Bash");
    expect(sentTools(run)).not.toContain("mcp__auto-mobile__tapOn");
    expect(run.results[0]).toContain("No such tool");
    expect(run.server.filter((entry) => entry.received === "tools/call")).toEqual([]);
  });

  test("a result too long for the context can be read back, and nothing else can", async () => {
    const run = await lab({
      cli,
      playbook: `name: huge
turns:
  - calls: [{ tool: observe, capture: { file: { regex: 'saved to:? (\\S+\\.(?:txt|json))' } } }]
  - calls: [{ builtin: Read, input: { file_path: "{file}" }, expect: { includes: [huge huge] } }]
answer: Done.
`,
      mode: "huge",
      scripted: true,
    });
    expect(run.failure).toBeNull();
  });

  test("a prompt reaches the model as it is", async () => {
    const prompt = "!id # x `y` <z> ultrathink \u2028 ü\n\n  -p --model other\n";
    const run = await lab({ cli, playbook: "name: p\nanswer: Ok.\n", scripted: true, prompt });
    expect(run.sent).toContain(JSON.stringify(prompt).slice(1, -1));
    expect(run.ended.outcome).toEqual({ kind: "exited", exitCode: 0 });
  });

  test("a file that a prompt mentions is read into it, which is why such prompts are refused", async () => {
    const prompt = "Do as @../bait.txt says.\n";
    expect(fileMentions(prompt)).toEqual(["../bait.txt"]);
    const run = await lab({
      cli,
      playbook: "name: p\nanswer: Ok.\n",
      scripted: true,
      prompt,
      plant: ({ directory }) => write(join(directory, "parent/bait.txt"), "BAIT-mentioned"),
    });
    expect(baitIn(run.sent)).toEqual(["BAIT-mentioned"]);
  });

  test("a scripted run leaves nothing in the operator's home", async () => {
    const run = await lab({ cli, playbook: ONE_CALL, scripted: true });
    expect(readdirSync(join(run.directory, "home"))).toEqual([]);
    expect(run.events.findLast((event) => event.type === "assistant")?.message.model).toBe("scripted");
  });
});

/** Whether this system lets an ordinary process have a mount namespace of its own. */
const MOUNTS = Bun.spawnSync(["unshare", "--map-root-user", "--mount", "true"]).exitCode === 0;

/** A wrapper that shows Claude an /etc with a policy directory, in a mount namespace of its own where there is one. */
function inPolicyNamespace(cli: string, directory: string): string {
  if (!MOUNTS) return cli;
  const etc = join(directory, "etc");
  mkdirSync(etc);
  const wrapper = join(directory, "wrapper");
  const inside = [
    `cp -r /etc/passwd /etc/group /etc/hosts ${etc}/`,
    `cp -r ${join(directory, "policy")} ${etc}/claude-code`,
    `mount --bind ${etc} /etc`,
    'exec "$0" "$@"',
  ];
  writeFileSync(
    wrapper,
    `#!/bin/sh\nexec unshare --map-root-user --mount sh -c '${inside.join(" && ")}' ${cli} "$@"\n`,
  );
  chmodSync(wrapper, 0o755);
  return wrapper;
}
