import { EXIT_CODES, FLAGS, type Flag } from "./flags.ts";
import { wrap } from "./report/layout.ts";

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
  const left = (flag: Flag) => `  --${flag.name}${flag.value ? ` ${flag.value}` : ""}`;
  const column = Math.max(...flags.map((flag) => left(flag).length)) + 2;
  const groups = [...new Set(flags.map((flag) => flag.group))];
  return [
    "Runs a mobile agent's tasks on an Android device and judges them by what the device shows.",
    "",
    "Usage: bun run bench:agent -- [options]",
    ...groups.flatMap((group) => [
      "",
      `${group}:`,
      ...flags
        .filter((flag) => flag.group === group)
        .flatMap((flag) =>
          wrap(flag.description, Math.max(20, width - column)).map((line, index) =>
            index === 0 ? left(flag).padEnd(column) + line : " ".repeat(column) + line,
          ),
        ),
    ]),
    "",
    "Exit codes:",
    ...EXIT_CODES.map(({ code, meaning }) => `  ${code}  ${meaning}`),
    "",
    "Examples:",
    ...EXAMPLES.map((example) => `  ${example}`),
    "",
  ].join("\n");
}
