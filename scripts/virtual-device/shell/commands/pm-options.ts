import { err, type Process } from "../process.ts";

/** Options in pm's style: flags anywhere, some with a value. */
export function pmOptions(
  args: readonly string[],
  valued: readonly string[],
): { flags: Map<string, string>; operands: string[] } {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    if (!arg.startsWith("-") || arg === "-") operands.push(arg);
    else if (valued.includes(arg)) flags.set(arg, args[++index] ?? "");
    else flags.set(arg, "");
  }
  return { flags, operands };
}

/** What the framework prints when a shell command throws; exit status 255. */
export function exception(process: Process, operation: string, text: string): number {
  err(process, `\nException occurred while executing '${operation}':\n${text}\n`);
  return 255;
}

const ALL_USERS = /^(0|all|current|-1|-2)$/;

/** Refuses users that are not there; null when the user is fine. */
export function refuseUser(flags: Map<string, string>, operation: string, process: Process): number | null {
  const { currentUser } = process.machine.system.state;
  const user = flags.get("--user") ?? (currentUser === 0 ? "0" : "all");
  if (flags.has("--user") && ALL_USERS.test(user)) return null;
  if (!flags.has("--user") && currentUser === 0) return null;
  const id = flags.has("--user") ? user : String(currentUser);
  if (Number(id) === currentUser || !flags.has("--user")) {
    return exception(
      process,
      operation,
      `java.lang.SecurityException: Shell does not have permission to access user ${id}\n\tat com.android.server.am.UserController.handleIncomingUser(UserController.java:2892)`,
    );
  }
  err(process, `Error: user ${id} does not exist\n`);
  return 1;
}
