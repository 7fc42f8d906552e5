import { connect } from "node:net";
import { encodeFrame, frameReader, isRecord } from "./frames.ts";

/** What a daemon says about a device (`daemon/deviceLeaseStatus`). */
export interface LeaseStatus {
  pid: number;
  deviceId: string;
  sessionId: string | null;
  activeExecutions: number;
  inFlightRequests: number;
  streaming: boolean;
  idleForMs: number | null;
}

export type LeaseAnswer =
  | { kind: "answer"; status: LeaseStatus }
  /** Nobody listens there. */
  | { kind: "unreachable" }
  /** Somebody listens, but gave no answer in time, or one that can't be understood. */
  | { kind: "silent" };

/** Asks the daemon behind `socketPath` what it is doing with a device. Never rejects. `timeoutMs` defaults to 2 s. */
export function askLeaseStatus(socketPath: string, deviceId: string, timeoutMs = 2000): Promise<LeaseAnswer> {
  return new Promise((resolve) => {
    const id = crypto.randomUUID();
    let connected = false;
    const socket = connect(socketPath);
    const finish = (answer: LeaseAnswer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish({ kind: "silent" }), timeoutMs);
    socket.on("connect", () => {
      connected = true;
      socket.write(
        encodeFrame({
          id,
          type: "daemon_request",
          method: "daemon/deviceLeaseStatus",
          params: { deviceId },
          timeoutMs,
        }),
      );
    });
    socket.on(
      "data",
      frameReader(
        (frame) => {
          if (frame.id !== id) return;
          const status = frame.success === true ? asLeaseStatus(frame.result) : null;
          finish(status ? { kind: "answer", status } : { kind: "silent" });
        },
        () => finish({ kind: "silent" }),
      ),
    );
    socket.on("error", (error: NodeJS.ErrnoException) => {
      const nobody =
        !connected && ["ENOENT", "ECONNREFUSED", "ENOTSOCK", "ENOTDIR"].includes(error.code ?? "");
      finish({ kind: nobody ? "unreachable" : "silent" });
    });
    socket.on("close", () => finish({ kind: "silent" }));
  });
}

function asLeaseStatus(value: unknown): LeaseStatus | null {
  if (!isRecord(value) || typeof value.pid !== "number" || typeof value.deviceId !== "string") return null;
  const number = (item: unknown) => (typeof item === "number" ? item : null);
  return {
    pid: value.pid,
    deviceId: value.deviceId,
    sessionId: typeof value.sessionId === "string" ? value.sessionId : null,
    activeExecutions: number(value.activeExecutions) ?? 0,
    inFlightRequests: number(value.inFlightRequests) ?? 0,
    streaming: value.streaming === true,
    idleForMs: number(value.idleForMs),
  };
}
