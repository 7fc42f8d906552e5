import type { Machine } from "../shell/process.ts";
import { loginEnvironment, runFromStdin, runScript, type ShellStart } from "../shell/run-script.ts";
import { createPipe, encode, type Sink, type Source } from "../shell/streams.ts";
import type { Channel } from "../system/network.ts";
import { SHELL } from "../system/users.ts";
import { byteReader } from "./channel.ts";

/** Packet ids of the shell protocol: packages/modules/adb/shell_protocol.h. */
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const EXIT = 3;
const CLOSE_STDIN = 4;
const HEADER = 5;

export interface ShellRequest {
  /** The command line; empty for an interactive shell. */
  command: string;
  /** Packets with an exit code and a stderr of its own. */
  v2: boolean;
  pty: boolean;
  /** Restarted as root by `adb root`. */
  root: boolean;
}

function packet(id: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEADER + payload.length);
  bytes[0] = id;
  new DataView(bytes.buffer).setUint32(1, payload.length, true);
  bytes.set(payload, HEADER);
  return bytes;
}

/** A terminal turns line feeds into carriage return and line feed. */
function terminal(sink: Sink): Sink {
  return {
    write: (chunk) =>
      sink.write(
        chunk.includes(10)
          ? new Uint8Array(
              Buffer.from(Buffer.from(chunk).toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1"),
            )
          : chunk,
      ),
    drained: () => sink.drained(),
  };
}

async function unpackInput(
  channel: Channel,
  stdin: { write(chunk: Uint8Array): void; end(): void; drained(): Promise<void> | undefined },
): Promise<void> {
  const reader = byteReader(channel.source);
  for (;;) {
    const header = await reader.exactly(HEADER);
    if (!header) break;
    const view = new DataView(header.buffer, header.byteOffset, HEADER);
    const payload = await reader.exactly(view.getUint32(1, true));
    if (!payload) break;
    if (header[0] === STDIN) {
      stdin.write(payload);
      await stdin.drained();
    } else if (header[0] === CLOSE_STDIN) stdin.end();
  }
  stdin.end();
}

/** Runs one shell service to its end. */
export async function shellService(channel: Channel, request: ShellRequest, machine: Machine): Promise<void> {
  const stop = new AbortController();
  const { v2 } = request;
  let source: Source = channel.source;
  let stdout: Sink = channel.sink;
  let stderr: Sink = channel.sink;
  if (v2) {
    const stdin = createPipe();
    void unpackInput(channel, stdin).catch(() => stdin.end());
    source = stdin;
    stdout = {
      write: (chunk) => channel.sink.write(packet(STDOUT, chunk)),
      drained: () => channel.sink.drained(),
    };
    stderr = {
      write: (chunk) => channel.sink.write(packet(STDERR, chunk)),
      drained: () => channel.sink.drained(),
    };
    // adbd sends SIGHUP when the client of a v2 shell goes away; the others only lose their output.
    channel.signal.addEventListener("abort", () => stop.abort());
  }
  if (request.pty) {
    stdout = terminal(stdout);
    stderr = stdout;
  }
  const who = request.root ? { uid: 0, gid: 0, groups: [] } : SHELL;
  const start: ShellStart = {
    machine,
    who,
    cwd: "/",
    env: loginEnvironment(machine, who),
    stdin: source,
    stdout,
    stderr,
    signal: stop.signal,
  };
  const pid = machine.system.nextPid();
  machine.processes.set(pid, { pid, ppid: 412, uid: who.uid, name: "sh", kill: () => stop.abort() });
  try {
    const status =
      request.command === ""
        ? await runFromStdin(
            start,
            request.pty
              ? (context) =>
                  stdout.write(
                    encode(
                      `${machine.system.properties.get("ro.product.device")}:${context.state.cwd} ${who.uid === 0 ? "#" : "$"} `,
                    ),
                  )
              : null,
          )
        : await runScript(request.command, { ...start, pid });
    if (v2) channel.sink.write(packet(EXIT, new Uint8Array([status & 255])));
  } finally {
    machine.processes.delete(pid);
    channel.close();
  }
}
