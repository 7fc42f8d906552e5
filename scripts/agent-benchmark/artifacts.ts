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

export type ArtifactName = keyof typeof ARTIFACTS;
