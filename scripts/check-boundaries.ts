/**
 * Holds the house's walls: `suite/`, `audit/`, `report/`, `compare/` and `stats/` are pure (no device, process, file system or clock), and
 * what the harness stands on (`src/`, the virtual device, the scripted model) knows nothing of the harness.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Wall {
  /** Folder, relative to the repository root. */
  folder: string;
  /** Specifiers or resolved paths that must not be imported. */
  forbidden: RegExp[];
  /** Source text that must not occur (a clock, a process). */
  forbiddenText: RegExp[];
  why: string;
}

const effects = [
  /^node:(fs|child_process|net|http|https|os|timers|worker_threads|dgram|process)(\/|$)/,
  /^bun(:|$)/,
  /scripts\/agent-benchmark\/(device|claude)\//,
  /scripts\/(virtual-device|scripted-model)\//,
  /src\/(daemon|devices|tools|modes)\//,
  /src\/android\/adb\//,
];
const clocks = [
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bperformance\.now\(/,
  /\bBun\.(spawn|file|write|serve)\b/,
  /\bprocess\.(env|argv|cwd|exit|stdout|stderr)\b/,
];

export const WALLS: Wall[] = [
  ...["suite", "audit", "report", "compare", "stats"].map((name) => ({
    folder: `scripts/agent-benchmark/${name}`,
    forbidden: effects,
    forbiddenText: clocks,
    why: `${name}/ is pure: values in, values out`,
  })),
  ...["src", "scripts/virtual-device", "scripts/scripted-model"].map((folder) => ({
    folder,
    forbidden: [/scripts\/agent-benchmark\//],
    forbiddenText: [],
    why: "it is useful alone and knows nothing of the harness",
  })),
  { folder: "src", forbidden: [/scripts\//], forbiddenText: [], why: "the server ships without scripts/" },
];

/** Every breach as "file: imports X (why)". `read` returns a file's text, `list` the .ts files below a folder. */
export function breaches(
  walls: Wall[],
  list: (folder: string) => string[],
  read: (file: string) => string,
): string[] {
  return walls.flatMap((wall) =>
    list(wall.folder).flatMap((file) => {
      const source = read(file).replace(/^#!.*/, "");
      const imports = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" })
        .scanImports(source)
        .map(({ path }) => resolve(file, path));
      return [
        ...imports
          .filter((path) => wall.forbidden.some((rule) => rule.test(path)))
          .map((path) => `${file}: imports ${path} (${wall.why})`),
        ...wall.forbiddenText.flatMap((rule) => {
          const hit = rule.exec(source);
          return hit ? [`${file}: uses ${hit[0]} (${wall.why})`] : [];
        }),
      ];
    }),
  );
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith(".") ? join(file, "..", specifier) : specifier;
}

if (import.meta.main) {
  const root = join(import.meta.dir, "..");
  const found = breaches(
    WALLS,
    (folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync({ cwd: root })].sort(),
    (file) => readFileSync(join(root, file), "utf8"),
  );
  for (const line of found) console.error(line);
  if (found.length > 0) process.exit(1);
  console.log("Import boundaries hold.");
}
