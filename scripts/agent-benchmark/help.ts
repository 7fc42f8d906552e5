import { EXIT_CODES, FLAGS, type Flag } from "./flags.ts";
import { hanging, optionColumn, optionLines } from "./report/layout.ts";

export const EXAMPLES = [
  "bun run bench:agent -- --suite bug-repro",
  "bun run bench:agent -- --suite bug-repro --device virtual --model scripted",
  "bun run bench:agent -- --all --dry-run",
  "bun run bench:agent -- --from-result scratch/agent-benchmarks/bug-repro/<run>",
];

/** The text of --help, at most `width` columns wide. */
export function helpText(width = 100): string {
  const flags: readonly Flag[] = [
    ...FLAGS,
    { name: "help", modes: [], group: "Output", description: "Print this text." },
  ];
  const column = optionColumn(flags);
  const groups = [...new Set(flags.map((flag) => flag.group))];
  return [
    "Runs a mobile agent's tasks on an Android device and judges them by what the device shows.",
    "",
    "Usage: bun run bench:agent -- [options]",
    ...groups.flatMap((group) => [
      "",
      `${group}:`,
      ...optionLines(
        flags.filter((flag) => flag.group === group),
        width,
        column,
      ),
    ]),
    "",
    "Exit codes:",
    ...EXIT_CODES.flatMap(({ code, meaning }) => hanging(`  ${code}  `, meaning, width)),
    "",
    "Examples:",
    ...EXAMPLES.map((example) => `  ${example}`),
    "",
    "Beside it, each with --help: bench:new (a suite of your own), bench:doctor (what is ready),",
    "bench:report (stored runs as pages and files), bench:compare (two sets of runs).",
    "",
  ].join("\n");
}
