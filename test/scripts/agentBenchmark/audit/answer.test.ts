import { describe, expect, test } from "bun:test";
import { isKeyValue, matchAnswer } from "../../../../scripts/agent-benchmark/audit/index.ts";

const passes = (reply: string | null, ...expected: string[]) =>
  matchAnswer(reply, expected).map((check) => check.passed);

describe("a free text stands alone", () => {
  test.each([
    ["Expected count: 3", "The screen says Expected count: 3 now."],
    ["expected COUNT: 3", "EXPECTED count: 3"],
    ["3", "I counted 3."],
    ["3", "(3)"],
    ["3", "x=3, done"],
    ["3", "item-3"],
    ["3", "3. Then I stopped."],
    ["3.5", "about 3.5 units"],
    ["3,000", "3,000 users"],
    ["完了", "状態：完了。"],
    ["done", "_Done_ and **done**"],
    ["done", "__done__"],
    ["straße", "STRASSE 5"],
    ["ΟΔΟΣ", "η οδος εδώ"],
    // The sigma before ".Α" is no final one, the expected text's is.
    ["ΟΔΟΣ", "ΟΔΟΣ.ΑΒΓ"],
    ["two  words", "Two\u00a0words"],
    ["café", "CAFE\u0301"],
    ["100%", "100% sure"],
    ["C++", "in C++, yes"],
  ])("%p is in %p", (expected, reply) => {
    expect(passes(reply, expected)).toEqual([true]);
  });

  test.each([
    ["Expected count: 3", "Expected count: 30"],
    ["Expected count: 3", "Expected count: 3.5"],
    ["Expected count: 3", "Expected count: 3,000"],
    ["Expected count: 3", "Expected count: 3\u202f000"],
    ["Expected count: 3", "Expected count: 3\u00a0000"],
    ["Expected count: 3", "Expected count: 3 000"],
    ["Expected count: 3", "Expected count: 3'000"],
    ["Expected count: 3", "Expected count: 3٫5"],
    ["Expected count: 3", "Expected count: 3\u200b0"],
    ["Expected count: 3", "Expected count: 3rd"],
    ["Expected count: 3", "Expected count: 3/5"],
    ["Expected count: 3", "Expected count: ３"],
    ["count 3", "count ٣"],
    ["count 3", "count 3٣"],
    ["3", "-3"],
    ["3", "it is −3 degrees"],
    ["5", "0.5"],
    ["5", ".5"],
    ["000", "3,000"],
    ["完了", "未完了"],
    ["完了", "完了済"],
    ["done", "undone"],
    ["done", "not_done"],
    ["cafe", "café"],
    ["cafe", "cafe\u0301"],
    ["two words", "two\nwords"],
    ["missing", "nothing here"],
  ])("%p is not in %p", (expected, reply) => {
    expect(passes(reply, expected)).toEqual([false]);
  });

  test("a place that stands alone is found behind one that does not", () => {
    expect(passes("30 or rather 3", "3")).toEqual([true]);
  });

  test("the reason tells a part from an absence, and shows where", () => {
    expect(matchAnswer("It is 30", ["3"])[0]).toEqual({
      kind: "answer",
      expected: "3",
      passed: false,
      observed: "It is 30",
      reason: "The reply holds the text only as a part of a longer word or number.",
      evidence: null,
    });
    expect(matchAnswer("No.", ["3"])[0]?.reason).toBe("The final reply does not hold the text.");
    expect(matchAnswer(null, ["3", "A: b"]).map((check) => [check.observed, check.reason])).toEqual([
      [null, "Claude gave no final reply."],
      [null, "Claude gave no final reply."],
    ]);
  });
});

describe("which expected texts are KEY: value lines", () => {
  test.each([
    "EXPECTED_COUNT: 3",
    "status: ok",
    "Status:ok",
    "État: prêt",
    "結果: 完了",
    "a-b: c",
    "`KEY`: v",
    "v1.2: x",
  ])("%p is one", (text) => expect(isKeyValue(text)).toBe(true));
  test.each(["Expected count: 3", "12:30", "automobile://home", "no colon", "EMPTY:", ": x", "two words: x"])(
    "%p is free text",
    (text) => expect(isKeyValue(text)).toBe(false),
  );
});

describe("KEY: value lines close the reply", () => {
  const expected = ["EXPECTED_COUNT: 3", "STATUS: done"];

  test.each([
    ["plain", "Done.\n\nEXPECTED_COUNT: 3\nSTATUS: done"],
    ["case", "expected_count: 3\nStatus: DONE"],
    ["spacing", "  EXPECTED_COUNT :  3 \n\n\t STATUS:done  \n\n"],
    ["backticks", "`EXPECTED_COUNT: 3`\n`STATUS`: `done`"],
    ["trailing period", "EXPECTED_COUNT: 3.\n`STATUS: done`."],
    ["code fence", "Result:\n```\nEXPECTED_COUNT: 3\nSTATUS: done\n```"],
    ["code fence with language and tildes", "~~~text\nEXPECTED_COUNT: 3\nSTATUS: done\n~~~\n"],
    ["blank lines between", "EXPECTED_COUNT: 3\n\n\nSTATUS: done"],
    ["carriage returns", "EXPECTED_COUNT: 3\r\nSTATUS: done\r\n"],
  ])("%s", (_name, reply) => {
    expect(passes(reply, ...expected)).toEqual([true, true]);
  });

  test.each([
    ["another value", "EXPECTED_COUNT: 30\nSTATUS: done", [false, true]],
    ["a fraction", "EXPECTED_COUNT: 3.5\nSTATUS: done", [false, true]],
    ["two values", "EXPECTED_COUNT: 3 or 4\nSTATUS: done", [false, true]],
    ["text before it on the line", "The EXPECTED_COUNT: 3\nSTATUS: done", [false, true]],
    ["a bullet", "- EXPECTED_COUNT: 3\nSTATUS: done", [false, true]],
    ["the other order", "STATUS: done\nEXPECTED_COUNT: 3", [false, false]],
    ["a disclaimer after", "EXPECTED_COUNT: 3\nSTATUS: done\nBut I am not sure.", [false, false]],
    [
      "a disclaimer after the fence",
      "```\nEXPECTED_COUNT: 3\nSTATUS: done\n```\nNot verified",
      [false, false],
    ],
    ["a line between", "EXPECTED_COUNT: 3\nreally\nSTATUS: done", [false, true]],
    ["digits apart", "EXPECTED_COUNT: 3\nSTATUS: do ne", [true, false]],
    ["two periods", "EXPECTED_COUNT: 3\nSTATUS: done..", [true, false]],
    ["a hidden line end", "EXPECTED_COUNT: 3\nSTATUS: done\u0085but wrong", [true, false]],
    ["only one line", "STATUS: done", [false, true]],
    ["nothing", "", [false, false]],
    ["an info string that talks", "EXPECTED_COUNT: 3\nSTATUS: done\n``` not really done", [false, false]],
  ])("%s fails", (_name, reply, result) => {
    expect(passes(reply, ...expected)).toEqual(result);
  });

  test("free texts may stand anywhere and do not move the lines", () => {
    expect(passes("I tapped Save.\nCOUNT: 3", "tapped save", "COUNT: 3")).toEqual([true, true]);
    expect(passes("COUNT: 3", "count: 3", "COUNT: 3")).toEqual([false, true]);
  });

  test("the reason says where the line had to be and what is there", () => {
    const [count, status] = matchAnswer("EXPECTED_COUNT: 3\nSTATUS: done\nMaybe.", expected);
    expect(count).toMatchObject({
      observed: "STATUS: done",
      reason: "The line is in the reply, but not where it must be: as its line 2 from the end.",
    });
    expect(status).toMatchObject({
      observed: "Maybe.",
      reason: "The line is in the reply, but not where it must be: as its last line.",
    });
    expect(matchAnswer("STATUS: failed", ["STATUS: done"])[0]?.reason).toBe(
      "The reply's last line says something else.",
    );
    expect(matchAnswer("x", expected)[0]?.reason).toBe(
      "The reply has only 1 nonblank line; this one is missing.",
    );
  });
});
