import { expect, setDefaultTimeout, test } from "bun:test";
import { type Bed, faultyServerRoot, makeBed } from "./bed.ts";

setDefaultTimeout(90_000);

/** One call whose turn the fault strikes, then an answer; the server is a fake, so that only the API is in question. */
const struck = (fault: string) => `name: bug-repro
turns:
  - say: I look.
    calls: [{ tool: observe, expect: { isError: any } }]
    fault: ${fault}
answer: "EXPECTED_COUNT: 3"
`;

async function runWith(fault: string, { timeoutSeconds = 60, budgetUsd = 2 } = {}): Promise<Bed> {
  const bed = await makeBed({
    playbook: struck(fault),
    edit: (suite) =>
      suite
        .replace("timeoutSeconds: 600", `timeoutSeconds: ${timeoutSeconds}`)
        .replace("maxBudgetUsd: 2", `maxBudgetUsd: ${budgetUsd}`),
  });
  const run = await bed.run({ args: ["--server-root", faultyServerRoot(bed.scene, "ok")] });
  expect(run.exitCode).toBe(1);
  expect(run.stdout).toStartWith(bed.result().verdict === "failed" ? "FAIL" : "INCOMPLETE");
  expect(run.stderr).not.toMatch(/^\s+at /m);
  return bed;
}

test.each([
  ["an error", "{ kind: http, status: 400, message: no such thing, times: always }", "nonzero_exit"],
  ["a long queue", "{ kind: http, status: 429, retryAfterSeconds: 3600, times: always }", "nonzero_exit"],
  ["a proxy's HTML page", "{ kind: html, times: always }", "nonzero_exit"],
  ["a refusal", "{ kind: refusal, times: always }", "nonzero_exit"],
  ["a reply cut by its length", "{ kind: max_tokens, times: always }", "nonzero_exit"],
])("%s of the model's API is an incomplete run, in words", async (_, fault, endReason) => {
  await using bed = await runWith(fault);
  const result = bed.result();
  expect(result.verdict).toBe("incomplete");
  expect(result.run.endReason).toBe(endReason as typeof result.run.endReason);
  expect(result.reasons.join(" ")).toContain("final result is an error");
  expect(result.audit?.totals.deviceToolCalls).toBe(0);
  await bed.nothingLeft();
});

test.each([
  ["cut before the call", "{ kind: truncated, after: words, times: always }"],
  ["without content", "{ kind: empty, times: always }"],
])("a stream %s is no success, whatever Claude's result says", async (_, fault) => {
  await using bed = await runWith(fault);
  const result = bed.result();
  expect(result.verdict).not.toBe("passed");
  expect(result.reasons.length).toBeGreaterThan(0);
  expect(result.audit?.totals.successfulDeviceToolCalls).toBe(0);
  await bed.nothingLeft();
});

test("errors that pass are tried again, counted, and no reason to stop", async () => {
  await using bed = await runWith("{ kind: http, status: 529, times: 2 }");
  const result = bed.result();
  expect(result.run.endReason).toBe("completed");
  expect(result.audit?.apiRetries).toBe(2);
  expect(result.audit?.totals.successfulDeviceToolCalls).toBe(1);
  await bed.nothingLeft();
});

test.each([
  ["stalls", "{ kind: stall, after: words, seconds: 60 }"],
  ["refuses the key", "{ kind: http, status: 401, times: always }"],
])("an API that %s is waited for until the run's time is over", async (_, fault) => {
  await using bed = await runWith(fault, { timeoutSeconds: 3 });
  expect(bed.result().run.endReason).toBe("timed_out");
  await bed.nothingLeft();
});

test("a spend cap that is used up is an incomplete run with its cost", async () => {
  await using bed = await runWith("{ kind: budget }", { budgetUsd: 0.5 });
  const result = bed.result();
  expect(result.verdict).toBe("incomplete");
  expect(result.reasons.join(" ")).toContain("spend cap (maxBudgetUsd) was used up");
  expect(result.audit?.costUsd).toBeGreaterThan(0.5);
  await bed.nothingLeft();
});

test("an API that nobody serves is tried again until the run's time is over; the key is in no artifact", async () => {
  await using bed = await makeBed({
    edit: (suite) => suite.replace("timeoutSeconds: 600", "timeoutSeconds: 6"),
  });
  const key = "sk-ant-api03-THE-OPERATORS-OWN-KEY";
  const run = await bed.run({
    model: "claude-sonnet-4-5",
    args: ["--server-root", faultyServerRoot(bed.scene, "ok")],
    env: {
      // A port that was just free, and is refused now.
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${freePort()}`,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  });
  expect(run.exitCode).toBe(1);
  const result = bed.result();
  expect(result.run.endReason).toBe("timed_out");
  expect(result.audit?.apiRetries).toBeGreaterThan(0);
  const found = Bun.spawnSync(["grep", "-rlF", key, bed.scene.output]).stdout.toString();
  expect(found).toBe("");
  await bed.nothingLeft();
});

test("a sub-agent's calls are attributed to it, and end with the run", async () => {
  await using bed = await makeBed({
    playbook: `name: bug-repro
turns:
  - calls:
      - builtin: Agent
        input: { description: look, prompt: Look at the screen., subagent_type: general-purpose }
        agent:
          turns:
            - calls: [{ tool: observe }]
          answer: I saw it.
answer: "EXPECTED_COUNT: 3"
`,
    edit: (suite) => suite.replace("claude:\n", "claude:\n  allowedTools: [mcp__auto-mobile, Agent]\n"),
  });
  await bed.run({ args: ["--server-root", faultyServerRoot(bed.scene, "ok")] });
  const { audit, run, reasons } = bed.result();
  expect(reasons.join(" ")).not.toContain("playbook");
  expect(run.endReason).toBe("completed");
  const [agent, observe] = audit?.toolCalls ?? [];
  expect(agent?.parentToolUseId).toBeNull();
  expect(observe).toMatchObject({ shortName: "observe", parentToolUseId: agent?.id });
  await bed.nothingLeft();
});

function freePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = server;
  server.stop(true);
  return port;
}
