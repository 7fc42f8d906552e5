import type { Credentials } from "../system/file-nodes.ts";
import { absolutePath } from "../system/file-nodes.ts";
import type { Files } from "../system/files.ts";

const SPECIAL = /[.+^${}()|\\/]/;

/** A shell pattern as a regular expression's source. A backslash takes the next character literally. */
export function globSource(pattern: string, options: { slashes: boolean; lazy?: boolean }): string {
  const any = options.slashes ? "[\\s\\S]" : "[^/]";
  let source = "";
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index] as string;
    if (char === "*") source += `${any}*${options.lazy ? "?" : ""}`;
    else if (char === "?") source += any;
    else if (char === "\\" && index + 1 < pattern.length) {
      const next = pattern[++index] as string;
      source += SPECIAL.test(next) || "*?[]".includes(next) ? `\\${next}` : next;
    } else if (char === "[") {
      const end = pattern.indexOf("]", index + (/^\[[!^]?\]/.test(pattern.slice(index)) ? 3 : 1));
      if (end < 0) source += "\\[";
      else {
        const inner = pattern
          .slice(index + 1, end)
          .replace(/^[!^]/, "^")
          .replace(/\[:(\w+):\]/g, (_, name: string) => CLASSES[name] ?? "")
          .replace(/\\/g, "\\\\");
        source += `[${inner}]`;
        index = end;
      }
    } else source += SPECIAL.test(char) ? `\\${char}` : char;
  }
  return source;
}

const CLASSES: Record<string, string> = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "A-Za-z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9A-Fa-f",
};

/** Whether the whole text matches the pattern. */
export function matches(text: string, pattern: string): boolean {
  return new RegExp(`^(?:${globSource(pattern, { slashes: true })})$`).test(text);
}

/** Quotes a text so that it stands for itself in a pattern. */
export function literalPattern(text: string): string {
  return text.replace(/[*?[\]\\]/g, "\\$&");
}

/** Whether a text holds an unquoted `*`, `?` or `[`. */
export function isPattern(pattern: string): boolean {
  return /(^|[^\\])(\\\\)*[*?[]/.test(pattern);
}

/** The files that a pattern names, sorted; empty when none. */
export function expandGlob(pattern: string, cwd: string, files: Files, who: Credentials): string[] {
  const rooted = pattern.startsWith("/");
  let found = [rooted ? "/" : ""];
  const parts = pattern.split("/").filter((part) => part !== "");
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const next: string[] = [];
    const join = (base: string, name: string): string =>
      base === "" || base.endsWith("/") ? base + name : `${base}/${name}`;
    for (const base of found) {
      if (!isPattern(part)) {
        const path = join(base, part.replace(/\\(.)/g, "$1"));
        if (files.find(absolutePath(cwd, path), who, !last)) next.push(path);
        continue;
      }
      const directory = files.find(absolutePath(cwd, base), who);
      if (directory?.kind !== "directory" || !files.can(absolutePath(cwd, base), who, 4)) continue;
      const regex = new RegExp(`^${globSource(part, { slashes: false })}$`);
      for (const name of [...directory.entries.keys()].sort()) {
        if (name.startsWith(".") && !part.startsWith(".")) continue;
        if (regex.test(name)) next.push(join(base, name));
      }
    }
    found = next;
  }
  return found;
}
