import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bed, faultyServerRoot, isRunning, makeBed } from "./bed.ts";

setDefaultTimeout(90_000);

/** Calls once and a second time, whatever comes back and whether or not the tool is there. */
const STUBBORN = `name: bug-repro
turns:
  - calls: [{ tool: observe, offered: false, expect: { isError: any } }]
  - calls: [{ tool: observe, offered: false, expect: { isError: any } }]
answer: "EXPECTED_COUNT: 3"
`;

async function runWith(mode: string, timeoutSeconds = 60): Promise<Bed> {
  const bed = await makeBed({
    playbook: STUBBORN,
    edit: (suite) => suite.replace("timeoutSeconds: 600", `timeoutSeconds: ${timeoutSeconds}`),
  });
  const run = await bed.run({ args: ["--server-root", faultyServerRoot(bed.scene, mode)] });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  return bed;
}

/** The servers that Claude started, from the log of the fake. */
function serverPids(bed: Bed): number[] {
  return readFileSync(join(bed.scene.path, "server.log"), "utf8")
    .split("\n")
    .filter((line) => line.includes('"start"'))
    .map((line) => (JSON.parse(line) as { pid: number }).pid);
}

test.each([
  ["exit", "mcp_not_connected", "The MCP server auto-mobile did not connect (status: failed)."],
  ["list_nothing", "mcp_no_tools", "The MCP server auto-mobile connected but offered no tools."],
  ["list_error", "mcp_no_tools", "The MCP server auto-mobile connected but offered no tools."],
])("a server with %s makes the run incomplete: %s", async (mode, endReason, sentence) => {
  await using bed = await runWith(mode);
  const result = bed.result();
  expect(result.verdict).toBe("incomplete");
  expect(result.run.endReason).toBe(endReason as typeof result.run.endReason);
  expect(result.reasons[0]).toBe(sentence);
  await bed.nothingLeft();
});

test.each(["hang_init", "hang_call"])("a server that does %s is ended with the run's time", async (mode) => {
  await using bed = await runWith(mode, 4);
  expect(bed.result().run.endReason).toBe("timed_out");
  expect(serverPids(bed).filter(isRunning)).toEqual([]);
  await bed.nothingLeft();
});

test.each(["slow_init:3000", "flood_stderr", "ignore_term"])(
  "a server that is %s is no obstacle",
  async (mode) => {
    await using bed = await runWith(mode);
    const result = bed.result();
    // The fake taps nothing, so the screen stays as it was: the run was judged.
    expect(result.run.endReason).toBe("completed");
    expect(result.audit?.totals).toMatchObject({
      deviceToolCalls: 2,
      successfulDeviceToolCalls: 2,
      stumbles: 0,
    });
    expect(serverPids(bed).filter(isRunning)).toEqual([]);
    await bed.nothingLeft();
  },
);

test("a server that dies in a call is a stumble; Claude starts it again and goes on", async () => {
  await using bed = await runWith("die_once");
  const { audit, run } = bed.result();
  expect(run.endReason).toBe("completed");
  expect(audit?.totals).toMatchObject({ deviceToolCalls: 2, successfulDeviceToolCalls: 1, toolErrors: 1 });
  expect(audit?.stumbles).toHaveLength(1);
  expect(audit?.toolCalls[0]?.result).toContain("Connection closed");
  expect(serverPids(bed).length).toBeGreaterThan(1);
  await bed.nothingLeft();
});

test("a server that dies in every call leaves a failed run, not a broken one", async () => {
  await using bed = await runWith("die_in_call");
  const result = bed.result();
  expect(result.verdict).toBe("failed");
  expect(result.reasons[0]).toBe("Claude called device tools of auto-mobile 2 times, but no call succeeded.");
  await bed.nothingLeft();
});

test("an answer of 100 MB ends in an error of the call: Claude drops the connection, the run goes on", async () => {
  await using bed = await runWith("enormous");
  const result = bed.result();
  expect(result.verdict).toBe("failed");
  expect(result.audit?.totals).toMatchObject({ deviceToolCalls: 2, toolErrors: 2 });
  expect(result.audit?.bytes).toBeLessThan(1_000_000);
  await bed.nothingLeft();
});
