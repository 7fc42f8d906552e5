import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  block,
  duration,
  line,
  prettyJson,
  TEXT_LIMIT,
} from "../../../../../scripts/agent-benchmark/report/html/safe.ts";
import { MOST_NODES, screenView } from "../../../../../scripts/agent-benchmark/report/html/screen-model.ts";
import { MOST_STEPS, timelineOf } from "../../../../../scripts/agent-benchmark/report/html/timeline-model.ts";
import { defaultReportFolder, writeHtmlReport } from "../../../../../scripts/agent-benchmark/report-html.ts";
import { parseHierarchy } from "../../../../../src/android/hierarchy/parse.ts";
import { aCall, aResult } from "../../../../helpers/result.ts";
import { temporaryDirectory } from "../../../../helpers/temp.ts";
import { aPng, DUMP, storeRuns } from "./stored.ts";

describe("text of a page", () => {
  test("a line is one line, shows hidden characters, and is cut between characters", () => {
    expect(line("a\n b\t\u202ec\u0000\ud800")).toBe("a b \\u202ec\\u0000\\ud800");
    expect(line("ab😀cd", 3)).toBe("ab…");
    expect(line("ab😀cd", 4)).toBe("ab😀…");
  });

  test("a block keeps its lines and says how much is left out", () => {
    expect(block("a\r\nb\u001b[2J")).toBe("a\nb\\u001b[2J");
    expect(block("x".repeat(TEXT_LIMIT + 1234))).toEndWith("x\n[1,234 more characters are not shown]");
  });

  test("JSON is laid out, what only looks like it is left alone", () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(prettyJson("{not json")).toBe("{not json");
    expect(prettyJson("12")).toBe("12");
  });

  test("durations", () => {
    expect([0.0404, 0.25, 12].map(duration)).toEqual(["40 ms", "0.3 s", "12.0 s"]);
  });
});

describe("timeline", () => {
  test("words and calls by their line, stumbles with their call or by themselves", () => {
    const stumble = { kind: "error", tool: null, pattern: null, text: "no" } as const;
    const { steps, left, beyond } = timelineOf(
      aResult({
        audit: {
          messages: [{ turn: 2, line: 4, text: "next", parentToolUseId: null }],
          toolCalls: [aCall({ id: "b", line: 4, turn: 2 }), aCall({ id: "a", line: 2 })],
          stumbles: [
            { ...stumble, toolUseId: "b", line: 5 },
            { ...stumble, toolUseId: null, line: 3 },
          ],
          totals: { toolCalls: 12, messages: 1 },
        },
      }),
    );
    expect(steps.map((step) => `${step.kind} ${step.line}`)).toEqual([
      "call 2",
      "stumble 3",
      "words 4",
      "call 4",
    ]);
    expect(steps[3]?.kind === "call" && steps[3].stumbles).toHaveLength(1);
    expect({ left, beyond }).toEqual({ left: 0, beyond: 10 });
  });

  test("a huge run is cut and says by how much; no transcript is no timeline", () => {
    const toolCalls = Array.from({ length: MOST_STEPS + 5 }, (_, index) =>
      aCall({ id: `${index}`, line: index }),
    );
    const timeline = timelineOf(aResult({ audit: { toolCalls, messages: [] } }));
    expect({ shown: timeline.steps.length, left: timeline.left }).toEqual({ shown: MOST_STEPS, left: 5 });
    expect(timelineOf(aResult({ audit: null })).steps).toEqual([]);
  });
});

describe("final screen", () => {
  const hierarchy = parseHierarchy(Buffer.from(DUMP));
  const picture = { uri: "data:image/png;base64,", width: 108, height: 240 };

  test("the nodes that passed a check know what they show", () => {
    const check = { kind: "screen", passed: true, observed: null, reason: null, evidence: null } as const;
    const result = aResult({ checks: [{ ...check, expected: "Expected count: 3" }] });
    const view = screenView(result, hierarchy, picture);
    expect(view).toMatchObject({ width: 108, height: 240, left: 0 });
    expect(view?.nodes.map(({ shows }) => shows)).toEqual([[], ["Expected count: 3"], []]);
    const failed = aResult({ checks: [{ ...check, passed: false, expected: "Expected count: 3" }] });
    expect(screenView(failed, hierarchy, picture)?.nodes.flatMap(({ shows }) => shows)).toEqual([]);
  });

  test("without a picture the dump gives the size; without both there is nothing to draw", () => {
    expect(screenView(aResult(), hierarchy, null)).toMatchObject({ width: 108, height: 240 });
    expect(screenView(aResult(), null, null)).toBeNull();
    expect(
      screenView(aResult(), { status: "unreadable", code: "EMPTY", reason: "empty" }, picture)?.nodes,
    ).toEqual([]);
  });

  test("of too many nodes those that say something are kept, in the order of the dump", () => {
    const node = (text: string) => `<node text="${text}" class="v" package="p" bounds="[0,0][1,1]" />`;
    const silent = node("").repeat(MOST_NODES + 50);
    const xml = `<hierarchy rotation="0">${silent}${node("first")}${silent}${node("last")}</hierarchy>`;
    const view = screenView(aResult(), parseHierarchy(Buffer.from(xml)), null);
    expect(view?.nodes).toHaveLength(MOST_NODES);
    expect(view?.nodes.filter((one) => one.node.text !== "").map((one) => one.node.text)).toEqual([
      "first",
      "last",
    ]);
    expect(view?.left).toBe(MOST_NODES + 102);
  });
});

describe("what a run left", () => {
  test("a picture that is none, is cut or is gone is said, and the page is written all the same", async () => {
    using dir = temporaryDirectory();
    const runs = storeRuns(dir.path, [aResult(), aResult(), aResult(), aResult()]);
    const at = (index: number, file: string) => join(runs[index]!.directory, file);
    writeFileSync(at(0, "screen.png"), "GIF89a");
    truncateSync(at(1, "screen.png"), 20);
    rmSync(at(2, "screen.png"));
    writeFileSync(at(3, "screen.xml"), DUMP.slice(0, 300));
    writeFileSync(at(3, "screen.png"), aPng(10, 20));
    await writeHtmlReport(join(dir.path, "out"), runs);
    const pages = [1, 2, 3, 4].map((number) =>
      readFileSync(join(dir.path, `out/runs/${number}-20261016T010203Z-1a2b3c4d.html`), "utf8"),
    );
    expect(pages[0]).toContain("screen.png is no PNG picture.");
    expect(pages[1]).toContain("screen.png is no PNG picture.");
    expect(pages[2]).toContain("There is no picture of the final screen.");
    expect(pages[3]).toContain("The dump could not be read: ");
    expect(pages[3]).toContain('viewBox="0 0 10 20"');
  });

  test("pages of an earlier report go, other files stay", async () => {
    using dir = temporaryDirectory();
    const runs = storeRuns(dir.path, [aResult(), aResult()]);
    const out = join(dir.path, "out");
    await writeHtmlReport(out, runs);
    mkdirSync(join(out, "runs"), { recursive: true });
    writeFileSync(join(out, "runs/notes.txt"), "mine");
    await writeHtmlReport(out, runs.slice(0, 1));
    const files = [...new Bun.Glob("**").scanSync({ cwd: out })].sort();
    expect(files).toEqual(["index.html", "runs/1-20261016T010203Z-1a2b3c4d.html", "runs/notes.txt"]);
  });

  test("the report goes beside the runs it is about", () => {
    const at = (directory: string) => ({ result: aResult(), directory });
    expect(defaultReportFolder([at("/x/s/run")])).toBe("/x/s/run/report");
    expect(defaultReportFolder([at("/x/s/a"), at("/x/s/b"), at("/x/t/c")])).toBe("/x/report");
    expect(defaultReportFolder([at("/a"), at("/b")])).toBe("/report");
    const trial = (directory: string) => ({
      result: aResult({ run: { session: "s1", trial: 1 } }),
      directory,
    });
    expect(defaultReportFolder([trial("/x/s1/tabs/a"), trial("/x/s1/tabs/b")])).toBe("/x/s1/report");
    expect(defaultReportFolder([trial("/x/s1/tabs/a")])).toBe("/x/s1/tabs/a/report");
    expect(defaultReportFolder([trial("/copy/a"), trial("/copy/b")])).toBe("/copy/report");
  });
});
