import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The run's private temporary directories, outside the repository. */
export interface Workspace {
  root: string;
  /** Empty: Claude's working directory. */
  cwd: string;
  /** Sockets of the run's daemon; a short path, since a socket's is limited to about 107 bytes. */
  sockets: string;
  /** Claude's own temporary files. */
  temporary: string;
  /** HOME and CLAUDE_CONFIG_DIR of a scripted run. */
  home: string;
  config: string;
  /** Device claims of a virtual device: nobody else can see that device. */
  coordination: string;
  remove(): void;
}

/** Makes the directories (0700). `remove` takes everything away again. */
export function createWorkspace(): Workspace {
  // Claude reports real paths, and a link in the temporary path would make two names of one directory.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "agent-bench-")));
  const make = (name: string) => {
    const path = join(root, name);
    mkdirSync(path, { mode: 0o700 });
    return path;
  };
  return {
    root,
    cwd: make("cwd"),
    sockets: make("s"),
    temporary: make("tmp"),
    home: make("home"),
    config: make("config"),
    coordination: make("claims"),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
