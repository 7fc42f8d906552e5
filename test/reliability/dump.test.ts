import { describe, expect, setDefaultTimeout, test } from "bun:test";
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
