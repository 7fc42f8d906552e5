import { describe, expect, test } from "bun:test";
import { parseHierarchy } from "../../../../src/android/hierarchy/parse.ts";
import { fakeSystem, openLink, PLAYGROUND } from "../helpers/services.ts";

/** Mulberry32: the same walk for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const KEYS = [3, 4, 4, 26, 224, 19, 20, 22, 61, 66, 67, 82, 112, 122, 187, 279];
const LINKS = [
  "/home",
  "/text",
  "/chat",
  "/slides/9",
  "/demos",
  "/demos/bugs/repro",
  "/settings",
  "/demos/perf/list",
  "/swipe",
];
const LOCALES = ["en-US", "ar-EG", "de-DE", "ja-JP"];

describe("a monkey", () => {
  test.each([1, 2, 3])("with seed %p finds nothing that breaks the device", (seed) => {
    const random = generator(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const system = fakeSystem({ sdk: pick([29, 33, 35, 36]), realTime: random() < 0.5 });
    const point = (): number => Math.floor(random() * 2500) - 50;
    const acts: (() => void)[] = [
      () => system.ui.input.tap(point(), point()),
      () => system.ui.input.tap(Math.floor(random() * 1080), Math.floor(random() * 2400)),
      () => system.ui.input.longPress(point(), point(), 700),
      () => system.ui.input.swipe(point(), point(), point(), point(), random() * 1000),
      () => system.ui.input.drag(point(), point(), point(), point(), 500),
      () =>
        system.ui.input.text(pick(["a", "Hello 日本 📦", "\"<&>'", "\u0007\n", "x".repeat(300), "مرحبا"])),
      () => system.ui.input.keyEvent(pick(KEYS)),
      () =>
        system.ui.input.keyCombination(
          pick([
            [113, 29],
            [113, 52],
            [59, 61],
            [7, 8],
          ]),
        ),
      () => void openLink(system, pick(LINKS)),
      () =>
        void system.ui.startActivity({
          action: pick(["android.settings.SETTINGS", "android.settings.DISPLAY_SETTINGS"]),
        }),
      () => system.rotate(Math.floor(random() * 4)),
      () => system.services.setLocale(pick(LOCALES)),
      () => system.services.setNightMode(random() < 0.5),
      () => system.services.settings.put("system", "font_scale", pick(["0.85", "1.0", "2.0"])),
      () => system.services.settings.put("secure", "navigation_mode", pick(["0", "2"])),
      () =>
        system.ui.forceStop(
          pick([PLAYGROUND, "com.android.settings", "com.google.android.apps.nexuslauncher"]),
        ),
      () => system.ui.expandNotifications(random() < 0.5),
      () => system.ui.setKeyguard(random() < 0.2),
      () => void Object.assign(system.display, { density: pick([160, 420, 640]) }),
      () =>
        void (random() < 0.3
          ? system.faults.clear()
          : system.faults.add(pick(["split-screen", "keyboard-covering", "anr-dialog", "keyguard"]))),
      () => {
        system.clock.now += random() * 100_000;
      },
      () => system.ui.restore(system.ui.snapshot()),
    ];
    for (let step = 0; step < 150; step++) {
      pick(acts)();
      const xml = system.ui.dumpXml({ compressed: random() < 0.2, windows: random() < 0.2 });
      if (xml !== null) expect(parseHierarchy(new TextEncoder().encode(xml)).status).toBe("ok");
      expect(system.ui.windows().length).toBeGreaterThan(0);
      if (step % 40 === 0) expect(system.ui.screenshot().length).toBeGreaterThan(100);
    }
  });
});
