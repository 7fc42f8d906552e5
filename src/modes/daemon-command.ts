import type { DaemonCommand } from "../daemon/manager.ts";
import type { ServerOptions } from "./options.ts";

/** How this very server, with the flags that shape its tools, is started as a daemon. */
export function daemonCommandOf(options: ServerOptions): DaemonCommand {
  return {
    runtime: process.execPath,
    entryScript: process.argv[1] ?? "",
    flags: [
      ...options.enableTools.flatMap((name) => ["--enable-tool", name]),
      ...options.disableTools.flatMap((name) => ["--disable-tool", name]),
      ...(options.debug ? ["--debug"] : []),
    ],
  };
}
