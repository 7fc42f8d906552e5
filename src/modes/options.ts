import { parseArgs } from "node:util";
import { closestMatch } from "leven";

/** What `auto-mobile --daemon <command>` can do. */
const daemonCommands = ["start", "stop", "restart", "status", "health"] as const;
export type DaemonCommand = (typeof daemonCommands)[number];

/** Which process this is. */
export type Mode =
  | { kind: "proxy"; autoStart: boolean }
  | { kind: "direct" }
  | { kind: "daemon" }
  | { kind: "manage"; command: DaemonCommand }
  | { kind: "cli"; tool: string; arguments: Record<string, unknown> }
  | { kind: "help" }
  | { kind: "version" };

/** The command line, understood. */
export interface ServerOptions {
  mode: Mode;
  enableTools: string[];
  disableTools: string[];
  instructions: boolean;
  debug: boolean;
  json: boolean;
  allowSharedNamespace: boolean;
}

export type ParsedOptions = { ok: true; options: ServerOptions } | { ok: false; problems: string[] };

interface Flag {
  type: "boolean" | "string";
  multiple?: boolean;
  value?: string;
  help: string;
}

/** Every flag of the server: parsing, `--help` and the table in docs/reference/server.md come from here. */
export const flags: Record<string, Flag> = {
  "no-proxy": {
    type: "boolean",
    help: "Serve MCP over stdio and run the tools in this process, without a daemon.",
  },
  direct: { type: "boolean", help: "The same as --no-proxy." },
  "no-daemon": { type: "boolean", help: "Serve MCP over stdio, use a running daemon, but never start one." },
  "daemon-mode": { type: "boolean", help: "Be the daemon. The other modes start it; rarely typed by hand." },
  daemon: {
    type: "string",
    value: daemonCommands.join("|"),
    help: "Manage the daemon of this namespace, then exit.",
  },
  cli: {
    type: "string",
    value: "tool",
    help: "Call one tool through the daemon, print its result, then exit.",
  },
  param: {
    type: "string",
    multiple: true,
    value: "key=value",
    help: "An argument for --cli; JSON or plain text.",
  },
  args: { type: "string", value: "json", help: "All arguments for --cli as one JSON object." },
  "enable-tool": {
    type: "string",
    multiple: true,
    value: "name",
    help: "Offer a tool that is off by default.",
  },
  "disable-tool": { type: "string", multiple: true, value: "name", help: "Do not offer this tool." },
  instructions: {
    type: "boolean",
    help: "Send the server's instructions to the client (also AUTOMOBILE_SERVER_INSTRUCTIONS=1).",
  },
  "allow-shared-namespace": {
    type: "boolean",
    help: "Let --daemon act on the shared daemon although private data directories are set.",
  },
  json: { type: "boolean", help: "Print --daemon status and health as JSON." },
  debug: { type: "boolean", help: "Write debug lines to the log (also AUTOMOBILE_DEBUG=1)." },
  port: {
    type: "string",
    value: "n",
    help: "Accepted and ignored: this server's daemon has no HTTP endpoint.",
  },
  "strict-port": { type: "boolean", help: "Accepted and ignored, as --port." },
  version: { type: "boolean", help: "Print the version and the build." },
  help: { type: "boolean", help: "Print this." },
};

/** Understands the arguments after the script's name; reports every mistake, not only the first. */
export function parseServerOptions(argv: readonly string[]): ParsedOptions {
  const { tokens } = parseArgs({
    args: [...argv],
    options: flags,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const problems: string[] = [];
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") problems.push(`Unexpected argument "${token.value}".`);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) {
      const near = closestMatch(token.name, Object.keys(flags), {
        maxDistance: Math.min(3, Math.floor(token.name.length / 2)),
      });
      problems.push(`Unknown option ${token.rawName}.${near ? ` Did you mean --${near}?` : ""}`);
    } else if (flag.type === "string" && isMissing(token.value, token.inlineValue)) {
      problems.push(`--${token.name} needs a value: --${token.name} <${flag.value}>.`);
    } else if (flag.type === "boolean" && token.value !== undefined) {
      problems.push(`--${token.name} takes no value.`);
    } else {
      given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? ""]);
    }
  }
  const mode = chooseMode(given, problems);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    options: {
      mode,
      enableTools: given.get("enable-tool") ?? [],
      disableTools: given.get("disable-tool") ?? [],
      instructions: given.has("instructions"),
      debug: given.has("debug"),
      json: given.has("json"),
      allowSharedNamespace: given.has("allow-shared-namespace"),
    },
  };
}

/** `--daemon --json` has forgotten the command; `--param=--x=1` means what it says. */
function isMissing(value: string | undefined, inline: boolean | undefined): boolean {
  return value === undefined || value === "" || (inline !== true && value.startsWith("--"));
}

function chooseMode(given: Map<string, string[]>, problems: string[]): Mode {
  const direct = given.has("no-proxy") || given.has("direct");
  const chosen = [
    direct ? "--no-proxy" : "",
    ...["no-daemon", "daemon-mode", "daemon", "cli"]
      .filter((name) => given.has(name))
      .map((name) => `--${name}`),
  ].filter((name) => name !== "");
  if (given.has("help")) return { kind: "help" };
  if (given.has("version")) return { kind: "version" };
  if (chosen.length > 1) problems.push(`${chosen.join(" and ")} cannot be combined.`);
  for (const name of ["param", "args"]) {
    if (given.has(name) && !given.has("cli")) problems.push(`--${name} only goes with --cli.`);
  }
  if (direct) return { kind: "direct" };
  if (given.has("daemon-mode")) return { kind: "daemon" };
  const tool = given.get("cli")?.at(-1);
  if (tool !== undefined) return { kind: "cli", tool, arguments: cliArguments(given, problems) };
  const command = given.get("daemon")?.at(-1);
  if (command !== undefined) {
    const known = daemonCommands.find((name) => name === command);
    if (known) return { kind: "manage", command: known };
    problems.push(`Unknown daemon command "${command}". It is one of ${daemonCommands.join(", ")}.`);
  }
  return { kind: "proxy", autoStart: !given.has("no-daemon") };
}

function cliArguments(given: Map<string, string[]>, problems: string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const text of given.get("args") ?? []) {
    const value = jsonOr(text, undefined);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) Object.assign(result, value);
    else problems.push(`--args is not a JSON object: ${text}`);
  }
  for (const pair of given.get("param") ?? []) {
    const at = pair.indexOf("=");
    if (at < 1) problems.push(`--param needs key=value, not "${pair}".`);
    else result[pair.slice(0, at)] = jsonOr(pair.slice(at + 1), pair.slice(at + 1));
  }
  return result;
}

function jsonOr(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** The text of `--help`. */
export function helpText(): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const left = flag.value ? `--${name} <${flag.value}>` : `--${name}`;
    return left.length > 26 ? `  ${left}\n${" ".repeat(30)}${flag.help}` : `  ${left.padEnd(28)}${flag.help}`;
  });
  return `auto-mobile: an MCP server that lets an agent use an Android device.

Without options it serves MCP over stdio and starts a daemon of its own on the first tool call.

${rows.join("\n")}
`;
}
