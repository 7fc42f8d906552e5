import { readdirSync } from "node:fs";

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
