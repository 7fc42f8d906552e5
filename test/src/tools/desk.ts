import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { startVirtualDevice } from "../../../scripts/virtual-device/index.ts";
import type { VirtualDeviceOptions } from "../../../scripts/virtual-device/types.ts";
import { createAdbClient } from "../../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../../src/android/adb/endpoint.ts";
import { shellQuote } from "../../../src/android/shell-quote.ts";
import { claimPaths } from "../../../src/devices/claim-paths.ts";
import { newClaimant } from "../../../src/devices/claims.ts";
import { createDeviceSessions } from "../../../src/devices/sessions.ts";
import { openDatabase } from "../../../src/navigation/database.ts";
import { createNavigationGraph } from "../../../src/navigation/graph.ts";
import { createMcpServer } from "../../../src/server.ts";
import { createToolBackend } from "../../../src/tools/backend.ts";
import { allTools } from "../../../src/tools/index.ts";
import { createSwitchStore } from "../../../src/tools/switch-store.ts";
import { createSwitches } from "../../../src/tools/switches.ts";

export const PLAYGROUND = "dev.jasonpearson.automobile.playground";

export interface Answer {
  isError: boolean;
  /** The text block as it came. */
  text: string;
  /** The text block as JSON; empty when it is plain text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  value: Record<string, any>;
  content: { type: string; [key: string]: unknown }[];
}

/** A virtual device, the server's own tools on it, and a real MCP client: everything but the process boundary. */
export async function startDesk(options: VirtualDeviceOptions & { enabledTools?: string[] } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "am-desk-"));
  const device = await startVirtualDevice(options);
  const endpoint = resolveAdbEndpoint({ ADB_SERVER_SOCKET: device.adbServerSocket });
  const adb = createAdbClient({ endpoint });
  const devices = createDeviceSessions({
    me: newClaimant(),
    pathsFor: (serial) =>
      claimPaths({ serial, server: endpoint, adbRoot: join(directory, "adb"), coordination: directory }),
    idleMs: 60_000,
  });
  const database = openDatabase(":memory:");
  const failures: string[] = [];
  const backend = createToolBackend({
    tools: allTools,
    adb,
    devices,
    switches: createSwitches({
      tools: allTools,
      environment: { enabled: options.enabledTools ?? [], disabled: [] },
      store: createSwitchStore(database),
    }),
    navigation: createNavigationGraph(database),
    outputDirectory: join(directory, "outputs"),
    log: (message) => void failures.push(message),
  });
  const server = createMcpServer({ backend, sessionId: "desk", instructions: null });
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);

  return {
    device,
    adb,
    client,
    backend,
    directory,
    /** Failures of tools that nobody expects. */
    failures,
    async call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
      const result = await client.callTool({ name, arguments: args });
      const content = result.content as Answer["content"];
      const text = String(content[0]?.text ?? "");
      return { isError: result.isError === true, text, value: asJson(text), content };
    },
    async shell(command: string): Promise<string> {
      return new TextDecoder().decode((await adb.shell(device.serial, command)).stdout).trim();
    },
    /** Past onboarding and login, as the benchmark prepares the app, then to a screen. */
    async open(path: string): Promise<void> {
      await seed(this.shell, "onboarding_prefs", { onboarding_completed: true });
      await seed(this.shell, "auth_prefs", { is_guest_mode: true });
      await this.shell(
        `am start -W -a android.intent.action.VIEW -d ${shellQuote(`automobile://playground${path}`)} -p ${PLAYGROUND}`,
      );
    },
    async stop(): Promise<void> {
      await client.close();
      await backend.close();
      await devices.close();
      database.close();
      await device.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type Desk = Awaited<ReturnType<typeof startDesk>>;

async function seed(shell: Desk["shell"], file: string, values: Record<string, boolean>): Promise<void> {
  const entries = Object.entries(values).map(
    ([name, value]) => `<boolean name="${name}" value="${value}" />`,
  );
  const xml = `<?xml version='1.0' encoding='utf-8' standalone='yes' ?><map>${entries.join("")}</map>`;
  const script = `mkdir -p shared_prefs && echo ${shellQuote(xml)} > shared_prefs/${file}.xml`;
  await shell(`am force-stop ${PLAYGROUND}; run-as ${PLAYGROUND} sh -c ${shellQuote(script)}`);
}

function asJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
