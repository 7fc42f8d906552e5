#!/usr/bin/env bun
import { runServer } from "./modes/main.ts";

const code = await runServer(
  process.argv.slice(2),
  process.env,
  async () => (await import("./modes/local-toolbox.ts")).localToolbox,
);
process.exit(code);
