import { describe, expect, test } from "bun:test";
import { createProgress } from "../../../scripts/agent-benchmark/progress.ts";
import { terminalOptions } from "../../../scripts/agent-benchmark/terminal.ts";

function stream(terminal: boolean) {
  const written: string[] = [];
  return {
    isTTY: terminal,
    columns: 60,
    write: (text: string) => void written.push(text),
    text: () => written.join(""),
  };
}

function clock() {
  let time = 0;
  return Object.assign(() => time, {
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
  });
}

describe("progress", () => {
  test("elsewhere than on a terminal each event is one line without control characters", () => {
    const out = stream(false);
    const time = clock();
    const progress = createProgress(out, {}, time);
    progress.begin("Preparing the device");
    time.pass(1.25);
    progress.begin("Running Claude");
    progress.detail("turn 1");
    time.pass(2);
    progress.end("failed", "timed out\u001b[31m");
    progress.note("kept\nthe artifacts");
    progress.close();
    expect(out.text()).toBe(
      [
        "start Preparing the device",
        "done  Preparing the device (1.3 s)",
        "start Running Claude",
        "failed  Running Claude (2.0 s): timed out\\u001b[31m",
        "note  kept the artifacts",
        "",
      ].join("\n"),
    );
  });

  test("a terminal gets a spinner that leaves a clean line", () => {
    const out = stream(true);
    const progress = createProgress(out, { NO_COLOR: "1" }, clock());
    progress.begin("Preparing the device");
    progress.end("ok");
    progress.begin("Running Claude");
    progress.close();
    progress.close();
    expect(out.text()).toContain("✓ Preparing the device 0.0 s\n");
    expect(out.text().endsWith("\r\u001b[2K")).toBe(true);
  });

  test("a spinner line never wraps", () => {
    const out = stream(true);
    const progress = createProgress(out, { NO_COLOR: "1" }, clock());
    progress.begin("長い名前".repeat(30));
    progress.close();
    const drawn = out.text().split("\r\u001b[2K").filter(Boolean);
    expect(drawn).toHaveLength(1);
    expect(Bun.stringWidth(drawn[0] ?? "")).toBeLessThan(60);
  });
});

describe("colours", () => {
  test.each([
    [true, {}, true],
    [true, { NO_COLOR: "" }, true],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "0" }, false],
    [true, { TERM: "dumb" }, false],
    [false, {}, false],
  ])("terminal %p with %j: %p", (terminal, env, color) => {
    expect(terminalOptions(stream(terminal), env as Record<string, string>).color).toBe(color);
  });
});

test("a terminal that says it has no columns is taken for one of 100", () => {
  expect(terminalOptions({ ...stream(true), columns: 0 }, {}).width).toBe(100);
  expect(terminalOptions(stream(true), {}).width).toBe(60);
  expect(terminalOptions(stream(false), {}).width).toBe(100);
});
