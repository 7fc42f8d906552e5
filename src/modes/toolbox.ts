import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Log } from "../daemon/log.ts";
import type { Claimant } from "../devices/claim-judge.ts";
import type { LocalDeviceSessions } from "../devices/sessions.ts";
import type { ServerEnvironment } from "../environment.ts";
import type { ToolBackend } from "../tools/types.ts";
import type { ServerOptions } from "./options.ts";

/** What the process modes need of the tools. */
export interface Toolbox {
  /** Names that options and environment ask for and that do not exist, one sentence each. */
  problems(options: ServerOptions, environment: ServerEnvironment): string[];
  /** What a proxy lists before it knows a daemon. Touches neither a device nor a daemon. */
  list(options: ServerOptions, environment: ServerEnvironment): Tool[];
  /** The tools in this process, which holds devices as `me`. */
  open(
    options: ServerOptions,
    environment: ServerEnvironment,
    me: Claimant,
    log: Log,
  ): Promise<{ backend: ToolBackend; sessions: LocalDeviceSessions }>;
}
