import { randomUUID } from "node:crypto";
import { createLog } from "../daemon/log.ts";
import { newClaimant } from "../devices/claims.ts";
import type { ServerEnvironment } from "../environment.ts";
import { createMcpServer } from "../server.ts";
import { serverInstructions } from "./instructions.ts";
import type { ServerOptions } from "./options.ts";
import { serveStdio } from "./stdio.ts";
import type { Toolbox } from "./toolbox.ts";

/** `--no-proxy`: MCP over stdio with the tools in this process. Resolves when the client is gone. */
export async function runDirect(
  options: ServerOptions,
  environment: ServerEnvironment,
  toolbox: Toolbox,
): Promise<void> {
  const log = createLog(environment, `stdio-${process.pid}`);
  const me = newClaimant({ namespace: environment.namespace.suffix });
  const { backend, sessions } = await toolbox.open(options, environment, me, log);
  const instructions = options.instructions || environment.instructions ? serverInstructions : null;
  await serveStdio(createMcpServer({ backend, sessionId: randomUUID(), instructions }));
  await backend.close();
  await sessions.close();
}
