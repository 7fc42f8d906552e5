import { expect, test } from "bun:test";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { otlpConfigured } from "../../../../../scripts/agent-benchmark/export-otlp.ts";
import { type SpanPlan, traceOf } from "../../../../../scripts/agent-benchmark/report/formats/otlp.ts";
import { someRuns } from "./runs.ts";

const all = (plan: SpanPlan): SpanPlan[] => [plan, ...plan.children.flatMap(all)];

test("a run is a trace: the run, in it the agent, in it the calls, each within its parent's time", () => {
  const [run] = someRuns();
  const spans = all(traceOf(run!, { content: false }));
  expect(spans.map(({ name }) => name)).toEqual([
    "benchmark bug-repro",
    "invoke_agent claude-code",
    "execute_tool observe",
    "execute_tool tapOn",
  ]);
  expect(spans[2]!.end - spans[2]!.start).toBe(1500);
  expect(spans[3]).toMatchObject({
    error: "the tool reported an error",
    attributes: { "benchmark.time_known": false },
  });
  expect(spans[1]!.attributes).toMatchObject({
    "gen_ai.usage.input_tokens": 2300,
    "gen_ai.usage.output_tokens": 50,
    "gen_ai.response.model": "claude-sonnet-5-5",
  });
  for (const child of spans.slice(1)) {
    expect(child.start).toBeGreaterThanOrEqual(spans[0]!.start);
    expect(child.end).toBeLessThanOrEqual(spans[0]!.end);
    expect(child.end).toBeGreaterThanOrEqual(child.start);
  }
});

test("what the model was given and said is sent only when asked for", () => {
  const [run] = someRuns();
  const names = (content: boolean) =>
    all(traceOf(run!, { content })).flatMap((span) => Object.keys(span.attributes));
  expect(names(false).filter((name) => /messages|arguments|result$/.test(name))).toEqual([]);
  expect(names(true)).toContain("gen_ai.output.messages");
  expect(names(true)).toContain("gen_ai.tool.call.arguments");
});

test("attribute names are those of the published conventions, or our own", () => {
  const published = new Set<unknown>(Object.values(conventions));
  const names = someRuns()
    .flatMap((run) => all(traceOf(run, { content: true })))
    .flatMap((span) => Object.keys(span.attributes));
  const unknown = [...new Set(names)].filter(
    (name) => !name.startsWith("benchmark.") && !published.has(name),
  );
  expect(unknown).toEqual([]);
});

interface Sent {
  path: string;
  headers: Headers;
  body: { resourceSpans: { resource: unknown; scopeSpans: { spans: Record<string, unknown>[] }[] }[] };
}

/** A collector on loopback that keeps what it is sent. */
function collector(status = 200) {
  const sent: Sent[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body = (await request.json()) as Sent["body"];
      sent.push({ path: new URL(request.url).pathname, headers: request.headers, body });
      return Response.json({}, { status });
    },
  });
  return { sent, url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) };
}

/** The export in a process of its own: the SDK reads its configuration from the environment. */
async function exportIn(env: Record<string, string>) {
  const script = `
    import { exportOtlp } from ${JSON.stringify(Bun.resolveSync("../../../../../scripts/agent-benchmark/export-otlp.ts", import.meta.dir))};
    import { someRuns } from ${JSON.stringify(Bun.resolveSync("./runs.ts", import.meta.dir))};
    try { console.log(await exportOtlp(someRuns(), process.env)); }
    catch (error) { console.log(error.problem?.code ?? error.stack); }`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  await child.exited;
  return { stdout: stdout.trim(), stderr };
}

test("a collector receives every run by OTLP, and the same trace when it is sent again", async () => {
  await using server = collector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: server.url, OTEL_EXPORTER_OTLP_HEADERS: "x-team=bench" };
  expect(await exportIn(env)).toEqual({ stdout: "4", stderr: "" });
  const spansOf = (sent: Sent[]) =>
    sent.flatMap(({ body }) =>
      body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)),
    );
  expect(server.sent[0]?.path).toBe("/v1/traces");
  expect(server.sent[0]?.headers.get("x-team")).toBe("bench");
  expect(JSON.stringify(server.sent[0]?.body.resourceSpans[0]?.resource)).toContain("mobile-agent-bench");
  const spans = spansOf(server.sent);
  expect(spans.map(({ name }) => name).sort()).toEqual([
    ...["benchmark bug-repro", "benchmark bug-repro", "benchmark bug-repro", "benchmark ux-flow"],
    ...["execute_tool observe", "execute_tool observe", "execute_tool observe", "execute_tool tapOn"],
    ...["invoke_agent claude-code", "invoke_agent claude-code", "invoke_agent claude-code"],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(4);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  const ids = (list: typeof spans) => list.map(({ traceId, spanId }) => `${traceId} ${spanId}`).sort();
  await exportIn(env);
  const again = spansOf(server.sent).slice(spans.length);
  expect(ids(again)).toEqual(ids(spans));
});

test("a collector that refuses is an error for a person, not a crash", async () => {
  await using server = collector(400);
  const { stdout } = await exportIn({ OTEL_EXPORTER_OTLP_ENDPOINT: server.url });
  expect(stdout).toBe("OTLP_EXPORT_FAILED");
});

test("nothing is sent unless an endpoint is set", () => {
  expect(otlpConfigured({})).toBe(false);
  expect(otlpConfigured({ OTEL_EXPORTER_OTLP_ENDPOINT: "" })).toBe(false);
  expect(otlpConfigured({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:1/v1/traces" })).toBe(true);
});
