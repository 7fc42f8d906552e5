/** @jsxImportSource preact */
import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { line } from "./safe.ts";
import type { PageAssets } from "./types.ts";

export interface PageOptions {
  title: string;
  /** "index", "run" or "compare": which behaviour the script gives the page. */
  kind: string;
  assets: PageAssets;
  /** Keys and what they do, for the footer. */
  keys: readonly (readonly [string, string])[];
  /** When the report was made, as it is shown. */
  madeAt: string;
  children: ComponentChildren;
}

/**
 * A whole page as text: style and script stand in it, nothing is loaded, and its content security policy lets nothing else
 * run (https://www.w3.org/TR/CSP3/): only this style, only this script, pictures only from data: URIs.
 */
export function renderPage(options: PageOptions): string {
  const { css, script } = options.assets;
  const policy = [
    "default-src 'none'",
    "img-src data:",
    `style-src '${hashOf(css)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="generator" content="mobile-agent-bench" />
        <title>{line(options.title, 200)}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body data-page={options.kind}>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <main id="main" tabIndex={-1}>
          {options.children}
        </main>
        <footer>
          <p class="keys">
            {options.keys.map(([key, meaning]) => (
              <span key={key}>
                <kbd>{key}</kbd> {meaning}
              </span>
            ))}
            <button type="button" id="theme" hidden>
              Theme
            </button>
          </p>
          <p>Made {options.madeAt} from stored results; everything a page needs stands in it.</p>
        </footer>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
