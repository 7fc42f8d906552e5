import type { EndpointDevice } from "./host-requests.ts";

/** `wait-for-<transport>-<state>`: resolves when the device is in that state, or the client has gone. */
export async function waitFor(pattern: string, device: EndpointDevice, signal: AbortSignal): Promise<void> {
  const wanted = pattern.replace(/^wait-for-(usb|local|any)-/, "");
  const reached = (): boolean => {
    const state = device.state();
    if (wanted === "disconnect") return state === "gone";
    if (wanted === "any") return state !== "gone";
    return state === wanted;
  };
  while (!reached() && !signal.aborted) {
    await new Promise<void>((resolve) => {
      const stop = device.onStateChange(() => {
        stop();
        resolve();
      });
      signal.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  }
}
