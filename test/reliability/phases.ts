import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Bed, fakeClaude, fakeServerRoot, hold, reached, type Started } from "./bed.ts";

export const PHASE_NAMES = [
  "parts",
  "device",
  "preflight",
  "fingerprint",
  "claude",
  "daemon",
  "screen",
  "audit",
] as const;
export type PhaseName = (typeof PHASE_NAMES)[number];

/**
 * Starts a run with a fake Claude and resolves when it is in the phase, where it stays: at an adb request, at Claude, or at
 * the server's `--daemon stop`. The phases without a place to wait at are met at the line that announces them.
 */
export async function startAndReach(
  bed: Bed,
  phase: PhaseName,
  more: readonly string[] = [],
): Promise<Started> {
  const stage = bed.scene;
  const claude = fakeClaude(stage);
  const stop = `const at = ${JSON.stringify(join(stage.path, "at-daemon"))};
const hold = ${JSON.stringify(join(stage.path, "hold-daemon"))};
const { existsSync, writeFileSync } = require("node:fs");
writeFileSync(at, "");
while (existsSync(hold)) await Bun.sleep(20);
export {};`;
  const server = fakeServerRoot(stage, stop);
  const held = new Promise<void>((reachedRequest) => {
    const wait = () => {
      reachedRequest();
      return new Promise<never>(() => {});
    };
    if (phase === "device") bed.gate.at(/am get-current-user/, wait);
    if (phase === "preflight") bed.gate.at(/pm clear/, wait);
    if (phase === "screen") bed.gate.at(/uiautomator dump/, wait, 2);
  });
  if (phase === "claude" || phase === "daemon") hold(stage, phase);
  if (phase === "audit") hold(stage, "version");
  const started = bed.start({ claude, args: ["--server-root", server, ...more] });
  switch (phase) {
    case "parts":
      await started.says(/^start Checking/m);
      break;
    case "fingerprint":
      await started.says(/^start Fingerprinting/m);
      break;
    case "claude":
    case "daemon":
      await reached(stage, phase, started);
      break;
    case "audit":
      await reached(stage, "version", started);
      break;
    default:
      await Promise.race([held, started.done]);
  }
  return started;
}

/** Lets everything go on that `startAndReach` has held. */
export function letGo(bed: Bed): void {
  for (const place of ["claude", "version", "daemon"])
    rmSync(join(bed.scene.path, `hold-${place}`), { force: true });
}
