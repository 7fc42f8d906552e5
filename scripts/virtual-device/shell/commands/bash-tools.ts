import { Bash, type CommandName, type ExecResult, latin1FromBytes, stdoutAsBytes } from "just-bash";
import { bashFiles } from "../bash-files.ts";
import { type Command, type CommandRun, err, type Machine, out, type Process } from "../process.ts";
import { collector, readAll } from "../streams.ts";

/**
 * Text tools that just-bash implements, each with its options that take a value and the number of operands before the
 * first file: from these follows whether the tool will read standard input.
 */
const TOOLS: Record<string, { valued: string; before: number; as?: CommandName }> = {
  awk: { valued: "Fvf", before: 1 },
  base64: { valued: "w", before: 0 },
  comm: { valued: "", before: 0 },
  diff: { valued: "UL", before: 0 },
  egrep: { valued: "efmABC", before: 1 },
  expand: { valued: "t", before: 0 },
  expr: { valued: "", before: -1 },
  fgrep: { valued: "efmABC", before: 1 },
  file: { valued: "", before: -1 },
  find: { valued: "", before: -1 },
  fold: { valued: "w", before: 0 },
  grep: { valued: "efmABC", before: 1 },
  gunzip: { valued: "", before: 0 },
  gzip: { valued: "", before: 0 },
  hostname: { valued: "", before: -1 },
  nl: { valued: "bvw", before: 0 },
  od: { valued: "AjNtw", before: 0 },
  paste: { valued: "d", before: 0 },
  rev: { valued: "", before: 0 },
  sed: { valued: "ef", before: 1 },
  sort: { valued: "kotST", before: 0 },
  split: { valued: "abln", before: 0 },
  strings: { valued: "nt", before: 0 },
  tac: { valued: "", before: 0 },
  tar: { valued: "fCT", before: -1 },
  tr: { valued: "", before: 9 },
  uniq: { valued: "fsw", before: 0 },
  zcat: { valued: "", before: 0 },
};

/** Whether the tool will ask for standard input: when no operand names a file. */
function readsStandardInput(name: string, args: readonly string[]): boolean {
  const tool = TOOLS[name];
  if (!tool || tool.before < 0)
    return (
      name === "tar" &&
      args.some((arg) => arg === "-" || /^-?[a-z]*x[a-z]*$/.test(arg)) &&
      !args.some((arg) => /^-?[a-z]*f/.test(arg))
    );
  let operands = 0;
  let before = tool.before;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    if (arg === "--") {
      operands += args.length - index - 1;
      break;
    }
    if (arg === "-") return true;
    if (!arg.startsWith("-") || arg.startsWith("--")) {
      if (!arg.startsWith("--")) operands++;
      else if (/^--(regexp|expression|file)/.test(arg)) before = 0;
      continue;
    }
    if (/^-[a-zA-Z]*[rR]/.test(arg) && name.endsWith("grep")) return false;
    const last = arg[arg.length - 1] as string;
    const attached = [...arg.slice(1, -1)].some((letter) => tool.valued.includes(letter));
    if (/^-[a-zA-Z]*[ef]/.test(arg) && tool.before === 1 && name !== "awk") before = 0;
    if (name === "awk" && last === "f") before = 0;
    if (tool.valued.includes(last) && !attached) index++;
  }
  return operands <= before;
}

const shells = new WeakMap<Machine, Map<number, Bash>>();

function shellFor(process: Process): Bash {
  const { machine, who } = process;
  const byUser = shells.get(machine) ?? new Map<number, Bash>();
  shells.set(machine, byUser);
  const known = byUser.get(who.uid);
  if (known) return known;
  const bash = new Bash({
    fs: bashFiles(machine.system.files, who),
    cwd: "/",
    // Its second layer of defence patches Node's module loader, which Bun does not let it do. Neither network nor
    // JavaScript nor Python is registered, so a tool can reach nothing but the files given here.
    defenseInDepth: false,
    commands: Object.keys(TOOLS) as CommandName[],
    executionLimits: { maxCommandCount: 20_000 },
    processInfo: { pid: process.pid, ppid: 1, uid: who.uid, gid: who.gid },
    // `find -exec` and the like reach the device's own commands.
    customCommands: [...machine.commands.values()]
      .filter(({ name }) => !(name in TOOLS))
      .map(({ name }) => ({
        name,
        execute: async (args: string[], context): Promise<ExecResult> => {
          const outer = current.get(bash) ?? process;
          const stdout = collector();
          const stderr = collector();
          const exitCode = await outer.run([name, ...args], { cwd: context.cwd, stdout, stderr });
          return {
            stdout: Buffer.from(stdout.bytes()).toString("latin1"),
            stderr: Buffer.from(stderr.bytes()).toString("utf8"),
            exitCode,
            stdoutKind: "bytes",
          } as ExecResult;
        },
      })),
  });
  byUser.set(who.uid, bash);
  return bash;
}

/** The process on whose behalf a shell works just now. */
const current = new WeakMap<Bash, Process>();

function tool(name: string): CommandRun {
  return async (args, process) => {
    const stdin = readsStandardInput(name, args) ? await readAll(process.stdin) : new Uint8Array();
    const bash = shellFor(process);
    current.set(bash, process);
    const result = await bash.exec(name, {
      args,
      cwd: process.cwd,
      stdin: Buffer.from(stdin).toString("latin1"),
      stdinKind: "bytes",
      env: { ...Object.fromEntries(process.env), PATH: "/bin" },
      signal: process.signal,
    });
    out(process, new Uint8Array(Buffer.from(latin1FromBytes(stdoutAsBytes(result)), "latin1")));
    err(process, result.stderr.replace(/^bash: (line \d+: )?/gm, ""));
    return result.exitCode;
  };
}

export const BASH_TOOL_COMMANDS: Command[] = Object.keys(TOOLS).map((name) => ({
  name,
  group: "text",
  modelled: "by just-bash: GNU's options and messages",
  missing: "toybox's own wording",
  run: tool(name),
}));
