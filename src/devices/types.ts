/** A claim on disk: three lines (pid, token, optional JSON), made by write-temp-and-link. */
export interface Claim {
  pid: number;
  token: string | null;
  socketPath: string | null;
  acquiredAt: number | null;
  /** Set by the benchmark on handover: only the daemon of this aux socket directory's namespace may take the device. */
  reservedFor: string | null;
  /** In a claim taken from a reservation: whose it was, so that it goes back when the taker lets go. */
  reservedBy: ClaimOwner | null;
  /** When the owning process started, as the system tells it: a later process with the same pid has another one. */
  processStart: string | null;
}

/** One process (or one run of it) that may hold a device. */
export interface ClaimOwner {
  pid: number;
  token: string;
  processStart: string | null;
}

export type ClaimState =
  | { status: "free" }
  | { status: "held"; claim: Claim; path: string; owner: string }
  | { status: "unreadable"; path: string; reason: string };

/** Why a call may not have a device. `code` is one of the typed error codes that clients know. */
export interface DeviceRefusal {
  ok: false;
  code: "device_owned_by_other_session" | "device_owned_by_other_daemon";
  message: string;
  retryable: boolean;
  retryAfterMs?: number;
  nextAction?: string;
}

/** Which session holds which device in this process, backed by claims on disk. */
export interface DeviceSessions {
  /**
   * Called around every device-aware tool call. `control` acquires the device for the session (claim and lease on disk)
   * and keeps it from idle release; `read` needs no session, but is refused on a device that somebody else holds.
   * `end` must be called exactly once, whatever the call's outcome.
   */
  begin(request: {
    sessionId: string;
    serial: string;
    kind: "control" | "read";
  }): Promise<{ ok: true; end(): void } | DeviceRefusal>;
  /** The device that the session holds, if any: the default target of its next call. */
  deviceOf(sessionId: string): string | null;
  /** Lets go of everything the session holds (its client went away, or asked for it). */
  release(sessionId: string): Promise<void>;
  /** Lets go of everything. */
  close(): Promise<void>;
}
