import { ARTIFACTS, artifactWords } from "../agent-benchmark/artifacts.ts";
import { METRICS } from "../agent-benchmark/audit/metrics.ts";
import type { CommandFlag } from "../agent-benchmark/command-line.ts";
import { COMPARE_EXIT_CODES, COMPARE_FLAGS } from "../agent-benchmark/compare-command.ts";
import { EXIT_CODES, FLAGS, type Flag } from "../agent-benchmark/flags.ts";
import { EXAMPLES } from "../agent-benchmark/help.ts";
import { FORMATS } from "../agent-benchmark/report/formats/index.ts";
import { MEASURE_ROWS, STOP_NOTE } from "../agent-benchmark/report/measures.ts";
import { REPORT_EXIT_CODES, REPORT_FLAGS } from "../agent-benchmark/report-command.ts";
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
    page("reports", "Reports and comparisons", reports()),
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

function reports(): string {
  const flagTable = (flags: readonly (CommandFlag & { description: string })[]) =>
    markdownTable(
      ["Option", "Meaning"],
      flags.map((flag) => [code(`--${flag.name}${flag.value ? ` ${flag.value}` : ""}`), flag.description]),
    );
  const exits = (codes: readonly { code: number; meaning: string }[]) =>
    markdownTable(
      ["Exit code", "Meaning"],
      codes.map(({ code: number, meaning }) => [String(number), meaning]),
    );
  return [
    "Both commands read stored results and run nothing. A path is a `result.json`, a run directory, a session folder (of each trial the attempt that counts) or a directory above them; runs that did not finish are named and left out.",
    `## bench:report\n\n\`bun run bench:report -- <path>... [options]\``,
    flagTable(REPORT_FLAGS),
    markdownTable(
      ["Format", "File in a directory", "What it is"],
      Object.entries(FORMATS).map(([name, format]) => [code(name), code(format.file), format.description]),
    ),
    "`otlp` sends each run as a trace with OpenTelemetry's names for generative AI. What the model was given and said is sent only with `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`. `bench:agent` does the same after its runs when `OTEL_EXPORTER_OTLP_ENDPOINT` is set, and writes the job summary when `GITHUB_STEP_SUMMARY` is.",
    exits(REPORT_EXIT_CODES),
    `## bench:compare\n\n\`bun run bench:compare -- <A> <B> [options]\`: A is what was, B what is new.`,
    flagTable(COMPARE_FLAGS),
    exits(COMPARE_EXIT_CODES),
    "## Measures",
    "Both reports of several runs state the measures of MobileAgentBench (arXiv 2406.08184) by the difficulty that suites state:",
    markdownTable(
      ["Measure", "What it is"],
      MEASURE_ROWS.map(({ name, definition }) => [name, definition]),
    ),
    STOP_NOTE,
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
      ["Artifact", "File", "What it is"],
      Object.entries(ARTIFACTS).map(([name, path]) => [code(name), code(path), artifactWords(name)]),
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
