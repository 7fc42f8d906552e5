import type { RunResult } from "../../../../../scripts/agent-benchmark/result.ts";
import { aCall, aResult } from "../../../../helpers/result.ts";

/** What an agent or an app may have put into a result: markup, control and direction characters, half a character. */
export const HOSTILE =
  "]]><script>alert(1)</script>&amp;\u0000\u001b[31m\u202egnp.exe\ud800\ufffe|`@team https://evil.test";

/** A passed, a failed and an incomplete run of one suite, and a passed run of another; hostile text in the failed one. */
export function someRuns(): RunResult[] {
  const start = "2026-10-16T01:02:03.000Z";
  return [
    aResult({
      run: { id: "run-1", trial: 1, session: "session-1" },
      audit: {
        toolCalls: [
          aCall({ id: "call-1", finishedAt: "2026-10-16T01:02:08.000Z", durationSeconds: 1.5 }),
          aCall({ id: "call-2", shortName: "tapOn", name: "mcp__auto-mobile__tapOn", isError: true }),
        ],
      },
    }),
    aResult({
      verdict: "failed",
      reasons: [HOSTILE],
      run: { id: "run-2", trial: 2, session: "session-1", startedAt: start },
      checks: [
        {
          kind: "screen",
          expected: "Saved: 3",
          passed: false,
          observed: HOSTILE,
          reason: HOSTILE,
          evidence: "screen.xml",
        },
      ],
    }),
    aResult({
      verdict: "incomplete",
      reasons: ["Claude did not end within 60 s."],
      run: { id: "run-3", trial: 3, session: "session-1", endReason: "timed_out" },
      audit: null,
      metrics: [],
      checks: [],
    }),
    aResult({ suite: { name: "ux-flow" }, run: { id: "run-4" } }),
  ];
}
