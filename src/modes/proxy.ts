import { randomUUID } from "node:crypto";
import { createLog } from "../daemon/log.ts";
import { ensureDaemon } from "../daemon/manager.ts";
import { createRemoteBackend } from "../daemon/remote-backend.ts";
import type { ServerEnvironment } from "../environment.ts";
import { createMcpServer } from "../server.ts";
import { daemonCommandOf } from "./daemon-command.ts";
import { serverInstructions } from "./instructions.ts";
import type { ServerOptions } from "./options.ts";
import { serveStdio } from "./stdio.ts";
import type { Toolbox } from "./toolbox.ts";

/**
 * MCP over stdio in front of the namespace's daemon. initialize and tools/list are answered from this process, so a client never
 * waits for a daemon to see the tools; the first tools/call connects to it or starts it. Resolves when the client is gone.
 */
export async function runProxy(
  options: ServerOptions,
  environment: ServerEnvironment,
  toolbox: Toolbox,
  autoStart: boolean,
): Promise<void> {
  const sessionId = randomUUID();
  const log = createLog(environment, `stdio-${process.pid}`);
  const command = daemonCommandOf(options);
  const backend = createRemoteBackend({
    environment,
    sessionId,
    staticTools: toolbox.list(options, environment),
    connect: () => ensureDaemon({ environment, command, sessionId, autoStart, log }),
    log,
  });
  const instructions = options.instructions || environment.instructions ? serverInstructions : null;
  await serveStdio(createMcpServer({ backend, sessionId, instructions }));
  await backend.close();
}
