import { runDaemon } from "../daemon/run-daemon.ts";
import type { ServerEnvironment } from "../environment.ts";
import type { ServerOptions } from "./options.ts";
import type { Toolbox } from "./toolbox.ts";

/** `--daemon-mode`: is the daemon until it is told to stop. */
export async function runDaemonMode(
  options: ServerOptions,
  environment: ServerEnvironment,
  toolbox: Toolbox,
): Promise<void> {
  const started = await runDaemon(environment, process.argv[1] ?? "", (me, log) =>
    toolbox.open(options, environment, me, log),
  );
  if (!started) process.stderr.write("Another daemon already runs in this namespace.\n");
}
