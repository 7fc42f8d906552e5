import { reasonOf } from "../errors.ts";

/** What a phase started is stopped by what the same phase registered, newest first, whatever happened. */
export interface Lifetimes {
  /** Registers how to stop something that was just started. Returns a function that stops it now, once. */
  defer(name: string, stop: () => Promise<unknown> | unknown, deadlineMs?: number): () => Promise<void>;
  /** Stops everything still registered, newest first. Resolves with what failed or did not end in time; never rejects. */
  unwind(): Promise<{ name: string; error: string }[]>;
}

const DEADLINE_MS = 15_000;

/** A stack of teardowns, each with a deadline (milliseconds) so that one that hangs does not keep the others. */
export function createLifetimes(): Lifetimes {
  const stack: { name: string; stopOnce: () => Promise<void>; deadlineMs: number }[] = [];
  return {
    defer(name, stop, deadlineMs = DEADLINE_MS) {
      let stopped: Promise<void> | null = null;
      const stopOnce = () => (stopped ??= (async () => void (await stop()))());
      stack.push({ name, stopOnce, deadlineMs });
      return stopOnce;
    },
    async unwind() {
      const failures: { name: string; error: string }[] = [];
      for (let entry = stack.pop(); entry; entry = stack.pop()) {
        const { name, stopOnce, deadlineMs } = entry;
        await within(stopOnce(), deadlineMs).catch((error: unknown) => {
          failures.push({ name, error: reasonOf(error) });
        });
      }
      return failures;
    },
  };
}

async function within(work: Promise<void>, deadlineMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${deadlineMs / 1000} s`)), deadlineMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
