import { expect, test } from "bun:test";
import { ARTIFACTS, artifactWords } from "../../../../scripts/agent-benchmark/artifacts.ts";
import { shownPath } from "../../../../scripts/agent-benchmark/report/shown-path.ts";
import { phaseWords } from "../../../../scripts/agent-benchmark/report/words.ts";
import { PHASES } from "../../../../scripts/agent-benchmark/run/phases.ts";

test("a path below the current directory is shown relative to it, any other as it is", () => {
  expect(shownPath("/home/me/bench/scratch/run", "/home/me/bench")).toBe("scratch/run");
  expect(shownPath("/home/me/bench", "/home/me/bench")).toBe("/home/me/bench");
  expect(shownPath("/home/me/bench-2/run", "/home/me/bench")).toBe("/home/me/bench-2/run");
  expect(shownPath("/srv/run", "/home/me")).toBe("/srv/run");
});

test("every phase and every artifact has words of its own; another name stays as it is", () => {
  for (const { name } of PHASES) expect(phaseWords(name)).toMatch(/^[A-Z]/);
  for (const name of Object.keys(ARTIFACTS)) expect(artifactWords(name)).toContain(" ");
  for (const name of ["constructor", "other"]) {
    expect(phaseWords(name)).toBe(name);
    expect(artifactWords(name)).toBe(name);
  }
});
