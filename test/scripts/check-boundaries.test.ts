import { expect, test } from "bun:test";
import { breaches, WALLS } from "../../scripts/check-boundaries.ts";

const house = (files: Record<string, string>) =>
  breaches(
    WALLS,
    (folder) => Object.keys(files).filter((file) => file.startsWith(`${folder}/`)),
    (file) => files[file] ?? "",
  );

test("a pure folder that reads a file, a device or the clock is named", () => {
  expect(
    house({
      "scripts/agent-benchmark/audit/a.ts":
        'import { readFileSync } from "node:fs"; export const x = readFileSync;',
      "scripts/agent-benchmark/report/b.ts":
        'import { dump } from "../device/dump.ts"; export const x = dump;',
      "scripts/agent-benchmark/suite/c.ts": "export const now = Date.now();",
    }),
  ).toEqual([
    "scripts/agent-benchmark/suite/c.ts: uses Date.now( (suite/ is pure: values in, values out)",
    "scripts/agent-benchmark/audit/a.ts: imports node:fs (audit/ is pure: values in, values out)",
    "scripts/agent-benchmark/report/b.ts: imports scripts/agent-benchmark/device/dump.ts (report/ is pure: values in, values out)",
  ]);
});

test("the server may not reach into scripts, the parts may not know the harness", () => {
  expect(
    house({
      "src/tools/x.ts": 'import { y } from "../../scripts/virtual-device/index.ts"; export const z = y;',
      "scripts/virtual-device/x.ts": 'import { y } from "../agent-benchmark/result.ts"; export const z = y;',
    }),
  ).toHaveLength(2);
});

test("a pure folder may use node:path and its neighbours", () => {
  expect(
    house({
      "scripts/agent-benchmark/suite/a.ts": 'import { join } from "node:path"; export const x = join;',
    }),
  ).toEqual([]);
});
