#!/usr/bin/env bun
import { buildId, serverVersion } from "./build-info.ts";
import { readEnvironment, type ServerEnvironment } from "./environment.ts";
import { helpText, parseServerOptions, type ServerOptions } from "./modes/options.ts";

/** Each mode is loaded when it is chosen: what a process does not do costs it no start-up time. */
async function run(options: ServerOptions, environment: ServerEnvironment): Promise<number> {
  const { mode } = options;
  switch (mode.kind) {
    case "help":
      process.stdout.write(helpText());
      return 0;
    case "version":
      process.stdout.write(`${serverVersion} (build ${buildId})\n`);
      return 0;
    case "proxy":
      await (await import("./modes/proxy.ts")).runProxy(options, environment, mode.autoStart);
      return 0;
    case "direct":
      await (await import("./modes/direct.ts")).runDirect(options, environment);
      return 0;
    case "daemon":
      await (await import("./modes/daemon.ts")).runDaemonMode(options, environment);
      return 0;
    case "manage":
      return (await import("./modes/manage.ts")).runManage(options, environment, mode.command);
    case "cli":
      return (await import("./modes/cli.ts")).runCli(options, environment, mode);
  }
}

function complain(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`Error: ${problem}\n`);
  process.exit(1);
}

const parsed = parseServerOptions(process.argv.slice(2));
if (!parsed.ok) complain([...parsed.problems, "See --help."]);
const read = readEnvironment(process.env);
if (!read.ok) complain(read.problems);
const environment = parsed.options.debug
  ? { ...read.environment, debug: true, logLevel: "debug" as const }
  : read.environment;
try {
  process.exit(await run(parsed.options, environment));
} catch (error) {
  complain([error instanceof Error ? error.message : String(error)]);
}
