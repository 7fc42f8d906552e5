import { existsSync } from "node:fs";
import { createTranscriptAuditor, type TranscriptAudit } from "../audit/index.ts";
import { readChunks } from "../claude/transcript-file.ts";
import type { Suite } from "../suite/types.ts";
import { SERVER_NAME } from "./server.ts";

/** Reads a transcript file through the auditor, in constant memory; null when there is no file. */
export async function auditTranscript(
  path: string,
  suite: Suite,
  deviceAwareTools: ReadonlySet<string>,
): Promise<TranscriptAudit | null> {
  if (!existsSync(path)) return null;
  const auditor = createTranscriptAuditor({
    deviceAwareTools,
    serverName: SERVER_NAME,
    failurePatterns: suite.failurePatterns,
    ignoredFailurePatterns: suite.ignoredFailurePatterns,
  });
  for await (const chunk of readChunks(path)) auditor.push(chunk);
  return auditor.end();
}
