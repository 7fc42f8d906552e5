import { daemonErrors } from "../../src/daemon/errors.ts";
import { environmentVariables } from "../../src/environment.ts";
import { serverInstructions } from "../../src/modes/instructions.ts";
import { flags } from "../../src/modes/options.ts";
import { toolErrors } from "../../src/tools/error-codes.ts";
import type { Generated } from "./generated.ts";
import { code, GENERATED, markdownTable } from "./markdown.ts";

/** docs/reference/server.md: how the MCP server's processes work together, with tables from the code. */
export function serverReference(): Generated {
  return { path: "docs/reference/server.md", text: `${GENERATED}\n\n${page()}` };
}

function page(): string {
  return `# The auto-mobile server: processes, files, environment

One executable, \`dist/src/index.js\`, is every process. \`bun run build\` makes it; Bun runs it.

## Process modes

| Command | What it is |
| --- | --- |
| \`auto-mobile\` | The **proxy**: MCP over stdio. It answers \`initialize\` and \`tools/list\` itself, at once; the first \`tools/call\` connects to the daemon of its namespace, or starts it. |
| \`auto-mobile --no-proxy\` | The **direct** server: MCP over stdio with the tools in this process, no daemon. |
| \`auto-mobile --no-daemon\` | The proxy, but it only uses a daemon that runs already. |
| \`auto-mobile --daemon-mode\` | The **daemon**: holds devices and carries out the calls of every proxy in its namespace. Others start it. |
| \`auto-mobile --daemon start\\|stop\\|restart\\|status\\|health\` | Manages the daemon of this environment's namespace. \`status\` and \`health\` know \`--json\`. |
| \`auto-mobile --cli <tool> --param key=value\` | One call through the daemon, its result on stdout. |

### Options

${markdownTable(
  ["Option", "Meaning"],
  Object.entries(flags).map(([name, flag]) => [
    code(`--${name}${flag.value ? ` <${flag.value}>` : ""}`),
    flag.help,
  ]),
)}

## Lifetimes

- A proxy or direct server ends when its stdin ends, on SIGINT, SIGTERM or SIGHUP, and within a second or so after the process that
  started it died, even if something else keeps its pipes open. Calls under way are cancelled, its device is let go.
- A daemon ends on \`--daemon stop\`, on a signal, when its socket or lock is taken from it, and in a private namespace when it has had no
  client for \`AUTOMOBILE_DAEMON_ORPHAN_IDLE_MS\`. The shared daemon stays until it is stopped.
- \`--daemon stop\` asks, then signals, and after 10 s kills. It signals a process only when the lock or the pid record proves, by process start
  time where the system tells it, that it is that daemon, or when it named itself over its socket. What a killed daemon left behind is cleared by \`start\`, \`stop\` and \`status\`.
- A daemon of an older version or of another build is replaced by the next call, unless it started less than 10 s ago. A newer one is refused.
- A call that loses its daemon midway is answered with \`daemon_connection_lost\` and never sent a second time. The next call starts a new daemon.
- The daemon inherits PATH, HOME, the locale, and the variables of adb, Android and this server, nothing else: credentials of the agent that
  started it never reach it. Logs name tools, outcomes and durations, never arguments or the environment.

## Namespaces

One daemon runs per namespace and user. A namespace is three files:

| File | Shared | With AUTOMOBILE_AUX_SOCKET_DIR |
| --- | --- | --- |
| Control socket | \`/tmp/auto-mobile-daemon-<uid>.sock\` | \`/tmp/auto-mobile-daemon-<uid>-<suffix>.sock\` |
| Pid record (JSON) | \`/tmp/auto-mobile-daemon-<uid>.pid\` | \`…-<suffix>.pid\` |
| Lock, held by the daemon while it lives | \`/tmp/auto-mobile-daemon-<uid>.lock\` | \`…-<suffix>.lock\` |

The suffix is the first 10 hexadecimal digits of the SHA-256 of the directory as written; a relative one is resolved against
\`AUTOMOBILE_DAEMON_LAUNCH_CWD\` first. The directory may be of any length. An explicit \`AUTOMOBILE_DAEMON_SOCKET_PATH\` may have at most
107 bytes (103 on macOS), because a Unix socket's name may not be longer.

With a private data directory or database but no private namespace, \`start\`, \`stop\` and \`restart\` refuse (\`shared_daemon_namespace\`): they would
hit the daemon that all your other sessions use.

## Environment

Each \`AUTOMOBILE_X\` is also read as \`AUTO_MOBILE_X\` where the first is unset. A value that can't be understood ends the start with a message.

${markdownTable(
  ["Variable", "Meaning", "Default"],
  environmentVariables.map(({ name, meaning, fallback }) => [code(name), meaning, fallback]),
)}

The adb server is the one that adb's own \`ADB_SERVER_SOCKET\`, \`ANDROID_ADB_SERVER_ADDRESS\` and \`ANDROID_ADB_SERVER_PORT\` name.

## Instructions

\`--instructions\` or \`AUTOMOBILE_SERVER_INSTRUCTIONS=1\` puts this text into \`initialize.result.instructions\`; without it the key is absent. The
benchmark's \`--server-instructions\` sets the variable.

\`\`\`text
${serverInstructions}
\`\`\`

## Who holds a device

| File | Path | Written |
| --- | --- | --- |
| Claim | \`<adb root>/<scope>/device-allocations/<name>.lock\` | While a session holds the device. |
| Forwarding lease | \`<coordination>/ctrlproxy-forwards/<name>.lock\` | Together with the claim. |
| Old claim | \`<coordination>/device-allocations/<name>.lock\` | Never; only read. |

\`<name>\` is the serial in base64url without padding, \`<scope>\` the adb server: \`tcp-localhost-5037\`, or \`socket-<base64url>\`. Three lines: the
owner's pid, its token, and JSON with \`socketPath\` (daemons only), \`acquiredAt\`, \`processStart\`, and the two of a handover below.

A claim appears whole: written under a temporary name (0600, in a 0700 directory that is no symbolic link), then hard-linked into place. It counts
as free when its process has ended, when the pid belongs to a later process, or when the daemon behind \`socketPath\` answers that no session
has the device. A daemon that does not answer in time keeps it; one that can't be reached keeps it for its first minute. A file that names no
process is never free. A stale claim is moved aside, compared with what was judged, and put back if it is another one by then; whoever made a
claim meanwhile steps back for it.

A control call takes the device for its session; looking does not, but is refused while somebody else holds the device. The device is let go when
the client ends, when the client has been silent for \`AUTOMOBILE_SESSION_HEARTBEAT_TIMEOUT_MS\`, and \`AUTOMOBILE_SESSION_IDLE_TIMEOUT_MS\` after the last
control call.

### Handover

A benchmark holds the claim while it prepares the device. Then it rewrites it with \`reservedFor\`: the suffix of the namespace whose daemon may take it.
Every other process finds the device held for as long as the benchmark lives. The daemon's own claim remembers whose reservation it took
(\`reservedBy\`), and puts the reservation back when it lets go. If that daemon is killed, the device still is the benchmark's.

## Control socket

One JSON object a line. A request is \`{id, type: "mcp_request" | "daemon_request", method, params, timeoutMs?}\`, its response
\`{id, type: "mcp_response", success, result | error}\`.

| Method | What it does |
| --- | --- |
| \`client/hello\` | Names the client's session; answers pid, version and build. |
| \`tools/list\`, \`tools/call\` | As in MCP. With \`progress: true\` a call sends \`{type: "event", event: "progress", id, params}\` before its response. |
| \`request/cancel\` | Cancels the call with that \`id\`. |
| \`session/close\` | Lets go of the session's device. |
| \`daemon/heartbeat\` | Says that the client lives. |
| \`daemon/status\`, \`daemon/stop\` | What the management commands use. |
| \`daemon/deviceLeaseStatus\` | \`{deviceId}\` to \`{pid, deviceId, sessionId, activeExecutions, inFlightRequests, streaming, idleForMs}\`: how another process learns whether a claim is in use. |
| \`ide/ping\`, \`ide/status\` | Liveness and version. |

The event \`toolsChanged\` goes to every client that said hello.

## Error codes

A typed failure is JSON text in an \`isError\` result: \`{success: false, error, code, retryable}\`.

${markdownTable(
  ["Code", "Meaning"],
  Object.entries({ ...daemonErrors, ...toolErrors }).map(([name, meaning]) => [code(name), meaning]),
)}
`;
}
