import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bed, GOOD_TRANSCRIPT, makeBed } from "./bed.ts";
import { quickRun } from "./strike.ts";

setDefaultTimeout(90_000);

const lines = (events: readonly unknown[]) => `${events.map((event) => JSON.stringify(event)).join("\n")}\n`;
const GOOD = lines(GOOD_TRANSCRIPT);
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)));

async function judge(transcript: string | Uint8Array): Promise<Bed> {
  const bed = await makeBed();
  const run = await quickRun(bed, {}, transcript);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  return bed;
}

describe("a transcript that is", () => {
  test("whole is judged: the control of what follows", async () => {
    await using bed = await judge(GOOD);
    expect(bed.result().run.endReason).toBe("completed");
  });

  test.concurrent.each([
    ["empty", "", "no_init"],
    ["one line feed", "\n", "no_init"],
    ["random bytes", random(), "no_init"],
    ["zeros", new Uint8Array(100_000), "no_init"],
    ["UTF-16", Buffer.from(`\ufeff${GOOD}`, "utf16le"), "no_init"],
    ["cut in the last line", GOOD.slice(0, -20), "transcript_unparseable"],
    ["without its last line feed", GOOD.slice(0, -1), "transcript_unparseable"],
    ["without a result", lines(GOOD_TRANSCRIPT.slice(0, -1)), "no_result"],
    ["with a line of bytes in it", bytes(GOOD, [0xff, 0xfe, 0x00, 0x0a]), "transcript_unparseable"],
    ["an array instead of lines", JSON.stringify(GOOD_TRANSCRIPT, null, 1), "no_init"],
    ["nested 100,000 deep", `${"[".repeat(100_000)}\n${GOOD}`, "transcript_unparseable"],
    [
      "of strange values",
      `null\n1\n"x"\n[]\n{}\n{"type":7}\n{"type":"assistant"}\n{"type":"user","message":null}\n`,
      "no_init",
    ],
  ])("%s makes the run incomplete, and the rest of it is still read", async (_, transcript, endReason) => {
    await using bed = await judge(transcript);
    const result = bed.result();
    expect(result.verdict).toBe("incomplete");
    expect(result.run.endReason).toBe(endReason as typeof result.run.endReason);
    expect(result.screen?.observed).toBe(true);
    await bed.nothingLeft();
  });
});

test("hostile text of a transcript reaches no terminal and no JSON as anything but text", async () => {
  const hostile = [
    "\u001b[2J\u001b]0;owned\u0007\u001b]8;;http://198.51.100.7/\u0007click\u001b]8;;\u0007",
    "\u009b31m\u0090q\u009c",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "\u202egnp.exe\u2066\u2069\u200f",
    "\r\nPASS  bug-repro\r\n",
    "\ud83d lone \udc00",
    "]]>&amp;\u0000\u0007\u0008",
  ].join(" ");
  const events = structuredClone(GOOD_TRANSCRIPT) as unknown[];
  const [, call, answer, , final] = events as [unknown, never, never, unknown, Record<string, unknown>];
  const spoilt = [
    events[0],
    {
      type: "assistant",
      message: { id: "msg_0", model: hostile, content: [{ type: "text", text: hostile }] },
    },
    {
      type: "assistant",
      message: {
        id: "msg_h",
        model: "scripted",
        content: [
          {
            type: "tool_use",
            id: hostile,
            name: `mcp__auto-mobile__${hostile}`,
            input: { [hostile]: hostile },
          },
        ],
      },
    },
    {
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: hostile, is_error: true, content: hostile }] },
    },
    call,
    answer,
    {
      ...final,
      result: `${hostile}\nEXPECTED_COUNT: 3`,
      permission_denials: [{ tool_name: hostile, tool_use_id: hostile, tool_input: { hostile } }],
    },
  ];
  await using bed = await makeBed();
  const run = await quickRun(bed, {}, lines(spoilt));
  const shown = `${run.stdout}${run.stderr}`;
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200f]/);
  expect(shown.match(/^PASS/m)).toBeNull();
  expect(bed.result().audit?.totals.toolErrors).toBe(1);
  const stored = join(bed.result().run.directory, "result.json");
  expect(() => JSON.parse(readFileSync(stored, "utf8"))).not.toThrow();
  const again = await bed.scene.bench(["--from-result", bed.result().run.directory]);
  expect(again.stdout).not.toMatch(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200f]/,
  );
  await bed.nothingLeft();
});
