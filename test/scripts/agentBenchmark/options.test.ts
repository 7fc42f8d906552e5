import { describe, expect, test } from "bun:test";
import { UsageError } from "../../../scripts/agent-benchmark/errors.ts";
import { FLAGS } from "../../../scripts/agent-benchmark/flags.ts";
import { helpText } from "../../../scripts/agent-benchmark/help.ts";
import { formatUsage, parseOptions } from "../../../scripts/agent-benchmark/options.ts";

const refusal = (...args: string[]): string[] => {
  try {
    parseOptions(args);
  } catch (error) {
    if (error instanceof UsageError) return error.problems.map((problem) => problem.message);
    throw error;
  }
  throw new Error("the options were accepted");
};

describe("options that are accepted", () => {
  test("one suite, everything else by default", () => {
    expect(parseOptions(["--suite", "bug-repro"])).toEqual({
      mode: "run",
      trials: null,
      retryIncomplete: false,
      suites: ["bug-repro"],
      device: null,
      model: null,
      serverInstructions: false,
      serverRoot: null,
      claude: null,
      output: null,
      json: false,
      html: false,
    });
  });

  test("every option of a run", () => {
    expect(
      parseOptions([
        ...["--suite", "a", "--suite=b/c.yml", "--device", "emulator-5554", "--model", "some-model"],
        ...[
          "--server-instructions",
          "--server-root",
          "../x",
          "--claude",
          "./claude",
          "--output",
          "out",
          "--json",
        ],
      ]),
    ).toEqual({
      mode: "run",
      trials: null,
      retryIncomplete: false,
      suites: ["a", "b/c.yml"],
      device: "emulator-5554",
      model: "some-model",
      serverInstructions: true,
      serverRoot: "../x",
      claude: "./claude",
      output: "out",
      json: true,
      html: false,
    });
  });

  test("trials, with a repeat of what is incomplete", () => {
    expect(parseOptions(["--all", "--trials", "5", "--retry", "incomplete"])).toMatchObject({
      mode: "run",
      trials: 5,
      retryIncomplete: true,
    });
  });

  test("a session to go on with takes its settings from the session", () => {
    expect(parseOptions(["--resume", "s", "--json"])).toEqual({
      mode: "resume",
      session: "s",
      retryIncomplete: false,
      json: true,
      html: false,
    });
    expect(refusal("--resume", "s", "--model", "x")).toEqual([
      "--model can't be combined with --resume, which takes its settings from the session.",
    ]);
  });

  test("suites to prove, never with a model", () => {
    expect(parseOptions(["--all", "--prove", "--device", "virtual"])).toMatchObject({
      mode: "prove",
      suites: null,
    });
    expect(refusal("--all", "--prove", "--model", "x")).toEqual([
      "--model can't be combined with --prove, which plays playbooks instead of a model.",
    ]);
  });

  test.each(["0", "-1", "2.5", "1e3", "x", "1001"])("--trials %s is refused", (trials) => {
    expect(refusal("--all", `--trials=${trials}`)).toEqual([
      `--trials needs a whole number from 1 to 1000, not "${trials}".`,
    ]);
  });

  test("--retry knows one word and belongs to a session", () => {
    expect(refusal("--all", "--retry", "failed")).toEqual([
      '--retry knows only "incomplete": --retry incomplete.',
      "--retry belongs to a session: give it with --trials or --resume.",
    ]);
  });

  test("all suites, dry", () => {
    expect(parseOptions(["--all", "--dry-run"])).toMatchObject({ mode: "dry-run", suites: null });
  });

  test("several results", () => {
    expect(parseOptions(["--from-result", "a", "--from-result", "b/result.json", "--json"])).toEqual({
      mode: "from-result",
      paths: ["a", "b/result.json"],
      json: true,
      html: false,
    });
  });

  test("a leading -- as package runners pass it", () => {
    expect(parseOptions(["--", "--all"])).toMatchObject({ mode: "run", suites: null });
  });

  test.each([[["--help"]], [["-h"]], [["--suite", "x", "--all", "--help"]]])("help wins: %j", (args) => {
    expect(parseOptions(args)).toEqual({ mode: "help" });
  });

  test("a value that starts with dashes is given with =", () => {
    expect(parseOptions(["--suite=--odd"])).toMatchObject({ suites: ["--odd"] });
  });
});

describe("options that are refused", () => {
  test.each([
    [[], "Say what to run: --suite <name>, --all, or --from-result <dir>."],
    [["--dry-run"], "Say what to run: --suite <name>, --all, or --from-result <dir>."],
    [["--suite", "x", "--all"], "--suite and --all can't be combined."],
    [["--suite", "x", "--model", ""], "--model needs a value that is not blank: --model <model>."],
    [["--suite", "x", "--model="], "--model needs a value that is not blank: --model <model>."],
    [["--suite", " "], "--suite needs a value that is not blank: --suite <name|path.yml>."],
    [["--all", "--device"], "--device needs a value: --device <serial>."],
    [["--all", "--device", "--json"], "--device needs a value: --device <serial>."],
    [["--all", "--json=yes"], "--json takes no value."],
    [["--all", "--model", "a", "--model", "b"], "--model can be given only once."],
    [["--all", "--devise", "x"], "There is no option --devise. Did you mean --device?"],
    [["--all", "-j"], "There is no option -j."],
    [["--all", "--no-json"], "There is no option --no-json."],
    [["--all", "--toString"], "There is no option --toString."],
    [
      ["--from-result", "d", "--model", "x"],
      "--model can't be combined with --from-result, which reads an earlier run.",
    ],
    [
      ["--from-result", "d", "--suite", "x"],
      "--suite can't be combined with --from-result, which reads an earlier run.",
    ],
    [
      ["--from-result", "d", "--dry-run"],
      "--dry-run can't be combined with --from-result, which reads an earlier run.",
    ],
    [["--all", "--output", "a\u0000b"], "The value of --output contains control characters."],
  ])("%j", (args, message) => {
    expect(refusal(...args)).toContain(message);
  });

  test("a suite without --suite says how to name it", () => {
    expect(refusal("bug-repro")[0]).toBe(
      '"bug-repro" is not expected here. A suite is named with --suite bug-repro.',
    );
  });

  test("several mistakes at once, each on one line, then where help is", () => {
    const messages = refusal("--sute", "x", "--model", "");
    expect(formatUsage(messages.map((message) => ({ code: "USAGE", message })))).toBe(
      [
        "bench:agent: There is no option --sute. Did you mean --suite?",
        "bench:agent: --model needs a value that is not blank: --model <model>.",
        "Run with --help to see every option.",
      ].join("\n"),
    );
  });
});

describe("help", () => {
  test("names every flag and fits the width", () => {
    const text = helpText(80);
    for (const flag of FLAGS) expect(text).toContain(`--${flag.name}`);
    const descriptions = text
      .split("\n")
      .filter((line) => line.startsWith("  --") || line.startsWith("      "));
    expect(Math.max(...descriptions.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
