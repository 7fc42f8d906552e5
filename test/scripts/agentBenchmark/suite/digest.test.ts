import { describe, expect, test } from "bun:test";
import { suiteDigest } from "../../../../scripts/agent-benchmark/suite/digest.ts";
import type { Suite } from "../../../../scripts/agent-benchmark/suite/types.ts";
import { loaded, SMALLEST } from "./suite-source.ts";

const base = loaded(SMALLEST);
const digest = (suite: Suite, prompt = suite.prompt.text, model: string | null = null) =>
  suiteDigest(suite, prompt, model);
const changed = (change: (suite: Suite) => void): Suite => {
  const copy = structuredClone(base);
  change(copy);
  return copy;
};

const CHANGES: [string, string, (suite: Suite) => void][] = [
  [
    "name",
    "name",
    (suite) => {
      suite.name = "other";
    },
  ],
  [
    "package",
    "app.packageName",
    (suite) => {
      suite.app.packageName = "com.other";
    },
  ],
  [
    "APK",
    "app.apkPath",
    (suite) => {
      suite.app.writtenApkPath = "app.apk";
    },
  ],
  [
    "clearing",
    "preflight.clearAppData",
    (suite) => {
      suite.preflight.clearAppData = false;
    },
  ],
  [
    "a preference",
    "preflight.sharedPreferences.prefs",
    (suite) => {
      suite.preflight.sharedPreferences = { prefs: { a: { type: "int", value: 1 } } };
    },
  ],
  [
    "link",
    "preflight.launchUri",
    (suite) => {
      suite.preflight.launchUri = "app://x";
    },
  ],
  [
    "settling",
    "preflight.settleSeconds",
    (suite) => {
      suite.preflight.settleSeconds = 3;
    },
  ],
  [
    "start screen",
    "preflight.startScreenIncludes",
    (suite) => {
      suite.preflight.startScreenIncludes = ["Home"];
    },
  ],
  [
    "system prompt",
    "claude.appendSystemPrompt",
    (suite) => {
      suite.claude.appendSystemPrompt = "Be quick.";
    },
  ],
  ["allowed tools", "claude.allowedTools", (suite) => void suite.claude.allowedTools.push("Read")],
  ["disallowed tools", "claude.disallowedTools", (suite) => void suite.claude.disallowedTools.push("Read")],
  [
    "budget",
    "claude.maxBudgetUsd",
    (suite) => {
      suite.claude.maxBudgetUsd = 1;
    },
  ],
  [
    "time-out",
    "claude.timeoutSeconds",
    (suite) => {
      suite.claude.timeoutSeconds = 1;
    },
  ],
  ["answer check", "verify.answerIncludes", (suite) => void suite.verify.answerIncludes.push("A: 1")],
  ["screen check", "verify.screenIncludes", (suite) => void suite.verify.screenIncludes.push("Other")],
  ["failure pattern", "failurePatterns", (suite) => void suite.failurePatterns.push("x")],
  ["ignored pattern", "ignoredFailurePatterns", (suite) => void suite.ignoredFailurePatterns.push("x")],
  [
    "steps",
    "task.minSteps",
    (suite) => {
      suite.task.minSteps = 3;
    },
  ],
  [
    "difficulty",
    "task.difficulty",
    (suite) => {
      suite.task.difficulty = "easy";
    },
  ],
  [
    "category",
    "task.category",
    (suite) => {
      suite.task.category = "forms";
    },
  ],
];

describe("suiteDigest", () => {
  test.each(CHANGES)("a change of the %s changes the digest and names the part %s", (_, part, change) => {
    const [before, after] = [digest(base), digest(changed(change))];
    expect(after.digest).not.toBe(before.digest);
    const names = Object.keys({ ...before.parts, ...after.parts });
    expect(names.filter((name) => before.parts[name] !== after.parts[name])).toEqual([part]);
  });

  test("the prompt and the requested model are part of it", () => {
    expect(digest(base, "another").digest).not.toBe(digest(base).digest);
    expect(digest(base, undefined, "some-model").digest).not.toBe(digest(base).digest);
  });

  test("the baseline, where the files are and the order of preferences are not", () => {
    const same = [
      changed((suite) => {
        suite.baselineToolSequence = ["observe"];
      }),
      changed((suite) => {
        suite.baseline = {
          metrics: { turns: 1 },
          tools: {},
          appBuild: null,
          suiteDigest: null,
          deviceFingerprint: null,
          claudeCodeVersion: null,
          serverBuild: null,
          observedModel: null,
        };
      }),
      changed((suite) => {
        suite.path = "/elsewhere/demo.yml";
      }),
      changed((suite) => {
        suite.prompt.path = "/elsewhere/demo.txt";
      }),
    ];
    for (const suite of same) expect(digest(suite)).toEqual(digest(base));
    const prefs = (text: string) =>
      digest(loaded(`${SMALLEST}preflight:\n  sharedPreferences:\n    p: ${text}\n`)).digest;
    expect(prefs("{ a: 1, b: 2 }")).toBe(prefs("{ b: 2, a: 1 }"));
    expect(prefs("{ a: 1 }")).not.toBe(prefs("{ a: 1.0 }"));
  });

  test("long and possibly private texts are kept only as digests", () => {
    const suite = changed((copy) => {
      copy.claude.appendSystemPrompt = "the password is hunter2";
      copy.preflight.sharedPreferences = { auth: { token: { type: "string", value: "hunter2" } } };
    });
    const fingerprint = digest(suite, "prompt with hunter2");
    expect(JSON.stringify(fingerprint)).not.toContain("hunter2");
    expect(fingerprint.digest).toMatch(/^[0-9a-f]{16}$/);
  });
});
