import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { RunResult } from "../../../../../scripts/agent-benchmark/result.ts";
import type { StoredRun } from "../../../../../scripts/agent-benchmark/stored-runs.ts";
import { aCall, aResult } from "../../../../helpers/result.ts";

/** What hostile text would do if it were not text; the pages must not have this set. */
export const ATTACK = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">" onmouseover="window.hacked=1`;
export const INVISIBLE = "\u0000\u001b[31m\u202egnp.exe\u2066\ud800";

export const DUMP = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="dev.jasonpearson.automobile.playground" content-desc="" clickable="false" enabled="true" bounds="[0,0][108,240]">
<node index="0" text="Expected count: 3" resource-id="app:id/count" class="android.widget.TextView" package="dev.jasonpearson.automobile.playground" content-desc="" clickable="false" enabled="true" bounds="[8,20][100,40]" />
<node index="1" text="${ATTACK.replace(/[<>"&]/g, (character) => `&#${character.charCodeAt(0)};`)}" resource-id="app:id/evil" class="android.widget.Button" package="dev.jasonpearson.automobile.playground" content-desc="" clickable="true" enabled="true" bounds="[8,60][100,90]" />
</node></hierarchy>`;

/** A grey picture of the screen's size. */
export function aPng(width = 108, height = 240): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.from([0, ...Array(width).fill(200)])),
  );
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Puts runs with their dump and picture below `root`. */
export function storeRuns(root: string, results: readonly RunResult[]): StoredRun[] {
  return results.map((result, index) => {
    const directory = join(root, result.suite.name, `run-${index}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "result.json"), JSON.stringify(result));
    writeFileSync(join(directory, "claude.jsonl"), "{}\n");
    writeFileSync(join(directory, "screen.xml"), DUMP);
    writeFileSync(join(directory, "screen.png"), aPng());
    return { result, directory };
  });
}

const ARTIFACTS = {
  result: "result.json",
  transcript: "claude.jsonl",
  screen: "screen.xml",
  screenshot: "screen.png",
};

/** A passed run with a stumble, a failed one, and one that did not complete: two trials of one suite and another suite. */
export function threeRuns(): RunResult[] {
  const calls = [
    aCall({ id: "a", line: 2, durationSeconds: 0.4 }),
    aCall({
      id: "b",
      line: 4,
      turn: 2,
      shortName: "tapOn",
      input: { text: "Login" },
      isError: true,
      result: "Element not found",
      durationSeconds: 2,
    }),
    aCall({
      id: "c",
      line: 6,
      turn: 3,
      shortName: "tapOn",
      input: { text: "Sign in" },
      result: '{"ok":true}',
    }),
  ];
  const metrics = (turns: number) => [
    { name: "turns", actual: turns, baseline: 3, delta: turns - 3 },
    { name: "wallClockSeconds", actual: 12.5, baseline: null, delta: null },
  ];
  return [
    aResult({
      run: { id: "20261016T010203Z-00000001", trial: 1, notes: ["A note."] },
      metrics: metrics(3),
      audit: {
        toolCalls: calls,
        messages: [{ turn: 1, line: 1, text: "I look at the screen.", parentToolUseId: null }],
        stumbles: [
          { kind: "error", toolUseId: "b", tool: "tapOn", pattern: null, text: "Element not found", line: 5 },
        ],
      },
      baseline: { present: true, warnings: ["The app build differs."] },
      sequence: {
        actual: ["observe", "tapOn", "tapOn"],
        baseline: ["observe", "tapOn"],
        diff: [
          { kind: "same", tool: "observe", baselineIndex: 0, actualIndex: 0 },
          { kind: "extra", tool: "tapOn", baselineIndex: null, actualIndex: 1 },
          { kind: "same", tool: "tapOn", baselineIndex: 1, actualIndex: 2 },
        ],
        note: null,
      },
      artifacts: ARTIFACTS,
    }),
    aResult({
      verdict: "failed",
      reasons: ["The app does not show the text."],
      run: { id: "20261016T010303Z-00000002", trial: 2 },
      metrics: metrics(9),
      checks: [
        {
          kind: "screen",
          expected: "Expected count: 4",
          passed: false,
          observed: "Expected count: 3",
          reason: "The app does not show the text.",
          evidence: "screen.xml",
        },
      ],
      artifacts: ARTIFACTS,
    }),
    aResult({
      verdict: "incomplete",
      reasons: ["No Android device is connected."],
      suite: { name: "ux-flow" },
      run: {
        id: "20261016T010403Z-00000003",
        endReason: "preflight_failed",
        problem: {
          code: "DEVICE_NONE_ONLINE",
          message: "No Android device is connected.",
          hint: "Boot one.",
        },
      },
      audit: null,
      checks: [],
      metrics: [],
    }),
  ];
}
