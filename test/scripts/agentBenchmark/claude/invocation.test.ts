import { expect, test } from "bun:test";
import {
  type InvocationOptions,
  isRunShapingClaudeVariable,
  planInvocation,
  RUN_SHAPING_CLAUDE_VARIABLES,
  shellCommand,
} from "../../../../scripts/agent-benchmark/invocation.ts";
import { claimRoots, readEnvironment } from "../../../../src/environment.ts";

const base: InvocationOptions = {
  command: "/opt/claude",
  claude: {
    appendSystemPrompt: "",
    allowedTools: ["mcp__auto-mobile"],
    disallowedTools: [],
    maxBudgetUsd: null,
  },
  model: null,
  deviceSerial: "emulator-5554",
  packageName: "dev.example",
  places: {
    serverRoot: "/srv/auto mobile",
    auxSocketDirectory: "/tmp/aux",
    databaseDirectory: "/run/db",
    dataDirectory: "/run/data",
    logDirectory: "/run/logs",
  },
  mcpConfigPath: "/run/mcp-config.json",
  cwd: "/tmp/empty",
  serverInstructions: false,
  bun: "/usr/bin/bun",
  inherited: { PATH: "/repo/node_modules/.bin:/usr/bin", HOME: "/home/me" },
  inheritedCwd: "/work",
  home: "/home/me",
  platform: "linux",
  scripted: null,
  temporaryDirectory: null,
  hiddenFromPath: ["/repo/node_modules/.bin"],
};
const plan = (options: Partial<InvocationOptions> = {}) => planInvocation({ ...base, ...options });
const envOf = (inherited: Record<string, string>, options: Partial<InvocationOptions> = {}) =>
  plan({ inherited, ...options }).environment;
const after = (args: string[], flag: string) => args[args.indexOf(flag) + 1];

test("the arguments isolate the run and never carry the prompt", () => {
  expect(plan().args).toEqual([
    ...["-p", "--output-format", "stream-json", "--verbose", "--strict-mcp-config"],
    ...["--mcp-config", "/run/mcp-config.json", "--setting-sources", "", "--permission-mode", "default"],
    ...["--no-session-persistence", "--disable-slash-commands", "--tools", "Read"],
    ...["--allowedTools", "mcp__auto-mobile", "--disallowedTools", "Bash,PowerShell"],
    "--append-system-prompt",
    "Use the Android device with the serial emulator-5554 and the app dev.example. Drive them with the auto-mobile tools.",
  ]);
});

test("a suite's model, budget, tools and words are added", () => {
  const { args } = plan({
    model: "claude-sonnet-5-5",
    claude: {
      appendSystemPrompt: " Be brief. ",
      allowedTools: ["mcp__auto-mobile", "Agent", "WebFetch(domain:x.org)", "Bash(ls *)"],
      disallowedTools: ["mcp__auto-mobile__openLink", "Bash"],
      maxBudgetUsd: 0.5,
    },
  });
  expect(after(args, "--model")).toBe("claude-sonnet-5-5");
  expect(after(args, "--max-budget-usd")).toBe("0.5");
  expect(after(args, "--tools")).toBe("Read,Agent,WebFetch");
  expect(after(args, "--disallowedTools")).toBe("Bash,PowerShell,mcp__auto-mobile__openLink");
  expect(after(args, "--append-system-prompt")).toEndWith("\n\nBe brief.");
});

test("a suite can take Read away too", () => {
  const claude = { ...base.claude, disallowedTools: ["Read"] };
  expect(after(plan({ claude }).args, "--tools")).toBe("");
});

test.each([
  ...["CLAUDE_CODE_EFFORT_LEVEL", "CLAUDE_CODE_SUBAGENT_MODEL", "CLAUDE_CODE_MAX_TURNS", "MCP_TOOL_TIMEOUT"],
  ...[
    "DISABLE_PROMPT_CACHING",
    "DISABLE_PROMPT_CACHING_HAIKU",
    "ENABLE_PROMPT_CACHING_1H_BEDROCK",
    "FORCE_PROMPT_CACHING_5M",
  ],
  ...[
    "API_TIMEOUT_MS",
    "CLAUDE_BYTE_STREAM_IDLE_TIMEOUT_MS",
    "CLAUDE_ENABLE_STREAM_WATCHDOG",
    "ANTHROPIC_BETAS",
  ],
  ...[
    "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS",
    "CLAUDE_CODE_USE_POWERSHELL_TOOL",
    "CLAUDE_CODE_SHELL_PREFIX",
  ],
  ...[
    "NODE_OPTIONS",
    "BUN_OPTIONS",
    "NODE_ENV",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "ENABLE_TOOL_SEARCH",
  ],
  ...[
    "BASH_MAX_TIMEOUT_MS",
    "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD",
    "CLAUDE_CODE_EXTRA_BODY",
    "DEBUG",
    "CI",
  ],
  ...["CLAUDE_SOMETHING_NEW_TIMEOUT_MS", "MCP_SOMETHING_NEW", "CLAUDE_CODE_DISABLE_SOMETHING_NEW"],
])("%s shapes a run and is not passed on", (name) => {
  expect(isRunShapingClaudeVariable(name)).toBe(true);
  const { env, removed } = envOf({ [name]: "planted" });
  expect(Object.values(env)).not.toContain("planted");
  expect(removed).toContain(name);
});

test.each([
  ...[
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CONFIG_DIR",
    "AWS_PROFILE",
  ],
  ...[
    "AWS_BEARER_TOKEN_BEDROCK",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "ANTHROPIC_FOUNDRY_API_KEY",
    "CLAUDE_CODE_CLIENT_CERT",
  ],
  ...[
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_BEDROCK_BASE_URL",
    "ANTHROPIC_CUSTOM_HEADERS",
    "ANTHROPIC_VERTEX_PROJECT_ID",
  ],
  ...[
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
    "CLAUDE_CODE_SKIP_BEDROCK_AUTH",
    "CLOUD_ML_REGION",
  ],
  ...["VERTEX_REGION_CLAUDE_4_6_SONNET", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "NODE_EXTRA_CA_CERTS"],
  ...[
    "ANTHROPIC_MODEL",
    "ANTHROPIC_DEFAULT_SONNET_MODEL",
    "ANTHROPIC_SMALL_FAST_MODEL",
    "CLAUDE_CODE_HTTP_PROXY",
  ],
  "CLAUDE_CODE_API_KEY_HELPER_TTL_MS",
])("%s is the operator's and is passed on, but not to a scripted run", (name) => {
  expect(isRunShapingClaudeVariable(name)).toBe(false);
  const { env, kept } = envOf({ [name]: "planted" });
  expect(env[name]).toBe("planted");
  expect(kept[name]).toBeDefined();
  const scripted = { url: "http://127.0.0.1:1", home: "/tmp/h", configDirectory: "/tmp/h/.claude" };
  expect(Object.values(envOf({ [name]: "planted" }, { scripted }).env)).not.toContain("planted");
});

test("what nobody decided to keep is not passed on", () => {
  const { env, removed } = envOf({
    MY_DATABASE_PASSWORD: "x",
    npm_config_registry: "y",
    ANDROID_HOME: "/sdk",
  });
  expect(removed).toEqual(["ANDROID_HOME", "MY_DATABASE_PASSWORD", "npm_config_registry"]);
  expect(Object.keys(env).sort()).toEqual(Object.keys(plan().environment.set).sort());
});

test("the fixed values win over the operator's", () => {
  const { env } = envOf({
    MCP_CONNECTION_NONBLOCKING: "1",
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: "0",
    TZ: "Asia/Tokyo",
  });
  expect(env).toMatchObject({
    MCP_CONNECTION_NONBLOCKING: "0",
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
    CLAUDE_CODE_DISABLE_POLICY_SKILLS: "1",
    TZ: "UTC",
  });
});

test("the repository's own tools are not on Claude's PATH", () => {
  expect(plan().environment.env.PATH).toBe("/usr/bin");
  expect(plan({ inherited: { PATH: "::/repo/node_modules/.bin/:/bin:" } }).environment.env.PATH).toBe("/bin");
});

test("a scripted run has a home, a configuration and a key of its own", () => {
  const scripted = {
    url: "http://127.0.0.1:9",
    home: "/tmp/h",
    configDirectory: "/tmp/h/.claude",
    maxRetries: 1,
  };
  const { env } = plan({ scripted }).environment;
  expect(env).toMatchObject({
    HOME: "/tmp/h",
    CLAUDE_CONFIG_DIR: "/tmp/h/.claude",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
    CLAUDE_CODE_MAX_RETRIES: "1",
    PATH: "/usr/bin",
  });
});

test("on Windows names are compared without case, and what programs need is there", () => {
  const { env } = envOf(
    { Path: "C:\\x;C:\\repo", SystemRoot: "C:\\W", node_env: "x" },
    { platform: "win32" },
  );
  expect(env).toMatchObject({ Path: "C:\\x;C:\\repo", SystemRoot: "C:\\W" });
});

test("the server's entry runs the build with bun and has a complete environment of its own", () => {
  const { mcpConfig, serverEnvironment } = plan({
    inherited: {
      ...base.inherited,
      ANTHROPIC_API_KEY: "secret",
      NODE_ENV: "test",
      AUTOMOBILE_DB_PATH: "/mine.db",
      AUTO_MOBILE_DISABLED_TOOLS: "observe",
      ANDROID_SERIAL: "x",
      ANDROID_HOME: "sdk",
      ADB_SERVER_SOCKET: "localfilesystem:adb.sock",
      ANDROID_ADB_SERVER_PORT: "5038",
      AUTO_MOBILE_ADB_SERVER_COORDINATION_DIR: "claims",
    },
  });
  expect(mcpConfig.mcpServers["auto-mobile"]).toEqual({
    type: "stdio",
    command: "/usr/bin/bun",
    args: ["/srv/auto mobile/dist/src/index.js"],
    alwaysLoad: true,
    env: {
      PATH: "/repo/node_modules/.bin:/usr/bin",
      HOME: "/home/me",
      ANDROID_HOME: "/work/sdk",
      ADB_SERVER_SOCKET: "localfilesystem:/work/adb.sock",
      ANDROID_ADB_SERVER_PORT: "5038",
      AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: "/work/claims",
      AUTO_MOBILE_ADB_SERVER_COORDINATION_DIR: "/work/claims",
      AUTOMOBILE_COORDINATION_DIR: "/home/me/.auto-mobile",
      AUTOMOBILE_AUX_SOCKET_DIR: "/tmp/aux",
      AUTOMOBILE_DB_DIR: "/run/db",
      AUTOMOBILE_DATA_DIR: "/run/data",
      AUTOMOBILE_LOG_DIR: "/run/logs",
    },
  });
  expect(mcpConfig.mcpServers["auto-mobile"].env).toEqual(serverEnvironment);
});

test("the current name of the coordination directory wins over the legacy one", () => {
  const { serverEnvironment } = plan({
    inherited: {
      AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: "/a",
      AUTO_MOBILE_ADB_SERVER_COORDINATION_DIR: "/b",
    },
  });
  expect(serverEnvironment.AUTOMOBILE_ADB_SERVER_COORDINATION_DIR).toBe("/a");
  expect(Object.values(serverEnvironment)).not.toContain("/b");
});

test("the server looks for claims where the harness does, whatever home it ends up with", () => {
  const { serverEnvironment } = plan({ inherited: { PATH: "/usr/bin" } });
  expect(serverEnvironment.HOME).toBeUndefined();
  const theServers = readEnvironment(serverEnvironment, "/tmp/empty", "/tmp/private-home");
  const theHarnesss = claimRoots({ PATH: "/usr/bin" }, "/work", "/home/me");
  expect(theServers.ok && theServers.environment).toMatchObject({
    adbRoot: theHarnesss.adbRoot,
    coordinationDirectory: theHarnesss.coordination,
  });
  expect(theHarnesss.adbRoot).toBe("/home/me/.auto-mobile/adb-servers");
});

test("the server keeps the operator's home in a scripted run: claims are shared", () => {
  const scripted = { url: "http://127.0.0.1:9", home: "/tmp/h", configDirectory: "/tmp/h/.claude" };
  expect(plan({ scripted }).serverEnvironment.HOME).toBe("/home/me");
});

test("--server-instructions is one variable of the server", () => {
  expect(plan().serverEnvironment.AUTOMOBILE_SERVER_INSTRUCTIONS).toBeUndefined();
  expect(plan({ serverInstructions: true }).serverEnvironment.AUTOMOBILE_SERVER_INSTRUCTIONS).toBe("1");
});

test("the printed command carries no value of the operator's variables", () => {
  const text = shellCommand(
    plan({ inherited: { PATH: "/bin", ANTHROPIC_API_KEY: "sk-secret" } }),
    "/run/it's.md",
  );
  expect(text).not.toContain("sk-secret");
  expect(text).toStartWith('cd /tmp/empty && env -i ANTHROPIC_API_KEY="$ANTHROPIC_API_KEY" PATH="$PATH" ');
  expect(text).toEndWith(" < '/run/it'\\''s.md'");
  expect(text).toContain("--setting-sources '' ");
});

test("the printed command is what a shell runs", () => {
  const awkward = { ...base, command: "/usr/bin/printf", cwd: "/" };
  const invocation = planInvocation({
    ...awkward,
    claude: { ...base.claude, appendSystemPrompt: 'it\'s $HOME `x` "y"\n\\n' },
  });
  invocation.args = ["%s\\0", ...invocation.args];
  const ran = Bun.spawnSync(["/bin/sh", "-c", shellCommand(invocation, "/dev/null")], {
    env: { PATH: "/bin" },
  });
  expect(ran.stdout.toString().split("\0").slice(0, -1)).toEqual(invocation.args.slice(1));
});

test("the list names at least what was measured to change a run", () => {
  expect(RUN_SHAPING_CLAUDE_VARIABLES.size).toBeGreaterThan(100);
});
