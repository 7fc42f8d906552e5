import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Decision } from "./adb-gate.ts";
import { makeBed } from "./bed.ts";
import { quickRun, strikeAt } from "./strike.ts";

setDefaultTimeout(90_000);

describe("every fault of the dump", () => {
  test.concurrent.each([
    ["never-idle", "never came to rest"],
    ["null-root", "no root view"],
    ["dump-killed", "killed uiautomator"],
    ["stale-dump", "said it wrote the dump"],
    ["truncated-dump", "ends before </hierarchy>"],
    ["torn-connection", "connection ended"],
    ["keyguard", "lock screen"],
    ["permission-dialog", "permission dialog"],
    ["anr-dialog", "not-responding dialog"],
  ])("%s: the screen is unobserved, with the reason in the check", async (fault, words) => {
    await using bed = await makeBed();
    strikeAt(bed, "screen", () => bed.device.setFault(fault, true));
    await quickRun(bed);
    const result = bed.result();
    expect(result.verdict).toBe("failed");
    expect(result.screen?.observed).toBeNull();
    for (const check of result.checks.filter(({ kind }) => kind === "screen")) {
      expect(check.passed).toBe(false);
      expect(check.reason).toContain(words);
    }
    await bed.nothingLeft();
  });

  test.concurrent.each([
    "illegal-characters",
    "slow-shell",
    "no-sha256sum",
    "keyboard-covering",
    "split-screen",
  ])("%s is no obstacle", async (fault) => {
    await using bed = await makeBed();
    strikeAt(bed, "screen", () => bed.device.setFault(fault, true));
    await quickRun(bed);
    expect(bed.result().screen).toMatchObject({ observed: true });
    await bed.nothingLeft();
  });
});

test("a dump that fails twice and then comes is the one that counts", async () => {
  await using bed = await makeBed();
  const turn = (on: boolean, nth: number) =>
    bed.gate.at(
      /uiautomator dump/,
      (): Decision => {
        bed.device.setFault("null-root", on);
        return "pass";
      },
      nth,
    );
  turn(true, 2);
  turn(false, 4);
  await quickRun(bed);
  expect(bed.result().screen).toMatchObject({ observed: true, attempts: 3 });
  await bed.nothingLeft();
});
