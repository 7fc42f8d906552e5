import { arithmetic, expandPattern, expandText, expandWord, type Word } from "./expand.ts";
import { matches } from "./glob.ts";
import { guarded, runStatements } from "./interpreter.ts";
import { type Context, forkState, Jump, ShellFailure } from "./state.ts";
import type { Node, Statement } from "./syntax.ts";
import { condition } from "./test-expression.ts";

/** Runs a loop, a condition, a group or a subshell; its status. */
export async function runCompound(node: Node, context: Context): Promise<number> {
  const { state } = context;
  const body = (node.body ?? []) as Statement[];
  const test = async (statements: unknown): Promise<boolean> =>
    (await runStatements(statements as Statement[], { ...context, tested: true })) === 0;
  switch (node.type) {
    case "Group":
      return runStatements(body, context);
    case "Subshell": {
      const child = { ...context, state: forkState(state), jobs: new Map() };
      return guarded(child, () => runStatements(body, child));
    }
    case "If": {
      for (const clause of node.clauses as { condition: Statement[]; body: Statement[] }[]) {
        if (await test(clause.condition)) return runStatements(clause.body, context);
      }
      state.status = 0;
      return node.elseBody ? runStatements(node.elseBody as Statement[], context) : 0;
    }
    case "For": {
      const words = node.words as Word[] | null;
      const values: string[] = [];
      if (words) for (const word of words) values.push(...(await expandWord(word, context)));
      else values.push(...state.parameters);
      let status = 0;
      for (const value of values) {
        state.variables.set(String(node.variable), value);
        const turn = await loopBody(body, { ...context, loops: context.loops + 1 });
        status = turn.status;
        if (turn.stop) break;
      }
      return status;
    }
    case "CStyleFor": {
      if (node.init) arithmetic(node.init, context);
      let status = 0;
      while (!node.condition || arithmetic(node.condition, context) !== 0n) {
        const turn = await loopBody(body, { ...context, loops: context.loops + 1 });
        status = turn.status;
        if (turn.stop) break;
        if (node.update) arithmetic(node.update, context);
      }
      return status;
    }
    case "While":
    case "Until": {
      let status = 0;
      while ((await test(node.condition)) === (node.type === "While")) {
        const turn = await loopBody(body, { ...context, loops: context.loops + 1 });
        status = turn.status;
        if (turn.stop) break;
      }
      return status;
    }
    case "Case": {
      const value = await expandText(node.word as Word, context);
      let fallThrough = false;
      for (const item of node.items as { patterns: Word[]; body: Statement[]; terminator: string }[]) {
        let hit = fallThrough;
        for (const pattern of item.patterns) {
          if (hit) break;
          hit = matches(value, await expandPattern(pattern, context));
        }
        if (!hit) continue;
        const status = await runStatements(item.body, context);
        if (item.terminator === ";;") return item.body.length > 0 ? status : 0;
        fallThrough = item.terminator === ";&";
      }
      return 0;
    }
    case "ArithmeticCommand":
      return arithmetic(node.expression, context) !== 0n ? 0 : 1;
    case "ConditionalCommand":
      return (await condition(node.expression as Node, context)) ? 0 : 1;
    default:
      throw new ShellFailure(`syntax error: ${node.type} is not supported`, 1);
  }
}

async function loopBody(body: Statement[], context: Context): Promise<{ status: number; stop: boolean }> {
  try {
    return { status: await runStatements(body, context), stop: false };
  } catch (error) {
    if (!(error instanceof Jump) || error.kind === "return") throw error;
    if (error.levels > 1) {
      error.levels--;
      throw error;
    }
    return { status: 0, stop: error.kind === "break" };
  }
}
