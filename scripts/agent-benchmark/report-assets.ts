import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageAssets } from "./report/html/types.ts";

const folder = join(import.meta.dir, "report", "html");

let assets: Promise<PageAssets> | null = null;

/** The style and the bundled script that stand in every page of a report. */
export function pageAssets(): Promise<PageAssets> {
  assets ??= build();
  return assets;
}

async function build(): Promise<PageAssets> {
  const bundle = await Bun.build({
    entrypoints: [join(folder, "client", "main.ts")],
    target: "browser",
    format: "iife",
    minify: true,
  });
  const script = (await bundle.outputs[0]?.text()) ?? "";
  // Within <script> only these three could end it or change how it is read (HTML standard, 4.12.1.3).
  const safe = script.replace(/<(?=!--|\/?script)/gi, "\\x3C");
  return { css: readFileSync(join(folder, "style.css"), "utf8"), script: safe.trim() };
}
