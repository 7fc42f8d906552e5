/**
 * The device's files: an in-memory tree with owners, modes and links, checked as the Linux kernel checks them.
 * File contents are never changed in place, so that a snapshot is a copy of the tree that shares every content.
 */
export interface Credentials {
  uid: number;
  gid: number;
  groups: readonly number[];
}

export type FileErrorCode =
  | "ENOENT"
  | "EACCES"
  | "ENOTDIR"
  | "EISDIR"
  | "EEXIST"
  | "ENOTEMPTY"
  | "ELOOP"
  | "EPERM"
  | "EINVAL"
  | "EROFS"
  | "ENOSPC";

const FILE_ERRORS: Record<FileErrorCode, { errno: number; text: string }> = {
  EPERM: { errno: 1, text: "Operation not permitted" },
  ENOENT: { errno: 2, text: "No such file or directory" },
  EACCES: { errno: 13, text: "Permission denied" },
  EEXIST: { errno: 17, text: "File exists" },
  ENOTDIR: { errno: 20, text: "Not a directory" },
  EISDIR: { errno: 21, text: "Is a directory" },
  EINVAL: { errno: 22, text: "Invalid argument" },
  ENOSPC: { errno: 28, text: "No space left on device" },
  EROFS: { errno: 30, text: "Read-only file system" },
  ENOTEMPTY: { errno: 39, text: "Directory not empty" },
  ELOOP: { errno: 40, text: "Too many symbolic links encountered" },
};

/** A refused file operation; `text` is what strerror says on Android. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  readonly errno: number;
  readonly text: string;
  constructor(code: FileErrorCode, path: string) {
    super(`${path}: ${FILE_ERRORS[code].text}`);
    this.code = code;
    this.errno = FILE_ERRORS[code].errno;
    this.text = FILE_ERRORS[code].text;
  }
}

export interface NodeBase {
  ino: number;
  mode: number;
  uid: number;
  gid: number;
  /** Epoch milliseconds. */
  mtime: number;
}

export type FileNode =
  | (NodeBase & { kind: "file"; data: Uint8Array })
  | (NodeBase & {
      kind: "directory";
      entries: Map<string, FileNode> /** Itself, or everything below it too: a mounted image. */;
      readOnly: false | "self" | "tree";
    })
  | (NodeBase & { kind: "link"; target: string })
  | (NodeBase & { kind: "device"; read: () => Uint8Array; device: string });

export type DirectoryNode = Extract<FileNode, { kind: "directory" }>;

export const ROOT: Credentials = { uid: 0, gid: 0, groups: [] };

const TYPE_BITS = { file: 0o100000, directory: 0o040000, link: 0o120000, device: 0o020000 } as const;

/** The st_mode of a node: type and permission bits. */
export function fullMode(node: FileNode): number {
  return TYPE_BITS[node.kind] | node.mode;
}

/** The size in bytes that stat reports. */
export function fileSize(node: FileNode): number {
  if (node.kind === "file") return node.data.length;
  if (node.kind === "link") return node.target.length;
  return node.kind === "directory" ? 4096 : 0;
}

/** Joins a path to a working directory and removes `.` and empty parts; `..` is kept for the walk. */
export function absolutePath(cwd: string, path: string): string {
  if (path.startsWith("/")) return path;
  return path === "" ? cwd : `${cwd === "/" ? "" : cwd}/${path}`;
}

/** Whether a user may read (4), write (2) or execute (1) a node. */
export function permitted(node: FileNode, who: Credentials, bits: number): boolean {
  if (who.uid === 0) return true;
  const shift = node.uid === who.uid ? 6 : node.gid === who.gid || who.groups.includes(node.gid) ? 3 : 0;
  return ((node.mode >> shift) & bits) === bits;
}

/** A copy of a directory that shares the contents of its files. */
export function cloneTree(node: DirectoryNode): DirectoryNode {
  const entries = new Map<string, FileNode>();
  for (const [name, child] of node.entries) {
    entries.set(name, child.kind === "directory" ? cloneTree(child) : { ...child });
  }
  return { ...node, entries };
}
