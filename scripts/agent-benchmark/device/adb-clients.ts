import { type AdbBinary, listAdbBinaries, type ResolveOptions } from "../../../src/android/adb/resolve.ts";
import type { RunProcess } from "./process-runner.ts";

/** An adb client that the server might run, with what it says of itself. */
export interface AdbClientVersion extends AdbBinary {
  /** "1.0.41 (29.0.6-debian)"; null when it could not be asked. */
  version: string | null;
}

/**
 * Versions of every adb client the server might pick, in its order of preference: the first is the one it does. The list
 * is empty where no adb is installed: the server then only talks to a running adb server.
 */
export async function adbClientVersions(
  run: RunProcess,
  options: ResolveOptions,
): Promise<AdbClientVersion[]> {
  return Promise.all(
    listAdbBinaries(options).map(async (binary) => {
      const result = await run(binary.path, ["version"], { timeoutMs: 5000, env: options.env });
      return { ...binary, version: result.exitCode === 0 ? parseAdbVersion(result.stdout) : null };
    }),
  );
}

/** `Android Debug Bridge version 1.0.41` and the `Version 29.0.6-debian` line below it. */
export function parseAdbVersion(output: string): string | null {
  const protocol = /Android Debug Bridge version (\S+)/.exec(output)?.[1];
  if (protocol === undefined) return null;
  const build = /^Version (\S+)/m.exec(output)?.[1] ?? /^Revision (\S+)/m.exec(output)?.[1];
  return build === undefined ? protocol : `${protocol} (${build})`;
}
