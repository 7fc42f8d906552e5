import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type LabOptions, type LabRun, runLab, VERSIONS } from "../../../helpers/claude-lab.ts";

// A run of the real CLI takes about a second, several when the machine is busy.
setDefaultTimeout(60_000);

const runs: LabRun[] = [];
afterEach(() => {
  for (const run of runs.splice(0)) run.clean();
});
const PLAYBOOK = "name: one\nturns:\n  - calls: [{ tool: observe, input: { text: hi } }]\nanswer: Done.\n";
const TOLERANT = PLAYBOOK.replace("observe,", "observe, expect: { isError: any },");
async function lab(cli: LabOptions["cli"], mode: string, options: Partial<LabOptions> = {}): Promise<LabRun> {
  const run = await runLab({ cli, playbook: PLAYBOOK, mode, scripted: true, ...options });
  runs.push(run);
  return run;
}
const statusOf = (run: LabRun) =>
  run.init.mcp_servers.find((server: { name: string }) => server.name === "auto-mobile")?.status;
const toolsOf = (run: LabRun) =>
  run.init.tools.filter((name: string) => name.startsWith("mcp__auto-mobile__")).length;
/** Every server that was started is gone, whatever way the run went. */
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};
const leftOver = (run: LabRun) => run.server.filter((entry) => entry.start && isRunning(entry.pid));

describe.each(VERSIONS)("Claude Code %s", (cli) => {
  test.each(["ok", "slow_init:5500", "flood_stderr", "ignore_term"])(
    "init says connected for a server that is %s",
    async (mode) => {
      const run = await lab(cli, mode);
      expect(run.failure).toBeNull();
      expect([statusOf(run), toolsOf(run)]).toEqual(["connected", 3]);
      expect(run.result.is_error).toBe(false);
      expect(leftOver(run)).toEqual([]);
    },
  );

  test.each([
    ["exit", "failed"],
    ["list_nothing", "connected"],
    ["list_error", "connected"],
  ])("a server with %s is %s without tools, and the playbook says so", async (mode, status) => {
    const run = await lab(cli, mode);
    expect([statusOf(run), toolsOf(run)]).toEqual([status, 0]);
    expect(run.failure?.observed).toBe(
      "it offers no MCP tool: the MCP server is not connected, or lists none",
    );
    expect(leftOver(run)).toEqual([]);
  });

  test("a server that hangs in its start is waited for, and ended with the run", async () => {
    const run = await lab(cli, "hang_init", { process: { timeoutSeconds: 5 } });
    expect(run.ended.outcome).toEqual({ kind: "timed_out" });
    expect(run.server.length).toBeGreaterThan(0);
    expect(leftOver(run)).toEqual([]);
  });

  test("a server that dies in a call is an error result, not the end", async () => {
    const run = await lab(cli, "die_in_call", { playbook: TOLERANT });
    expect(run.results[0]).toContain("Connection closed");
    expect(run.result).toMatchObject({ is_error: false, result: "Done." });
  });

  test("a call that never returns ends with the time-out, the server too", async () => {
    const run = await lab(cli, "hang_call", { process: { timeoutSeconds: 2.5 } });
    expect(run.ended.outcome).toEqual({ kind: "timed_out" });
    expect(leftOver(run)).toEqual([]);
  });

  test("the first Ctrl-C in the middle of a call is an interruption, whatever Claude prints after it", async () => {
    const stop = new AbortController();
    const run = await lab(cli, "hang_call", {
      playbook: TOLERANT,
      process: {
        interrupt: stop.signal,
        onProgress: ({ toolCalls }) => {
          if (toolCalls > 0) stop.abort();
        },
      },
    });
    expect(run.ended.outcome).toEqual({ kind: "interrupted" });
    expect(leftOver(run)).toEqual([]);
  });
});
