import { expect, test } from "bun:test";
import { differences } from "../../../../scripts/agent-benchmark/compare/differences.ts";
import { aResult } from "../../../helpers/result.ts";

test("the same fingerprints differ in nothing", () => {
  expect(differences([aResult()], [aResult(), aResult()])).toEqual([]);
});

test("each fingerprint that differs is named with its part, from what to what", () => {
  const other = aResult({
    suite: { digestParts: { prompt: "9999999999999999" } },
    device: { fingerprint: { parts: { sdk: "34" } } },
    claude: { version: "2.1.400", observedModel: "claude-opus-5" },
  });
  expect(differences([aResult()], [other])).toEqual([
    { what: "task", parts: ["prompt: 1111111111111111 → 9999999999999999"] },
    { what: "device", parts: ["sdk: 35 → 34"] },
    { what: "Claude Code version", parts: ["2.1.332 → 2.1.400"] },
    { what: "model", parts: ["claude-sonnet-5-5 → claude-opus-5"] },
  ]);
});

test("server instructions on one side only are a difference of their own", () => {
  expect(differences([aResult()], [aResult({ server: { instructions: true } })])).toEqual([
    { what: "server instructions", parts: ["off → on"] },
  ]);
});

test("another requested model is the model's difference, not another task", () => {
  const other = aResult({ suite: { digestParts: { requestedModel: "claude-opus-5" } } });
  expect(differences([aResult()], [other])).toEqual([]);
});

test("unknown never counts as the same", () => {
  expect(differences([aResult({ device: null })], [aResult({ device: null })])).toEqual([
    { what: "device", parts: ["unknown"] },
  ]);
  expect(
    differences([aResult({ claude: { version: null } })], [aResult({ claude: { version: null } })]),
  ).toEqual([{ what: "Claude Code version", parts: ["unknown"] }]);
});
