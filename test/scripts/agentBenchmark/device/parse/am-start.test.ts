import { describe, expect, test } from "bun:test";
import { parseAmStart } from "../../../../../scripts/agent-benchmark/device/parse/am-start.ts";

const cold = `Starting: Intent { act=android.intent.action.VIEW dat=shop://item/... pkg=org.example.shop }
Status: ok
LaunchState: COLD
Activity: org.example.shop/.MainActivity
TotalTime: 812
WaitTime: 815
Complete
`;

describe("am start -W", () => {
  test("a cold start is started, without a warning", () => {
    expect(parseAmStart(cold, "", 0)).toEqual({
      status: "started",
      activity: "org.example.shop/.MainActivity",
      packageName: "org.example.shop",
      launchState: "COLD",
      timedOut: false,
      warning: null,
      totalMs: 812,
    });
  });

  test("Status: timeout is started: the activity never reported idle", () => {
    const output =
      "Starting: Intent { cmp=a.b/.Main }\nStatus: timeout\nLaunchState: UNKNOWN (-1)\nActivity: a.b/.Main\nWaitTime: 11639\n";
    expect(parseAmStart(output, "", 0)).toMatchObject({ status: "started", timedOut: true, totalMs: null });
  });

  test.each([
    ["Warning: Activity not started, its current task has been brought to the front", "brought-to-front"],
    [
      "Warning: Activity not started, intent has been delivered to currently running top-most instance.",
      "delivered-to-top",
    ],
    [
      "Warning: Activity not started because the  current activity is being kept for the user.",
      "kept-for-user",
    ],
  ])("%s", (warning, expected) => {
    for (const [stdout, stderr] of [
      [`${warning}\n${cold}`, ""],
      [cold, warning],
    ] as const)
      expect(parseAmStart(stdout, stderr, 0)).toMatchObject({ status: "started", warning: expected });
  });

  test.each([
    ["Error: Activity not started, unable to resolve Intent { act=x flg=0x10000000 pkg=a.b }", "unresolved"],
    ["Error type 3\nError: Activity class {a.b/a.b.Main} does not exist.", "no-such-activity"],
    ["Error: Activity not started, you do not have permission to access it.", "not-allowed"],
    ["java.lang.SecurityException: Permission Denial: starting Intent", "not-allowed"],
    ["Error: Activity not started, unknown error code -96", "other"],
  ])("%s on stderr with exit 0, as older releases print it, is a failure", (text, reason) => {
    expect(parseAmStart("Starting: Intent { cmp=a.b/.Main }\n", text, 0)).toMatchObject({
      status: "failed",
      reason,
    });
    expect(parseAmStart(`Starting: Intent { cmp=a.b/.Main }\n${text}\n`, "", 1)).toMatchObject({
      status: "failed",
      reason,
    });
  });

  test("an answer that was cut is no success", () => {
    expect(parseAmStart("Starting: Intent { cmp=a.b/.Main }\nStatus: ok\n", "", null)).toMatchObject({
      status: "failed",
      reason: "truncated",
      message: expect.stringContaining("the connection ended"),
    });
    expect(parseAmStart("", "", 0)).toMatchObject({ status: "failed", reason: "truncated" });
  });

  test("another app's activity is told by its package", () => {
    const output = cold.replace(
      "org.example.shop/.MainActivity",
      "android/com.android.internal.app.ResolverActivity",
    );
    expect(parseAmStart(output, "", 0)).toMatchObject({ status: "started", packageName: "android" });
  });
});
