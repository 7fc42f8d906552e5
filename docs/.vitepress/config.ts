import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";

const docs = join(import.meta.dirname, "..");

/** Pages that come first in their folder; the others follow by title, so that none is ever out of reach. */
const FIRST: Record<string, readonly string[]> = {
  guides: ["first-run", "writing-a-suite", "comparing", "ci", "reading-a-run", "troubleshooting"],
  explanations: ["oracle", "statistics"],
  reference: ["cli", "exit-codes", "suite", "result", "reports", "errors"],
};

function pagesOf(folder: string): { text: string; link: string }[] {
  const first = FIRST[folder] ?? [];
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return readdirSync(join(docs, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => {
      const name = file.slice(0, -3);
      const title = /^# (.+)$/m.exec(readFileSync(join(docs, folder, file), "utf8"))?.[1] ?? name;
      return { name, text: title, link: `/${folder}/${name}` };
    })
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.text < b.text ? -1 : 1))
    .map(({ text, link }) => ({ text, link }));
}

/** The documentation as a site: `bun run docs:build` writes it to scratch/docs and fails on a dead link. */
export default defineConfig({
  title: "Mobile agent benchmark",
  description: "Tells whether a mobile agent really did it: the device's own screen is the judge.",
  outDir: "../scratch/docs",
  cacheDir: "../scratch/docs-cache",
  markdown: {
    config(md) {
      // In these pages <word> is a placeholder, not an element; only line breaks and comments are HTML.
      const rule = (tokens: { content: string }[], index: number) => {
        const content = tokens[index]?.content ?? "";
        return /^<br\s*\/?>$|^<!--/.test(content) ? content : md.utils.escapeHtml(content);
      };
      md.renderer.rules.html_inline = rule;
      md.renderer.rules.html_block = rule;
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guides", link: "/guides/first-run" },
      { text: "Reference", link: "/reference/cli" },
      { text: "Specification", link: "/specification" },
    ],
    sidebar: [
      { text: "Guides", items: pagesOf("guides") },
      { text: "Explanations", items: pagesOf("explanations") },
      { text: "Reference", items: pagesOf("reference") },
      {
        text: "The project",
        items: readdirSync(docs)
          .filter((file) => file.endsWith(".md") && file !== "index.md")
          .sort()
          .map((file) => ({
            text: /^# (.+)$/m.exec(readFileSync(join(docs, file), "utf8"))?.[1] ?? file,
            link: `/${file.slice(0, -3)}`,
          })),
      },
    ],
  },
});
