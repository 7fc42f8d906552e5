/** `bun run bench:new <name>`: writes a commented suite, its prompt and its playbook, ready for --dry-run. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { formatProblem, type Problem, UsageError } from "./errors.ts";
import { type NewSuite, playbookTemplate, promptTemplate, suiteTemplate } from "./new-templates.ts";
import { excerpt } from "./report/neutralise.ts";
import { loadSuiteFile } from "./suite-files.ts";

const PLAYGROUND = "dev.jasonpearson.automobile.playground";
const USAGE = "bun run bench:new <name> [--package <application id>] [--link <deep link>]";

/** Writes the three files of a new suite below `root`; returns their paths. Nothing is overwritten. Throws UsageError. */
export function createSuite(root: string, suite: NewSuite): string[] {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(suite.name)) {
    throw usage(
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
    throw usage(
      "NEW_EXISTS",
      `${taken.join(" and ")} already there; nothing was written.`,
      "Choose another name.",
    );
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
  }
  const loaded = loadSuiteFile(files[0]?.path ?? "", { repositoryRoot: root });
  if (Array.isArray(loaded)) throw new UsageError(loaded);
  return files.map(({ path }) => path);
}

/** Reads the command line of bench:new. Throws UsageError. */
export function parseNew(argv: readonly string[]): NewSuite | "help" {
  const args = argv[0] === "--" ? argv.slice(1) : [...argv];
  const { values, positionals, tokens } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: { package: { type: "string" }, link: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return "help";
  const unknown = tokens.find(
    (token) => token.kind === "option" && !["package", "link", "help"].includes(token.name),
  );
  const [name, ...rest] = positionals;
  const [packageName, link] = [values.package ?? PLAYGROUND, values.link ?? null];
  if (
    unknown ||
    name === undefined ||
    rest.length > 0 ||
    typeof packageName !== "string" ||
    typeof link === "boolean"
  ) {
    throw usage("USAGE", `Expected ${USAGE}.`);
  }
  return {
    name,
    packageName,
    launchUri: link ?? (values.package === undefined ? "automobile://playground/demos" : null),
  };
}

function usage(code: string, message: string, hint?: string): UsageError {
  const problem: Problem = { code, message, ...(hint ? { hint } : {}) };
  return new UsageError(problem);
}

if (import.meta.main) {
  try {
    const parsed = parseNew(process.argv.slice(2));
    if (parsed === "help")
      console.log(`${USAGE}\n\nWrites a suite, its prompt and its playbook into benchmark/agent/.`);
    else {
      const root = join(import.meta.dir, "..", "..");
      for (const path of createSuite(root, parsed)) console.log(`wrote ${relative(process.cwd(), path)}`);
      console.log(
        `\nEdit them, then:\n  bun run bench:agent -- --suite ${parsed.name} --dry-run\n  bun run bench:agent -- --suite ${parsed.name} --device virtual --model scripted`,
      );
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.problems.map(formatProblem).join("\n"));
    process.exitCode = 2;
  }
}
