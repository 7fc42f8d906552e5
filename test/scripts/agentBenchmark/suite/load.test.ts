import { describe, expect, test } from "bun:test";
import { formatProblem } from "../../../../scripts/agent-benchmark/errors.ts";
import { load, loaded, problems, SMALLEST } from "./suite-source.ts";

const DOCUMENTED = `name: bug-repro # must match the file name
platform: android
prompt: ../prompts/bug-repro.txt # relative to this file
app:
  packageName: dev.jasonpearson.automobile.playground
  # apkPath: path/to/app.apk        # optional, relative to the repo root
preflight:
  clearAppData: true # default true
  sharedPreferences: # optional; written via run-as (debuggable builds)
    onboarding_prefs:
      onboarding_completed: true
  launchUri: automobile://playground/demos/bugs/repro
  settleSeconds: 2 # default 2
  startScreenIncludes: [] # optional; text the app must show before Claude starts
claude:
  model: claude-sonnet-5-5 # optional; --model overrides it
  appendSystemPrompt: "" # optional; {deviceSerial} {packageName} {runDirectory}
  allowedTools: [mcp__auto-mobile] # default
  disallowedTools: [] # Bash is always denied; entries here add to it
  maxBudgetUsd: 2 # optional hard spend cap per run
  timeoutSeconds: 600 # default 900
verify:
  answerIncludes: ["EXPECTED_COUNT: 3"]
  screenIncludes: ["Expected count: 3"]
failurePatterns: [] # substrings in tool results counted as stumbles
ignoredFailurePatterns: [] # results containing these are not stumbles
baseline: {} # optional; see below
baselineToolSequence: [] # optional
`;

describe("a suite that loads", () => {
  test("the smallest one has every default of the documentation", () => {
    expect(loaded(SMALLEST)).toEqual({
      name: "demo",
      path: "/suites/demo.yml",
      platform: "android",
      prompt: { path: "/suites/demo.txt", text: "Open the app." },
      app: { packageName: "com.example.app", apkPath: null, writtenApkPath: null },
      preflight: {
        clearAppData: true,
        sharedPreferences: {},
        launchUri: null,
        settleSeconds: 2,
        startScreenIncludes: [],
      },
      claude: {
        model: null,
        appendSystemPrompt: "",
        allowedTools: ["mcp__auto-mobile"],
        disallowedTools: [],
        maxBudgetUsd: null,
        timeoutSeconds: 900,
      },
      verify: { answerIncludes: [], screenIncludes: ["Done"] },
      failurePatterns: [],
      ignoredFailurePatterns: [],
      task: { minSteps: null, difficulty: null, category: null },
      baseline: null,
      baselineToolSequence: [],
    });
  });

  test("the suite of the documentation loads, with what it says", () => {
    const suite = loaded(DOCUMENTED, { path: "/suites/bug-repro.yml", shown: "bug-repro.yml" });
    expect(suite).toMatchObject({
      prompt: { path: "/prompts/bug-repro.txt" },
      app: { packageName: "dev.jasonpearson.automobile.playground", apkPath: null },
      preflight: {
        clearAppData: true,
        sharedPreferences: { onboarding_prefs: { onboarding_completed: { type: "boolean", value: true } } },
        launchUri: "automobile://playground/demos/bugs/repro",
        settleSeconds: 2,
        startScreenIncludes: [],
      },
      claude: {
        model: "claude-sonnet-5-5",
        appendSystemPrompt: "",
        allowedTools: ["mcp__auto-mobile"],
        disallowedTools: [],
        maxBudgetUsd: 2,
        timeoutSeconds: 600,
      },
      verify: { answerIncludes: ["EXPECTED_COUNT: 3"], screenIncludes: ["Expected count: 3"] },
      baseline: null,
      baselineToolSequence: [],
    });
  });

  test("apkPath is resolved against the repository and kept as written", () => {
    const suite = loaded(SMALLEST.replace("com.example.app", "com.example.app\n  apkPath: out/app.apk"));
    expect(suite.app).toMatchObject({ apkPath: "/repository/out/app.apk", writtenApkPath: "out/app.apk" });
  });

  test("a byte order mark and Windows line ends are no obstacle", () => {
    expect(loaded(`\ufeff${SMALLEST.replaceAll("\n", "\r\n")}`).name).toBe("demo");
  });

  test("an alias repeats its anchor", () => {
    const suite = loaded(`${SMALLEST}failurePatterns: &words [timeout]\nignoredFailurePatterns: *words\n`);
    expect(suite.ignoredFailurePatterns).toEqual(["timeout"]);
  });

  test("a baseline is kept in every part; digests may stand alone", () => {
    const suite = loaded(`${SMALLEST}baseline:
  metrics: { turns: 4, costUsd: 0.25 }
  tools: { observe: 3 }
  appBuild: { packageName: com.example.app, versionName: "1.0", versionCode: 7, lastUpdateTime: "2026-01-02 03:04:05" }
  suiteDigest: 0123456789abcdef
  deviceFingerprint: { digest: fedcba9876543210, parts: { sdk: "35", keyboard: null } }
  claudeCodeVersion: 2.1.332
  serverBuild: { digest: null }
  observedModel: some-model
`);
    expect(suite.baseline).toEqual({
      metrics: { turns: 4, costUsd: 0.25 },
      tools: { observe: 3 },
      appBuild: {
        packageName: "com.example.app",
        versionName: "1.0",
        versionCode: 7,
        lastUpdateTime: "2026-01-02 03:04:05",
        apkSha256: null,
      },
      suiteDigest: { digest: "0123456789abcdef", parts: {} },
      deviceFingerprint: { digest: "fedcba9876543210", parts: { sdk: "35", keyboard: null } },
      claudeCodeVersion: "2.1.332",
      serverBuild: { digest: null, parts: {} },
      observedModel: "some-model",
    });
  });
});

describe("preferences are typed", () => {
  const preference = (written: string) => {
    const result = load(`${SMALLEST}preflight:\n  sharedPreferences:\n    prefs:\n      key: ${written}\n`);
    return Array.isArray(result) ? result[0]?.message : result.preflight.sharedPreferences.prefs?.key;
  };
  test.each([
    ["true", { type: "boolean", value: true }],
    ["5", { type: "int", value: 5 }],
    ["2147483647", { type: "int", value: 2147483647 }],
    ["2147483648", { type: "long", value: 2147483648 }],
    ["-2147483649", { type: "long", value: -2147483649 }],
    ["9007199254740991", { type: "long", value: Number.MAX_SAFE_INTEGER }],
    ["0x10", { type: "int", value: 16 }],
    ["5.0", { type: "float", value: 5 }],
    ["1e3", { type: "float", value: 1000 }],
    ["0.0", { type: "float", value: 0 }],
    ['"5"', { type: "string", value: "5" }],
    ["five", { type: "string", value: "five" }],
    ['"yes"', { type: "string", value: "yes" }],
    ["[a, b]", { type: "string-set", value: ["a", "b"] }],
    ["[]", { type: "string-set", value: [] }],
    ["{ long: 5 }", { type: "long", value: 5 }],
    ["{ float: 1 }", { type: "float", value: 1 }],
    ['"line\\nbreak"', { type: "string", value: "line\nbreak" }],
  ])("%s", (written, typed) => {
    expect(preference(written)).toEqual(typed as never);
  });
  test.each([
    ["9007199254740993", "too large to be kept exactly"],
    ["1.0e-60", "too small for a 32-bit float"],
    ["{ float: 1.0e-60 }", "too small for a 32-bit float"],
    ["1e39", "too large for a 32-bit float"],
    [".nan", "not-a-number"],
    ["-.inf", "not-a-number"],
    ["{ long: 1.5 }", "whole number"],
    ["{ long: 5.0 }", "whole number"],
    ["{ long: 5, float: 1 }", "expected true or false"],
    ['"\\u0007"', "control character"],
    ['"\\ud800"', "half a character"],
    ["[a, a]", "list of different texts"],
    ["[1]", "list of different texts"],
    ["yes", "Write true or false, or quote it"],
    ["", "found nothing"],
  ])("%s is refused", (written, words) => {
    expect(preference(written)).toContain(words);
  });

  test("keys that JavaScript objects have by themselves are ordinary keys", () => {
    const suite = loaded(`${SMALLEST}preflight:
  sharedPreferences:
    __proto__: { __proto__: 1, constructor: true, toString: x, hasOwnProperty: y }
`);
    const files = suite.preflight.sharedPreferences;
    expect(Object.keys(files)).toEqual(["__proto__"]);
    expect(Object.keys(Object.values(files)[0] ?? {})).toEqual([
      "__proto__",
      "constructor",
      "toString",
      "hasOwnProperty",
    ]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test.each(["a.xml", '"../x"', '"a/b"', '".."', '""', '"a\\u0000b"'])("file name %s is refused", (name) => {
    const found = problems(`${SMALLEST}preflight:\n  sharedPreferences:\n    ${name}: { key: 1 }\n`);
    expect(found.map((problem) => problem.code)).toEqual(["SUITE_PREFERENCE_FILE"]);
    expect(found[0]?.where).toBe("demo.yml:10:5");
  });
});

describe("prototype keys where a suite has fixed keys", () => {
  test.each(["__proto__", "constructor", "toString"])("%s is unknown", (key) => {
    const found = problems(`${SMALLEST}${key}: { polluted: 1 }\n`);
    expect(found.map((problem) => problem.code)).toEqual(["SUITE_UNKNOWN_KEY"]);
  });
});

describe("the prompt", () => {
  const code = (text: string) => {
    const result = load(SMALLEST, { readPrompt: () => ({ status: "ok", text }) });
    return Array.isArray(result) ? result.map((problem) => problem.code) : "loads";
  };
  test.each([
    ["/clear", ["SUITE_PROMPT_SLASH"]],
    [" \n\t/clear", ["SUITE_PROMPT_SLASH"]],
    ["{runDirectory} is where", ["SUITE_PROMPT_SLASH"]],
    ["", ["SUITE_PROMPT_EMPTY"]],
    [" \n\u00a0", ["SUITE_PROMPT_EMPTY"]],
    ["a\u0000b", ["SUITE_PROMPT_UNREADABLE"]],
    ["tap {buttn}", ["SUITE_UNKNOWN_PLACEHOLDER"]],
    ['answer with {"a": 1} and {}', "loads"],
    ["on {deviceSerial} open {packageName} into {runDirectory}", "loads"],
  ])("%j", (text, expected) => {
    expect(code(text)).toEqual(expected);
  });

  test("an unknown placeholder is shown in the prompt file", () => {
    const found = problems(SMALLEST, { readPrompt: () => ({ status: "ok", text: "one\n  two {thre}\n" }) });
    expect(found[0]).toMatchObject({
      where: "/suites/demo.txt:2:7",
      frame: "  2 |   two {thre}\n    |       ^^^^^^",
    });
  });

  test("a Markdown prompt is refused though it exists", () => {
    expect(problems(SMALLEST.replace("demo.txt", "demo.MD"))[0]?.code).toBe("SUITE_PROMPT_MARKDOWN");
  });
});

describe("hostile files end quickly", () => {
  const quick = (text: string) => {
    const start = performance.now();
    const found = problems(text);
    return {
      codes: [...new Set(found.map((problem) => problem.code))],
      ms: performance.now() - start,
      found,
    };
  };

  test("aliases that multiply", () => {
    const levels = Array.from({ length: 20 }, (_, level) =>
      level === 0
        ? "a0: &a0 [x, x, x, x, x, x, x, x, x, x]"
        : `a${level}: &a${level} [${Array(10).fill(`*a${level - 1}`)}]`,
    );
    const { codes, ms } = quick(`${SMALLEST}${levels.join("\n")}\n`);
    expect(codes).toContain("SUITE_TOO_LARGE");
    expect(ms).toBeLessThan(2000);
  });

  test("twenty thousand aliases of one anchor", () => {
    const aliases = Array.from({ length: 20_000 }, () => "*a").join(", ");
    const { found, ms } = quick(`${SMALLEST}failurePatterns: [&a " ", ${aliases}]\n`);
    expect(found.length).toBe(41);
    expect(ms).toBeLessThan(3000);
  });

  test("an alias takes the last anchor of its name", () => {
    const suite = loaded(`${SMALLEST}failurePatterns: [&a one, *a, &a two, *a]\n`);
    expect(suite.failurePatterns).toEqual(["one", "one", "two", "two"]);
  });

  test("an alias that contains itself", () => {
    expect(problems(`${SMALLEST}failurePatterns: &self [*self]\n`)[0]?.code).toBe("SUITE_ALIAS");
  });

  test("a key of ten megabytes", () => {
    const { codes, ms } = quick(`${SMALLEST}? ${"k".repeat(10_000_000)}\n: 1\n`);
    expect(codes).toEqual(["SUITE_TOO_LARGE"]);
    expect(ms).toBeLessThan(2000);
  });

  test("a key of half a megabyte is shown cut", () => {
    const { codes, found } = quick(`${SMALLEST}? ${"k".repeat(500_000)}\n: 1\n`);
    expect(codes).toEqual(["SUITE_UNKNOWN_KEY"]);
    expect(JSON.stringify(found).length).toBeLessThan(2000);
  });

  test("twenty thousand brackets", () => {
    const { codes, ms } = quick(`${SMALLEST}failurePatterns: ${"[".repeat(20_000)}`);
    expect(codes).toHaveLength(1);
    expect(["SUITE_TOO_DEEP", "SUITE_YAML"]).toContain(codes[0] ?? "");
    expect(ms).toBeLessThan(5000);
  });

  test("forty levels of nesting", () => {
    const { codes } = quick(`${SMALLEST}failurePatterns: ${"[".repeat(40)}${"]".repeat(40)}\n`);
    expect(codes).toContain("SUITE_TOO_DEEP");
  });

  test("five thousand unknown keys", () => {
    const { ms, found } = quick(
      `${SMALLEST}${Array.from({ length: 5_000 }, (_, i) => `k${i}: 1`).join("\n")}`,
    );
    expect(found.length).toBe(41);
    expect(ms).toBeLessThan(5000);
  });

  test("control characters of the file don't reach the terminal", () => {
    const found = problems(`${SMALLEST}"\\e[31m\\u202e": 1 # \u202e\n`);
    expect(found.map(formatProblem).join("")).not.toMatch(/\u001b|\u202e/);
  });

  test("a merge key is refused in words", () => {
    const found = problems(`${SMALLEST}claude:\n  <<: { timeoutSeconds: 5 }\n`);
    expect(found.map((problem) => problem.code)).toEqual(["SUITE_MERGE_KEY"]);
  });
});
