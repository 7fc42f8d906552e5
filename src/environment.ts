import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** Where a daemon's control socket, pid record and start lock are. One daemon per namespace and user. */
interface DaemonNamespace {
  socketPath: string;
  pidPath: string;
  lockPath: string;
  /** First 10 hex digits of the SHA-256 of the aux socket directory; null in the shared namespace. */
  suffix: string | null;
  /** True when neither an aux directory nor an explicit path sets this namespace apart from the user's own. */
  shared: boolean;
}

/** Everything the server takes from its environment, checked and made absolute. */
export interface ServerEnvironment {
  namespace: DaemonNamespace;
  dataDirectory: string;
  logDirectory: string;
  databasePath: string;
  coordinationDirectory: string;
  adbRoot: string;
  toolOutputsDirectory: string | null;
  launchCwd: string;
  /** Private data directories are set although the namespace is the shared one: lifecycle commands refuse. */
  sharedNamespaceConflict: string | null;
  allowSharedNamespace: boolean;
  requestTimeoutMs: number;
  startupTimeoutMs: number;
  reachabilityTimeoutMs: number;
  sessionIdleMs: number;
  heartbeatTimeoutMs: number;
  leaseIdleMs: number;
  orphanIdleMs: number;
  handshake: boolean;
  instructions: boolean;
  enabledTools: string[];
  disabledTools: string[];
  debug: boolean;
  logFormat: "text" | "json";
  logSink: "file" | "stderr" | "both";
  logLevel: "debug" | "info" | "warn" | "error";
}

export type EnvironmentResult =
  | { ok: true; environment: ServerEnvironment }
  | { ok: false; problems: string[] };

interface Variable {
  name: string;
  meaning: string;
  fallback: string;
}

/** The server's environment variables; docs/reference/server.md has this table. Each has an AUTO_MOBILE_ alias. */
export const environmentVariables: readonly Variable[] = [
  row(
    "AUX_SOCKET_DIR",
    "Sets a daemon of its own apart: socket, pid and lock names get a suffix made from it.",
    "none: the shared daemon",
  ),
  row("DAEMON_SOCKET_PATH", "Control socket, over the suffix.", "/tmp/auto-mobile-daemon-<uid>.sock"),
  row("DAEMON_PID_FILE_PATH", "Pid record, over the suffix.", "/tmp/auto-mobile-daemon-<uid>.pid"),
  row("DAEMON_LOCK_FILE_PATH", "Start lock, over the suffix.", "/tmp/auto-mobile-daemon-<uid>.lock"),
  row("DAEMON_LAUNCH_CWD", "Base of relative paths in these variables.", "the working directory"),
  row("ALLOW_SHARED_DAEMON_NAMESPACE", "1: as --allow-shared-namespace.", "off"),
  row("DATA_DIR", "Everything kept but logs and the database.", "~/.auto-mobile"),
  row("LOG_DIR", "Logs.", "<data directory>/logs"),
  row("DB_PATH", "The SQLite file.", "<database directory>/auto-mobile.db"),
  row("DB_DIR", "Directory of the SQLite file.", "~/.auto-mobile"),
  row("TOOL_OUTPUTS_DIR", "Where results too large for a reply go.", "<data directory>/tool_outputs"),
  row("COORDINATION_DIR", "Forwarding leases and old claims, shared by every daemon.", "~/.auto-mobile"),
  row("ADB_SERVER_COORDINATION_DIR", "Device claims, by adb server.", "~/.auto-mobile/adb-servers"),
  row("DAEMON_TIMEOUT_MS", "How long a client waits for a tool call.", "120000"),
  row("DAEMON_STARTUP_TIMEOUT_MS", "How long a client waits for a daemon to start.", "30000"),
  row("DAEMON_EXISTING_REACHABILITY_TIMEOUT_MS", "How long a running daemon has to answer.", "10000"),
  row("DAEMON_DISABLE_HANDSHAKE", "1: use a daemon of another version or build.", "off"),
  row("DAEMON_ORPHAN_IDLE_MS", "A private daemon without clients ends after this long.", "60000"),
  row("SESSION_IDLE_TIMEOUT_MS", "A device is let go this long after the last control call.", "120000"),
  row("SESSION_HEARTBEAT_TIMEOUT_MS", "A client silent for this long has lost its session.", "10000"),
  row("CTRL_PROXY_LEASE_IDLE_MS", "An idle forwarding lease may be taken over after this long.", "60000"),
  row("SERVER_INSTRUCTIONS", "1: send the instructions, as --instructions.", "off"),
  row("ENABLED_TOOLS", "Comma list of tools to offer besides the defaults.", "none"),
  row("DISABLED_TOOLS", "Comma list of tools not to offer.", "none"),
  row("DEBUG", "1: debug lines in the log.", "off"),
  row("LOG_FORMAT", "text or json.", "text"),
  row("LOG_SINK", "file, stderr or both.", "file"),
  row("LOG_LEVEL", "debug, info, warn or error.", "info"),
];

function row(name: string, meaning: string, fallback: string): Variable {
  return { name: `AUTOMOBILE_${name}`, meaning, fallback };
}

/** Longest path that fits `sockaddr_un` with its final NUL on Linux (108) and macOS (104). */
const longestSocketPath = process.platform === "darwin" ? 103 : 107;

/** `AUTOMOBILE_<name>`, or its legacy spelling `AUTO_MOBILE_<name>` when the first is unset; empty counts as unset. */
export function readVariable(env: Env, name: string): string | undefined {
  return env[`AUTOMOBILE_${name}`] || env[`AUTO_MOBILE_${name}`] || undefined;
}

/** First 10 hex digits of the SHA-256 of an aux socket directory; a relative one is made absolute first. */
export function namespaceSuffix(auxDirectory: string, base: string = process.cwd()): string {
  const path = isAbsolute(auxDirectory) ? auxDirectory : resolve(base, auxDirectory);
  return createHash("sha256").update(path).digest("hex").slice(0, 10);
}

/** The daemon's three files for this environment. */
export function daemonNamespace(
  env: Env,
  cwd: string = process.cwd(),
  uid: number = process.getuid?.() ?? 0,
): DaemonNamespace {
  const base = readVariable(env, "DAEMON_LAUNCH_CWD") ?? cwd;
  const aux = readVariable(env, "AUX_SOCKET_DIR");
  const suffix = aux ? namespaceSuffix(aux, base) : null;
  const stem = `/tmp/auto-mobile-daemon-${uid}${suffix ? `-${suffix}` : ""}`;
  const explicit = (name: string, extension: string): string => {
    const path = readVariable(env, name);
    return path ? resolve(base, path) : `${stem}.${extension}`;
  };
  return {
    socketPath: explicit("DAEMON_SOCKET_PATH", "sock"),
    pidPath: explicit("DAEMON_PID_FILE_PATH", "pid"),
    lockPath: explicit("DAEMON_LOCK_FILE_PATH", "lock"),
    suffix,
    shared: suffix === null && !readVariable(env, "DAEMON_SOCKET_PATH"),
  };
}

/** Root directories of claims and leases: `adbRoot` for claims, `coordination` for leases and old claims. */
export function claimRoots(
  env: Env,
  cwd: string = process.cwd(),
  home: string = homedir(),
): { adbRoot: string; coordination: string } {
  const base = readVariable(env, "DAEMON_LAUNCH_CWD") ?? cwd;
  const own = join(home, ".auto-mobile");
  return {
    adbRoot: resolve(base, readVariable(env, "ADB_SERVER_COORDINATION_DIR") ?? join(own, "adb-servers")),
    coordination: resolve(base, readVariable(env, "COORDINATION_DIR") ?? own),
  };
}

/** Reads and checks the whole environment; reports every mistake at once. Never logs or keeps a value it does not use. */
export function readEnvironment(
  env: Env,
  cwd: string = process.cwd(),
  home: string = homedir(),
): EnvironmentResult {
  const problems: string[] = [];
  const launchCwd = readVariable(env, "DAEMON_LAUNCH_CWD") ?? cwd;
  const own = join(home, ".auto-mobile");
  const path = (name: string, fallback: string) => resolve(launchCwd, readVariable(env, name) ?? fallback);
  const number = (name: string, fallback: number): number => {
    const text = readVariable(env, name);
    if (text === undefined) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value > 0) return value;
    problems.push(`AUTOMOBILE_${name} must be a whole number of milliseconds above 0, not "${text}".`);
    return fallback;
  };
  const choice = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const text = readVariable(env, name);
    const found = values.find((value) => value === text);
    if (text !== undefined && !found)
      problems.push(`AUTOMOBILE_${name} must be one of ${values.join(", ")}.`);
    return found ?? fallback;
  };
  const list = (name: string) =>
    (readVariable(env, name) ?? "").split(",").flatMap((item) => item.trim() || []);
  const on = (name: string) => ["1", "true"].includes(readVariable(env, name) ?? "");

  const retired = Object.keys(env).filter((name) => /^AUTO_?MOBILE_TOOLSET_/.test(name));
  if (retired.length > 0) {
    problems.push(
      `${retired.join(", ")}: retired. Use AUTOMOBILE_ENABLED_TOOLS and AUTOMOBILE_DISABLED_TOOLS.`,
    );
  }
  const namespace = daemonNamespace(env, cwd);
  if (Buffer.byteLength(namespace.socketPath) > longestSocketPath) {
    problems.push(
      `The control socket's path is longer than the ${longestSocketPath} bytes a Unix socket may have: ${namespace.socketPath}. ` +
        "Set a shorter AUTOMOBILE_DAEMON_SOCKET_PATH, or only AUTOMOBILE_AUX_SOCKET_DIR, which may be of any length.",
    );
  }
  const roots = claimRoots(env, cwd, home);
  const dataDirectory = path("DATA_DIR", own);
  const debug = on("DEBUG");
  const privateData = ["DATA_DIR", "DB_DIR", "DB_PATH"].filter((name) => readVariable(env, name));
  const environment: ServerEnvironment = {
    namespace,
    dataDirectory,
    logDirectory: path("LOG_DIR", join(dataDirectory, "logs")),
    databasePath: path("DB_PATH", join(path("DB_DIR", own), "auto-mobile.db")),
    coordinationDirectory: roots.coordination,
    adbRoot: roots.adbRoot,
    toolOutputsDirectory: readVariable(env, "TOOL_OUTPUTS_DIR") ? path("TOOL_OUTPUTS_DIR", "") : null,
    launchCwd,
    sharedNamespaceConflict:
      namespace.shared && privateData.length > 0
        ? privateData.map((name) => `AUTOMOBILE_${name}`).join(", ")
        : null,
    allowSharedNamespace: on("ALLOW_SHARED_DAEMON_NAMESPACE"),
    requestTimeoutMs: number("DAEMON_TIMEOUT_MS", 120_000),
    startupTimeoutMs: number("DAEMON_STARTUP_TIMEOUT_MS", 30_000),
    reachabilityTimeoutMs: number("DAEMON_EXISTING_REACHABILITY_TIMEOUT_MS", 10_000),
    sessionIdleMs: number("SESSION_IDLE_TIMEOUT_MS", 120_000),
    heartbeatTimeoutMs: number("SESSION_HEARTBEAT_TIMEOUT_MS", 10_000),
    leaseIdleMs: number("CTRL_PROXY_LEASE_IDLE_MS", 60_000),
    orphanIdleMs: number("DAEMON_ORPHAN_IDLE_MS", 60_000),
    handshake: !on("DAEMON_DISABLE_HANDSHAKE"),
    instructions: on("SERVER_INSTRUCTIONS"),
    enabledTools: list("ENABLED_TOOLS"),
    disabledTools: list("DISABLED_TOOLS"),
    debug,
    logFormat: choice("LOG_FORMAT", ["text", "json"], "text"),
    logSink: choice("LOG_SINK", ["file", "stderr", "both"], "file"),
    logLevel: debug ? "debug" : choice("LOG_LEVEL", ["debug", "info", "warn", "error"], "info"),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, environment };
}
