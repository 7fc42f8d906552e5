import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A real headless Chromium of this machine. Throws, with what to do, when there is none: a browser test is never skipped. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM_PATH ?? "", ...PLACES].find(
    (path) => path !== "" && existsSync(path),
  );
  if (executablePath === undefined) {
    throw new Error(
      "The tests of the HTML report need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
    );
  }
  return await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
