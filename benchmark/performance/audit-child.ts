import { closeSync, openSync, readSync } from "node:fs";
import { createTranscriptAuditor } from "../../scripts/agent-benchmark/audit/index.ts";
import { peakMemory } from "./peak-memory.ts";

/** One measured pass over a transcript file in a process of its own, so that its peak memory is its own. */
const [mode, path = ""] = process.argv.slice(2);
const CHUNK = 1024 * 1024;

function eachChunk(onChunk: (chunk: Uint8Array) => void): void {
  const file = openSync(path, "r");
  const buffer = new Uint8Array(CHUNK);
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      onChunk(buffer.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

/** The bound: decode, split at newlines, parse, and nothing else. */
function bareLoop(): number {
  const decoder = new TextDecoder();
  let carry = "";
  let events = 0;
  eachChunk((chunk) => {
    const lines = (carry + decoder.decode(chunk, { stream: true })).split("\n");
    carry = lines.pop() ?? "";
    for (const line of lines) {
      JSON.parse(line);
      events += 1;
    }
  });
  return events;
}

function audit(): number {
  const auditor = createTranscriptAuditor({
    deviceAwareTools: new Set(["observe", "tapOn"]),
    serverName: "auto-mobile",
    failurePatterns: ['"success":false', "Element not found"],
    ignoredFailurePatterns: ["expected in this app"],
  });
  eachChunk((chunk) => auditor.push(chunk));
  return auditor.end().audit.lines;
}

const started = performance.now();
const cpu = process.cpuUsage();
const events = mode === "bare" ? bareLoop() : audit();
const seconds = (performance.now() - started) / 1000;
const used = process.cpuUsage(cpu);
const cpuSeconds = (used.user + used.system) / 1_000_000;
const peakBytes = peakMemory();
console.log(JSON.stringify({ events, seconds, cpuSeconds, peakBytes }));
