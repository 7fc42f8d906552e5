import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseHierarchy } from "../../src/android/hierarchy/parse.ts";
import { ARTIFACTS } from "./artifacts.ts";
import { RunError, reasonOf } from "./errors.ts";
import type { ComparisonReport } from "./report/compare-text.ts";
import { renderComparePage } from "./report/html/compare-page.tsx";
import { renderIndexPage } from "./report/html/index-page.tsx";
import { renderRunPage } from "./report/html/run-page.tsx";
import type { PagedRun, Picture, RunEvidence } from "./report/html/types.ts";
import { pageAssets } from "./report-assets.ts";
import type { StoredRun } from "./stored-runs.ts";

/** A picture or dump beyond this is not put into a page; a phone's screenshot has 1 to 4 MB. */
const LARGEST_PICTURE = 24_000_000;
const LARGEST_DUMP = 64_000_000;
const RUNS = "runs";
/** The name of a run's page: its place in the report, then its id. */
const RUN_PAGE = /^\d+-[A-Za-z0-9-]+\.html$/;

export interface HtmlOptions {
  title?: string;
  notes?: readonly string[];
  now?: Date;
}

/**
 * Writes index.html and a page for each run below `directory`; each opens from disk and needs nothing else. Earlier run pages
 * there are replaced. Resolves with the path of the index. Throws RunError REPORT_UNWRITABLE.
 */
export async function writeHtmlReport(
  directory: string,
  runs: readonly StoredRun[],
  options: HtmlOptions = {},
): Promise<string> {
  const assets = await pageAssets();
  const madeAt = shownTime(options.now ?? new Date());
  const paged = pageNames(runs);
  const folder = join(directory, RUNS);
  return writing(directory, () => {
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder).filter((name) => RUN_PAGE.test(name))) rmSync(join(folder, old));
    runs.forEach((run, index) => {
      const page = paged[index];
      if (!page) return;
      const text = renderRunPage({
        run: page,
        evidence: readEvidence(run, folder),
        previous: paged[index - 1] ?? null,
        next: paged[index + 1] ?? null,
        index: "../index.html",
        assets,
        madeAt,
      });
      writeFileSync(join(folder, page.file), text);
    });
    const index = join(directory, "index.html");
    const title = options.title ?? titleOf(runs);
    writeFileSync(index, renderIndexPage({ title, runs: paged, notes: options.notes ?? [], assets, madeAt }));
    return index;
  });
}

/** Writes index.html with the comparison, and the report of each side below a/ and b/. Resolves with its path. */
export async function writeComparisonHtml(
  directory: string,
  report: ComparisonReport,
  sides: { a: { path: string; runs: readonly StoredRun[] }; b: { path: string; runs: readonly StoredRun[] } },
  options: HtmlOptions = {},
): Promise<string> {
  await writeHtmlReport(join(directory, "a"), sides.a.runs, { ...options, title: "Side A" });
  await writeHtmlReport(join(directory, "b"), sides.b.runs, { ...options, title: "Side B" });
  const assets = await pageAssets();
  return writing(directory, () => {
    const index = join(directory, "index.html");
    const page = renderComparePage({
      report,
      paths: { a: sides.a.path, b: sides.b.path },
      sides: { a: "a/index.html", b: "b/index.html" },
      assets,
      madeAt: shownTime(options.now ?? new Date()),
    });
    writeFileSync(index, page);
    return index;
  });
}

/**
 * Where a report of these runs goes when nobody says: `report` in the folder of the session that made several of them, or in
 * the deepest folder that holds them all.
 */
export function defaultReportFolder(runs: readonly StoredRun[]): string {
  const [first = [], ...others] = runs.map(({ directory }) => resolve(directory).split(sep));
  const deepest = others.reduce((parts, other) => parts.slice(0, firstDifference(parts, other)), first);
  const session = others.length > 0 ? deepest.lastIndexOf(runs[0]?.result.run.session ?? "") : -1;
  const shared = session > 0 ? deepest.slice(0, session + 1) : deepest;
  return join(shared.join(sep) || sep, "report");
}

function firstDifference(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? a.length : at;
}

/** A file name for each run's page: made of the run's id, never of what else a result holds. */
function pageNames(runs: readonly StoredRun[]): PagedRun[] {
  const width = String(runs.length).length;
  return runs.map(({ result }, index) => {
    const id = result.run.id.replace(/[^A-Za-z0-9-]/g, "").slice(0, 40);
    return { result, file: `${String(index + 1).padStart(width, "0")}-${id || "run"}.html` };
  });
}

function readEvidence({ result, directory }: StoredRun, from: string): RunEvidence {
  const dump = readSmall(join(directory, ARTIFACTS.screen), LARGEST_DUMP);
  const picture = readPicture(join(directory, ARTIFACTS.screenshot));
  return {
    hierarchy: dump === null ? null : parseHierarchy(dump),
    ...picture,
    links: linksOf(result.artifacts, directory, from),
  };
}

/** Links to artifacts that are there. A result's paths are only followed below its own run directory. */
function linksOf(artifacts: Record<string, string>, directory: string, from: string): Record<string, string> {
  const root = resolve(directory);
  return Object.fromEntries(
    Object.entries(artifacts).flatMap(([name, path]) => {
      const file = resolve(root, path);
      const inside = relative(root, file);
      if (inside === "" || inside.startsWith("..") || isAbsolute(inside) || !existsSync(file)) return [];
      const address = relative(resolve(from), file).split(sep).map(encodeURIComponent).join("/");
      return [[name, address]];
    }),
  );
}

function readPicture(path: string): Pick<RunEvidence, "picture" | "pictureNote"> {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return { picture: null, pictureNote: "There is no picture of the final screen." };
  const bytes = readSmall(path, LARGEST_PICTURE);
  if (bytes === null)
    return { picture: null, pictureNote: `${ARTIFACTS.screenshot} has ${size} bytes and is left out.` };
  const picture = pngPicture(bytes);
  return picture
    ? { picture, pictureNote: null }
    : { picture: null, pictureNote: `${ARTIFACTS.screenshot} is no PNG picture.` };
}

/** Size from the IHDR chunk (PNG, W3C Recommendation, 11.2.2); null for anything but a PNG. */
function pngPicture(bytes: Uint8Array): Picture | null {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (bytes.length < 33 || signature.some((value, index) => bytes[index] !== value)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width === 0 || height === 0 || width > 20_000 || height > 20_000) return null;
  return { uri: `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`, width, height };
}

function readSmall(path: string, limit: number): Uint8Array | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= limit ? readFileSync(path) : null;
}

function titleOf(runs: readonly StoredRun[]): string {
  const sessions = [...new Set(runs.map(({ result }) => result.run.session))];
  const suites = [...new Set(runs.map(({ result }) => result.suite.name))];
  const [session] = sessions;
  if (sessions.length === 1 && session) return `Session ${session}`;
  return suites.length === 1 && suites[0] ? `Runs of ${suites[0]}` : "Benchmark runs";
}

function shownTime(now: Date): string {
  return `${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function writing<T>(directory: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new RunError({
      code: "REPORT_UNWRITABLE",
      where: dirname(join(directory, "x")),
      message: `The report can't be written: ${reasonOf(error)}.`,
      hint: "Choose another folder, or make this one writable.",
    });
  }
}
