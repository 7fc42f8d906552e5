/** The log buffers behind logcat. */
export interface LogRecord {
  /** Epoch milliseconds. */
  time: number;
  uid: number;
  pid: number;
  tid: number;
  priority: "V" | "D" | "I" | "W" | "E" | "F";
  tag: string;
  message: string;
  buffer: LogBuffer;
}
export type LogBuffer = "main" | "system" | "crash" | "events";

export interface DeviceLog {
  add(record: Omit<LogRecord, "time">): void;
  records(buffers: readonly LogBuffer[]): LogRecord[];
  clear(buffers: readonly LogBuffer[]): void;
  /** Calls back for each new record until the returned function is called. */
  follow(listener: (record: LogRecord) => void): () => void;
  snapshot(): LogRecord[];
  restore(snapshot: LogRecord[]): void;
}

/** Records beyond this many push the oldest out, as the ring buffer of logd does. */
const CAPACITY = 5000;

/** An empty log. */
export function createLog(now: () => number): DeviceLog {
  let records: LogRecord[] = [];
  const listeners = new Set<(record: LogRecord) => void>();
  return {
    add(record) {
      const stamped = { time: now(), ...record };
      records.push(stamped);
      if (records.length > CAPACITY * 1.2) records = records.slice(-CAPACITY);
      for (const listener of listeners) listener(stamped);
    },
    records: (buffers) => records.filter((record) => buffers.includes(record.buffer)),
    clear(buffers) {
      records = records.filter((record) => !buffers.includes(record.buffer));
    },
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => records.slice(),
    restore(snapshot) {
      records = snapshot.slice();
    },
  };
}
