import { describe, expect, test } from "bun:test";
import {
  floatProblem,
  formatFloat,
  preferenceProblems,
  preferencesXml,
} from "../../../../scripts/agent-benchmark/device/preferences.ts";
import type { Preference } from "../../../../scripts/agent-benchmark/suite/types.ts";

describe("SharedPreferences XML", () => {
  test("every type, in Android's own layout", () => {
    expect(
      preferencesXml({
        seen: { type: "boolean", value: true },
        count: { type: "int", value: -3 },
        stamp: { type: "long", value: 1_700_000_000_000 },
        ratio: { type: "float", value: 0.5 },
        title: { type: "string", value: "a" },
        empty: { type: "string", value: "" },
        tags: { type: "string-set", value: ["x", "y", "x"] },
      }),
    ).toBe(`<?xml version='1.0' encoding='utf-8' standalone='yes' ?>
<map>
    <boolean name="seen" value="true" />
    <int name="count" value="-3" />
    <long name="stamp" value="1700000000000" />
    <float name="ratio" value="0.5" />
    <string name="title">a</string>
    <string name="empty"></string>
    <set name="tags">
        <string>x</string>
        <string>y</string>
    </set>
</map>
`);
  });

  test("hostile keys and values stay data", () => {
    const text = preferencesXml({
      "a\"/><boolean name='x": { type: "string", value: "</string>&lt;\n\r\t'\"😀" },
    });
    expect(text).toContain(`name="a&quot;/&gt;&lt;boolean name=&apos;x"`);
    expect(text).toContain(">&lt;/string&gt;&amp;lt;&#10;&#13;&#9;&apos;&quot;😀</string>");
  });

  test.each([
    [0.1, "0.1"],
    [1, "1.0"],
    [-0, "0.0"],
    [1.3, "1.3"],
    [16777217, "16777216.0"],
    [3.4e38, "3.4e+38"],
    [1e-45, "1e-45"],
  ])("the float %p is written as %p and reads back as the same float", (value, text) => {
    expect(formatFloat(value)).toBe(text);
    expect(Math.fround(Number(text))).toBe(Math.fround(value) || 0);
  });
});

describe("what Android could not store", () => {
  test.each([
    [1e-50, "stored as 0"],
    [-1e-60, "stored as 0"],
    [1e39, "too large"],
    [Number.NaN, "no finite number"],
    [Number.POSITIVE_INFINITY, "no finite number"],
  ])("the float %p", (value, words) => {
    expect(floatProblem(value)).toContain(words);
  });

  test("floats that it can", () => {
    for (const value of [0, -0, 1.5, 1e-45, 3.4e38]) expect(floatProblem(value)).toBeNull();
  });

  const problem = (preference: Preference, file = "prefs", key = "key") =>
    preferenceProblems(file, { [key]: preference }).map(({ message }) => message);

  test("integers, control characters and file names", () => {
    expect(problem({ type: "int", value: 2 ** 31 })).toEqual([expect.stringContaining("use the type long")]);
    expect(problem({ type: "long", value: 2 ** 53 })).toEqual(["is no safe integer"]);
    expect(problem({ type: "int", value: 1.5 })).toEqual(["is no safe integer"]);
    expect(problem({ type: "string", value: "a\u0000b" })).toEqual([expect.stringContaining("XML")]);
    expect(problem({ type: "string", value: "\ud83d" })).toEqual([expect.stringContaining("XML")]);
    expect(problem({ type: "string-set", value: ["ok", "\u0001"] })).toEqual([
      expect.stringContaining("XML"),
    ]);
    expect(problem({ type: "boolean", value: true }, "prefs", "\u0008")).toEqual([
      expect.stringContaining("the key"),
    ]);
    for (const file of ["", ".", "..", "../x", "a/b", "a\nb", "x".repeat(201)]) {
      expect(problem({ type: "boolean", value: true }, file)).toHaveLength(1);
    }
    expect(problem({ type: "long", value: -(2 ** 53) + 1 }, "dev.example app_prefs-1")).toEqual([]);
  });
});
