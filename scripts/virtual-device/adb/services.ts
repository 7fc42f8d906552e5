import type { Machine } from "../shell/process.ts";
import { BrokenPipe, encode } from "../shell/streams.ts";
import type { Channel } from "../system/network.ts";
import { shellService } from "./shell-service.ts";
import { syncService } from "./sync.ts";

/** What adbd advertises; nothing here is promised that is not served. */
export const FEATURES = [
  "shell_v2",
  "cmd",
  "stat_v2",
  "ls_v2",
  "fixed_push_mkdir",
  "fixed_push_symlink_timestamp",
  "apex",
  "abb",
  "abb_exec",
];

export interface ServiceHost {
  machine: Machine;
  /** Every service that was opened. */
  requests: string[];
  hasFault(name: string): boolean;
  /** Opens a connection of the host's side for a reverse forward. */
  connectHost(address: string, channel: Channel): void;
}

type Service = (channel: Channel) => Promise<void>;

/** How long a slow shell waits, in milliseconds. */
const SLOW_MS = 2000;

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

function sentence(text: string): Service {
  return async (channel) => {
    channel.sink.write(encode(text));
    channel.close();
  };
}

/** The service behind a name, or null when adbd refuses it. */
export function findService(name: string, host: ServiceHost): Service | null {
  const { machine } = host;
  const shell = /^shell(?:,([^:]*))?:(.*)$/s.exec(name);
  if (shell) {
    const options = (shell[1] ?? "").split(",");
    const command = shell[2] ?? "";
    const v2 = options.includes("v2");
    const pty = options.includes("pty") || (!v2 && command === "");
    return (channel) => shellService(channel, { command, v2, pty, root: false }, machine);
  }
  if (name.startsWith("exec:")) {
    const command = name.slice(5);
    return (channel) => shellService(channel, { command, v2: false, pty: false, root: false }, machine);
  }
  const abb = /^abb(_exec)?:(.*)$/s.exec(name);
  if (abb) {
    const command = ["cmd", ...(abb[2] ?? "").split("\0").map(quote)].join(" ");
    return (channel) =>
      shellService(channel, { command, v2: abb[1] === undefined, pty: false, root: false }, machine);
  }
  if (name === "sync:") return (channel) => syncService(channel, machine, false);
  if (name.startsWith("reverse:")) return (channel) => reverse(name.slice(8), channel, host);
  if (/^(tcp|localabstract|local|localreserved|localfilesystem):/.test(name)) {
    return async (channel) => {
      if (!machine.network.connect(name, channel)) channel.close();
    };
  }
  if (name === "root:") return sentence("adbd cannot run as root in production builds\n");
  if (name === "unroot:") return sentence("adbd not running as root\n");
  if (name === "remount:" || name.startsWith("remount:"))
    return sentence('Not running as root. Try "adb root" first.\n');
  if (name.startsWith("disable-verity:") || name.startsWith("enable-verity:"))
    return sentence("verity cannot be disabled/enabled - USER build\n");
  if (name.startsWith("tcpip:")) return sentence("tcpip is not supported on the virtual device\n");
  if (name.startsWith("usb:")) return sentence("usb is not supported on the virtual device\n");
  if (name.startsWith("reboot:")) {
    return async (channel) => {
      channel.close();
      machine.reboot(name.slice(7));
    };
  }
  if (name === "track-jdwp" || name === "jdwp") return sentence("");
  return null;
}

/** Runs a service with the faults that act on every one of them. */
export async function runService(
  name: string,
  service: Service,
  channel: Channel,
  host: ServiceHost,
): Promise<void> {
  const isShell = /^(shell|exec|abb)/.test(name);
  if (isShell && host.hasFault("slow-shell")) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  try {
    await service(isShell && host.hasFault("torn-connection") ? tearing(channel) : channel);
  } catch (error) {
    if (!(error instanceof BrokenPipe)) throw error;
    channel.close();
  }
}

/** A channel that loses the second half of what is written, and its end. */
function tearing(channel: Channel): Channel {
  const chunks: Uint8Array[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tear = (): void => {
    if (timer) clearTimeout(timer);
    const whole = Buffer.concat(chunks);
    channel.sink.write(new Uint8Array(whole.subarray(0, Math.floor(whole.length / 2))));
    channel.close();
  };
  return {
    ...channel,
    sink: {
      write(chunk) {
        chunks.push(chunk);
        timer ??= setTimeout(tear, 50);
      },
      drained: () => undefined,
    },
    close: tear,
  };
}

const hex4 = (text: string): string => encode(text).length.toString(16).padStart(4, "0") + text;

/** `reverse:`: the answers are those of an adb server, but the list has no OKAY (facts of the real adbd). */
async function reverse(request: string, channel: Channel, host: ServiceHost): Promise<void> {
  const { network } = host.machine;
  const answer = (text: string): void => {
    channel.sink.write(encode(text));
    channel.close();
  };
  if (request === "list-forward") {
    const rows = [...network.reverses].map(([local, { remote }]) => `host-1 ${local} ${remote}\n`);
    return answer(hex4(rows.join("")));
  }
  if (request === "killforward-all") {
    for (const { stop } of network.reverses.values()) stop();
    network.reverses.clear();
    return answer("OKAY");
  }
  if (request.startsWith("killforward:")) {
    const local = request.slice(12);
    const entry = network.reverses.get(local);
    if (!entry) return answer(`FAIL${hex4(`listener '${local}' not found`)}`);
    entry.stop();
    network.reverses.delete(local);
    return answer("OKAY");
  }
  const match = /^forward:(norebind:)?([^;]+);(.+)$/.exec(request);
  if (!match) return answer(`FAIL${hex4(`bad forward: ${request}`)}`);
  const [, noRebind, wanted = "", remote = ""] = match;
  const dynamic = wanted === "tcp:0";
  const local = dynamic ? `tcp:${network.freePort()}` : wanted;
  const existing = network.reverses.get(local);
  if (existing && noRebind) return answer(`FAIL${hex4("cannot rebind existing socket")}`);
  existing?.stop();
  const stop = network.listen(local, (device) => host.connectHost(remote, device));
  if (!stop) return answer(`FAIL${hex4(`cannot bind listener: Address already in use`)}`);
  network.reverses.set(local, { remote, stop });
  return answer(dynamic ? `OKAY${hex4(local.slice(4))}` : "OKAY");
}
