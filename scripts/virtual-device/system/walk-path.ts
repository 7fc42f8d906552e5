import {
  absolutePath,
  type Credentials,
  type DirectoryNode,
  FileError,
  type FileNode,
  permitted,
} from "./file-nodes.ts";

const MAX_LINKS = 40;

/** Where a path leads: the directory that holds its last part, and what is there. */
export interface Place {
  parent: DirectoryNode;
  name: string;
  node: FileNode | null;
  path: string;
  readOnly: boolean;
}

/** Follows a path part by part, with the permissions of `who`; `follow` goes through a link at its end, too. Throws FileError. */
export function walkPath(
  root: DirectoryNode,
  path: string,
  who: Credentials,
  follow: boolean,
  links = 0,
): Place {
  if (path.length === 0) throw new FileError("ENOENT", path);
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const stack: { node: DirectoryNode; name: string }[] = [{ node: root, name: "" }];
  let readOnly = false;
  const here = () => (stack.length === 1 ? "/" : stack.map((entry) => entry.name).join("/"));
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as string;
    const current = (stack[stack.length - 1] as { node: DirectoryNode }).node;
    if (!permitted(current, who, 1)) throw new FileError("EACCES", path);
    if (part === "..") {
      if (stack.length > 1) stack.pop();
      continue;
    }
    const last = index === parts.length - 1;
    readOnly ||= current.readOnly === "tree" || (last && current.readOnly === "self");
    const child = current.entries.get(part);
    if (child?.kind === "link" && (!last || follow)) {
      if (links >= MAX_LINKS) throw new FileError("ELOOP", path);
      const rest = parts.slice(index + 1).join("/");
      const target = absolutePath(here(), child.target);
      return walkPath(root, rest === "" ? target : `${target}/${rest}`, who, follow, links + 1);
    }
    if (last) {
      const prefix = here();
      return {
        parent: current,
        name: part,
        node: child ?? null,
        path: prefix === "/" ? `/${part}` : `${prefix}/${part}`,
        readOnly,
      };
    }
    if (!child) throw new FileError("ENOENT", path);
    if (child.kind !== "directory") throw new FileError("ENOTDIR", path);
    stack.push({ node: child, name: part });
  }
  const top = stack[stack.length - 1] as { node: DirectoryNode; name: string };
  const above = stack[stack.length - 2];
  return {
    parent: above?.node ?? top.node,
    name: top.name,
    node: top.node,
    path: here(),
    readOnly: readOnly || top.node.readOnly === "tree",
  };
}
