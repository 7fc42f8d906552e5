import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVirtualDevice } from "../../../scripts/virtual-device/index.ts";
import type { VirtualDevice } from "../../../scripts/virtual-device/types.ts";
import { allTools } from "../../../src/tools/index.ts";

const root = join(import.meta.dir, "../../..");
const INSPECTOR = join(root, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

let device: VirtualDevice;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "am-inspector-"));
  device = await startVirtualDevice();
});
afterAll(async () => {
  await device.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Runs the MCP project's own inspector on the server, in a home of its own. */
async function inspect(...args: string[]) {
  const environment = {
    ADB_SERVER_SOCKET: device.adbServerSocket,
    AUTOMOBILE_DATA_DIR: join(directory, "data"),
    AUTOMOBILE_DB_DIR: join(directory, "db"),
    AUTOMOBILE_COORDINATION_DIR: join(directory, "coordination"),
    AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: join(directory, "adb"),
  };
  const variables = Object.entries(environment).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const server = [process.execPath, join(root, "src/index.ts"), "--no-proxy"];
  const child = Bun.spawn([process.execPath, INSPECTOR, "--cli", ...server, ...variables, ...args], {
    env: { PATH: process.env.PATH, HOME: directory },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: 30_000,
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

test("the MCP inspector lists the tools and finds no fault in their schemas", async () => {
  const { code, out, err } = await inspect("--method", "tools/list", "--strict");
  expect(err).toBe("");
  expect(code).toBe(0);
  const listed = JSON.parse(out).tools.map((tool: { name: string }) => tool.name);
  expect(listed).toEqual(allTools.filter((tool) => tool.enabledByDefault).map((tool) => tool.name));
}, 30_000);

test("the MCP inspector calls tools", async () => {
  const call = ["--method", "tools/call", "--tool-name"];
  // One after the other: a device that one server holds is not another one's to look at.
  const devices = await inspect(...call, "listDevices");
  const launcher = await inspect(...call, "observe", "--tool-arg", "project=full");
  const button = await inspect(...call, "tapOn", "--tool-arg", 'selector={"text":"Settings"}');
  const miss = await inspect(...call, "observe", "--tool-arg", "project=everything");
  expect(JSON.parse(devices.out).structuredContent.devices[0].deviceId).toBe(device.serial);
  expect(JSON.parse(launcher.out).structuredContent.viewHierarchy).toHaveLength(1);
  expect(JSON.parse(button.out).content[0].text).toContain("Settings");
  expect(miss.out + miss.err).toContain("project");
}, 40_000);
