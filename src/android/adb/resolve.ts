import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/** An adb binary that might be run, and how it was found. */
export interface AdbBinary {
  path: string;
  source: "ANDROID_HOME" | "ANDROID_SDK_ROOT" | "PATH" | "command-line-tools" | "default-location";
}

export interface ResolveOptions {
  env: Record<string, string | undefined>;
  platform?: NodeJS.Platform;
  /** Default: the user's home directory. */
  home?: string;
}

/**
 * Every adb client the server might pick, in its order of preference, without repeats: the SDK the environment names,
 * the adb on PATH, the SDK around the command-line tools on PATH, and the places where SDKs are usually installed.
 */
export function listAdbBinaries(options: ResolveOptions): AdbBinary[] {
  const { env } = options;
  const name = (options.platform ?? process.platform) === "win32" ? "adb.exe" : "adb";
  const inSdk = (root: string) => join(root, "platform-tools", name);
  const candidates: AdbBinary[] = [];
  for (const source of ["ANDROID_HOME", "ANDROID_SDK_ROOT"] as const) {
    const root = env[source];
    if (root) candidates.push({ path: inSdk(root), source });
  }
  for (const folder of pathFolders(env)) candidates.push({ path: join(folder, name), source: "PATH" });
  const tools = commandLineToolsSdk(env);
  if (tools) candidates.push({ path: inSdk(tools), source: "command-line-tools" });
  const home = options.home ?? homedir();
  for (const root of [join(home, "Android/Sdk"), join(home, "Library/Android/sdk"), "/usr/lib/android-sdk"]) {
    candidates.push({ path: inSdk(root), source: "default-location" });
  }
  const seen = new Set<string>();
  return candidates.filter(({ path }) => {
    if (!isExecutableFile(path)) return false;
    const real = realpathSync(path);
    return !seen.has(real) && seen.add(real);
  });
}

/** The adb client the server runs; null when there is none. */
export function resolveAdbBinary(options: ResolveOptions): AdbBinary | null {
  return listAdbBinaries(options)[0] ?? null;
}

/** The SDK around `<sdk>/cmdline-tools/<version>/bin/sdkmanager` (or the older `<sdk>/tools/bin`), found through PATH. */
function commandLineToolsSdk(env: Record<string, string | undefined>): string | null {
  for (const folder of pathFolders(env)) {
    const tool = ["sdkmanager", "avdmanager", "sdkmanager.bat"]
      .map((tool) => join(folder, tool))
      .find(existsSync);
    if (!tool) continue;
    let root = dirname(realpathSync(tool));
    for (let up = 0; up < 4; up++) {
      root = dirname(root);
      if (existsSync(join(root, "platform-tools"))) return root;
    }
  }
  return null;
}

function pathFolders(env: Record<string, string | undefined>): string[] {
  return (env.PATH ?? env.Path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
