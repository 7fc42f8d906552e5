import { randomUUID } from "node:crypto";
import { createLog } from "../daemon/log.ts";
import { ensureDaemon } from "../daemon/manager.ts";
import { createRemoteBackend } from "../daemon/remote-backend.ts";
import type { ServerEnvironment } from "../environment.ts";
import { escapeControls } from "../terminal-text.ts";
import { writeAll } from "../write-all.ts";
import { daemonCommandOf } from "./daemon-command.ts";
import type { ServerOptions } from "./options.ts";

/**
 * `--cli <tool>`: one call through the daemon. Text goes to stdout, images are only named. The exit code is 1 when the tool says it
 * failed. The device is let go when the call is over.
 */
export async function runCli(
  options: ServerOptions,
  environment: ServerEnvironment,
  call: { tool: string; arguments: Record<string, unknown> },
): Promise<number> {
  const sessionId = randomUUID();
  const log = createLog(environment, `stdio-${process.pid}`);
  const command = daemonCommandOf(options);
  const backend = createRemoteBackend({
    environment,
    sessionId,
    staticTools: [],
    connect: () => ensureDaemon({ environment, command, sessionId, autoStart: true, log }),
    log,
  });
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => interrupted.abort());
  const result = await backend.callTool({
    name: call.tool,
    arguments: call.arguments,
    sessionId,
    signal: interrupted.signal,
  });
  await backend.close();
  const text = result.content.map((block) =>
    block.type === "text" ? block.text : `[${block.type}${"mimeType" in block ? ` ${block.mimeType}` : ""}]`,
  );
  // An app's texts must not steer the terminal they are printed on.
  await writeAll(result.isError ? 2 : 1, `${escapeControls(text.join("\n"), "\n\t")}\n`);
  return result.isError ? 1 : 0;
}
