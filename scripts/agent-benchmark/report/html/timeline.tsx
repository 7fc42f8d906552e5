/** @jsxImportSource preact */
import type { RunResult, ToolCall } from "../../result.ts";
import { block, duration, line, prettyJson } from "./safe.ts";
import { type Step, type Timeline, timelineOf } from "./timeline-model.ts";

/** What the model said and did, in order; each call opens to its input and result. */
export function TimelineView({ result, transcript }: { result: RunResult; transcript: string | null }) {
  const timeline = timelineOf(result);
  if (timeline.steps.length === 0) return <p class="note">The transcript holds no words and no calls.</p>;
  const slowest = Math.max(0, ...(result.audit?.toolCalls ?? []).map((call) => call.durationSeconds ?? 0));
  const steps = timeline.steps.map((step, index) => ({
    step,
    newTurn: step.turn > 0 && step.turn !== timeline.steps[index - 1]?.turn,
  }));
  return (
    <>
      <div class="tools" data-script-only hidden>
        <button type="button" data-action="expand">
          Open all
        </button>
        <button type="button" data-action="collapse">
          Close all
        </button>
        <label>
          <input type="checkbox" data-action="trouble" /> only what went wrong
        </label>
      </div>
      <ol class="timeline">
        {steps.map(({ step, newTurn }, index) => (
          <li
            key={`${index}`}
            class={trouble(step) ? "step trouble" : "step"}
            id={`line-${step.line}-${index}`}
          >
            {newTurn && <span class="turn">Turn {step.turn}</span>}
            <StepView step={step} slowest={slowest} />
          </li>
        ))}
      </ol>
      <More timeline={timeline} transcript={transcript} />
    </>
  );
}

function More({ timeline, transcript }: { timeline: Timeline; transcript: string | null }) {
  const more = timeline.left + timeline.beyond;
  if (more === 0) return null;
  return (
    <p class="note">
      {more.toLocaleString("en")} later steps are not shown:{" "}
      {transcript === null ? "see claude.jsonl" : <a href={transcript}>see claude.jsonl</a>}.
    </p>
  );
}

function trouble(step: Step): boolean {
  if (step.kind === "words") return false;
  return step.kind === "stumble" || step.call.isError === true || step.stumbles.length > 0;
}

function StepView({ step, slowest }: { step: Step; slowest: number }) {
  if (step.kind === "words") {
    return (
      <div class="words">
        <span class="who">{step.subAgent ? "sub-agent" : "model"}</span>
        <p>{block(step.text)}</p>
      </div>
    );
  }
  if (step.kind === "stumble") {
    return (
      <p class="stumble">
        {step.stumble.kind}: {line(step.stumble.text, 400)}
      </p>
    );
  }
  return <CallView step={step} slowest={slowest} />;
}

function CallView({ step, slowest }: { step: Extract<Step, { kind: "call" }>; slowest: number }) {
  const { call, stumbles } = step;
  const seconds = call.durationSeconds;
  return (
    <details class="call">
      <summary>
        <span class="tool">{line(call.shortName, 120)}</span> <span class="brief">{brief(call.input)}</span>
        {call.parentToolUseId !== null && <span class="tag">sub-agent</span>}
        {call.isError === true && <span class="tag bad">error</span>}
        {call.isError === null && <span class="tag warn">no result</span>}
        {call.isError !== true && stumbles.length > 0 && <span class="tag warn">stumble</span>}
        {seconds !== null && (
          <span class="time">
            <svg class="span" viewBox="0 0 40 4" aria-hidden="true">
              <rect width={Math.max(1, (40 * seconds) / (slowest || 1)).toFixed(1)} height="4" rx="2" />
            </svg>
            {duration(seconds)}
          </span>
        )}
      </summary>
      {stumbles.map((stumble, index) => (
        <p class="stumble" key={`${index}`}>
          {stumble.kind === "pattern" ? `“${line(stumble.pattern ?? "", 60)}”` : stumble.kind}:{" "}
          {line(stumble.text, 400)}
        </p>
      ))}
      <h3>Input</h3>
      <pre>{inputText(call)}</pre>
      <h3>
        Result <span class="where">{resultPlace(call)}</span>
      </h3>
      <pre class={call.isError ? "bad" : undefined}>
        {call.result === null ? "(no result was seen)" : block(prettyJson(call.result))}
      </pre>
    </details>
  );
}

function resultPlace({ line: from, resultLine }: ToolCall): string {
  return resultLine === null ? `claude.jsonl line ${from}` : `claude.jsonl lines ${from} and ${resultLine}`;
}

function inputText({ input }: ToolCall): string {
  return block(JSON.stringify(input, null, 2) ?? "(none)");
}

/** Arguments on one line: `text "Login", timeout 5`. */
function brief(input: unknown): string {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return "";
  const parts = Object.entries(input)
    .slice(0, 6)
    .map(([key, value]) => `${line(key, 40)} ${line(JSON.stringify(value) ?? "", 60)}`);
  return line(parts.join(", "), 160);
}
