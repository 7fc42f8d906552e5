import { guarded, runStatement } from "./interpreter.ts";
import { type Context, forkState } from "./state.ts";
import { EMPTY, Killed, lineReader } from "./streams.ts";
import type { Statement } from "./syntax.ts";

/** More processes than this are a fork bomb. */
const MAX_PROCESSES = 500;

/** Stops a fork bomb as Android stops phantom processes: every process of its user is killed. */
export function refuseForkBomb({ machine, who, signal }: Context): void {
  if (signal.aborted) throw new Killed();
  if (machine.processes.size <= MAX_PROCESSES) return;
  for (const process of [...machine.processes.values()]) if (process.uid === who.uid) process.kill(9);
  throw new Killed();
}

/** Starts a statement that ends in `&`; its pid becomes `$!`. */
export function startBackground(statement: Statement, context: Context): void {
  const { machine } = context;
  refuseForkBomb(context);
  const pid = machine.system.nextPid();
  // A job outlives the connection that started it: only kill, a reboot and the end of the device stop it.
  const controller = new AbortController();
  machine.processes.set(pid, {
    pid,
    ppid: context.pid,
    uid: context.who.uid,
    name: "sh",
    kill: () => controller.abort(),
  });
  const child: Context = {
    ...context,
    pid,
    stdin: lineReader(EMPTY),
    state: forkState(context.state),
    jobs: new Map(),
    tested: false,
    signal: controller.signal,
  };
  const job = guarded(child, () => runStatement(statement, child))
    .catch(() => 1)
    .finally(() => machine.processes.delete(pid));
  context.jobs.set(pid, job);
  context.state.lastBackground = pid;
  context.state.status = 0;
}
