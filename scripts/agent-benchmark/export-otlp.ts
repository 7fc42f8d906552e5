import { createHash } from "node:crypto";
import type { Attributes, Context } from "@opentelemetry/api";
import { RunError, reasonOf } from "./errors.ts";
import { type SpanPlan, traceOf } from "./report/formats/otlp.ts";
import type { RunResult } from "./result.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Whether an endpoint for traces is configured (https://opentelemetry.io/docs/specs/otel/protocol/exporter/). */
export function otlpConfigured(env: Env): boolean {
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/**
 * Sends each run as a trace by OTLP over HTTP with the official SDK, which reads the OTEL_EXPORTER_OTLP_* variables. Ids follow
 * from the run's id, so that a run sent twice is the same trace. Resolves with the number of runs; throws RunError OTLP_EXPORT_FAILED.
 */
export async function exportOtlp(results: readonly RunResult[], env: Env): Promise<number> {
  const [{ context, SpanStatusCode, trace }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
    ]);
  const content = env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT === "true";
  const ids = derivedIds();
  const exporter = new OTLPTraceExporter();
  const failures: string[] = [];
  const processor = new sdk.BatchSpanProcessor({
    exporter: {
      export: (spans, done) =>
        exporter.export(spans, (outcome) => {
          if (outcome.error) failures.push(outcome.error.message);
          else if (outcome.code !== 0) failures.push("the collector refused the spans");
          done(outcome);
        }),
      shutdown: () => exporter.shutdown(),
      forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    },
    maxQueueSize: 1_000_000,
    maxExportBatchSize: 512,
  });
  const provider = new sdk.TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ "service.name": env.OTEL_SERVICE_NAME || "mobile-agent-bench" }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("mobile-agent-bench");
  const send = (plan: SpanPlan, parent: Context) => {
    const span = tracer.startSpan(
      plan.name,
      { startTime: plan.start, attributes: plan.attributes as Attributes },
      parent,
    );
    for (const event of plan.events) span.addEvent(event.name, event.attributes, event.time);
    if (plan.error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: plan.error });
    for (const child of plan.children) send(child, trace.setSpan(parent, span));
    span.end(plan.end);
  };
  try {
    for (const result of results) {
      ids.begin(result.run.id);
      send(traceOf(result, { content }), context.active());
    }
    await provider.forceFlush();
    await provider.shutdown();
  } catch (error) {
    failures.push(reasonOf(error));
  }
  if (failures.length > 0) {
    throw new RunError({
      code: "OTLP_EXPORT_FAILED",
      message: `The traces could not be sent: ${failures[0]}.`,
      hint: "Check OTEL_EXPORTER_OTLP_ENDPOINT and the collector; the stored results can be sent again with `bun run bench:report -- <dir> --format otlp`.",
    });
  }
  return results.length;
}

/** Trace and span ids made from a run's id and the span's position. */
function derivedIds() {
  let run = "";
  let spans = 0;
  const hex = (text: string, length: number) =>
    createHash("sha256").update(text).digest("hex").slice(0, length);
  return {
    begin(id: string) {
      run = id;
      spans = 0;
    },
    generateTraceId: () => hex(`trace ${run}`, 32),
    generateSpanId: () => hex(`span ${run} ${spans++}`, 16),
  };
}
