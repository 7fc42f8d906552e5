import { cpus, platform, release, totalmem } from "node:os";

/** What the numbers depend on. No name of the machine. */
export function machine(): Record<string, string | number> {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release().replace(/[-+].*$/, "")}`,
    bun: Bun.version,
  };
}
