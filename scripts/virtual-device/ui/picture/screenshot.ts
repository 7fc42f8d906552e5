import type { Machine } from "../runtime/machine.ts";
import { cacheKey, displaySize, isRtl, windowsOf } from "../runtime/windows.ts";
import { colorValue } from "../theme.ts";
import { type Canvas, createCanvas } from "./canvas.ts";
import { type Painting, paintToast, paintTree } from "./paint.ts";
import { encodePng } from "./png.ts";

const cache = new WeakMap<Machine, { key: string; png: Uint8Array }>();

/** What `screencap -p` sends: the windows as the dump tells them, from the cache while nothing changed. */
export function takeScreenshot(machine: Machine): Uint8Array {
  const windows = windowsOf(machine);
  const { state, services } = machine;
  const toast = state.toast !== null && services.now() < state.toast.until ? state.toast.text : null;
  const key = `${cacheKey(machine)}|${state.screenOn}|${toast ?? ""}`;
  const known = cache.get(machine);
  if (known !== undefined && known.key === key) return known.png.slice();
  const png = encodePng(draw(machine, windows, toast));
  cache.set(machine, { key, png });
  return png.slice();
}

function draw(machine: Machine, windows: ReturnType<typeof windowsOf>, toast: string | null): Canvas {
  const { services } = machine;
  const { width, height, density } = displaySize(machine);
  if (!machine.state.screenOn) return createCanvas(width, height, 0);
  const night = services.nightMode();
  const canvas = createCanvas(width, height, colorValue("background", night));
  const painting: Painting = {
    canvas,
    night,
    pxPerDp: density / 160,
    fontScale: services.fontScale(),
    rtl: isRtl(services.locale()),
  };
  // What a window that covers the whole display hides need not be drawn.
  const lowest = windows.findIndex(
    ({ bounds, dims, type }) => !dims && type === "system" && bounds.top === 0 && bounds.bottom === height,
  );
  for (const window of windows.slice(0, lowest < 0 ? windows.length : lowest + 1).reverse()) {
    if (window.dims) canvas.dim(0.4);
    paintTree(window.root, painting);
  }
  if (toast !== null) paintToast(toast, { width, height }, painting);
  return canvas;
}
