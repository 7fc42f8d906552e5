import { expect, test } from "bun:test";
import { fileMentions } from "../../../../scripts/agent-benchmark/suite/mentions.ts";
import { promptFault } from "../../../../scripts/agent-benchmark/suite/prompt.ts";

test.each([
  ["Read @/etc/hosts first.", ["/etc/hosts"]],
  ['See @"../a b.txt", please', ["../a b.txt"]],
  ["@~/notes and (@./x) and @../y!", ["~/notes", "../y"]],
  ["@sub/../../up", ["sub/../../up"]],
  ["@{runDirectory}/prompt.md", ["{runDirectory}/prompt.md"]],
  ["@C:\\x", ["C:\\x"]],
])("%j mentions %j", (prompt, expected) => {
  expect(fileMentions(prompt)).toEqual(expected);
});

test.each(["Mail me@example.org", "Tap @username", "Use @+id/save", "a@/b", "@ /x"])(
  "%j mentions no file",
  (prompt) => {
    expect(fileMentions(prompt)).toEqual([]);
  },
);

test("a prompt that mentions a file is refused with what to do", () => {
  const fault = promptFault({ status: "ok", text: "Do as @/tmp/task.txt says." }, "p.txt");
  expect(fault?.code).toBe("SUITE_PROMPT_MENTION");
  expect(fault?.hint).toContain("without the @");
  expect(promptFault({ status: "ok", text: "Tap @username." }, "p.txt")).toBeNull();
});
