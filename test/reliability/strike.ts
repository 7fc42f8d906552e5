import { type Bed, fakeServerRoot, printingClaude } from "./bed.ts";

/** The request at which each phase that needs the device is met. */
const PLACES = {
  device: [/am get-current-user/, 1],
  preflight: [/am force-stop/, 1],
  screen: [/uiautomator dump/, 2],
} as const;
type Place = keyof typeof PLACES;

/** Strikes once, at the place. */
export function strikeAt(bed: Bed, place: Place, strike: () => Promise<unknown> | unknown): void {
  const [pattern, nth] = PLACES[place];
  bed.gate.at(
    pattern,
    async () => {
      await strike();
      return "pass" as const;
    },
    nth,
  );
}

/** A run with a Claude that does everything right but taps nothing, in about a second. */
export function quickRun(bed: Bed, env: Record<string, string> = {}, transcript?: string | Uint8Array) {
  const claude = printingClaude(bed.scene, transcript);
  return bed.run({ claude, args: ["--server-root", fakeServerRoot(bed.scene, "")], env });
}
