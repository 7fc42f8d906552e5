import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

export interface Setting {
  /** A temporary directory of this run. */
  directory: string;
  /** The built server. */
  entry: string;
  adbServerSocket: string;
  serial: string;
}

interface Call {
  name: string;
  arguments: Record<string, unknown>;
}

/** What is measured. "tap, then look" is the same work for all: the tap, and the screen it left. */
export const measured = [
  "list elements",
  "tap",
  "tap, then look",
  "type",
  "type, then look",
  "screenshot",
] as const;
export type Step = (typeof measured)[number];

export interface Contestant {
  name: string;
  /** The calls of each step, in order. */
  steps(client: Client): Promise<Record<Step, Call[]>>;
  connect(): Promise<{ client: Client; close(): Promise<void> }>;
  /** Ends what it leaves running. */
  cleanUp(): Promise<void>;
}

/** This server as a client starts it: the stdio proxy, with a daemon of its own behind it. */
export function ours(setting: Setting): Contestant {
  return {
    name: "auto-mobile",
    async steps() {
      const look = { name: "observe", arguments: {} };
      const tap = { name: "tapOn", arguments: { selector: { elementId: "bug_repro_add" } } };
      const type = { name: "inputText", arguments: { text: "a" } };
      return {
        "list elements": [look],
        tap: [tap],
        // Its actions answer with the screen they left.
        "tap, then look": [tap],
        type: [type],
        "type, then look": [type],
        screenshot: [{ name: "captureScreenshot", arguments: {} }],
      };
    },
    connect: () => connect(process.execPath, [setting.entry], serverEnvironment(setting)),
    cleanUp: async () => {},
  };
}

/** Everything of this server in the run's own directory. */
export function serverEnvironment({ directory, adbServerSocket }: Setting): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: join(directory, "home"),
    ADB_SERVER_SOCKET: adbServerSocket,
    AUTOMOBILE_AUX_SOCKET_DIR: join(directory, "aux"),
    AUTOMOBILE_DATA_DIR: join(directory, "data"),
    AUTOMOBILE_DB_DIR: join(directory, "db"),
    AUTOMOBILE_COORDINATION_DIR: join(directory, "coordination"),
    AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: join(directory, "adb"),
  };
}

/** mobile-mcp, either through plain adb (its "legacy robot") or through its own `mobilecli`. */
export function rival(setting: Setting, adb: string, way: "adb" | "mobilecli"): Contestant {
  const home = join(setting.directory, `home-${way}`);
  const sdk = join(setting.directory, `sdk-${way}`);
  for (const folder of [home, join(sdk, "platform-tools")]) mkdirSync(folder, { recursive: true });
  symlinkSync(adb, join(sdk, "platform-tools/adb"));
  const environment: Record<string, string> = {
    PATH: `${join(sdk, "platform-tools")}:${process.env.PATH ?? ""}`,
    HOME: home,
    ANDROID_HOME: sdk,
    ADB_SERVER_SOCKET: setting.adbServerSocket,
    MOBILEMCP_DISABLE_TELEMETRY: "1",
    ...(way === "adb" ? { MOBILEMCP_LEGACY_ROBOT: "1" } : {}),
    ...(process.env.LD_LIBRARY_PATH ? { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH } : {}),
  };
  const server = fileURLToPath(import.meta.resolve("@mobilenext/mobile-mcp/lib/index.js"));
  return {
    name: `mobile-mcp (${way})`,
    async steps(client) {
      const listed = await client.callTool({ name: "mobile_list_available_devices", arguments: {} });
      // mobilecli names an emulator by its AVD, adb by its serial.
      const id = /"id"\s*:\s*"([^"]+)"/.exec((listed.content as { text: string }[])[0]?.text ?? "")?.[1];
      if (!id) throw new Error(`mobile-mcp (${way}) finds no device: ${JSON.stringify(listed.content)}`);
      const device = { device: id };
      const look = { name: "mobile_list_elements_on_screen", arguments: device };
      const tap = { name: "mobile_click_on_screen_at_coordinates", arguments: { ...device, x: 180, y: 860 } };
      const type = { name: "mobile_type_keys", arguments: { ...device, text: "a", submit: false } };
      return {
        "list elements": [look],
        tap: [tap],
        "tap, then look": [tap, look],
        type: [type],
        "type, then look": [type, look],
        screenshot: [{ name: "mobile_take_screenshot", arguments: device }],
      };
    },
    connect: () => connect("node", [server, "--stdio"], environment),
    async cleanUp() {
      const name = `mobilecli-${process.platform === "win32" ? "windows" : process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
      const command = join(server, "../../..", name, name);
      // Its daemon outlives the server that started it.
      await Bun.spawn([command, "daemon", "stop"], { env: environment, stdout: "ignore", stderr: "ignore" })
        .exited;
    },
  };
}

async function connect(command: string, args: string[], env: Record<string, string>) {
  const transport = new StdioClientTransport({ command, args, env, stderr: "ignore" });
  const client = new Client({ name: "benchmark", version: "1" });
  await client.connect(transport);
  return { client, close: () => client.close() };
}
