import { expect, test } from "bun:test";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import { findServer } from "../../../../scripts/agent-benchmark/run/server.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

const definitions = [
  { name: "observe", inputSchema: { properties: { device: {}, raw: {} } } },
  { name: "listDevices", inputSchema: { properties: { platform: {} } } },
];

function checkout(root: string, tools: unknown = definitions): string {
  for (const folder of ["src/tools", "dist/src", "schemas"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "src/tools/observe.ts"), "");
  writeFileSync(join(root, "schemas/tool-definitions.json"), JSON.stringify(tools));
  writeFileSync(join(root, "dist/src/index.js"), "");
  const past = new Date(Date.now() - 60_000);
  for (const file of ["src/tools/observe.ts", "schemas/tool-definitions.json"])
    utimesSync(join(root, file), past, past);
  return root;
}

const problem = (root: string) => {
  try {
    findServer(root);
  } catch (error) {
    if (error instanceof RunError) return error.problem;
    throw error;
  }
  return null;
};

test("a checkout with the contract is found, and its device-aware tools are told by their schema", () => {
  using root = temporaryDirectory();
  const server = findServer(checkout(root.path));
  expect([...server.deviceAwareTools]).toEqual(["observe"]);
  expect([...server.tools]).toEqual(["observe", "listDevices"]);
  expect(server.entry).toBe(join(root.path, "dist/src/index.js"));
});

test.each(["src/tools/observe.ts", "schemas/tool-definitions.json"])(
  "a build older than %s is refused, and the newer file named",
  (file) => {
    using root = temporaryDirectory();
    checkout(root.path);
    const future = new Date(Date.now() + 60_000);
    utimesSync(join(root.path, file), future, future);
    expect(problem(root.path)).toMatchObject({
      code: "SERVER_STALE",
      message: `The built server is older than ${file}.`,
    });
  },
);

test("a checkout that is not built, or whose definitions are unusable, says what to do", () => {
  using root = temporaryDirectory();
  expect(problem(root.path)?.code).toBe("SERVER_NOT_BUILT");
  checkout(root.path, [{ name: "listDevices", inputSchema: {} }]);
  expect(problem(root.path)?.message).toBe(
    "The tool definitions can't be used: no tool takes a device label, so device use could not be seen.",
  );
  writeFileSync(join(root.path, "schemas/tool-definitions.json"), "{");
  const past = new Date(Date.now() - 60_000);
  utimesSync(join(root.path, "schemas/tool-definitions.json"), past, past);
  expect(problem(root.path)).toMatchObject({
    code: "SERVER_DEFINITIONS",
    hint: expect.stringContaining("bun run generate"),
  });
});
