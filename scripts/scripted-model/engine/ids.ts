/** A tool call's place in the playbook, carried by its id, so that a request tells by itself where the run stands. */
export interface CallPlace {
  /** "" for the main thread; the id of the Agent call for a sub-agent. */
  thread: string;
  turn: number;
  attempt: number;
  call: number;
}

/** toolu_<thread><turn>-<attempt>-<call>; the API allows letters, digits, _ and - in ids. */
export function callId({ thread, turn, attempt, call }: CallPlace): string {
  return `toolu_${thread === "" ? "" : `${thread.replace("toolu_", "")}_`}${turn}-${attempt}-${call}`;
}

/** Reads an id back; null for an id that no playbook made. */
export function placeOf(id: string): CallPlace | null {
  const match = /^toolu_(?:([0-9_-]+)_)?(\d+)-(\d+)-(\d+)$/.exec(id);
  if (!match) return null;
  const [, thread, turn, attempt, call] = match;
  return {
    thread: thread ? `toolu_${thread}` : "",
    turn: Number(turn),
    attempt: Number(attempt),
    call: Number(call),
  };
}
