import { FileError } from "./file-nodes.ts";
import type { Files } from "./files.ts";
import type { AppFiles } from "./types.ts";

/** An app's private directory through the app's own eyes; paths are relative to it. */
export function createAppFiles(files: Files, dataDir: string, uid: number): AppFiles {
  const who = { uid, gid: uid, groups: [] };
  const at = (path: string): string => `${dataDir}/${path}`;
  const quietly = <T>(operation: () => T, otherwise: T): T => {
    try {
      return operation();
    } catch (error) {
      if (error instanceof FileError) return otherwise;
      throw error;
    }
  };
  return {
    read: (path) => quietly(() => files.read(at(path), who), null),
    write(path, content) {
      const parts = path.split("/");
      for (let depth = 1; depth < parts.length; depth++) {
        quietly(
          () => files.mkdir(at(parts.slice(0, depth).join("/")), who, { parents: true, mode: 0o771 }),
          undefined,
        );
      }
      // An app that may not write its own file loses the change, as SharedPreferences does after a root-owned seed.
      quietly(() => files.write(at(path), content.slice(), who, { mode: 0o660 }), undefined);
    },
    remove: (path) => quietly(() => files.remove(at(path), who), undefined),
    list: (path) =>
      quietly(() => files.list(path === "" ? dataDir : at(path), who).map(([name]) => name), []),
  };
}
