import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { RunError, reasonOf } from "../errors.ts";

export interface RunDirectory {
  /** `<YYYYMMDDTHHMMSSZ>-<8 hex>` */
  id: string;
  /** Absolute. */
  path: string;
}

/** 20261130T190501Z: ISO 8601 basic format, UTC, whole seconds. */
export function timestamp(now: Date): string {
  return now.toISOString().replace(/[-:]|\.\d+/g, "");
}

/**
 * Makes `<root>/<suite>/<timestamp>-<8 hex>/`; the random part keeps two runs of the same second apart.
 * Throws RunError OUTPUT_UNWRITABLE.
 */
export function createRunDirectory(
  root: string,
  suite: string,
  now: Date,
  random: () => string = randomHex,
): RunDirectory {
  const parent = resolve(root, suite);
  try {
    mkdirSync(parent, { recursive: true });
    for (;;) {
      const id = `${timestamp(now)}-${random()}`;
      const path = join(parent, id);
      try {
        mkdirSync(path, { mode: 0o755 });
        return { id, path };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  } catch (error) {
    throw new RunError({
      code: "OUTPUT_UNWRITABLE",
      where: parent,
      message: `The run directory can't be created: ${reasonOf(error)}.`,
      hint: "Choose another place with --output, or make this one writable.",
    });
  }
}

function randomHex(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString("hex");
}
