/** One row of the adb server's device list. */
export interface AdbDevice {
  serial: string;
  /** device, offline, unauthorized, authorizing, connecting, recovery, sideload, bootloader, "no permissions" ... */
  state: string;
  /** product, model, device, transport_id ... as printed. */
  properties: Record<string, string>;
}

/** Where the adb server listens. */
export interface AdbEndpoint {
  host: string;
  port: number;
  /** Set for a server on a Unix socket (`localfilesystem:/path`); host and port are then without meaning. */
  socketPath?: string;
}

export interface ShellOptions {
  timeoutMs?: number;
  stdin?: string | Uint8Array;
  signal?: AbortSignal;
  /** More output than this ends the command with an error. Default 256 MiB. */
  maxBytes?: number;
}

export interface ShellResult {
  stdout: Uint8Array;
  stderr: Uint8Array;
  /** null: the connection ended before the exit packet came, so nothing is known about success. */
  exitCode: number | null;
}

/**
 * A client of the adb server's socket protocol (no process per command). `command` is always ONE string for the
 * device's shell: quote values with `shellQuote`. Every failure is an `AdbError`.
 */
export interface AdbClient {
  readonly endpoint: AdbEndpoint;
  /** Version number of the server (41 for adb 1.0.41). */
  serverVersion(): Promise<number>;
  /** Every device the server lists, online or not. */
  devices(): Promise<AdbDevice[]>;
  shell(serial: string, command: string, options?: ShellOptions): Promise<ShellResult>;
  /** `exec:`: raw bytes of both streams, no exit code. */
  exec(serial: string, command: string, options?: ShellOptions): Promise<Uint8Array>;
  push(
    serial: string,
    content: Uint8Array,
    remotePath: string,
    options?: { mode?: number; timeoutMs?: number },
  ): Promise<void>;
  pull(serial: string, remotePath: string, options?: { timeoutMs?: number }): Promise<Uint8Array>;
  /** Streamed install of an APK; resolves with what the package manager printed. */
  install(
    serial: string,
    apk: Uint8Array,
    args?: string[],
    options?: { timeoutMs?: number },
  ): Promise<string>;
  /** `host:list-forward`, parsed. */
  forwards(): Promise<{ serial: string; local: string; remote: string }[]>;
}

export type AdbErrorCode =
  | "SERVER_UNREACHABLE"
  | "DEVICE_NOT_FOUND"
  | "DEVICE_OFFLINE"
  | "DEVICE_UNAUTHORIZED"
  | "CLOSED"
  | "TIMEOUT"
  | "REFUSED"
  | "PROTOCOL"
  | "ABORTED"
  | "TOO_LARGE"
  | "BAD_ENDPOINT"
  | "BAD_ARGUMENT";

export class AdbError extends Error {
  readonly code: AdbErrorCode;
  readonly retryable: boolean;
  constructor(code: AdbErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AdbError";
    this.code = code;
    this.retryable =
      code === "DEVICE_OFFLINE" || code === "CLOSED" || code === "DEVICE_NOT_FOUND" || code === "PROTOCOL";
  }
}
