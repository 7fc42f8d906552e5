import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { startVirtualDevice } from "../../../scripts/virtual-device/index.ts";
import type { VirtualDevice } from "../../../scripts/virtual-device/types.ts";
import { adbForEndpoint, findAdb, type RealAdb } from "./support/adb.ts";

const APP = "dev.jasonpearson.automobile.playground";
const SERVER = fileURLToPath(import.meta.resolve("@mobilenext/mobile-mcp/lib/index.js"));
const MODULES = join(SERVER, "../../..");
const ARCH = process.arch === "x64" ? "amd64" : process.arch;

interface Element {
  text: string;
  id: string;
  /** The middle. */
  x: number;
  y: number;
}

/** `@e1 TextView text="A" label="B" id="c" at=0,63 size=1080x2274`; the plain way leaves the reference out. */
function readElements(listing: string): Element[] {
  return listing.split("\n").flatMap((line) => {
    const place = / at=(-?\d+),(-?\d+) size=(\d+)x(\d+)/.exec(line);
    if (!place) return [];
    const value = (name: string): string => {
      const quoted = new RegExp(` ${name}=("(?:[^"\\\\]|\\\\.)*")`).exec(line)?.[1];
      return quoted === undefined ? "" : String(JSON.parse(quoted));
    };
    const [x = 0, y = 0, width = 0, height = 0] = place.slice(1).map(Number);
    return [{ text: value("text") || value("label"), id: value("id"), x: x + width / 2, y: y + height / 2 }];
  });
}

/**
 * Another project's MCP server, untouched. It talks to the loopback endpoint only, reports nothing home, and lives in a
 * home of its own, because the daemon of its `mobilecli` outlives it and remembers its environment.
 */
interface Rival {
  client: Client;
  /** What the server calls the device: an emulator goes by its AVD's name for `mobilecli`. */
  device: string;
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  elements(): Promise<Element[]>;
  stop(): Promise<void>;
}

async function startRival(device: VirtualDevice, legacy: boolean): Promise<Rival> {
  const home = mkdtempSync(join(tmpdir(), "mobile-mcp-"));
  mkdirSync(join(home, "sdk/platform-tools"), { recursive: true });
  symlinkSync(findAdb(), join(home, "sdk/platform-tools/adb"));
  const env: Record<string, string> = {
    PATH: `${join(home, "sdk/platform-tools")}:${process.env.PATH ?? ""}`,
    HOME: home,
    TMPDIR: home,
    ANDROID_HOME: join(home, "sdk"),
    ADB_SERVER_SOCKET: device.adbServerSocket,
    MOBILEMCP_DISABLE_TELEMETRY: "1",
    MOBILEMCP_ALLOW_UNSAFE_URLS: "1",
    ...(legacy ? { MOBILEMCP_LEGACY_ROBOT: "1" } : {}),
  };
  const args = [SERVER, "--stdio"];
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: "node", args, env, stderr: "ignore" }));
  const call = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: more });
    const parts = content as { type: string; text?: string; data?: string }[];
    const text = parts.map((part) => part.text ?? part.data ?? "").join("\n");
    if (isError) throw new Error(`${name}: ${text}`);
    return text;
  };
  const listed = await call("mobile_list_available_devices");
  const id = /"id"\s*:\s*"([^"]+)"/.exec(listed)?.[1];
  if (!id) throw new Error(`no device in ${listed}`);
  return {
    client,
    device: id,
    call: (name, more = {}) => call(name, { device: id, ...more }),
    async elements() {
      return readElements(await call("mobile_list_elements_on_screen", { device: id }));
    },
    async stop() {
      await client.close();
      const name = `mobilecli-${process.platform}-${ARCH}`;
      const binary = join(MODULES, name, name);
      await Bun.spawn([binary, "daemon", "stop"], { env, stdout: "ignore", stderr: "ignore" }).exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

describe.each([
  ["through plain adb", true],
  ["through its own mobilecli", false],
] as const)("mobile-mcp %s", (_, legacy) => {
  let device: VirtualDevice;
  let adb: RealAdb;
  let rival: Rival;
  const find = async (wanted: string): Promise<Element> => {
    const all = await rival.elements();
    const found = all.find(({ text, id }) => text === wanted || id === wanted);
    if (!found) throw new Error(`no "${wanted}" among ${all.map(({ text, id }) => text || id).join(" | ")}`);
    return found;
  };
  const texts = async (): Promise<string[]> => (await rival.elements()).map(({ text }) => text);
  const click = ({ x, y }: Element): Promise<string> =>
    rival.call("mobile_click_on_screen_at_coordinates", { x: Math.round(x), y: Math.round(y) });
  const tap = async (wanted: string): Promise<void> => {
    await click(await find(wanted));
  };
  const open = async (path: string): Promise<void> => {
    await adb.run([
      "shell",
      `am start -W -a android.intent.action.VIEW -d automobile://playground${path} ${APP}`,
    ]);
  };
  beforeAll(async () => {
    device = await startVirtualDevice();
    adb = adbForEndpoint(device.adbServerSocket);
    const seed = (name: string, key: string): string =>
      `echo '<map><boolean name="${key}" value="true" /></map>' > shared_prefs/${name}.xml`;
    await adb.run([
      "shell",
      `run-as ${APP} sh -c '${["mkdir -p shared_prefs", seed("onboarding_prefs", "onboarding_completed"), seed("auth_prefs", "is_guest_mode")].join("; ").replaceAll("'", "'\\''")}'`,
    ]);
    rival = await startRival(device, legacy);
  }, 30_000);
  afterAll(async () => {
    await rival?.stop();
    await adb?.stop();
    await device?.stop();
  });

  test("finishes the bug reproduction", async () => {
    await open("/demos/bugs/repro");
    expect((await find("bug_repro_status")).text).toBe("Status: Idle");
    await tap("bug_repro_toggle");
    for (let round = 0; round < 3; round++) await tap("Add Item");
    const shown = await texts();
    expect(shown).toContain("Expected count: 3");
    expect(shown).toContain("Displayed count: 0");
    expect(shown).toContain("Status: Bug triggered: UI did not update");
    // The device's own dump agrees.
    await adb.run(["shell", "uiautomator dump /sdcard/after.xml"]);
    expect((await adb.bytes(["exec-out", "cat", "/sdcard/after.xml"])).toString()).toContain(
      'text="Expected count: 3"',
    );
  }, 60_000);

  test("types into a field", async () => {
    await open("/text");
    const field = (await rival.elements()).find(({ text }) => text.includes("Basic"));
    if (!field) throw new Error("no text field");
    await click(field);
    await rival.call("mobile_type_keys", { text: "hello there", submit: false });
    expect(await texts()).toContain("hello there");
  }, 60_000);

  test("swipes a list", async () => {
    await open("/demos/perf/list");
    expect(await texts()).toContain("Product 1");
    await rival.call("mobile_swipe_on_screen", { direction: "up" });
    const after = await texts();
    expect(after).not.toContain("Product 1");
    expect(after.some((text) => /^Product \d+$/.test(text))).toBe(true);
  }, 60_000);

  test("takes a picture, knows the size, presses buttons and stops the app", async () => {
    const picture = await rival.call("mobile_take_screenshot");
    expect(picture.length).toBeGreaterThan(2000);
    expect(await rival.call("mobile_get_screen_size")).toContain("1080x2400");
    expect(await rival.call("mobile_list_apps")).toContain(APP);
    await rival.call("mobile_press_button", { button: "HOME" });
    await rival.call("mobile_terminate_app", { packageName: APP });
    expect((await adb.run(["shell", `pidof ${APP}`])).stdout).toBe("");
    await rival.call("mobile_launch_app", { packageName: APP });
    expect((await adb.run(["shell", `pidof ${APP}`])).stdout).toMatch(/^\d+\n$/);
  }, 60_000);
});
