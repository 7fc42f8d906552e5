/** The modes of a command line; a flag says in which of them it has a meaning. */
export type Mode = "run" | "dry-run" | "from-result" | "resume" | "prove";

export interface Flag {
  /** Without the dashes. */
  name: string;
  /** How the value is shown, `<serial>`; absent for a switch. */
  value?: string;
  repeatable?: boolean;
  modes: readonly Mode[];
  group: "What to run" | "Where and how" | "Output";
  description: string;
}

const running: readonly Mode[] = ["run", "dry-run", "prove"];
const always: readonly Mode[] = ["run", "dry-run", "from-result", "resume", "prove"];

/** Every flag of bench:agent: parsing, --help and docs/reference/cli.md are made from this table. */
export const FLAGS = [
  {
    name: "suite",
    value: "<name|path.yml>",
    repeatable: true,
    modes: running,
    group: "What to run",
    description: "Run a committed suite by name or any suite file by path (repeatable).",
  },
  {
    name: "all",
    modes: running,
    group: "What to run",
    description: "Run every suite in benchmark/agent/suites/ (not combinable with --suite).",
  },
  {
    name: "dry-run",
    modes: ["dry-run"],
    group: "What to run",
    description: "Validate suites and print the Claude command and MCP config; touches no device or API.",
  },
  {
    name: "from-result",
    value: "<dir|result.json>",
    repeatable: true,
    modes: ["from-result"],
    group: "What to run",
    description: "Re-render an earlier run without re-running Claude (repeatable).",
  },
  {
    name: "trials",
    value: "<n>",
    modes: ["run"],
    group: "What to run",
    description:
      "Repeat each suite n times in one session folder; the report gives k of n with its interval and marks flaky suites.",
  },
  {
    name: "resume",
    value: "<session>",
    modes: ["resume"],
    group: "What to run",
    description: "Go on with an interrupted --trials session: run only the trials that have no result.",
  },
  {
    name: "retry",
    value: "incomplete",
    modes: ["run", "resume"],
    group: "What to run",
    description: "Also repeat each incomplete trial of the session, once, and record that it was repeated.",
  },
  {
    name: "prove",
    modes: ["prove"],
    group: "What to run",
    description:
      "Prove that each suite can tell success from nothing, without any model: its checks must fail on the start screen and for an agent that only claims success, and pass after its playbook.",
  },
  {
    name: "device",
    value: "<serial>",
    modes: running,
    group: "Where and how",
    description:
      "Assert which device is the target. Exactly one online device is always required. `virtual` starts a virtual device for the run.",
  },
  {
    name: "model",
    value: "<model>",
    modes: ["run", "dry-run"],
    group: "Where and how",
    description:
      "Override the suite's claude.model for a controlled comparison. `scripted` plays the suite's playbook instead of a model.",
  },
  {
    name: "server-instructions",
    modes: running,
    group: "Where and how",
    description:
      "Turn on the server's MCP instructions block for this run, to compare runs with and without it.",
  },
  {
    name: "server-root",
    value: "<dir>",
    modes: running,
    group: "Where and how",
    description:
      "Checkout whose MCP server is measured: dist/src/index.js, schemas/tool-definitions.json, src/ (default: this repository).",
  },
  {
    name: "claude",
    value: "<command>",
    modes: running,
    group: "Where and how",
    description:
      "Claude Code executable (default claude; with --model scripted the one pinned in package.json). On Windows an executable, not a .cmd or .bat script.",
  },
  {
    name: "output",
    value: "<dir>",
    modes: running,
    group: "Output",
    description: "Artifact root (default scratch/agent-benchmarks).",
  },
  {
    name: "json",
    modes: always,
    group: "Output",
    description: "Print the full result JSON instead of the text report.",
  },
  {
    name: "html",
    modes: ["run", "resume", "from-result"],
    group: "Output",
    description:
      "Also write an HTML report: `report/index.html` in the folder that holds the runs (one run: its own directory).",
  },
] as const satisfies readonly Flag[];

export type FlagName = (typeof FLAGS)[number]["name"];

/** Exit codes of bench:agent, in words; the reference page is made from this table. */
export const EXIT_CODES = [
  {
    code: 0,
    meaning:
      "Every run passed, with --prove: every suite is proven. Also: --help, a --dry-run without problems.",
  },
  {
    code: 1,
    meaning:
      "A run failed or was incomplete, a suite is not proven, a run could not be prepared, or the harness itself failed.",
  },
  {
    code: 2,
    meaning: "Usage error: wrong options, an invalid suite or an unreadable result. Nothing was run.",
  },
] as const;
