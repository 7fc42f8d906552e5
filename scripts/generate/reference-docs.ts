import { ARTIFACTS } from "../agent-benchmark/artifacts.ts";
import { METRICS } from "../agent-benchmark/audit/metrics.ts";
import { EXIT_CODES, FLAGS, type Flag } from "../agent-benchmark/flags.ts";
import { EXAMPLES } from "../agent-benchmark/help.ts";
import { RunResultSchema } from "../agent-benchmark/result.ts";
import { SuiteFileSchema } from "../agent-benchmark/suite/schema.ts";
import { errorCodes } from "./error-codes.ts";
import type { Generated } from "./generated.ts";
import { code, GENERATED, markdownTable } from "./markdown.ts";
import { type PlainSchema, schemaTables } from "./schema-tables.ts";

const EXIT_TABLE = markdownTable(
  ["Code", "Meaning"],
  EXIT_CODES.map(({ code: number, meaning }) => [String(number), meaning]),
);

/** The pages of docs/reference that follow from the code. `root` is the repository's root. */
export function referenceDocs(root: string): Generated[] {
  return [
    page("cli", "Command line", cli()),
    page("exit-codes", "Exit codes", exitCodes()),
    page("suite", "Suite file", suite()),
    page("result", "Result", result()),
    page("errors", "Error codes", errors(root)),
  ];
}

function page(name: string, title: string, body: string): Generated {
  return { path: `docs/reference/${name}.md`, text: `${GENERATED}\n\n# ${title}\n\n${body.trim()}\n` };
}

function cli(): string {
  const flags: readonly Flag[] = FLAGS;
  const groups = [...new Set(flags.map((flag) => flag.group))];
  const tables = groups.map((group) => {
    const rows = flags
      .filter((flag) => flag.group === group)
      .map((flag) => [code(`--${flag.name}${flag.value ? ` ${flag.value}` : ""}`), flag.description]);
    return `## ${group}\n\n${markdownTable(["Option", "Meaning"], rows)}`;
  });
  return [
    "`bun run bench:agent -- [options]` builds the server and runs; `bun scripts/agent-benchmark/run.ts [options]` skips the build.",
    ...tables,
    "A value that starts with two dashes is given with `=`: `--suite=--odd`. An option that takes one value can be given once.",
    `## Exit codes\n\n${EXIT_TABLE}`,
    `## Examples\n\n\`\`\`sh\n${EXAMPLES.join("\n")}\n\`\`\``,
  ].join("\n\n");
}

function exitCodes(): string {
  return [
    EXIT_TABLE,
    "With several runs the worst one decides: 1 as soon as one run did not pass. Baselines never change the exit code.",
  ].join("\n\n");
}

function suite(): string {
  return [
    "One YAML file, one task. Committed suites live in `benchmark/agent/suites/`. Unknown keys are errors at every depth. " +
      "With `# yaml-language-server: $schema=../../../schemas/suite.schema.json` as the first line an editor completes the keys.",
    ...schemaTables(SuiteFileSchema as PlainSchema, "", { level: "##", defaults: true }),
    PREFERENCES,
    "## Metrics of a baseline",
    markdownTable(
      ["Metric", "Meaning"],
      METRICS.map((metric) => [code(metric.name), metric.description]),
    ),
  ].join("\n\n");
}

const PREFERENCES = [
  "## Types of preferences",
  markdownTable(
    ["Written", "Stored as"],
    [
      ["`true`, `false`", "`<boolean>`"],
      ["`5`", "`<int>`; `<long>` beyond 32 bits. Only integers that JavaScript keeps exactly."],
      ["`5.0`, `1e3`", "`<float>`, 32 bits; refused when it would become infinity, or 0 without being 0"],
      [
        '`text`, `"5"`',
        "`<string>`; unquoted `yes`, `no`, `on` and `off` are refused, because they look like booleans",
      ],
      ["`[a, b]`", "`<set>` of strings"],
      ["`{ long: 5 }`, `{ float: 1 }`", "`<long>`, `<float>` whatever the number looks like"],
    ],
  ),
  "",
  "## Placeholders",
  "",
  "`{deviceSerial}`, `{packageName}` and `{runDirectory}` are filled in in the prompt and in `claude.appendSystemPrompt`. Another word in braces is an error; `{ word }` with spaces, JSON and empty braces are ordinary text.",
].join("\n");

function result(): string {
  return [
    "`result.json` is written last, by rename: a run directory without it is a run that did not finish. Times end in `Seconds`, " +
      "money in `Usd`, counts are whole numbers; unknown is `null`, never 0. Schema: `schemas/result.schema.json`.",
    ...schemaTables(RunResultSchema as PlainSchema, "", { level: "##", defaults: false }),
    "## Files of a run directory",
    markdownTable(
      ["Artifact", "File"],
      Object.entries(ARTIFACTS).map(([name, path]) => [code(name), code(path)]),
    ),
  ].join("\n\n");
}

function errors(root: string): string {
  const codes = errorCodes(root);
  const families = [...new Set(codes.map((entry) => entry.family))];
  const tables = families.map((family) => {
    const rows = codes
      .filter((entry) => entry.family === family)
      .map((entry) => [code(entry.code), entry.messages.join("<br>"), entry.hints.join("<br>")]);
    return `## ${family}\n\n${markdownTable(["Code", "Message", "What to do"], rows)}`;
  });
  return [
    "Every problem is printed with a stable code in brackets. `…` stands for what differs from case to case.",
    ...tables,
  ].join("\n\n");
}
