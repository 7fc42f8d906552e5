import type { Audit } from "../result.ts";

export interface AuditorOptions {
  /** Short names (`observe`) of the server's tools whose generated schema takes a device label. */
  deviceAwareTools: ReadonlySet<string>;
  /** Name of the server in the MCP config: `auto-mobile`. */
  serverName: string;
  /** Substrings, case-sensitive: a tool result that contains one is a stumble. */
  failurePatterns: readonly string[];
  /** Substrings, case-sensitive: a tool result that contains one is no stumble. */
  ignoredFailurePatterns: readonly string[];
}

/** The last `result` event, as far as the verdict needs it. */
export interface FinalResult {
  line: number;
  subtype: string | null;
  isError: boolean | null;
  stopReason: string | null;
  /** What an error result says about itself, cut. */
  detail: string | null;
}

/** What the verdict needs beside the numbers. */
export interface TranscriptSignals {
  /** The best status any init event gave the server; null when no init lists it. */
  serverStatus: string | null;
  /** Tools of the server in the init event; null when no init has a tool list. */
  serverTools: number | null;
  /** The stream shows that the server's tools could be reached: a successful call, ToolSearch or WaitForMcpServers. */
  serverProved: boolean;
  /** Replies of a real model on the main thread. */
  modelMessages: number;
  finalResult: FinalResult | null;
  /** The last line had no newline: the output was cut off. */
  truncated: boolean;
}

export interface TranscriptAudit {
  audit: Audit;
  signals: TranscriptSignals;
}

/** Pure accumulator: bytes in, one audit out. */
export interface TranscriptAuditor {
  /** Takes the next bytes of the transcript, cut anywhere. The buffer may be reused afterwards. */
  push(chunk: Uint8Array): void;
  /** Ends the transcript. Call once. */
  end(): TranscriptAudit;
}
