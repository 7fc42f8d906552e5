/** First Ctrl-C: `signal` aborts and the run tears itself down. Second: `onKill`, then exit. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** Called on the second signal, before the process exits with 130: must be quick and must not throw. */
  onKill(action: () => void): () => void;
  dispose(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** npm forwards the terminal's Ctrl-C a second time; a person's second Ctrl-C comes later than this. */
const DUPLICATE_MS = 300;

/** Listens to SIGINT, SIGTERM and SIGHUP of this process until disposed. */
export function listenForInterrupts(onFirst: () => void = () => {}): Interrupts {
  const controller = new AbortController();
  const kills = new Set<() => void>();
  let firstAt = 0;
  const handle = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort(new Error(`interrupted by ${name}`));
      onFirst();
      return;
    }
    if (performance.now() - firstAt < DUPLICATE_MS) return;
    // Newest first, as everything is stopped.
    for (const action of [...kills].reverse()) {
      try {
        action();
      } catch {
        // The process is about to exit; the other actions still have to run.
      }
    }
    process.exit(130);
  };
  for (const name of SIGNALS) process.on(name, handle);
  return {
    signal: controller.signal,
    onKill(action) {
      kills.add(action);
      return () => kills.delete(action);
    },
    dispose() {
      for (const name of SIGNALS) process.off(name, handle);
    },
  };
}
