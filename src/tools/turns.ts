/** Runs work one after the other for each key; different keys do not wait for one another. */
export type InTurn = <T>(key: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** A cancelled call leaves its place in the queue without having run. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, signal, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(() => {
      signal.throwIfAborted();
      return work();
    });
    const settled = turn.catch(() => {});
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return turn;
  };
}
