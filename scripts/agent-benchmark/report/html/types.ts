import type { HierarchyResult } from "../../../../src/android/hierarchy/types.ts";
import type { RunResult } from "../../result.ts";

/** What stands in every page; read and bundled by whoever writes the pages. */
export interface PageAssets {
  css: string;
  script: string;
}

/** A picture as a data: URI with its size in pixels. */
export interface Picture {
  uri: string;
  width: number;
  height: number;
}

/** What a run left beside its result. */
export interface RunEvidence {
  /** The final dump; null when there is none. */
  hierarchy: HierarchyResult | null;
  /** The final picture; null when there is none, with the reason where that needs one. */
  picture: Picture | null;
  pictureNote: string | null;
  /** Artifact -> address relative to the page; only files that are there. */
  links: Record<string, string>;
}

/** A run in a set of pages. */
export interface PagedRun {
  result: RunResult;
  /** File name of its page, within the folder of run pages. */
  file: string;
}
