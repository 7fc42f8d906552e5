import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createOwnedDirectory } from "./owned-directory.ts";

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

/** Of a workspace; it names the run's daemon. */
export function socketDirectory(root: string): string {
  return join(root, "s");
}

/** Makes the directories (0700). `remove` takes everything away again. */
export function createWorkspace(): Workspace {
  const root = createOwnedDirectory();
  const make = (path: string) => {
    mkdirSync(path, { mode: 0o700 });
    return path;
  };
  return {
    root,
    cwd: make(join(root, "cwd")),
    sockets: make(socketDirectory(root)),
    temporary: make(join(root, "tmp")),
    home: make(join(root, "home")),
    config: make(join(root, "config")),
    coordination: make(join(root, "claims")),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
