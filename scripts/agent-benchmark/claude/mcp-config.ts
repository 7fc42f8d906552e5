import { isAbsolute, join, resolve } from "node:path";
import { claimRoots } from "../../../src/environment.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Name of the server in the MCP config; its tools are mcp__auto-mobile__NAME. */
export const SERVER_NAME = "auto-mobile";

export interface McpServerEntry {
  type: "stdio";
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Tools are in the first request, not behind a search. */
  alwaysLoad: true;
}

export interface McpConfig {
  mcpServers: Record<typeof SERVER_NAME, McpServerEntry>;
}

export interface ServerPlaces {
  /** Checkout whose dist/src/index.js runs. */
  serverRoot: string;
  /** Private to the run: aux sockets (short path), database, data and logs. */
  auxSocketDirectory: string;
  databaseDirectory: string;
  dataDirectory: string;
  logDirectory: string;
}

/** The environment of the run's server and daemon, complete: nothing else of the operator's reaches them. */
export function serverEnvironment(options: {
  places: ServerPlaces;
  inherited: Environment;
  /** Base of relative paths in the operator's variables. */
  cwd: string;
  /** The operator's home directory, where claims are by default. */
  home: string;
  instructions: boolean;
  platform: NodeJS.Platform;
}): Record<string, string> {
  const { places, inherited, cwd } = options;
  const env: Record<string, string> = {};
  const take = (name: string, convert: (value: string) => string = (value) => value) => {
    const value = inherited[name];
    if (value !== undefined && value !== "") env[name] = convert(value);
  };
  const absolute = (path: string) => (isAbsolute(path) ? path : resolve(cwd, path));
  for (const name of options.platform === "win32" ? WINDOWS : POSIX) take(name);
  for (const name of PLACES) take(name, absolute);
  take("ADB_VENDOR_KEYS", (list) =>
    list.split(pathSeparator(options.platform)).map(absolute).join(pathSeparator(options.platform)),
  );
  take("ADB_SERVER_SOCKET", (spec) => absoluteSocket(spec, absolute));
  take("ANDROID_ADB_SERVER_ADDRESS");
  take("ANDROID_ADB_SERVER_PORT");
  // Always written out: whatever HOME the server ends up with, it must look for claims where the harness does.
  const roots = claimRoots(inherited, cwd, options.home);
  for (const [name, place] of [
    ["ADB_SERVER_COORDINATION_DIR", roots.adbRoot],
    ["COORDINATION_DIR", roots.coordination],
  ] as const) {
    env[`AUTOMOBILE_${name}`] = place;
    if (inherited[`AUTO_MOBILE_${name}`] && !inherited[`AUTOMOBILE_${name}`])
      env[`AUTO_MOBILE_${name}`] = place;
  }
  return {
    ...env,
    AUTOMOBILE_AUX_SOCKET_DIR: places.auxSocketDirectory,
    AUTOMOBILE_DB_DIR: places.databaseDirectory,
    AUTOMOBILE_DATA_DIR: places.dataDirectory,
    AUTOMOBILE_LOG_DIR: places.logDirectory,
    ...(options.instructions ? { AUTOMOBILE_SERVER_INSTRUCTIONS: "1" } : {}),
  };
}

const POSIX = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"];
const WINDOWS = [
  ...["PATH", "Path", "PATHEXT", "SystemRoot", "SYSTEMROOT", "SystemDrive", "ComSpec", "TEMP", "TMP"],
  ...["USERPROFILE", "USERNAME", "APPDATA", "LOCALAPPDATA", "HOMEDRIVE", "HOMEPATH", "ProgramFiles"],
];
const PLACES = ["ANDROID_HOME", "ANDROID_SDK_ROOT", "ANDROID_USER_HOME", "ANDROID_SDK_HOME"];

function pathSeparator(platform: NodeJS.Platform): string {
  return platform === "win32" ? ";" : ":";
}

/** `localfilesystem:path` is a path too; the other forms of ADB_SERVER_SOCKET have none. Source: adb's socket_spec.cpp. */
function absoluteSocket(spec: string, absolute: (path: string) => string): string {
  const path = /^localfilesystem:(.+)$/.exec(spec)?.[1];
  return path === undefined ? spec : `localfilesystem:${absolute(path)}`;
}

/** The MCP config of a run: the server under test and nothing else. `bun` is the executable that runs it. */
export function mcpConfig(places: ServerPlaces, env: Record<string, string>, bun: string): McpConfig {
  return {
    mcpServers: {
      [SERVER_NAME]: {
        type: "stdio",
        command: literal(bun),
        args: [literal(join(places.serverRoot, "dist/src/index.js"))],
        env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, literal(value)])),
        alwaysLoad: true,
      },
    },
  };
}

/**
 * Claude expands ${NAME} and ${NAME:-default} in the strings of an MCP config and knows no escape. A default is not
 * expanded again, so that `${` comes out of a variable that nobody sets. Measured on 2.1.197 and 2.1.332.
 */
function literal(value: string): string {
  const dollar = `\${${"AGENT_BENCHMARK_LITERAL"}:-$}`;
  return value.split("${").join(`${dollar}{`);
}
