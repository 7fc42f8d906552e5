import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { longestMessageBytes, wholeLines } from "./whole-lines.ts";

/**
 * Serves MCP over stdin and stdout until the client goes away: end of stdin, a closed pipe, SIGINT, SIGTERM, SIGHUP, or
 * the death of the process that started this one (its pipes may live on in a grandchild). Resolves then.
 */
export async function serveStdio(server: Server): Promise<void> {
  const gone = Promise.withResolvers<void>();
  const leave = () => gone.resolve();
  process.stdin.on("end", leave).on("close", leave).on("error", leave);
  process.stdout.on("error", leave);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) leave();
  }, 1000);
  const lines = wholeLines((id) => {
    const message = `The message is longer than ${longestMessageBytes} bytes`;
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32600, message } })}\n`);
  });
  process.stdin.pipe(lines);
  await server.connect(new StdioServerTransport(lines));
  await gone.promise;
  clearInterval(watch);
  await server.close();
}
