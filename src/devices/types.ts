/** A claim on disk: three lines (pid, token, optional JSON), made by write-temp-and-link. */
export interface Claim {
  pid: number;
  token: string | null;
  socketPath: string | null;
  acquiredAt: number | null;
  /** Set by the benchmark on handover: only the daemon of this aux socket directory's namespace may take the device. */
  reservedFor: string | null;
}

export type ClaimState =
  | { status: "free" }
  | { status: "held"; claim: Claim; path: string; owner: string }
  | { status: "unreadable"; path: string; reason: string };
