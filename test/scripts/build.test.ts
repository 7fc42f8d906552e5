import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildServer } from "../../scripts/build.ts";
import { temporaryDirectory } from "../helpers/temp.ts";

const root = resolve(import.meta.dir, "../..");

test("the built server is one executable file that names its build and needs nothing beside it", async () => {
  using output = temporaryDirectory();
  const { path, buildId } = await buildServer(root, output.path);
  expect(path).toBe(join(output.path, "src/index.js"));
  expect(readFileSync(path, "utf8")).toStartWith("#!/usr/bin/env bun\n// @bun\n");
  expect(statSync(path).mode & 0o777).toBe(0o755);
  expect(existsSync(join(output.path, "schemas/tool-definitions.json"))).toBe(true);
  expect(
    readdirSync(output.path, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("tmp")),
  ).toEqual([]);

  const child = Bun.spawnSync([process.execPath, path, "--version"], { cwd: output.path });
  expect(child.stdout.toString()).toBe(`0.1.0 (build ${buildId})\n`);
  expect((await buildServer(root, output.path)).buildId).toBe(buildId);
});

test("who starts the server while it is built again never gets half a file", async () => {
  using output = temporaryDirectory();
  const { path } = await buildServer(root, output.path);
  const whole = readFileSync(path, "utf8").length;
  let building = true;
  const rebuilding = buildServer(root, output.path).finally(() => {
    building = false;
  });
  let reads = 0;
  while (building) {
    expect(readFileSync(path, "utf8").length).toBe(whole);
    reads += 1;
    await Bun.sleep(0);
  }
  await rebuilding;
  expect(reads).toBeGreaterThan(0);
});
