import { existsSync, readdirSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** The C library of this host, which picks the native builds of packages: glibc, musl, or none outside Linux. */
export function libcFamily(platform: NodeJS.Platform = process.platform): string {
  if (platform !== "linux") return "none";
  for (const directory of ["/lib", "/lib64", "/usr/lib"]) {
    try {
      if (readdirSync(directory).some((name) => name.startsWith("ld-musl-"))) return "musl";
    } catch {
      // Not every distribution has each of them.
    }
  }
  return "glibc";
}

/** The file a command name stands for: a path as it is, a bare name through PATH. Null when there is none. */
export function resolveCommand(
  command: string,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const suffixes = platform === "win32" ? [".exe", ".com", ""] : [""];
  const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
  if (command === "") return null;
  if (command.includes("/") || (platform === "win32" && command.includes("\\"))) {
    return suffixes.map((suffix) => resolve(command) + suffix).find(isFile) ?? null;
  }
  for (const folder of (env.PATH ?? env.Path ?? "").split(delimiter)) {
    if (folder === "") continue;
    const base = isAbsolute(folder) ? folder : resolve(folder);
    const found = suffixes.map((suffix) => join(base, command) + suffix).find(isFile);
    if (found !== undefined) return found;
  }
  return null;
}

/** The directories of organization-managed Claude Code settings on this host. */
export function managedSettingsDirectories(env: Env, platform: NodeJS.Platform = process.platform): string[] {
  if (platform === "win32") {
    const roots = [env.ProgramFiles ?? "C:\\Program Files", env.ProgramData ?? "C:\\ProgramData"];
    return roots.map((root) => join(root, "ClaudeCode"));
  }
  return ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];
}
