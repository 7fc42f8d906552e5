import { expect, test } from "bun:test";
import type { ScreenCapture } from "../../../../scripts/agent-benchmark/device/index.ts";
import type { ScreenState } from "../../../../scripts/agent-benchmark/device/screen-state.ts";
import { describeScreen, screenChecks } from "../../../../scripts/agent-benchmark/run/screen-check.ts";
import { parseHierarchy } from "../../../../src/android/hierarchy/parse.ts";
import { loaded, SMALLEST } from "../suite/suite-source.ts";

const APP = "com.example.app";
const node = (text: string, packageName: string) =>
  `<node text="${text}" content-desc="" resource-id="" class="android.widget.TextView" package="${packageName}" bounds="[0,0][100,100]"/>`;

/** A record whose oracle saw one text of one package. */
function record(text: string, packageName: string, state: Partial<ScreenState> = {}) {
  const xml = `<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation="0">${node(text, packageName)}</hierarchy>`;
  const hierarchy = parseHierarchy(new TextEncoder().encode(xml));
  if (hierarchy.status !== "ok") throw new Error(hierarchy.reason);
  const capture: ScreenCapture = {
    attempts: 1,
    state: { focus: null, keyguard: null, wakefulness: null, dialog: null, obstruction: null, ...state },
    screenshot: null,
    failures: [],
    outcome: "observed",
    path: "/run/screen.xml",
    content: new Uint8Array(),
    hierarchy,
    sha256: "",
    rootPackages: [packageName],
  };
  return {
    suite: loaded(SMALLEST.replace("Done", '"Count: 3"')),
    screen: { status: "captured" as const, capture },
  };
}

const reasonOf = (...args: Parameters<typeof record>) => screenChecks(record(...args))[0]?.reason;

test("an app that nothing covers is judged by what it shows", () => {
  expect(reasonOf("Count: 3", APP)).toBeNull();
  expect(reasonOf("Count: 2", APP)).toBe("The app does not show the text.");
});

test("a failed check of a covered app says what covers it; a passed one needs no word", () => {
  const obstruction = "The screen was off (Dozing).";
  expect(reasonOf("Count: 2", APP, { obstruction })).toBe(`The app does not show the text. ${obstruction}`);
  expect(reasonOf("Count: 3", APP, { obstruction })).toBeNull();
});

test("a covered app that is not in the dump could not be observed", () => {
  const covered = record("Allow?", "com.android.permissioncontroller", {
    obstruction: "The screen was covered by a permission dialog.",
  });
  expect(screenChecks(covered)[0]).toMatchObject({
    observed: null,
    reason: "The screen could not be observed: The screen was covered by a permission dialog.",
  });
  expect(describeScreen(covered)).toMatchObject({ observed: null });
});

test("another app's window in front is named, the app's own and a nameless one are not", () => {
  const focus = "com.android.settings/.Settings";
  expect(reasonOf("Count: 2", APP, { focus })).toEndWith(`The window in front was ${focus}.`);
  expect(reasonOf("Count: 2", APP, { focus: `${APP}/.Main` })).toBe("The app does not show the text.");
  expect(reasonOf("Count: 2", APP, { focus: "PopupWindow:1" })).toBe("The app does not show the text.");
  expect(reasonOf("x", "com.android.settings", { focus })).toBe(
    `The screen shows com.android.settings instead of ${APP}.`,
  );
});

test("nobody looked: the reason is quoted", () => {
  const screen = { status: "not-read" as const, reason: "Another session claimed emulator-5554." };
  const { suite } = record("x", APP);
  expect(screenChecks({ suite, screen })[0]).toMatchObject({
    passed: false,
    observed: null,
    reason: "The screen could not be observed: Another session claimed emulator-5554.",
  });
  expect(screenChecks({ suite, screen: null })[0]?.reason).toContain("ended before the screen was read");
});
