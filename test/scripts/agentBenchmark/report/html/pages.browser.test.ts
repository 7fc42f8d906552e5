import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { comparisonReport } from "../../../../../scripts/agent-benchmark/compare-command.ts";
import { writeComparisonHtml, writeHtmlReport } from "../../../../../scripts/agent-benchmark/report-html.ts";
import type { RunResult } from "../../../../../scripts/agent-benchmark/result.ts";
import { launchChromium } from "../../../../helpers/browser.ts";
import { aCall, aResult } from "../../../../helpers/result.ts";
import { temporaryDirectory } from "../../../../helpers/temp.ts";
import { ATTACK, INVISIBLE, storeRuns, threeRuns } from "./stored.ts";

let browser: Browser;
let folder: ReturnType<typeof temporaryDirectory>;
/** Addresses of the pages of three runs: the index, then each run. */
let pages: string[];
let comparison: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = temporaryDirectory("report-pages-");
  pages = await writePages("three", threeRuns());
  const stored = storeRuns(join(folder.path, "sides"), threeRuns());
  const report = comparisonReport(stored.slice(0, 1), stored, ["B: one run did not finish."]);
  const sides = { a: { path: "before", runs: stored.slice(0, 1) }, b: { path: "after", runs: stored } };
  comparison = pathToFileURL(await writeComparisonHtml(join(folder.path, "compare"), report, sides)).href;
}, 60_000);

afterAll(async () => {
  await browser?.close();
  folder?.[Symbol.dispose]();
});

async function writePages(name: string, results: RunResult[]): Promise<string[]> {
  const html = join(folder.path, `${name}-html`);
  const index = await writeHtmlReport(html, storeRuns(join(folder.path, name), results));
  const runs = readdirSync(join(html, "runs")).sort();
  return [index, ...runs.map((file) => join(html, "runs", file))].map((path) => pathToFileURL(path).href);
}

interface Opened extends AsyncDisposable {
  page: Page;
  /** Everything that should not have happened: errors, refusals by the policy, dialogs, requests for anything but the page. */
  trouble: string[];
}

async function open(url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("dialog", (dialog) => void trouble.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith("data:") && address !== page.url() && !request.isNavigationRequest()) {
      trouble.push(`request: ${address}`);
    }
  });
  await page.goto(url);
  return { page, trouble, [Symbol.asyncDispose]: () => context.close() };
}

describe("nobody is kept out", () => {
  for (const scheme of ["light", "dark"] as const) {
    test(`axe finds nothing serious, ${scheme}`, async () => {
      for (const url of [...pages, comparison]) {
        await using opened = await open(url, { colorScheme: scheme });
        await opened.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
        await opened.page.evaluate(axe.source);
        // Only colours depend on the scheme.
        const rules = scheme === "dark" ? "{ runOnly: ['color-contrast'] }" : "{}";
        const { violations } = (await opened.page.evaluate(`axe.run(${rules})`)) as axe.AxeResults;
        const found = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
        expect({ url, found }).toEqual({ url, found: [] });
        expect(opened.trouble).toEqual([]);
      }
    }, 60_000);
  }

  test("a phone needs no sideways scrolling", async () => {
    for (const url of [...pages, comparison]) {
      await using opened = await open(url, { viewport: { width: 360, height: 720 }, hasTouch: true });
      const wide = `[...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest(".scroll")).map((one) => one.outerHTML.slice(0, 80)).slice(0, 3)`;
      expect({ url, wide: await opened.page.evaluate(wide) }).toEqual({ url, wide: [] });
    }
  });

  test("without script everything can still be read, and nothing is offered that would not work", async () => {
    await using opened = await open(pages[1]!, { javaScriptEnabled: false });
    const { page } = opened;
    expect(await page.getByText("I look at the screen.").isVisible()).toBe(true);
    expect(await page.getByRole("button").count()).toBe(0);
    await page.locator("summary", { hasText: "Login" }).click();
    expect(await page.locator("pre", { hasText: "Element not found" }).isVisible()).toBe(true);
    await using index = await open(pages[0]!, { javaScriptEnabled: false });
    expect(await index.page.locator("[data-runs] tbody tr").count()).toBe(3);
    expect(await index.page.getByPlaceholder("Filter runs").isVisible()).toBe(false);
  });

  test("the theme follows the system until the button says otherwise", async () => {
    await using opened = await open(pages[0]!, { colorScheme: "dark" });
    const background = () => opened.page.evaluate("getComputedStyle(document.body).backgroundColor");
    const dark = await background();
    await opened.page.getByRole("button", { name: "Theme: auto" }).click();
    expect(await background()).not.toBe(dark);
    await opened.page.getByRole("button", { name: "Theme: light" }).click();
    expect(await background()).toBe(dark);
  });
});

describe("a set of runs", () => {
  test("says what came out, how sure that is, what is flaky, and leads to each run", async () => {
    await using opened = await open(pages[0]!);
    const { page } = opened;
    expect(await page.locator(".totals").innerText()).toMatch(/1\s+passed\s+1\s+failed\s+1\s+incomplete/);
    const card = page.locator(".suite", { hasText: "bug-repro" });
    expect(await card.innerText()).toContain("1 of 2 passed, 50% (9–91%)");
    expect(await card.getByText("flaky").isVisible()).toBe(true);
    expect(
      await card
        .getByRole("img", { name: /Turns of 2 runs: median of the judged ones 6, from 3 to 9/ })
        .isVisible(),
    ).toBe(true);
    await card.getByRole("link", { name: "bug-repro #2: failed" }).click();
    expect(await page.locator("h1").innerText()).toMatch(/FAIL\s+bug-repro\s+trial 2/);
    expect(opened.trouble).toEqual([]);
  });

  test("runs are filtered by words and verdict, and sorted, from the keyboard alone", async () => {
    await using opened = await open(pages[0]!);
    const { page } = opened;
    const shown = () => page.locator("[data-runs] tbody tr:visible th").allInnerTexts();
    await page.keyboard.press("/");
    await page.keyboard.type("device connected");
    expect(await shown()).toEqual([expect.stringContaining("ux-flow")]);
    expect(await page.locator("[data-count]").innerText()).toBe("1 of 3 runs");
    await page.getByPlaceholder("Filter runs").fill("");
    await page.getByRole("checkbox", { name: "failed" }).uncheck();
    expect(await shown()).toHaveLength(2);
    await page.getByRole("checkbox", { name: "failed" }).check();
    await page.getByRole("button", { name: "Turns" }).press("Enter");
    await page.getByRole("button", { name: "Turns" }).press("Enter");
    expect(await page.getByRole("columnheader", { name: "Turns" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    expect((await shown())[0]).toContain("#2");
  });

  test("a thousand runs open in under two seconds and can be filtered", async () => {
    const results = Array.from({ length: 1000 }, (_, index) =>
      aResult({
        suite: { name: `suite-${index % 20}` },
        run: { id: `20261016T010203Z-${String(index).padStart(8, "0")}`, trial: Math.floor(index / 20) + 1 },
        verdict: index % 7 === 0 ? "failed" : "passed",
        reasons: index % 7 === 0 ? ["The app does not show the text."] : [],
        metrics: ["turns", "toolCalls", "costUsd", "wallClockSeconds"].map((name) => ({
          name,
          actual: index % 13,
          baseline: null,
          delta: null,
        })),
      }),
    );
    const html = join(folder.path, "thousand");
    const index = await writeHtmlReport(
      html,
      results.map((result) => ({ result, directory: html })),
    );
    await using opened = await open(pathToFileURL(index).href);
    const painted = await opened.page.evaluate(
      "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))",
    );
    expect(painted).toBeLessThan(2000);
    await opened.page.getByPlaceholder("Filter runs").fill("suite-3 #7");
    expect(await opened.page.locator("[data-count]").innerText()).toMatch(/^\d+ of 1000 runs$/);
    expect(statSync(index).size).toBeLessThan(3_000_000);
    expect(readdirSync(join(html, "runs"))).toHaveLength(1000);
    expect(opened.trouble).toEqual([]);
  }, 60_000);
});

describe("one run", () => {
  test("tells what the model said and did, and opens each call to its input and result", async () => {
    await using opened = await open(pages[1]!);
    const { page } = opened;
    const timeline = page.locator(".timeline");
    expect(await timeline.innerText()).toMatch(
      /I look at the screen\.[\s\S]*observe[\s\S]*Turn 2[\s\S]*tapOn[\s\S]*error[\s\S]*2\.0 s/,
    );
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    expect(await page.locator("pre", { hasText: "Element not found" }).isVisible()).toBe(true);
    expect(await page.locator("pre", { hasText: '"text": "Login"' }).isVisible()).toBe(true);
    await page.getByLabel("only what went wrong").check();
    expect(await timeline.locator("li:visible").count()).toBe(1);
    await page.keyboard.press("e");
    expect(await timeline.locator("details:not([open])").count()).toBe(0);
  });

  test("the final screen answers to the pointer and the arrow keys; the node that passed the check is lit", async () => {
    await using opened = await open(pages[1]!);
    const { page } = opened;
    const inspect = page.locator("[data-inspect]");
    const lit = page.locator("rect.lit");
    expect(await lit.count()).toBe(1);
    await lit.hover();
    expect(await inspect.innerText()).toMatch(
      /Expected count: 3\s+app:id\/count\s+TextView\s+\[8,20\]\[100,40\]/,
    );
    await page.mouse.move(0, 0);
    await page.locator("[data-screen]").focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowDown");
    expect(await inspect.innerText()).toContain("app:id/evil");
    expect(await page.locator("image").getAttribute("href")).toStartWith("data:image/png;base64,");
    expect(opened.trouble).toEqual([]);
  });

  test("checks, baseline flags, sequence and numbers stand beside; links lead to the files and the neighbours", async () => {
    await using opened = await open(pages[1]!);
    const { page } = opened;
    expect(await page.locator(".warnings").innerText()).toContain("The app build differs.");
    expect(await page.locator(".diff .extra").innerText()).toMatch(/\+\s*tapOn/);
    const evidence = await page
      .locator(".checks")
      .getByRole("link", { name: "screen.xml" })
      .getAttribute("href");
    const file = new URL(evidence ?? "", pages[1]);
    expect(readFileSync(file, "utf8")).toContain("Expected count: 3");
    await page.keyboard.press("]");
    await page.waitForURL("**/*00000002.html");
    expect(await page.locator(".checks .failed").innerText()).toContain("Expected count: 4");
    await page.keyboard.press("u");
    await page.waitForURL("**/index.html");
  });

  test("a run that could not be prepared says why and what to do", async () => {
    await using opened = await open(pages[3]!);
    const text = await opened.page.locator(".problem").innerText();
    expect(text).toContain("DEVICE_NONE_ONLINE");
    expect(text).toContain("Boot one.");
  });
});

test("hostile text is text: no script, no markup, no hidden characters, and 10 MB of it do not hurt", async () => {
  const evil = `${ATTACK} ${INVISIBLE}`;
  const check = { kind: "screen", passed: false, evidence: "screen.xml" } as const;
  const urls = await writePages("hostile", [
    aResult({
      verdict: "failed",
      reasons: [evil],
      suite: { name: "bug-repro", digest: evil, digestParts: { [evil]: evil }, task: { difficulty: evil } },
      run: { id: evil, notes: [evil], directory: evil, phases: [{ name: evil, seconds: 1 }] },
      device: { serial: evil },
      claude: { observedModel: evil, version: evil, command: evil },
      audit: {
        toolCalls: [
          aCall({ id: "a", shortName: evil, input: { [evil]: evil }, result: evil }),
          aCall({ id: "b", line: 9, result: `${ATTACK}${"x".repeat(10_000_000)}` }),
        ],
        messages: [{ turn: 1, line: 1, text: evil, parentToolUseId: null }],
        stumbles: [{ kind: "pattern", toolUseId: null, tool: evil, pattern: evil, text: evil, line: 3 }],
        answer: evil,
      },
      checks: [{ ...check, expected: evil, observed: evil, reason: evil }],
      metrics: [{ name: evil, actual: 1, baseline: null, delta: null }],
      sequence: { actual: [evil], baseline: [], diff: [], note: evil },
      artifacts: { [evil]: evil, result: "result.json", outside: "../../../../etc/passwd" },
    }),
    aResult(),
  ]);
  for (const url of urls) {
    await using opened = await open(url);
    const { page } = opened;
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    await page.locator("h1").hover();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("img, iframe, object, embed, form, [onerror], [onmouseover]").count()).toBe(0);
    const content = await page.content();
    expect(content).not.toMatch(/[\u0000\u001b\u202a-\u202e\u2066-\u2069]/);
    expect(content.length).toBeLessThan(1_000_000);
    expect(opened.trouble).toEqual([]);
  }
  await using opened = await open(urls[1]!);
  expect(await opened.page.locator(".banner").innerText()).toContain("\\u202egnp.exe");
  expect(await opened.page.locator("body").textContent()).toContain("more characters are not shown");
  expect(await opened.page.locator("a[href*=passwd]").count()).toBe(0);
}, 60_000);

test("the policy of each page lets nothing run or load that does not stand in it", async () => {
  await using opened = await open(pages[1]!);
  await opened.page.evaluate(
    "document.body.insertAdjacentHTML('beforeend', '<img src=x><b style=color:red>')",
  );
  await opened.page.evaluate(
    "document.body.append(Object.assign(document.createElement('script'), { text: 'window.hacked = 1' }))",
  );
  await opened.page.evaluate("fetch('https://example.invalid/').catch(() => {})");
  expect(await opened.page.evaluate("window.hacked")).toBeUndefined();
  expect(opened.trouble.filter((text) => /Content Security Policy/.test(text)).length).toBeGreaterThanOrEqual(
    3,
  );
});

test("a comparison names both sides, the cells, what differs and the verdict in words", async () => {
  await using opened = await open(comparison);
  const text = await opened.page.locator("main").innerText();
  for (const part of [
    "passed only on A",
    "not enough runs to tell",
    "−50 points",
    "1 is ideal, less is better",
    "one run did not finish",
  ]) {
    expect(text).toContain(part);
  }
  await opened.page.getByRole("link", { name: "after" }).click();
  expect(await opened.page.locator("h1").innerText()).toBe("Side B");
});
