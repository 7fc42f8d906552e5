/** The files of a run directory: their names stand here and nowhere else. */
export const ARTIFACTS = {
  prompt: "prompt.md",
  mcpConfig: "mcp-config.json",
  claudeCommand: "claude-command.json",
  transcript: "claude.jsonl",
  stderr: "claude.stderr",
  preflightLog: "preflight.log",
  preflight: "preflight",
  startScreen: "start-screen.xml",
  screen: "screen.xml",
  screenshot: "screen.png",
  logs: "logs",
  database: "db",
  data: "data",
  result: "result.json",
  baseline: "baseline.yml",
} as const;

/** What a folder of proof runs holds beside them: its runs measure no agent. */
export const PROOF_FILE = "proof.json";

export type ArtifactName = keyof typeof ARTIFACTS;

const WORDS: Record<ArtifactName, string> = {
  prompt: "what the agent was asked",
  mcpConfig: "the MCP server it was given",
  claudeCommand: "how Claude Code was started",
  transcript: "what the agent did: the transcript",
  stderr: "what Claude Code wrote to standard error",
  preflightLog: "each command to the device and its answer",
  preflight: "the preference files that were seeded",
  startScreen: "the screen before the agent began",
  screen: "the screen when it had ended: the oracle",
  screenshot: "a picture of that screen",
  logs: "the server's logs",
  database: "the server's database",
  data: "the server's caches and temporary files",
  result: "all that is reported here, as data",
  baseline: "the baseline to paste into the suite",
};

/** What an artifact is, in a few words; the name itself when it is none of ours. */
export function artifactWords(name: string): string {
  return Object.hasOwn(WORDS, name) ? WORDS[name as ArtifactName] : name;
}
