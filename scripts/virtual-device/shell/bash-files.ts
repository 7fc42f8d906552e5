import type { IFileSystem } from "just-bash";
import { absolutePath, type Credentials, FileError, type FileNode, fileSize } from "../system/file-nodes.ts";
import type { Files } from "../system/files.ts";

type Stat = Awaited<ReturnType<IFileSystem["stat"]>>;

function statOf(node: FileNode): Stat {
  return {
    isFile: node.kind === "file" || node.kind === "device",
    isDirectory: node.kind === "directory",
    isSymbolicLink: node.kind === "link",
    mode: node.mode,
    size: fileSize(node),
    mtime: new Date(node.mtime),
  };
}

/** Errors as just-bash's commands expect them: with Node's code in front. */
function translate<T>(operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof FileError)
      throw new Error(`${error.code}: ${error.text.toLowerCase()}, '${error.message}'`);
    throw error;
  }
}

const bytesOf = (content: string | Uint8Array, encoding?: unknown): Uint8Array =>
  typeof content === "string"
    ? new Uint8Array(Buffer.from(content, encoding === "binary" || encoding === "latin1" ? "latin1" : "utf8"))
    : content.slice();

const encodingOf = (options: unknown): unknown =>
  typeof options === "object" && options !== null && "encoding" in options ? options.encoding : options;

/** The device's files, as one user sees them, in the shape that just-bash works on. */
export function bashFiles(files: Files, who: Credentials): IFileSystem {
  const copyTree = (from: string, to: string): void => {
    const node = files.lookup(from, who);
    if (node.kind !== "directory") {
      files.write(to, files.read(from, who), who, { mode: node.mode });
      return;
    }
    if (!files.exists(to, who)) files.mkdir(to, who, { mode: node.mode });
    for (const [name] of files.list(from, who)) copyTree(`${from}/${name}`, `${to}/${name}`);
  };
  return {
    async readFile(path, options) {
      const encoding = encodingOf(options);
      const text = encoding === "binary" || encoding === "latin1" ? "latin1" : "utf8";
      return translate(() => Buffer.from(files.read(path, who)).toString(text));
    },
    readFileBuffer: async (path) => translate(() => files.read(path, who).slice()),
    async writeFile(path, content, options) {
      translate(() => files.write(path, bytesOf(content, encodingOf(options)), who));
    },
    async appendFile(path, content, options) {
      translate(() => files.write(path, bytesOf(content, encodingOf(options)), who, { append: true }));
    },
    exists: async (path) => files.exists(path, who),
    stat: async (path) => translate(() => statOf(files.lookup(path, who))),
    lstat: async (path) => translate(() => statOf(files.lookup(path, who, false))),
    async mkdir(path, options) {
      translate(() => {
        if (!options?.recursive) return files.mkdir(path, who);
        const parts = path.split("/").filter((part) => part !== "");
        for (let depth = 1; depth <= parts.length; depth++) {
          const partial = `/${parts.slice(0, depth).join("/")}`;
          if (!files.exists(partial, who)) files.mkdir(partial, who);
        }
        return undefined;
      });
    },
    readdir: async (path) => translate(() => files.list(path, who).map(([name]) => name)),
    readdirWithFileTypes: async (path) =>
      translate(() =>
        files.list(path, who).map(([name, node]) => ({
          name,
          isFile: node.kind === "file" || node.kind === "device",
          isDirectory: node.kind === "directory",
          isSymbolicLink: node.kind === "link",
        })),
      ),
    async rm(path, options) {
      if (options?.force && !files.find(path, who, false)) return;
      translate(() => (options?.recursive ? files.removeTree(path, who) : files.remove(path, who)));
    },
    cp: async (from, to) => translate(() => copyTree(from, to)),
    mv: async (from, to) => translate(() => files.rename(from, to, who)),
    resolvePath: (base, path) => normalise(absolutePath(base, path)),
    getAllPaths: () => [],
    chmod: async (path, mode) => translate(() => files.chmod(path, mode, who)),
    symlink: async (target, path) => translate(() => files.link(target, path, who)),
    link: async (from, to) => translate(() => files.write(to, files.read(from, who), who)),
    async readlink(path) {
      const node = translate(() => files.lookup(path, who, false));
      if (node.kind !== "link") throw new Error(`EINVAL: invalid argument, readlink '${path}'`);
      return node.target;
    },
    realpath: async (path) => translate(() => files.realPath(path, who)),
    utimes: async (path, _accessed, modified) => translate(() => files.touch(path, modified.getTime(), who)),
  };
}

function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
