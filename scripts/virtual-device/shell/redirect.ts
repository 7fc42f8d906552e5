import { absolutePath, FileError } from "../system/file-nodes.ts";
import { expandText, type Word } from "./expand.ts";
import { type Context, ShellFailure } from "./state.ts";
import { BrokenPipe, concat, EMPTY, encode, lineReader, NULL_SINK, type Sink, sourceOf } from "./streams.ts";

export interface Redirection {
  fd: number | null;
  operator: string;
  target: Word | { type: "HereDoc"; content: Word };
}

/** A redirection that failed: the command does not run, its status is 1. */
export class RedirectFailure extends Error {}

/** A sink that writes a file: what was written is there when it closes, or 20 ms later. */
function fileSink(path: string, context: Context): Sink & { close(): void } {
  const { files } = context.machine.system;
  let chunks: Uint8Array[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let full = false;
  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (chunks.length === 0) return;
    const data = concat(chunks);
    chunks = [];
    // The file may have been removed while it was open; then the bytes are lost, as on Linux.
    if (!files.exists(path, context.who)) return;
    try {
      files.write(path, data.slice(), context.who, { append: true });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      full = true;
    }
  };
  return {
    write(chunk) {
      if (full) throw new BrokenPipe();
      chunks.push(chunk);
      timer ??= setTimeout(flush, 20);
    },
    drained: () => undefined,
    close: flush,
  };
}

/** Applies redirections to a context; `close` must be called when the command has ended. */
export async function redirect(
  redirections: readonly Redirection[],
  context: Context,
): Promise<{ context: Context; close(): void }> {
  if (redirections.length === 0) return { context, close() {} };
  const changed: Context = { ...context };
  const open: { close(): void }[] = [];
  const { files } = context.machine.system;

  const assign = (fd: number, sink: Sink): void => {
    if (fd === 1) changed.stdout = sink;
    else if (fd === 2) changed.stderr = sink;
  };
  const openForWriting = (name: string, append: boolean): Sink => {
    const path = absolutePath(context.state.cwd, name);
    if (path === "/dev/null") return NULL_SINK;
    if (path === "/dev/stdout" || path === "/dev/tty") return changed.stdout;
    if (path === "/dev/stderr") return changed.stderr;
    try {
      if (!append || !files.exists(path, context.who)) files.write(path, new Uint8Array(), context.who);
      else if (!files.can(path, context.who, 2)) throw new FileError("EACCES", path);
    } catch (error) {
      if (error instanceof FileError) throw new RedirectFailure(`can't create ${name}: ${error.text}`);
      throw error;
    }
    const sink = fileSink(path, context);
    open.push(sink);
    return sink;
  };

  for (const { fd, operator, target } of redirections) {
    if ("content" in target) {
      const text = await expandText(target.content, context);
      changed.stdin = lineReader(sourceOf(encode(operator === "<<-" ? text.replace(/^\t+/gm, "") : text)));
      continue;
    }
    const name = await expandText(target, context);
    switch (operator) {
      case ">":
      case ">|":
      case ">>":
        assign(fd ?? 1, openForWriting(name, operator === ">>"));
        break;
      case "&>":
      case "&>>": {
        const sink = openForWriting(name, operator === "&>>");
        assign(1, sink);
        assign(2, sink);
        break;
      }
      case ">&":
        if (name === "1") assign(fd ?? 1, changed.stdout);
        else if (name === "2") assign(fd ?? 1, changed.stderr);
        else if (name === "-") assign(fd ?? 1, NULL_SINK);
        else if (/^\d+$/.test(name)) throw new RedirectFailure(`${name}: bad file descriptor`);
        else {
          const sink = openForWriting(name, false);
          assign(1, sink);
          assign(2, sink);
        }
        break;
      case "<&":
        if (name === "-") changed.stdin = lineReader(EMPTY);
        break;
      case "<<<":
        changed.stdin = lineReader(sourceOf(encode(`${name}\n`)));
        break;
      case "<":
      case "<>": {
        const path = absolutePath(context.state.cwd, name);
        if (path === "/dev/stdin" || path === "/dev/tty") break;
        try {
          changed.stdin = lineReader(sourceOf(files.read(path, context.who)));
        } catch (error) {
          if (error instanceof FileError) throw new RedirectFailure(`can't open ${name}: ${error.text}`);
          throw error;
        }
        break;
      }
      default:
        throw new ShellFailure(`syntax error: unexpected '${operator}'`, 1);
    }
  }
  return {
    context: changed,
    close() {
      for (const sink of open) sink.close();
    },
  };
}
