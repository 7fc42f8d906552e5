import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { managedDirectories } from "../claude/managed-settings.ts";
import type { Fingerprint } from "../suite/types.ts";
import type { AdbClientVersion } from "./adb-clients.ts";
import { digestOfParts, sha256 } from "./digest.ts";
import { fileDigest, fileDigestSteps, treeDigest } from "./file-digest.ts";
import { libcFamily } from "./host.ts";
import { atOnce, type Steps } from "./in-turns.ts";
import { moduleGraphSteps } from "./module-graph.ts";
import { type ProviderOptions, providerIdentity } from "./provider-identity.ts";

export interface ServerBuildOptions extends ProviderOptions {
  /** The checkout whose dist/ is run. */
  serverRoot: string;
  /** The checkout of this harness. */
  harnessRoot: string;
  /** The claude executable, resolved: its content counts, so that an edited wrapper is another build. */
  claudeCommand: string;
  /** Of every adb client the server might run: see adbClientVersions. */
  adbClients: readonly AdbClientVersion[];
  bunVersion?: string;
  platform?: NodeJS.Platform;
  architecture?: string;
  libc?: string;
  managedDirectories?: readonly string[];
  /** What was read beforehand; read now when left out. */
  executed?: Executed;
}

/** Digests that take a while to read; null is unknown. */
export interface Executed {
  harness: string | null;
  claudeCommand: string | null;
}

/** Digests of the harness's sources and of the claude executable (hundreds of megabytes), in small steps. */
export function* executedSteps(harnessRoot: string, claudeCommand: string): Steps<Executed> {
  return {
    harness: yield* harnessDigest(harnessRoot),
    claudeCommand: short(yield* fileDigestSteps(claudeCommand)),
  };
}

/**
 * What executes and scores a run, as named parts and one digest: built server, schemas, lockfile, harness sources, runtime,
 * host, claude command, managed settings, provider, adb clients. The git commit is left out, since unrelated commits would
 * change it. A part that cannot be read is null and leaves no digest.
 */
export function readServerBuild(options: ServerBuildOptions): Fingerprint {
  const parts = serverBuildParts(options);
  const known = Object.values(parts).every((value) => value !== null);
  return { digest: known ? digestOfParts(parts) : null, parts };
}

/** The parts of the server build; null is unknown. Files are shown by 16 hex digits of their digest. */
function serverBuildParts(options: ServerBuildOptions): Record<string, string | null> {
  const platform = options.platform ?? process.platform;
  const { serverRoot, harnessRoot } = options;
  const executed = options.executed ?? atOnce(executedSteps(harnessRoot, options.claudeCommand));
  const sameRoot = resolve(serverRoot) === resolve(harnessRoot);
  const file = (root: string, name: string) => short(fileDigest(join(root, name)));
  return {
    dist: tree(join(serverRoot, "dist"), null),
    schemas: tree(join(serverRoot, "schemas"), null),
    vendorTools: tree(join(serverRoot, "vendor"), "none"),
    lockfile: file(serverRoot, "bun.lock"),
    packageJson: file(serverRoot, "package.json"),
    harness: executed.harness,
    harnessDependencies: sameRoot
      ? "the server's"
      : join2(file(harnessRoot, "bun.lock"), file(harnessRoot, "package.json")),
    bunVersion: options.bunVersion ?? Bun.version,
    platform,
    architecture: options.architecture ?? process.arch,
    libc: options.libc ?? libcFamily(platform),
    claudeCommand: executed.claudeCommand,
    managedSettings: managedDigest(options.managedDirectories ?? managedDirectories(platform, options.env)),
    adbClients: adbClients(options.adbClients),
    ...providerIdentity(options),
  };
}

function short(digest: string | null): string | null {
  return digest === null ? null : digest.slice(0, 16);
}

function join2(a: string | null, b: string | null): string | null {
  return a === null || b === null ? null : `${a} ${b}`;
}

function tree(directory: string, whenAbsent: string | null): string | null {
  const found = treeDigest(directory);
  if (found.status === "absent") return whenAbsent;
  return found.status === "ok" ? short(found.digest) : null;
}

/** scripts/agent-benchmark with every repository file it imports: the harness runs from its sources, unbundled. */
function* harnessDigest(root: string): Steps<string | null> {
  try {
    const folder = join(root, "scripts", "agent-benchmark");
    const own = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const rows: string[] = [];
    for (const path of yield* moduleGraphSteps(own)) {
      const digest = yield* fileDigestSteps(path);
      if (digest === null) return null;
      rows.push(`${relative(root, path)}\0${digest}`);
    }
    return rows.length === 0 ? null : sha256(rows.sort().join("\n")).slice(0, 16);
  } catch {
    return null;
  }
}

function managedDigest(directories: readonly string[]): string | null {
  const rows: string[] = [];
  for (const directory of directories) {
    const found = treeDigest(directory);
    if (found.status === "unreadable") return null;
    if (found.status === "ok") rows.push(`${directory}\0${found.digest}`);
  }
  return rows.length === 0 ? "none" : sha256(rows.sort().join("\n")).slice(0, 16);
}

function adbClients(clients: readonly AdbClientVersion[]): string | null {
  if (clients.some(({ version }) => version === null)) return null;
  return clients.map(({ source, version }) => `${source} ${version}`).join("; ") || "none";
}
