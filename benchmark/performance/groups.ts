import { measureAudit } from "./audit.ts";
import { measureDryRun } from "./dry-run.ts";
import { growthNotes, measureDumps, measureSequences } from "./micro.ts";
import { serverRows, virtualDeviceRows } from "./parts.ts";
import { installPromptfoo } from "./promptfoo-setup.ts";
import type { Row } from "./row.ts";
import { measureStartUp } from "./start-up.ts";
import { measureSession, measureWholeRun } from "./whole-run.ts";

export interface Setting {
  /** Also what takes minutes: transcripts of a gigabyte, ten thousand calls. */
  large: boolean;
  /** A temporary directory of the group's own. */
  directory: string;
}

export interface Group {
  name: string;
  what: string;
  measure(setting: Setting): Promise<{ rows: Row[]; notes: string[] }>;
}

/** What can be named on the command line, in the order of the table. */
export const GROUPS: readonly Group[] = [
  {
    name: "whole-run",
    what: "a run by the harness, by the bare CLI and by promptfoo",
    async measure({ large, directory }) {
      const missing = installPromptfoo();
      const { rows, notes } = await measureWholeRun(large ? 15 : 5, directory, missing === null);
      return { rows, notes: missing === null ? notes : [...notes, missing] };
    },
  },
  {
    name: "session",
    what: "five runs in one process, by the harness and by a script",
    measure: ({ large, directory }) => measureSession(5, large ? 5 : 2, directory),
  },
  {
    name: "start-up",
    what: "--help, a usage error, --dry-run, beside an empty script",
    measure: async ({ large, directory }) => ({
      rows: await measureStartUp(large ? 40 : 20, directory),
      notes: [],
    }),
  },
  {
    name: "dry-run",
    what: "--dry-run of 1,000 suites beside a yaml + ajv loop",
    measure: async ({ large, directory }) => ({
      rows: await measureDryRun(large ? 11 : 5, directory),
      notes: [],
    }),
  },
  {
    name: "audit",
    what: "transcripts of 512 MB (--large: 1 GB) beside a bare loop",
    measure: async ({ large, directory }) => ({
      rows: measureAudit({ megabytes: large ? 1024 : 512, runs: large ? 5 : 3, directory }),
      notes: [],
    }),
  },
  {
    name: "sequence-diff",
    what: "10, 1,000 and 20,000 calls",
    async measure({ large }) {
      const rows = await measureSequences(large ? 9 : 5);
      return { rows, notes: growthNotes(rows) };
    },
  },
  {
    name: "dump",
    what: "300 and 20,000 nodes: parse and match",
    measure: async ({ large }) => ({ rows: await measureDumps(large ? 9 : 5), notes: [] }),
  },
  {
    name: "virtual-device",
    what: "memory, shell, dump and screenshot beside their limits",
    measure: async ({ directory }) => ({ rows: virtualDeviceRows(directory), notes: [] }),
  },
  {
    name: "server",
    what: "the MCP server beside mobile-mcp",
    measure: async ({ large, directory }) => serverRows(directory, large),
  },
];
