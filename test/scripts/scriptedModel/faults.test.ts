import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Json, type LabOptions, type LabRun, runLab, VERSIONS } from "../../helpers/claude-lab.ts";

// A run of the real CLI takes about a second, several when the machine is busy.
setDefaultTimeout(60_000);

const runs: LabRun[] = [];
afterEach(() => {
  for (const run of runs.splice(0)) run.clean();
});
/** Runs the real CLI against a playbook whose first turn has the fault. */
async function withFault(
  cli: LabOptions["cli"],
  fault: string,
  options: Partial<LabOptions> = {},
): Promise<LabRun> {
  const run = await runLab({
    cli,
    playbook: `name: fault
turns:
  - say: Looking.
    calls: [{ tool: observe, input: { text: hi } }]
    fault: { ${fault} }
answer: "EXPECTED_COUNT: 3"
`,
    scripted: { maxRetries: 2 },
    ...options,
  });
  runs.push(run);
  return run;
}
const retries = (run: LabRun) => run.events.filter((event) => event.subtype === "api_retry").length;
const exit = (exitCode: number) => ({ kind: "exited" as const, exitCode });

describe.each(VERSIONS)("Claude Code %s", (cli) => {
  test.each([
    ["kind: http, status: 529, times: 2", 2],
    ["kind: http, status: 500", 1],
    ["kind: http, status: 429, retryAfterSeconds: 0", 1],
    // Claude's HTTP client repeats a request that got no answer at all by itself.
    ["kind: cut", 0],
  ])("gets over { %s }", async (fault, expected) => {
    const run = await withFault(cli, fault);
    expect(run.ended.outcome).toEqual(exit(0));
    expect(run.result).toMatchObject({ subtype: "success", is_error: false, result: "EXPECTED_COUNT: 3" });
    expect(retries(run)).toBe(expected);
    expect(run.requests.filter((request) => request.answer.startsWith("fault")).length).toBe(expected || 1);
    expect(run.failure).toBeNull();
  });

  test.each([
    ["kind: http, status: 401, times: always", 401],
    ["kind: http, status: 404, times: always, message: no such model", 404],
    ["kind: http, status: 500, times: always", 500],
    ["kind: html, times: always", 403],
  ])("ends in an error for { %s }", async (fault, status) => {
    const run = await withFault(cli, fault, { scripted: { maxRetries: 1 } });
    expect(run.ended.outcome).toEqual(exit(1));
    expect(run.result).toMatchObject({ is_error: true, api_error_status: status });
    expect(run.events.filter(isRealReply)).toEqual([]);
  });

  test("ends in an error for a refusal, and for a reply without end", async () => {
    const refused = await withFault(cli, "kind: refusal, times: always");
    expect(refused.ended.outcome).toEqual(exit(1));
    expect(refused.result).toMatchObject({ is_error: true, stop_reason: "refusal" });
    const cut = await withFault(cli, "kind: max_tokens, times: always");
    expect(cut.ended.outcome).toEqual(exit(1));
    expect(cut.result).toMatchObject({ is_error: true });
  });

  test("a stream that ends early is a reply without a stop reason, or tried again by a newer CLI", async () => {
    const run = await withFault(cli, "kind: truncated, after: words");
    expect(run.ended.outcome).toEqual(exit(0));
    expect(run.result).toMatchObject({ subtype: "success", is_error: false });
    const fake = { stop_reason: null, result: "Looking." };
    expect(run.result).toMatchObject(
      cli === "2.1.197" ? fake : { stop_reason: "end_turn", result: "EXPECTED_COUNT: 3" },
    );
  });

  test("a connection that breaks in the middle of a call is an error, or tried again by a newer CLI", async () => {
    const run = await withFault(cli, "kind: cut, after: half_call");
    expect(run.ended.outcome).toEqual(exit(cli === "2.1.197" ? 1 : 0));
    expect(run.result.is_error).toBe(cli === "2.1.197");
  });

  test("an empty reply is asked for again", async () => {
    const run = await withFault(cli, "kind: empty");
    expect(run.result).toMatchObject({ is_error: false, result: "EXPECTED_COUNT: 3" });
  });

  test("spends its budget", async () => {
    const claude = {
      appendSystemPrompt: "",
      allowedTools: ["mcp__auto-mobile"],
      disallowedTools: [],
      maxBudgetUsd: 0.01,
    };
    const run = await withFault(cli, "kind: budget", { plan: { claude } });
    expect(run.ended.outcome).toEqual(exit(1));
    expect(run.result.subtype).toBe("error_max_budget_usd");
    expect(run.result.total_cost_usd).toBeGreaterThan(1);
  });

  test("waits for a stalled stream until the harness's time-out", async () => {
    const run = await withFault(cli, "kind: stall, after: words", { process: { timeoutSeconds: 2 } });
    expect(run.ended.outcome).toEqual({ kind: "timed_out" });
    expect(run.ended.wallClockSeconds).toBeLessThan(10);
    expect(run.result).toBeUndefined();
  });

  test("reports tool input that is no JSON to the model as an error", async () => {
    const run = await withFault(cli, "kind: malformed_input");
    expect(run.failure).toMatchObject({ turn: 1, tool: "observe", expected: "a result that is no error" });
  });

  test("another model's name in the reply is what the transcript has", async () => {
    const run = await withFault(cli, "kind: other_model, model: claude-other-9");
    expect(run.ended.outcome).toEqual(exit(0));
    expect(run.events.filter(isRealReply).map((event) => event.message.model)).toContain("claude-other-9");
  });

  test("a mismatch ends the run with the step's name in the transcript", async () => {
    const run = await withFault(cli, "kind: http, status: 529", {
      playbook:
        'name: x\nturns:\n  - calls: [{ tool: observe, expect: { includes: ["Bug"] } }]\nanswer: done\n',
    });
    expect(run.ended.outcome).toEqual(exit(1));
    expect(run.failure).toMatchObject({ where: "lab.yml:3:38", turn: 1, tool: "observe" });
    expect(run.result.result).toContain('turn 1, observe (lab.yml:3): expected a result with "Bug"');
  });

  test("a sub-agent plays its own turns", async () => {
    const run = await withFault(cli, "kind: http, status: 529", {
      playbook: `name: sub
turns:
  - calls:
      - builtin: Agent
        input: { description: look, prompt: "Look at {deviceSerial}.", subagent_type: general-purpose }
        agent:
          turns: [{ calls: [{ tool: observe, input: { text: "from below" } }] }]
          answer: I saw it.
        expect: { includes: [I saw it.] }
answer: Done.
`,
      plan: {
        claude: {
          appendSystemPrompt: "",
          allowedTools: ["mcp__auto-mobile", "Agent"],
          disallowedTools: [],
          maxBudgetUsd: null,
        },
      },
    });
    expect(run.failure).toBeNull();
    expect(run.result).toMatchObject({ is_error: false, result: "Done." });
    const child = run.events.find(
      (event) => event.parent_tool_use_id === "toolu_1-1-1" && event.type === "assistant",
    );
    expect(child.message.content[0].name).toBe("mcp__auto-mobile__observe");
  });
});

function isRealReply(event: Json): boolean {
  return event.type === "assistant" && event.message.model !== "<synthetic>";
}
