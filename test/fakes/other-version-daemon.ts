#!/usr/bin/env bun
// Listens where a daemon would and says that it is of another version: <socket> <version> <age in ms>.
import { createServer } from "node:net";

const [socketPath = "", version = "", age = "0"] = process.argv.slice(2);
const server = createServer((socket) => {
  socket.on("data", (data) => {
    for (const line of data.toString().split("\n").filter(Boolean)) {
      const { id, method } = JSON.parse(line) as { id: string; method: string };
      const result = { pid: process.pid, version, buildId: "other", startedAt: Date.now() - Number(age) };
      socket.write(`${JSON.stringify({ id, type: "mcp_response", success: true, result })}\n`);
      if (method === "daemon/stop") setTimeout(() => process.exit(0), 20);
    }
  });
  socket.on("error", () => {});
});
server.listen(socketPath, () => process.stdout.write("listening\n"));
