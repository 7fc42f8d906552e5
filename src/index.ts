#!/usr/bin/env bun
import { buildId, serverVersion } from "./build-info.ts";
import { readEnvironment, type ServerEnvironment } from "./environment.ts";
import { helpText, parseServerOptions, type ServerOptions } from "./modes/options.ts";

async function run(options: ServerOptions, environment: ServerEnvironment): Promise<number> {
  const { mode } = options;
  switch (mode.kind) {
    case "help":
      process.stdout.write(helpText());
      return 0;
    case "version":
      process.stdout.write(`${serverVersion} (build ${buildId})\n`);
      return 0;
    case "direct": {
      const { runDirect } = await import("./modes/direct.ts");
      await runDirect(options, environment);
      return 0;
    }
    default:
      throw new Error(`--${mode.kind} is not there yet`);
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
try {
  process.exit(await run(parsed.options, read.environment));
} catch (error) {
  complain([error instanceof Error ? error.message : String(error)]);
}
