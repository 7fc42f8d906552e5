import { buildId, serverVersion } from "../build-info.ts";
import { readEnvironment, type ServerEnvironment } from "../environment.ts";
import { helpText, parseServerOptions, type ServerOptions } from "./options.ts";
import type { Toolbox } from "./toolbox.ts";

/**
 * The whole server: understands arguments and environment, then is the process they ask for. Resolves with the exit code; what is
 * wrong is said on stderr, one line each.
 */
export async function runServer(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  loadToolbox: () => Promise<Toolbox>,
): Promise<number> {
  const parsed = parseServerOptions(argv);
  if (!parsed.ok) return complain([...parsed.problems, "See --help."]);
  const { options } = parsed;
  if (options.mode.kind === "help") {
    process.stdout.write(helpText());
    return 0;
  }
  if (options.mode.kind === "version") {
    process.stdout.write(`${serverVersion} (build ${buildId})\n`);
    return 0;
  }
  const read = readEnvironment(env);
  if (!read.ok) return complain(read.problems);
  const environment: ServerEnvironment = options.debug
    ? { ...read.environment, debug: true, logLevel: "debug" }
    : read.environment;
  try {
    return await run(options, environment, loadToolbox);
  } catch (error) {
    return complain([error instanceof Error ? error.message : String(error)]);
  }
}

/** Each mode is loaded when it is chosen: what a process does not do, the tools above all, costs it no start-up time. */
async function run(
  options: ServerOptions,
  environment: ServerEnvironment,
  loadToolbox: () => Promise<Toolbox>,
): Promise<number> {
  const { mode } = options;
  if (mode.kind === "manage") {
    return (await import("./manage.ts")).runManage(options, environment, mode.command);
  }
  if (mode.kind === "cli") return (await import("./cli.ts")).runCli(options, environment, mode);
  const toolbox = await loadToolbox();
  const problems = toolbox.problems(options, environment);
  if (problems.length > 0) return complain(problems);
  if (mode.kind === "direct") await (await import("./direct.ts")).runDirect(options, environment, toolbox);
  if (mode.kind === "daemon")
    await (await import("./daemon.ts")).runDaemonMode(options, environment, toolbox);
  if (mode.kind === "proxy") {
    await (await import("./proxy.ts")).runProxy(options, environment, toolbox, mode.autoStart);
  }
  return 0;
}

function complain(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`Error: ${problem}\n`);
  return 1;
}
