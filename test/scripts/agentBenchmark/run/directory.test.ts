import { expect, test } from "bun:test";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import { createRunDirectory, timestamp } from "../../../../scripts/agent-benchmark/run/directory.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

const second = new Date("2026-10-16T01:02:03.789Z");

test("a run directory is named by its second and a random part, and two of one second are kept apart", () => {
  using root = temporaryDirectory();
  const names = ["1a2b3c4d", "1a2b3c4d", "5e6f7a8b"];
  const random = () => names.shift() ?? "";
  const first = createRunDirectory(root.path, "bug-repro", second, random);
  const next = createRunDirectory(root.path, "bug-repro", second, random);
  expect(timestamp(second)).toBe("20261016T010203Z");
  expect(first.id).toBe("20261016T010203Z-1a2b3c4d");
  expect(next.id).toBe("20261016T010203Z-5e6f7a8b");
  expect(first.path).toBe(join(root.path, "bug-repro", first.id));
  expect(existsSync(next.path)).toBe(true);
});

test("a root that is no directory is an error that says what to do", () => {
  using root = temporaryDirectory();
  const file = join(root.path, "file");
  writeFileSync(file, "");
  chmodSync(file, 0o444);
  let error: unknown;
  try {
    createRunDirectory(file, "bug-repro", second);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(RunError);
  expect((error as RunError).problem).toMatchObject({
    code: "OUTPUT_UNWRITABLE",
    hint: expect.stringContaining("--output"),
  });
});
