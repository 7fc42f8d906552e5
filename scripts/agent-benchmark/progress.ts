import pico from "picocolors";
import { columns } from "./report/layout.ts";
import { excerpt } from "./report/neutralise.ts";
import { type OutputStream, terminalOptions } from "./terminal.ts";

/** What a person sees while a run works; goes to stderr, so that stdout stays the report. */
export interface Progress {
  /** A phase begins; the one before is finished by that. */
  begin(text: string): void;
  /** Words about the phase at work, shown instead of earlier ones; only on a terminal. */
  detail(text: string): void;
  /** Something happened inside the phase: a line of its own where there is no terminal. */
  step(text: string): void;
  /** The phase at work ended. */
  end(outcome: "ok" | "failed", text?: string): void;
  /** Something worth a line of its own. */
  note(text: string): void;
  /** Stops the spinner and leaves the line clean; safe to call twice. */
  close(): void;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const CLEAR_LINE = "\r\u001b[2K";

/** A spinner on a terminal, a line for each beginning and end elsewhere. */
export function createProgress(
  stream: OutputStream,
  env: Record<string, string | undefined>,
  now: () => number = () => performance.now(),
): Progress {
  const interactive = stream.isTTY === true && env.TERM !== "dumb";
  return interactive ? spinner(stream, env, now) : lines(stream, now);
}

/** Says nothing; for tests and callers that report by themselves. */
export const silentProgress: Progress = {
  begin() {},
  detail() {},
  step() {},
  end() {},
  note() {},
  close() {},
};

function lines(stream: OutputStream, now: () => number): Progress {
  let phase: { text: string; since: number } | null = null;
  const end = (outcome: "ok" | "failed", text?: string) => {
    if (!phase) return;
    const words = text ? `: ${excerpt(text, 300)}` : "";
    stream.write(
      `${outcome === "ok" ? "done" : "failed"}  ${phase.text} (${seconds(now() - phase.since)})${words}\n`,
    );
    phase = null;
  };
  return {
    begin(text) {
      end("ok");
      phase = { text: excerpt(text, 200), since: now() };
      stream.write(`start ${phase.text}\n`);
    },
    detail() {},
    step(text) {
      stream.write(`      ${excerpt(text, 200)}\n`);
    },
    end,
    note(text) {
      stream.write(`note  ${excerpt(text, 400)}\n`);
    },
    close() {
      phase = null;
    },
  };
}

function spinner(stream: OutputStream, env: Record<string, string | undefined>, now: () => number): Progress {
  const colors = pico.createColors(terminalOptions(stream, env).color);
  const width = () => terminalOptions(stream, env).width;
  let phase: { text: string; detail: string; since: number } | null = null;
  let timer: ReturnType<typeof setInterval> | null = null;
  let frame = 0;

  const draw = () => {
    if (!phase) return;
    const tail = ` ${seconds(now() - phase.since)}`;
    const room = Math.max(10, width() - tail.length - 4);
    const words = phase.detail ? `${phase.text}: ${phase.detail}` : phase.text;
    const mark = FRAMES[frame++ % FRAMES.length] ?? "";
    stream.write(`${CLEAR_LINE}${colors.cyan(mark)} ${cut(words, room)}${colors.dim(tail)}`);
  };
  const rest = () => {
    if (timer) clearInterval(timer);
    timer = null;
    stream.write(CLEAR_LINE);
  };
  const end = (outcome: "ok" | "failed", text?: string) => {
    if (!phase) return;
    const ended = phase;
    phase = null;
    rest();
    const mark = outcome === "ok" ? colors.green("✓") : colors.red("✗");
    const words = text ? `: ${excerpt(text, 300)}` : "";
    stream.write(`${mark} ${ended.text}${words} ${colors.dim(seconds(now() - ended.since))}\n`);
  };
  const detail = (text: string) => {
    if (phase) phase.detail = excerpt(text, 200);
  };
  return {
    begin(text) {
      end("ok");
      phase = { text: excerpt(text, 200), detail: "", since: now() };
      draw();
      timer = setInterval(draw, 100);
      timer.unref?.();
    },
    detail,
    step: detail,
    end,
    note(text) {
      stream.write(`${phase ? CLEAR_LINE : ""}${colors.dim("•")} ${excerpt(text, 400)}\n`);
      draw();
    },
    close() {
      if (!phase && !timer) return;
      phase = null;
      rest();
    },
  };
}

function cut(text: string, room: number): string {
  if (columns(text) <= room) return text;
  let kept = "";
  for (const character of text) {
    if (columns(kept + character) > room - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
