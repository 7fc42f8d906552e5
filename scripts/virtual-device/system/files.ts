import {
  type Credentials,
  cloneTree,
  type DirectoryNode,
  FileError,
  type FileNode,
  type NodeBase,
  permitted,
  ROOT,
} from "./file-nodes.ts";
import { type Place, walkPath } from "./walk-path.ts";

/** The largest file in bytes: an endless writer fills the disk here, and not the host's memory. */
const MAX_FILE = 256 * 1024 * 1024;

export interface Files {
  /** The node at an absolute path; throws FileError. */
  lookup(path: string, who: Credentials, follow?: boolean): FileNode;
  /** As `lookup`, but null when it is absent or out of reach. */
  find(path: string, who: Credentials, follow?: boolean): FileNode | null;
  exists(path: string, who: Credentials): boolean;
  read(path: string, who: Credentials): Uint8Array;
  write(path: string, data: Uint8Array, who: Credentials, options?: WriteOptions): void;
  mkdir(path: string, who: Credentials, options?: { parents?: boolean; mode?: number }): void;
  remove(path: string, who: Credentials): void;
  removeTree(path: string, who: Credentials): void;
  rename(from: string, to: string, who: Credentials): void;
  link(target: string, path: string, who: Credentials): void;
  list(path: string, who: Credentials): [string, FileNode][];
  chmod(path: string, mode: number, who: Credentials): void;
  chown(path: string, uid: number, gid: number, who: Credentials): void;
  touch(path: string, mtime: number, who: Credentials): void;
  /** The path with every link and `..` resolved. */
  realPath(path: string, who: Credentials): string;
  can(path: string, who: Credentials, bits: number): boolean;
  /** A file whose content is computed on each read, such as /proc/uptime. */
  special(path: string, mode: number, device: string, read: () => Uint8Array): void;
  setReadOnly(path: string, reach: "self" | "tree"): void;
  snapshot(): FilesSnapshot;
  restore(snapshot: FilesSnapshot): void;
}

interface WriteOptions {
  append?: boolean;
  mode?: number;
  mtime?: number;
}

export interface FilesSnapshot {
  root: DirectoryNode;
  nextInode: number;
}

/** An empty tree; `now` gives modification times in epoch milliseconds. */
export function createFiles(now: () => number): Files {
  let nextInode = 2;
  const base = (mode: number, who: Credentials, mtime = now()): NodeBase => ({
    ino: nextInode++,
    mode,
    uid: who.uid,
    gid: who.gid,
    mtime,
  });
  let root: DirectoryNode = {
    kind: "directory",
    entries: new Map(),
    readOnly: false,
    ...base(0o755, ROOT),
  };

  const walk = (path: string, who: Credentials, follow: boolean): Place => walkPath(root, path, who, follow);

  function lookup(path: string, who: Credentials, follow = true): FileNode {
    const { node } = walk(path, who, follow);
    if (!node) throw new FileError("ENOENT", path);
    if (path.endsWith("/") && node.kind !== "directory") throw new FileError("ENOTDIR", path);
    return node;
  }

  function find(path: string, who: Credentials, follow = true): FileNode | null {
    try {
      return lookup(path, who, follow);
    } catch (error) {
      if (error instanceof FileError) return null;
      throw error;
    }
  }

  function writableParent(place: Place, path: string, who: Credentials): void {
    if (place.readOnly) throw new FileError("EROFS", path);
    if (!permitted(place.parent, who, 3)) throw new FileError("EACCES", path);
    const sticky = (place.parent.mode & 0o1000) !== 0;
    if (sticky && place.node && who.uid !== 0 && place.node.uid !== who.uid && place.parent.uid !== who.uid) {
      throw new FileError("EPERM", path);
    }
  }

  function directory(path: string, who: Credentials): DirectoryNode {
    const node = lookup(path, who);
    if (node.kind !== "directory") throw new FileError("ENOTDIR", path);
    return node;
  }

  function owned(path: string, who: Credentials): FileNode {
    const node = lookup(path, who);
    if (who.uid !== 0 && who.uid !== node.uid) throw new FileError("EPERM", path);
    return node;
  }

  const files: Files = {
    lookup,
    find,
    exists: (path, who) => find(path, who) !== null,
    can: (path, who, bits) => {
      const node = find(path, who);
      return node !== null && permitted(node, who, bits);
    },
    read(path, who) {
      const node = lookup(path, who);
      if (node.kind === "directory") throw new FileError("EISDIR", path);
      if (!permitted(node, who, 4)) throw new FileError("EACCES", path);
      if (node.kind === "device") return node.read();
      return node.kind === "file" ? node.data : new Uint8Array();
    },
    write(path, data, who, options = {}) {
      const place = walk(path, who, true);
      const { node } = place;
      const before = options.append && node?.kind === "file" ? node.data.length : 0;
      if (before + data.length > MAX_FILE) throw new FileError("ENOSPC", path);
      if (node?.kind === "directory") throw new FileError("EISDIR", path);
      if (node?.kind === "device") {
        if (!permitted(node, who, 2)) throw new FileError("EACCES", path);
        return;
      }
      if (node?.kind === "file") {
        if (place.readOnly) throw new FileError("EROFS", path);
        if (!permitted(node, who, 2)) throw new FileError("EACCES", path);
        if (options.append) {
          const joined = new Uint8Array(node.data.length + data.length);
          joined.set(node.data);
          joined.set(data, node.data.length);
          node.data = joined;
        } else node.data = data;
        node.mtime = options.mtime ?? now();
        if (options.mode !== undefined && (who.uid === 0 || who.uid === node.uid)) node.mode = options.mode;
        return;
      }
      if (path.endsWith("/")) throw new FileError("EISDIR", path);
      writableParent(place, path, who);
      place.parent.entries.set(place.name, {
        kind: "file",
        data,
        ...base(options.mode ?? 0o644, who, options.mtime),
      });
      place.parent.mtime = now();
    },
    mkdir(path, who, options = {}) {
      const place = walk(path, who, true);
      if (place.node) {
        if (options.parents && place.node.kind === "directory") return;
        throw new FileError("EEXIST", path);
      }
      writableParent(place, path, who);
      place.parent.entries.set(place.name, {
        kind: "directory",
        entries: new Map(),
        readOnly: false,
        ...base(options.mode ?? 0o755, who),
      });
      place.parent.mtime = now();
    },
    remove(path, who) {
      const place = walk(path, who, false);
      if (!place.node) throw new FileError("ENOENT", path);
      writableParent(place, path, who);
      if (place.node.kind === "directory" && place.node.entries.size > 0) {
        throw new FileError("ENOTEMPTY", path);
      }
      place.parent.entries.delete(place.name);
      place.parent.mtime = now();
    },
    removeTree(path, who) {
      const node = lookup(path, who, false);
      if (node.kind === "directory") {
        if (!permitted(node, who, 7)) throw new FileError("EACCES", path);
        for (const name of [...node.entries.keys()]) files.removeTree(`${path}/${name}`, who);
      }
      files.remove(path, who);
    },
    rename(from, to, who) {
      const source = walk(from, who, false);
      if (!source.node) throw new FileError("ENOENT", from);
      const target = walk(to, who, false);
      writableParent(source, from, who);
      writableParent(target, to, who);
      if (target.node === source.node) return;
      if (target.path.startsWith(`${source.path}/`)) throw new FileError("EINVAL", to);
      if (target.node?.kind === "directory") {
        if (source.node.kind !== "directory") throw new FileError("EISDIR", to);
        if (target.node.entries.size > 0) throw new FileError("ENOTEMPTY", to);
      }
      source.parent.entries.delete(source.name);
      target.parent.entries.set(target.name, source.node);
    },
    link(target, path, who) {
      const place = walk(path, who, false);
      if (place.node) throw new FileError("EEXIST", path);
      writableParent(place, path, who);
      place.parent.entries.set(place.name, { kind: "link", target, ...base(0o777, who) });
    },
    list(path, who) {
      const node = directory(path, who);
      if (!permitted(node, who, 4)) throw new FileError("EACCES", path);
      return [...node.entries].sort(([a], [b]) => (a < b ? -1 : 1));
    },
    chmod(path, mode, who) {
      owned(path, who).mode = mode & 0o7777;
    },
    chown(path, uid, gid, who) {
      const node = owned(path, who);
      if (who.uid !== 0 && uid !== node.uid) throw new FileError("EPERM", path);
      node.uid = uid;
      node.gid = gid;
    },
    touch(path, mtime, who) {
      const node = lookup(path, who);
      if (who.uid !== 0 && who.uid !== node.uid && !permitted(node, who, 2)) {
        throw new FileError("EACCES", path);
      }
      node.mtime = mtime;
    },
    realPath(path, who) {
      const place = walk(path, who, true);
      if (!place.node) throw new FileError("ENOENT", path);
      return place.path;
    },
    special(path, mode, device, read) {
      const place = walk(path, ROOT, true);
      place.parent.entries.set(place.name, { kind: "device", device, read, ...base(mode, ROOT) });
    },
    setReadOnly(path, reach) {
      directory(path, ROOT).readOnly = reach;
    },
    snapshot: () => ({ root: cloneTree(root), nextInode }),
    restore(snapshot) {
      root = cloneTree(snapshot.root);
      nextInode = snapshot.nextInode;
    },
  };
  return files;
}
