#!/usr/bin/env bun
import { localToolbox } from "./modes/local-toolbox.ts";
import { runServer } from "./modes/main.ts";

process.exit(await runServer(process.argv.slice(2), process.env, localToolbox));
