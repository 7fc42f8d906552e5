import { ArithmeticError } from "./arithmetic.ts";
import { BUILTINS } from "./builtins.ts";
import { runCompound } from "./compound.ts";
import { expandText, expandWord, type Word } from "./expand.ts";
import { refuseForkBomb, startBackground } from "./jobs.ts";
import { launch } from "./launch.ts";
import { RedirectFailure, redirect } from "./redirect.ts";
import {
  type Context,
  ExitShell,
  environment,
  forkState,
  Jump,
  ShellFailure,
  type ShellState,
} from "./state.ts";
import { BrokenPipe, collector, createPipe, encode, Killed, lineReader } from "./streams.ts";
import { type Assignment, type Node, type Pipeline, parseScript, type Statement } from "./syntax.ts";

/** A chain of commands this deep is a runaway recursion. */
const MAX_DEPTH = 200;

/** Commands between two breaths: a busy loop must not starve the other devices of the process. */
const COMMANDS_PER_SLICE = 200;

let sinceBreath = 0;

/** Runs statements one after the other; the status of the last. */
export async function runStatements(statements: readonly Statement[], context: Context): Promise<number> {
  for (const statement of statements) {
    if (statement.deferredError) {
      throw new ShellFailure(`syntax error: unexpected '${statement.deferredError.token}'`, 1);
    }
    if (statement.background) startBackground(statement, context);
    else await runStatement(statement, context);
  }
  return context.state.status;
}

/** Runs pipelines joined by && and ||; the status of the last that ran. */
export async function runStatement({ pipelines, operators }: Statement, context: Context): Promise<number> {
  for (const [index, pipeline] of pipelines.entries()) {
    const operator = index === 0 ? ";" : operators[index - 1];
    if (operator === "&&" && context.state.status !== 0) continue;
    if (operator === "||" && context.state.status === 0) continue;
    const more = index < pipelines.length - 1;
    const tested = context.tested || more || pipeline.negated;
    const inner = tested === context.tested ? context : { ...context, tested };
    let status = await runPipeline(pipeline, inner);
    if (pipeline.negated) status = status === 0 ? 1 : 0;
    context.state.status = status;
    if (status !== 0 && !tested && context.state.options.has("e")) throw new ExitShell(status);
  }
  return context.state.status;
}

async function runPipeline({ commands, pipeStderr }: Pipeline, context: Context): Promise<number> {
  const [only] = commands;
  if (commands.length === 1 && only) return runCommand(only, context);
  refuseForkBomb(context);
  const pipes = commands.slice(1).map(() => createPipe());
  const statuses = commands.map(async (command, index) => {
    const input = pipes[index - 1];
    const output = pipes[index];
    const child: Context = {
      ...context,
      state: forkState(context.state),
      jobs: new Map(),
      stdin: input ? lineReader(input) : context.stdin,
      stdout: output ?? context.stdout,
      stderr: output && pipeStderr?.[index] ? output : context.stderr,
    };
    try {
      return await guarded(child, () => runCommand(command, child));
    } finally {
      output?.end();
      input?.hangUp();
    }
  });
  const all = await Promise.all(statuses);
  if (context.state.options.has("pipefail")) return all.findLast((status) => status !== 0) ?? 0;
  return all[all.length - 1] ?? 0;
}

/** Runs a subshell: whatever ends it becomes its status. */
export async function guarded(context: Context, work: () => Promise<number>): Promise<number> {
  try {
    const status = await work();
    const trap = context.state.traps.get("EXIT");
    if (trap) {
      context.state.traps.delete("EXIT");
      await runStatements(parseScript(trap), context);
    }
    return status;
  } catch (error) {
    if (error instanceof ExitShell) {
      const trap = context.state.traps.get("EXIT");
      context.state.traps.delete("EXIT");
      if (trap) await runStatements(parseScript(trap), context).catch(() => 0);
      return error.status;
    }
    if (error instanceof Jump) return error.status;
    if (error instanceof BrokenPipe) return 141;
    if (error instanceof Killed) return 128 + error.signal;
    if (error instanceof ShellFailure || error instanceof ArithmeticError) {
      context.stderr.write(encode(`${context.state.name}: ${error.message}\n`));
      return error instanceof ShellFailure ? error.status : 1;
    }
    throw error;
  }
}

async function runCommand(node: Node, context: Context): Promise<number> {
  if (context.signal.aborted) throw new Killed();
  if (++sinceBreath >= COMMANDS_PER_SLICE) {
    sinceBreath = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (context.depth > MAX_DEPTH) throw new ShellFailure("recursion too deep", 1);
  try {
    if (node.type === "SimpleCommand") return await runSimple(node, context);
    if (node.type === "FunctionDef") {
      context.state.functions.set(String(node.name), node.body);
      return 0;
    }
    const { context: inner, close } = await redirect(node.redirections ?? [], context);
    try {
      return await runCompound(node, inner);
    } finally {
      close();
    }
  } catch (error) {
    if (!(error instanceof RedirectFailure)) throw error;
    context.stderr.write(encode(`${context.state.name}: ${error.message}\n`));
    return 1;
  }
}

async function assign(
  assignments: readonly Assignment[],
  state: ShellState,
  context: Context,
): Promise<void> {
  for (const { name, value, append, array } of assignments) {
    if (array) throw new ShellFailure(`${name}: arrays are not supported`, 1);
    if (state.readOnly.has(name)) throw new ShellFailure(`read-only: ${name}`, 2);
    const text = value ? await expandText(value, context) : "";
    state.variables.set(name, append ? (state.variables.get(name) ?? "") + text : text);
    if (state.options.has("a")) state.exported.add(name);
  }
}

async function runSimple(node: Node, context: Context): Promise<number> {
  const { state } = context;
  const assignments = node.assignments as Assignment[];
  const argv: string[] = [];
  if (node.name) argv.push(...(await expandWord(node.name as Word, context)));
  for (const word of node.args as Word[]) argv.push(...(await expandWord(word, context)));
  const [name] = argv;
  if (state.options.has("x") && name !== undefined) context.stderr.write(encode(`+ ${argv.join(" ")}\n`));
  if (name === undefined) {
    // A command substitution in an assignment gives the status.
    const before = state.status;
    state.status = 0;
    await assign(assignments, state, context);
    const { close } = await redirect(node.redirections ?? [], context);
    close();
    return node.name ? before : state.status;
  }
  const { context: inner, close } = await redirect(node.redirections ?? [], context);
  try {
    const body = state.functions.get(name);
    if (body) return await callFunction(body as Node, argv.slice(1), assignments, inner);
    const builtin = BUILTINS.get(name);
    if (builtin) {
      await assign(assignments, state, inner);
      return await builtin(argv.slice(1), inner);
    }
    if (assignments.length === 0) return await launch(argv, inner, environment(state));
    const temporary = forkState(state);
    await assign(assignments, temporary, inner);
    for (const { name: variable } of assignments) temporary.exported.add(variable);
    return await launch(argv, inner, environment(temporary));
  } finally {
    close();
  }
}

async function callFunction(
  body: Node,
  args: string[],
  assignments: Assignment[],
  context: Context,
): Promise<number> {
  const { state } = context;
  const saved = state.parameters;
  await assign(assignments, state, context);
  state.parameters = args;
  try {
    return await runCommand(body, { ...context, depth: context.depth + 1 });
  } catch (error) {
    if (error instanceof Jump && error.kind === "return") return error.status;
    throw error;
  } finally {
    state.parameters = saved;
  }
}

/** The output of a command substitution, run in a copy of the shell. */
export async function substitute(body: unknown, context: Context): Promise<Uint8Array> {
  const sink = collector();
  const child: Context = {
    ...context,
    stdout: sink,
    state: forkState(context.state),
    jobs: new Map(),
    depth: context.depth + 1,
  };
  context.state.status = await guarded(child, () =>
    runStatements((body as { statements: Statement[] }).statements, child),
  );
  return sink.bytes();
}
