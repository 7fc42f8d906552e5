import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { AdbClient } from "../android/adb/types.ts";
import type { DeviceSessions } from "../devices/types.ts";
import type { NavigationGraph } from "../navigation/types.ts";
import { checkArguments } from "./arguments.ts";
import { fitToBudget } from "./budget.ts";
import { chooseDevice } from "./device-choice.ts";
import { toFailure } from "./failure.ts";
import { createOutputs } from "./outputs.ts";
import { failed, toCallResult } from "./result.ts";
import { listTools } from "./schema.ts";
import { type ToolSwitches, unknownTool } from "./switches.ts";
import { createTurns } from "./turns.ts";
import type {
  AnyTool,
  ToolBackend,
  ToolCall,
  ToolContext,
  ToolRegistry,
  ToolResult,
  ToolServices,
  ToolSession,
} from "./types.ts";

export interface ToolBackendOptions {
  tools: readonly AnyTool[];
  adb: AdbClient;
  devices: DeviceSessions;
  switches: ToolSwitches;
  navigation: NavigationGraph;
  /** Where results too large for a reply and pictures go. Made when first needed. */
  outputDirectory: string;
  /** false: results carry JSON text only. Default true. */
  structuredContent?: boolean;
  /** Told of failures that are nobody's expected outcome. */
  log?: (message: string) => void;
  /** The device sessions are their owner's to close. */
  onClose?: () => void | Promise<void>;
}

/** The tools in this process: checks a call, finds and claims its device, runs the tool, shapes its answer. */
export function createToolBackend(options: ToolBackendOptions): ToolBackend {
  const registry: ToolRegistry = new Map(options.tools.map((tool) => [tool.name, tool]));
  const sessions = new Map<string, ToolSession>();
  const { switches, devices, adb } = options;
  const structuredContent = options.structuredContent ?? true;
  const saveOutput = createOutputs(options.outputDirectory);

  const actInTurn = createTurns();
  const services: ToolServices = {
    tools: registry,
    switches,
    navigation: options.navigation,
    saveOutput,
    lookInTurn: createTurns(),
    invoke: async (name, args, context) => {
      const tool = findTool(name);
      if (!tool.ok) return tool.result;
      const checked = checkArguments(tool.tool, args);
      if (!checked.ok) return failed(checked.message);
      return runTool(tool.tool, checked.args, context);
    },
  };

  function findTool(name: string): { ok: true; tool: AnyTool } | { ok: false; result: ToolResult } {
    const tool = registry.get(name);
    if (!tool) return { ok: false, result: failed(unknownTool(name, [...registry.keys()])) };
    if (!switches.isEnabled(name)) {
      return { ok: false, result: failed(`${name} is switched off; setToolEnabled switches it on.`) };
    }
    return { ok: true, tool };
  }

  function sessionOf(id: string): ToolSession {
    let session = sessions.get(id);
    if (!session) {
      session = { id, screens: new Map() };
      sessions.set(id, session);
    }
    return session;
  }

  async function perform(call: ToolCall): Promise<ToolResult> {
    const found = findTool(call.name);
    if (!found.ok) return found.result;
    const { tool } = found;
    const checked = checkArguments(tool, call.arguments);
    if (!checked.ok) return failed(checked.message);
    const { platform, device, sessionUuid, keepScreenAwake, ...args } = checked.args;
    const context = (serial: string, sessionId: string): ToolContext => ({
      adb,
      serial,
      signal: call.signal,
      session: sessionOf(sessionId),
      services,
      progress: (done, total, message) => call.onProgress?.({ progress: done, total, message }),
    });
    // A session that holds a device may be joined; an invented one must not lock the client out of its own device.
    const joins = typeof sessionUuid === "string" && devices.deviceOf(sessionUuid) !== null;
    const sessionId = joins ? sessionUuid : call.sessionId;
    if (!tool.deviceAware) return runTool(tool, checked.args, context("", sessionId));
    if (platform === "ios") return failed("This server drives Android devices only; leave platform out.");
    const named = typeof device === "string" ? device : undefined;
    const choice = await chooseDevice(adb, named, devices.deviceOf(sessionId));
    if (!choice.ok) return choice.result;
    const { serial } = choice;
    const kind = tool.readOnly ? "read" : "control";
    const admitted = await devices.begin({ sessionId, serial, kind });
    if (!admitted.ok) return { ...admitted, details: { deviceId: serial } };
    try {
      if (typeof keepScreenAwake === "boolean") {
        await adb.shell(serial, `svc power stayon ${keepScreenAwake}`, { signal: call.signal });
      }
      const work = () => runTool(tool, args, context(serial, sessionId));
      // Two actions at once would each see the other's effect as its own.
      return await (tool.readOnly ? work() : actInTurn(serial, call.signal, work));
    } finally {
      admitted.end();
    }
  }

  async function guarded(call: ToolCall): Promise<CallToolResult> {
    let result: ToolResult;
    try {
      result = await perform(call);
    } catch (error) {
      result = toFailure(error, options.log);
    }
    try {
      result = await fitToBudget(call.name, result, saveOutput);
    } catch (error) {
      options.log?.(`A reply of ${call.name} could not be saved: ${String(error)}`);
      result = failed(`The reply of ${call.name} was too large and could not be written to a file.`);
    }
    return toCallResult(result, { structuredContent });
  }

  return {
    listTools: () => listTools(switches, options.tools),
    callTool: guarded,
    onToolsChanged: (listener) => switches.onChange(listener),
    async closeSession(sessionId) {
      sessions.delete(sessionId);
      await devices.release(sessionId);
    },
    async close() {
      sessions.clear();
      await options.onClose?.();
    },
  };
}

function runTool(tool: AnyTool, args: Record<string, unknown>, context: ToolContext): Promise<ToolResult> {
  // The schema of this very tool has just parsed them.
  return tool.run(args as never, context);
}
