import { afterEach, expect, test } from "bun:test";
import {
  parsePlaybook,
  type ScriptedModel,
  startScriptedModel,
} from "../../../scripts/scripted-model/index.ts";

const models: ScriptedModel[] = [];
afterEach(async () => {
  for (const model of models.splice(0)) await model.stop();
});

async function play(text: string, placeholders = {}): Promise<ScriptedModel> {
  const model = await startScriptedModel({ playbook: parsePlaybook(text, "p.yml"), placeholders });
  models.push(model);
  return model;
}

type Content = { type: string; id?: string; name?: string; input?: unknown; text?: string }[];
type Reply = {
  content: Content;
  stop_reason: string;
  model: string;
  usage: Record<string, number>;
  error?: { type: string; message: string };
};

/** A conversation with the model the way Claude Code holds it. */
function conversation(
  model: ScriptedModel,
  tools = ["mcp__auto-mobile__observe", "mcp__auto-mobile__tapOn", "Agent"],
) {
  const messages: unknown[] = [{ role: "user", content: [{ type: "text", text: "Do the task." }] }];
  return {
    messages,
    async ask(extra: Record<string, unknown> = {}): Promise<{ status: number; body: Reply }> {
      const response = await fetch(`${model.url}/v1/messages?beta=true`, {
        method: "POST",
        body: JSON.stringify({
          model: "scripted",
          max_tokens: 100,
          messages,
          tools: tools.map((name) => ({ name })),
          ...extra,
        }),
      });
      return { status: response.status, body: (await response.json()) as Reply };
    },
    take(reply: Reply, ...results: (string | { error: string })[]) {
      messages.push({ role: "assistant", content: reply.content });
      const calls = reply.content.filter((block) => block.type === "tool_use");
      messages.push({
        role: "user",
        content: calls.map((call, index) => {
          const result = results[index] ?? "";
          return typeof result === "string"
            ? { type: "tool_result", tool_use_id: call.id, content: [{ type: "text", text: result }] }
            : { type: "tool_result", tool_use_id: call.id, content: result.error, is_error: true };
        }),
      });
    },
  };
}

const CHAIN = `name: chain
turns:
  - say: Looking at {deviceSerial}.
    calls:
      - tool: observe
        expect: { includes: [Count], excludes: [Crash] }
        capture:
          count: { regex: 'Count: (\\d+)' }
          bounds: { json: "$.items[?@.text == 'Add'].bounds" }
  - calls:
      - tool: tapOn
        input: { text: "n={count}", at: "{bounds}", keep: "{{count}}" }
answer: "EXPECTED_COUNT: {count}"
`;
const SCREEN = '{"title":"Count: 3","items":[{"text":"Add","bounds":[1,2]}]}';

test("values captured from results reach later inputs, with their types, and the answer", async () => {
  const talk = conversation(await play(CHAIN, { deviceSerial: "emulator-5554" }));
  const first = (await talk.ask()).body;
  expect(first.content.map((block) => block.text ?? block.name)).toEqual([
    "Looking at emulator-5554.",
    "mcp__auto-mobile__observe",
  ]);
  expect(first.stop_reason).toBe("tool_use");
  talk.take(first, SCREEN);
  const second = (await talk.ask()).body;
  expect(second.content[0]?.input).toEqual({ text: "n=3", at: [1, 2], keep: "{count}" });
  talk.take(second, "ok");
  const last = (await talk.ask()).body;
  expect(last.content).toEqual([{ type: "text", text: "EXPECTED_COUNT: 3" }]);
  expect(last.stop_reason).toBe("end_turn");
});

test("a repeated request gets the same step again", async () => {
  const model = await play(CHAIN);
  const talk = conversation(model);
  const first = (await talk.ask()).body;
  expect((await talk.ask()).body.content).toEqual(first.content);
  expect(model.progress()).toEqual({ played: 1, turns: 3 });
});

test.each([
  ["Crash of Count: 3", 'a result without "Crash"', "p.yml:6:17"],
  ["nothing", 'a result with "Count"', "p.yml:6:17"],
  ["Count: many", "a match of /Count: (\\d+)/ for {count}", "p.yml:8:11"],
  ['{"title":"Count: 3"}', "a value at $.items[?@.text == 'Add'].bounds for {bounds}", "p.yml:9:11"],
  ["Count: 3", "JSON for {bounds}", "p.yml:9:11"],
  [{ error: "Count: 3" }, "a result that is no error", "p.yml:6:17"],
])("a result of %j stops the run and names the step", async (result, expected, where) => {
  const model = await play(CHAIN);
  const talk = conversation(model);
  talk.take((await talk.ask()).body, result);
  const { status, body } = await talk.ask();
  expect(status).toBe(400);
  expect(model.failure()).toMatchObject({
    playbook: "chain",
    where,
    turn: 1,
    call: 1,
    tool: "observe",
    expected,
  });
  expect(body.error?.message).toBe(model.failure()?.message ?? "");
  expect(body.error?.message).toContain("turn 1, observe (p.yml:");
  expect((await talk.ask()).status).toBe(400);
});

test("what came back is told by its message, or by its beginning", async () => {
  const observed = async (result: string) => {
    const model = await play(CHAIN);
    const talk = conversation(model);
    talk.take((await talk.ask()).body, result);
    await talk.ask();
    return model.failure()?.observed;
  };
  expect(await observed('{"message":"Nothing on the screen\\nchanged.","observation":{"skeleton":[]}}')).toBe(
    'the message "Nothing on the screen changed."',
  );
  expect(await observed("no such\n  screen")).toBe('"no such screen"');
  expect(await observed(`[${"1,".repeat(500)}1]`)).toBe(`"[${"1,".repeat(149)}1…"`);
});

test("a tool that is not on offer stops the run before the call", async () => {
  const model = await play(CHAIN);
  expect((await conversation(model, ["Read"]).ask()).status).toBe(400);
  expect(model.failure()).toMatchObject({
    turn: 1,
    expected: "that Claude offers mcp__auto-mobile__observe",
    observed: "it offers no MCP tool: the MCP server is not connected, or lists none",
  });
});

test("a call can be made on purpose although the tool is not on offer", async () => {
  const model = await play(
    "name: x\nturns:\n  - calls: [{ builtin: Bash, offered: false, expect: { isError: true } }]\nanswer: no\n",
  );
  const talk = conversation(model);
  talk.take((await talk.ask()).body, { error: "No such tool" });
  expect((await talk.ask()).body.content[0]?.text).toBe("no");
});

test("a turn is played again while its expectation fails, as often as it says", async () => {
  const text = `name: wait
turns:
  - attempts: 3
    pauseSeconds: 0
    calls: [{ tool: observe, expect: { includes: [ready] }, capture: { n: { regex: '\\d' } } }]
answer: "{n}"
`;
  const model = await play(text);
  const talk = conversation(model);
  const ids: unknown[] = [];
  for (const result of ["busy", "busy", "ready 7"]) {
    const reply = (await talk.ask()).body;
    ids.push(reply.content[0]?.id);
    talk.take(reply, result);
  }
  expect(ids).toEqual(["toolu_1-1-1", "toolu_1-2-1", "toolu_1-3-1"]);
  expect((await talk.ask()).body.content[0]?.text).toBe("7");

  const impatient = await play(text.replace("attempts: 3", "attempts: 1"));
  const other = conversation(impatient);
  other.take((await other.ask()).body, "busy");
  expect((await other.ask()).status).toBe(400);
});

test("a sub-agent plays its own turns, and its requests take none of the main thread's", async () => {
  const model = await play(
    `name: sub
turns:
  - calls:
      - builtin: Agent
        input: { prompt: "Look for {deviceSerial}", description: look }
        agent:
          turns: [{ calls: [{ tool: observe }] }]
          answer: I saw it.
answer: Done.
`,
    { deviceSerial: "emu" },
  );
  const main = conversation(model);
  const first = (await main.ask()).body;
  const child = conversation(model);
  child.messages[0] = { role: "user", content: "Look for emu" };
  const look = (await child.ask()).body;
  expect(look.content[0]?.id).toBe("toolu_1-1-1_1-1-1");
  child.take(look, "seen");
  expect((await child.ask()).body.content[0]?.text).toBe("I saw it.");
  main.take(first, "I saw it.");
  expect((await main.ask()).body.content[0]?.text).toBe("Done.");
  expect(model.requests.map((request) => request.answer)).toEqual([
    "turn 1: Agent",
    "sub-agent turn 1: observe",
    "sub-agent turn 2: final answer",
    "turn 2: final answer",
  ]);
});

test("helper requests, health and token counts take no turn", async () => {
  const model = await play(CHAIN);
  const talk = conversation(model);
  expect((await talk.ask({ max_tokens: 1 })).body.content[0]?.text).toBe("ok");
  const schema = { type: "object", properties: { title: { type: "string" }, n: { type: "integer" } } };
  const titled = await talk.ask({ output_config: { format: { type: "json_schema", schema } } });
  expect(JSON.parse(titled.body.content[0]?.text ?? "")).toEqual({ title: "ok", n: 0 });
  expect((await fetch(`${model.url}/`, { method: "HEAD" })).status).toBe(200);
  expect(await (await fetch(`${model.url}/health`)).json()).toEqual({ status: "ok" });
  const count = await fetch(`${model.url}/v1/messages/count_tokens`, {
    method: "POST",
    body: JSON.stringify({ model: "scripted", messages: [] }),
  });
  expect(((await count.json()) as { input_tokens: number }).input_tokens).toBeGreaterThan(0);
  expect((await fetch(`${model.url}/api/oauth/profile`)).status).toBe(404);
  expect((await fetch(`${model.url}/v1/messages`, { method: "POST", body: "no json" })).status).toBe(400);
  expect(model.progress().played).toBe(0);
  expect(model.failure()).toBeNull();
});

test("token numbers depend on what was said only, and the cache covers the past", async () => {
  const numbers = async () => {
    const talk = conversation(await play(CHAIN));
    const first = (await talk.ask()).body;
    talk.take(first, SCREEN);
    return [first.usage, (await talk.ask()).body.usage];
  };
  const [first, second] = await numbers();
  expect(first?.cache_read_input_tokens).toBe(0);
  expect(second?.cache_read_input_tokens).toBe(first?.cache_creation_input_tokens ?? -1);
  expect(await numbers()).toEqual([first!, second!]);
});

test("streams the reply as the API does", async () => {
  const model = await play(CHAIN, { deviceSerial: "é" });
  const response = await fetch(`${model.url}/v1/messages`, {
    method: "POST",
    body: JSON.stringify({
      model: "m",
      stream: true,
      max_tokens: 9,
      tools: [{ name: "mcp__auto-mobile__observe" }],
      messages: [{ role: "user", content: "Go" }],
    }),
  });
  const text = await response.text();
  const events = [...text.matchAll(/^event: (.*)$/gm)].map((match) => match[1]);
  expect(events).toEqual([
    "message_start",
    ...["content_block_start", "content_block_delta", "content_block_stop"],
    ...["content_block_start", "content_block_delta", "content_block_delta", "content_block_stop"],
    "message_delta",
    "message_stop",
  ]);
  expect(text).toContain("Looking at é.");
  expect(text).toContain('"stop_reason":"tool_use"');
});

test("a playbook at a path that is not there is an error of its own", async () => {
  expect(startScriptedModel({ playbook: "/nowhere/p.yml" })).rejects.toThrow("The playbook cannot be read.");
});
