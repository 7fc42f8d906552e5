/** `bun run bench:new <name>`: writes a commented suite, its prompt and its playbook, ready for --dry-run. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readCommandLine, usage } from "./command-line.ts";
import { commandHelp, runCommand } from "./command-shell.ts";
import { UsageError } from "./errors.ts";
import { type NewSuite, playbookTemplate, promptTemplate, suiteTemplate } from "./new-templates.ts";
import { excerpt } from "./report/neutralise.ts";
import { shownPath } from "./report/shown-path.ts";
import { print } from "./standard-output.ts";
import { loadSuiteFile } from "./suite-files.ts";

const PLAYGROUND = "dev.jasonpearson.automobile.playground";
const USAGE = "bun run bench:new <name> [options]";

const FLAGS = [
  { name: "package", value: "<application id>", description: "The app to drive; without it the Playground." },
  { name: "link", value: "<deep link>", description: "Where in the app the task starts." },
] as const;

const HELP = commandHelp({
  what: "Writes a suite, its prompt and its playbook into benchmark/agent/. Overwrites nothing.",
  usage: USAGE,
  operands:
    "Without options they hold a small task of the Playground app that works as it is; with one, blanks to fill in.",
  flags: FLAGS,
  exitCodes: [
    { code: 0, meaning: "The files were written." },
    { code: 2, meaning: "Usage error: no name, a name that can't be one, or files that are already there." },
  ],
  examples: ["bun run bench:new my-task", "bun run bench:new my-task --package com.example.app"],
});

/** Writes the three files of a new suite below `root`; returns their paths. Nothing is overwritten, and none is left that would not load. Throws UsageError. */
export function createSuite(root: string, suite: NewSuite): string[] {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(suite.name)) {
    throw refused(
      "NEW_NAME",
      `"${excerpt(suite.name, 60)}" can't be the name of a suite: letters, digits, dots, dashes and underscores can.`,
    );
  }
  const agent = join(root, "benchmark", "agent");
  const files = [
    { path: join(agent, "suites", `${suite.name}.yml`), text: suiteTemplate(suite) },
    { path: join(agent, "prompts", `${suite.name}.txt`), text: promptTemplate(suite) },
    { path: join(agent, "playbooks", `${suite.name}.yml`), text: playbookTemplate(suite) },
  ];
  const taken = files.filter(({ path }) => existsSync(path)).map(({ path }) => relative(root, path));
  if (taken.length > 0) {
    throw refused(
      "NEW_EXISTS",
      `Already there: ${taken.join(", ")}. Nothing was written.`,
      "Choose another name.",
    );
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
  }
  const loaded = loadSuiteFile(files[0]?.path ?? "", { repositoryRoot: root });
  if (Array.isArray(loaded)) {
    for (const { path } of files) rmSync(path);
    throw new UsageError(loaded);
  }
  return files.map(({ path }) => path);
}

/** Reads the command line of bench:new. Throws UsageError. */
export function parseNew(argv: readonly string[]): NewSuite {
  const { given, words, problems } = readCommandLine(argv, FLAGS, null);
  const [name = "", ...rest] = words;
  if (name === "" || rest.length > 0) problems.push(usage(`Name one suite: ${USAGE}.`));
  if (problems.length > 0) throw new UsageError(problems);
  const [packageName, link] = [given.get("package")?.[0], given.get("link")?.[0]];
  const example = packageName === undefined && link === undefined;
  return {
    name,
    packageName: packageName ?? PLAYGROUND,
    launchUri: example ? "automobile://playground/home" : (link ?? null),
    example,
  };
}

/** argv -> exit code of bench:new. */
async function newCommand(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    await print(HELP);
    return 0;
  }
  const suite = parseNew(argv);
  const wrote = createSuite(join(import.meta.dir, "..", ".."), suite);
  const what = suite.example
    ? "They hold a small task of the Playground app that works as it is. Make it yours, and check it as you go:"
    : "Fill them in, and check them as you go:";
  const check = (options: string) => `  bun run bench:agent -- --suite ${suite.name} ${options}`;
  await print(
    [
      ...wrote.map((path) => `wrote ${shownPath(path, process.cwd())}`),
      "",
      what,
      check("--dry-run"),
      check("--prove --device virtual"),
      check("--device virtual --model scripted"),
      "",
    ].join("\n"),
  );
  return 0;
}

function refused(code: string, message: string, hint?: string): UsageError {
  return new UsageError({ code, message, ...(hint ? { hint } : {}) });
}

if (import.meta.main) process.exitCode = await runCommand("bench:new", newCommand);
