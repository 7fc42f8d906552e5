import { randomUUID } from "node:crypto";
import { createLog } from "../daemon/log.ts";
import { newClaimant } from "../devices/claims.ts";
import type { ServerEnvironment } from "../environment.ts";
import { createMcpServer } from "../server.ts";
import { serverInstructions } from "./instructions.ts";
import { openLocalBackend } from "./local-backend.ts";
import type { ServerOptions } from "./options.ts";
import { serveStdio } from "./stdio.ts";

/** `--no-proxy`: MCP over stdio with the tools in this process. Resolves when the client is gone. */
export async function runDirect(options: ServerOptions, environment: ServerEnvironment): Promise<void> {
  const log = createLog(environment, `stdio-${process.pid}`);
  const me = newClaimant({ namespace: environment.namespace.suffix });
  const { backend, sessions } = await openLocalBackend(options, environment, me, log);
  const instructions = options.instructions || environment.instructions ? serverInstructions : null;
  await serveStdio(createMcpServer({ backend, sessionId: randomUUID(), instructions }));
  await backend.close();
  await sessions.close();
}
