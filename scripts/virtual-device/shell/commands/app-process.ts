import type { Channel } from "../../system/network.ts";
import { type Command, type CommandRun, err, type Machine, type Process } from "../process.ts";
import { decode, encode } from "../streams.ts";

/** Programs that tools push as dex files, by class name. The code is not run: a stand-in answers in its place. */
const STAND_INS: Record<string, (process: Process) => Promise<number>> = {
  "com.mobilenext.mobilecli.DeviceServer": mobilecliServer,
};

interface RpcRequest {
  id: unknown;
  method: string;
}

function readRequest(body: string): RpcRequest {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null) {
      return {
        id: "id" in value ? value.id : null,
        method: "method" in value && typeof value.method === "string" ? value.method : "",
      };
    }
  } catch {
    // Not JSON: answered as an unknown method.
  }
  return { id: null, method: "" };
}

/** The answer of mobilecli's on-device server: it lists apps, and sends the client back to uiautomator for the rest. */
function answer(body: string, machine: Machine): unknown {
  const { id, method } = readRequest(body);
  if (method === "device.apps.list") {
    const result = machine.system.packages
      .list()
      .filter(({ packageName }) => machine.system.packages.info(packageName)?.launcherActivity)
      .map(({ packageName, label, versionName, versionCode }) => ({
        packageName,
        appName: label,
        version: versionName,
        versionCode,
      }));
    return { jsonrpc: "2.0", id, result };
  }
  return { jsonrpc: "2.0", id, error: { code: -32601, message: `Method not found: ${method}` } };
}

async function serveHttp(channel: Channel, machine: Machine): Promise<void> {
  let buffered = "";
  for (let chunk = await channel.source.read(); chunk; chunk = await channel.source.read()) {
    buffered += decode(chunk);
    for (;;) {
      const end = buffered.indexOf("\r\n\r\n");
      if (end < 0) break;
      const size = Number(/content-length:\s*(\d+)/i.exec(buffered.slice(0, end))?.[1] ?? 0);
      if (buffered.length < end + 4 + size) break;
      const body = encode(JSON.stringify(answer(buffered.slice(end + 4, end + 4 + size), machine)));
      buffered = buffered.slice(end + 4 + size);
      channel.sink.write(
        encode(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`),
      );
      channel.sink.write(body);
    }
  }
  channel.close();
}

async function mobilecliServer(process: Process): Promise<number> {
  const stop = process.machine.network.listen("localabstract:mobilecli-server", (channel) => {
    void serveHttp(channel, process.machine).catch(() => channel.close());
  });
  if (!stop) return 1;
  await new Promise<void>((resolve) =>
    process.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  stop();
  return 0;
}

const appProcess: CommandRun = (args, process) => {
  const [name = ""] = args.filter((arg) => !arg.startsWith("-") && !arg.startsWith("/"));
  const run = Object.hasOwn(STAND_INS, name) ? STAND_INS[name] : undefined;
  if (run) return run(process);
  err(process, `Error: could not find class '${name}'\nAborted\n`);
  return 134;
};

export const APP_PROCESS_COMMANDS: Command[] = ["app_process", "app_process64"].map((name) => ({
  name,
  group: "processes",
  modelled: `stand-ins for ${Object.keys(STAND_INS).join(", ")}: apps are listed, everything else is "method not found"`,
  missing: "running dex files",
  run: appProcess,
}));
