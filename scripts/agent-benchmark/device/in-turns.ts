/** Work in small steps, so that it can be done at once or beside other work. */
export type Steps<T> = Generator<void, T>;

/** Longest stretch before others get their turn, milliseconds. */
const TURN_MS = 4;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same result, while whatever else waits for the event loop goes on. Rejects with what the steps throw. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}
