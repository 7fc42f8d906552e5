import { describe, expect, test } from "bun:test";
import { flags, helpText, parseServerOptions } from "../../../src/modes/options.ts";

function parsed(...argv: string[]) {
  const result = parseServerOptions(argv);
  return result.ok ? result.options : result.problems;
}

describe("process modes", () => {
  test.each([
    [[], { kind: "proxy", autoStart: true }],
    [["--no-daemon"], { kind: "proxy", autoStart: false }],
    [["--no-proxy"], { kind: "direct" }],
    [["--direct"], { kind: "direct" }],
    [["--no-proxy", "--direct"], { kind: "direct" }],
    [["--daemon-mode", "--port", "3001", "--strict-port"], { kind: "daemon" }],
    [["--daemon", "stop"], { kind: "manage", command: "stop" }],
    [["--daemon=health"], { kind: "manage", command: "health" }],
    [["--cli", "observe"], { kind: "cli", tool: "observe", arguments: {} }],
    [["--help", "--daemon", "stop"], { kind: "help" }],
    [["--version"], { kind: "version" }],
  ])("%j", (argv, mode) => {
    expect(parsed(...argv)).toMatchObject({ mode });
  });

  test("--cli takes JSON or plain values, and --args a whole object", () => {
    expect(
      parsed(
        "--cli",
        "tapOn",
        "--args",
        '{"text":"Add","index":0}',
        "--param",
        "index=2",
        "--param",
        "text=a=b",
      ),
    ).toMatchObject({ mode: { arguments: { text: "a=b", index: 2 } } });
  });

  test("tools are switched by repeated flags", () => {
    expect(
      parsed("--enable-tool", "a", "--enable-tool=b", "--disable-tool", "c", "--instructions"),
    ).toMatchObject({
      enableTools: ["a", "b"],
      disableTools: ["c"],
      instructions: true,
    });
  });
});

describe("mistakes", () => {
  test("each is named, with the nearest option", () => {
    expect(parsed("--no-prxy", "stray", "--daemon", "stpo", "--enable-tool")).toEqual([
      "Unknown option --no-prxy. Did you mean --no-proxy?",
      'Unexpected argument "stray".',
      "--enable-tool needs a value: --enable-tool <name>.",
      'Unknown daemon command "stpo". It is one of start, stop, restart, status, health.',
    ]);
    expect(parsed("-x")).toEqual(["Unknown option -x."]);
    expect(parsed("--constructor")).toEqual(["Unknown option --constructor."]);
  });

  test("a value that is another option, or empty, is none", () => {
    expect(parsed("--daemon", "--json")).toEqual([
      "--daemon needs a value: --daemon <start|stop|restart|status|health>.",
    ]);
    expect(parsed("--cli=")).toEqual(["--cli needs a value: --cli <tool>."]);
    expect(parsed("--json=1")).toEqual(["--json takes no value."]);
  });

  test("modes don't combine, arguments need --cli", () => {
    expect(parsed("--no-proxy", "--daemon", "stop")).toEqual(["--no-proxy and --daemon cannot be combined."]);
    expect(parsed("--param", "a=1")).toEqual(["--param only goes with --cli."]);
    expect(parsed("--cli", "x", "--param", "a", "--args", "[1]")).toEqual([
      "--args is not a JSON object: [1]",
      '--param needs key=value, not "a".',
    ]);
  });
});

test("--help names every flag", () => {
  for (const name of Object.keys(flags)) expect(helpText()).toContain(`--${name}`);
});
