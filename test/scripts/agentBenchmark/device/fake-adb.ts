import type { AdbClient, AdbDevice, AdbEndpoint, ShellResult } from "../../../../src/android/adb/types.ts";

export interface Answer {
  stdout?: string;
  stderr?: string;
  code?: number;
  /** The connection ends before the command's end. */
  torn?: boolean;
}

export interface FakeAdbOptions {
  /** The device's shell: a command without its sentinel to its answer. */
  shell?: (
    command: string,
    stdin: string | Uint8Array | undefined,
  ) => Answer | string | Promise<Answer | string>;
  exec?: (command: string) => Uint8Array;
  devices?: AdbDevice[];
  forwards?: { serial: string; local: string; remote: string }[];
  install?: (apk: Uint8Array, args: string[]) => string;
  push?: (path: string, content: Uint8Array) => void;
  endpoint?: AdbEndpoint;
}

/** A tiny adb server's client side: answers commands from a function and remembers them. */
export function fakeAdb(options: FakeAdbOptions = {}): AdbClient & { commands: string[] } {
  const commands: string[] = [];
  const bytes = (text: string) => new TextEncoder().encode(text);
  return {
    commands,
    endpoint: options.endpoint ?? { host: "127.0.0.1", port: 5037 },
    serverVersion: async () => 41,
    devices: async () => options.devices ?? [{ serial: "emulator-5554", state: "device", properties: {} }],
    async shell(_serial, sent, shellOptions): Promise<ShellResult> {
      const sentinel = /; echo "(__RC_[0-9a-f]{8}):\$\?"$/.exec(sent);
      const command = sentinel ? sent.slice(0, sentinel.index) : sent;
      commands.push(command);
      const answer = await (options.shell?.(command, shellOptions?.stdin) ?? "");
      const {
        stdout = "",
        stderr = "",
        code = 0,
        torn = false,
      } = typeof answer === "string" ? { stdout: answer } : answer;
      if (torn) return { stdout: bytes(stdout), stderr: bytes(stderr), exitCode: null };
      const tail = sentinel ? `${sentinel[1]}:${code}\n` : "";
      return { stdout: bytes(stdout + tail), stderr: bytes(stderr), exitCode: sentinel ? 0 : code };
    },
    async exec(_serial, command) {
      commands.push(command);
      return options.exec?.(command) ?? new Uint8Array();
    },
    async push(_serial, content, path) {
      commands.push(`push ${path}`);
      options.push?.(path, content);
    },
    pull: async () => new Uint8Array(),
    async install(_serial, apk, args = []) {
      commands.push(`install ${args.join(" ")}`);
      return options.install?.(apk, args) ?? "Success";
    },
    forwards: async () => options.forwards ?? [],
  };
}
