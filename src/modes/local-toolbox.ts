import { join } from "node:path";
import { createAdbClient } from "../android/adb/client.ts";
import { resolveAdbEndpoint } from "../android/adb/endpoint.ts";
import { startAdbServer } from "../android/adb/server.ts";
import { readVariable, type ServerEnvironment } from "../environment.ts";
import { openDatabase } from "../navigation/database.ts";
import { createNavigationGraph } from "../navigation/graph.ts";
import { createToolBackend } from "../tools/backend.ts";
import { allTools } from "../tools/index.ts";
import { listTools } from "../tools/schema.ts";
import { createSwitchStore, readSwitchStore } from "../tools/switch-store.ts";
import { checkSwitchNames, createSwitches, type SwitchOptions } from "../tools/switches.ts";
import { openSessions } from "./open-sessions.ts";
import type { ServerOptions } from "./options.ts";
import type { Toolbox } from "./toolbox.ts";

function switchOptions(options: ServerOptions, environment: ServerEnvironment): SwitchOptions {
  return {
    tools: allTools,
    environment: { enabled: environment.enabledTools, disabled: environment.disabledTools },
    commandLine: { enabled: options.enableTools, disabled: options.disableTools },
  };
}

/** The server's own tools over one adb client. */
export const localToolbox: Toolbox = {
  problems: (options, environment) => checkSwitchNames(switchOptions(options, environment)),
  list(options, environment) {
    const store = readSwitchStore(environment.databasePath);
    return listTools(createSwitches({ ...switchOptions(options, environment), store }), allTools);
  },
  async open(options, environment, me, log) {
    const sessions = openSessions(environment, me, log);
    const address = resolveAdbEndpoint(process.env);
    const adb = createAdbClient({
      endpoint: address,
      keepSpares: true,
      startServer: () => startAdbServer(address, process.env),
    });
    const database = openDatabase(environment.databasePath);
    const backend = createToolBackend({
      tools: allTools,
      adb,
      devices: sessions,
      switches: createSwitches({
        ...switchOptions(options, environment),
        store: createSwitchStore(database),
      }),
      navigation: createNavigationGraph(database),
      outputDirectory: environment.toolOutputsDirectory ?? join(environment.dataDirectory, "tool_outputs"),
      structuredContent: readVariable(process.env, "TOOL_RESULTS_NO_STRUCTURED_CONTENT") !== "1",
      log: (message) => log("error", message),
      onClose: () => database.close(),
    });
    return { sessions, backend };
  },
};
