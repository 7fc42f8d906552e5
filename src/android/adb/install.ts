import { shellQuote } from "../shell-quote.ts";
import { readToEnd } from "./shell.ts";
import type { AdbClient } from "./types.ts";
import type { Wire } from "./wire.ts";

/** What an install needs of the client. */
export interface InstallParts {
  features: Set<string>;
  open(service: string): Promise<Wire>;
  client: Pick<AdbClient, "push" | "shell">;
  serial: string;
  timeoutMs: number;
}

/**
 * Installs as the adb client does: `abb_exec` when the device offers it, else `cmd package install` with the bytes on
 * its input, else a pushed file and `pm install`. Resolves with what the package manager printed.
 */
export async function installApk(parts: InstallParts, apk: Uint8Array, args: string[]): Promise<string> {
  if (parts.features.has("abb_exec")) {
    const words = ["package", "install", ...args, "-S", String(apk.length)];
    return stream(await parts.open(`abb_exec:${words.join("\0")}`), apk);
  }
  const quoted = args.map(shellQuote).join(" ");
  if (parts.features.has("cmd")) {
    return stream(await parts.open(`exec:cmd package install ${quoted} -S ${apk.length}`), apk);
  }
  const path = `/data/local/tmp/install-${crypto.randomUUID()}.apk`;
  await parts.client.push(parts.serial, apk, path, { timeoutMs: parts.timeoutMs });
  try {
    const options = { timeoutMs: parts.timeoutMs };
    const result = await parts.client.shell(
      parts.serial,
      `pm install ${quoted} ${shellQuote(path)}`,
      options,
    );
    return Buffer.concat([result.stdout, result.stderr]).toString("utf8").trim();
  } finally {
    await parts.client.shell(parts.serial, `rm -f ${shellQuote(path)}`).catch(() => {});
  }
}

async function stream(wire: Wire, apk: Uint8Array): Promise<string> {
  try {
    const answer = readToEnd(wire);
    answer.catch(() => {});
    await wire.write(apk);
    return (await answer).toString("utf8").trim();
  } finally {
    wire.destroy();
  }
}
