import { describe, expect, test } from "bun:test";
import {
  type FakeSystem,
  fakeSystem,
  find,
  nodes,
  openLink,
  PLAYGROUND,
  tapOn,
  texts,
} from "../helpers/services.ts";

const HOME_KEY = 3;
const BACK = 4;
const LAUNCH = { action: "android.intent.action.MAIN", packageName: PLAYGROUND };

describe("am start", () => {
  test("a cold start makes a process, force-stop ends it", () => {
    const system = fakeSystem();
    expect(system.ui.pid(PLAYGROUND)).toBeNull();
    expect(openLink(system, "/demos/bugs/repro")).toMatchObject({
      status: "ok",
      activity: `${PLAYGROUND}/.MainActivity`,
      launchState: "COLD",
    });
    expect(system.ui.pid(PLAYGROUND)).toBeGreaterThan(0);
    system.ui.forceStop(PLAYGROUND);
    expect(system.ui.pid(PLAYGROUND)).toBeNull();
    expect(nodes(system)[0]?.packageName).toBe("com.google.android.apps.nexuslauncher");
  });

  test("a link to the running app is delivered to its top, and clears the back stack", () => {
    const system = fakeSystem();
    openLink(system, "/demos");
    tapOn(system, "demo_ux_flow_action");
    expect(openLink(system, "/slides/2")).toMatchObject({
      launchState: "UNKNOWN (0)",
      totalMs: 0,
      warning: "delivered-to-top",
    });
    expect(texts(system)).toContain("Slide 3 of 5");
    system.ui.input.keyEvent(BACK);
    expect(nodes(system)[0]?.packageName).toBe("com.google.android.apps.nexuslauncher");
  });

  test("the launcher's intent only brings the task to the front", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    tapOn(system, "bug_repro_add");
    system.ui.input.keyEvent(HOME_KEY);
    expect(system.ui.startActivity(LAUNCH)).toMatchObject({
      launchState: "HOT",
      warning: "brought-to-front",
    });
    expect(texts(system)).toContain("Expected count: 1");
    expect(system.ui.startActivity(LAUNCH)).toMatchObject({ warning: "delivered-to-top" });
  });

  test("what resolves to nothing says so", () => {
    const system = fakeSystem();
    expect(system.ui.startActivity({ action: "android.intent.action.VIEW", data: "nobody://home" })).toEqual({
      status: "unresolved",
    });
    expect(system.ui.startActivity({ component: `${PLAYGROUND}/.NoSuchActivity` })).toEqual({
      status: "not-found",
      component: `${PLAYGROUND}/${PLAYGROUND}.NoSuchActivity`,
    });
    system.uninstalled.add(PLAYGROUND);
    expect(system.ui.startActivity(LAUNCH)).toEqual({ status: "unresolved" });
    expect(texts(system)).not.toContain("AutoMobile Playground");
  });
});

describe("back", () => {
  test("pops screens, then leaves the app", () => {
    const system = fakeSystem();
    system.ui.startActivity(LAUNCH);
    tapOn(system, "bottom_nav_demos");
    tapOn(system, "home_open_demos");
    system.ui.input.keyEvent(BACK);
    expect(texts(system)).toContain("Buttons pressed: 0 times");
    system.ui.input.keyEvent(BACK);
    expect(system.ui.backStack()[0]?.packageName).toBe("com.google.android.apps.nexuslauncher");
    // Since Android 12 BACK on the root of a launcher task keeps it alive.
    expect(system.ui.startActivity(LAUNCH)).toMatchObject({ launchState: "HOT" });
  });

  test("finishes the activity before Android 12", () => {
    const system = fakeSystem({ sdk: 29 });
    system.ui.startActivity(LAUNCH);
    system.ui.input.keyEvent(BACK);
    expect(system.ui.startActivity(LAUNCH)).toMatchObject({ launchState: "WARM" });
  });
});

describe("what is lost", () => {
  test("by rotation: what is remembered, not where one is or how far one scrolled", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    tapOn(system, "bug_repro_add");
    system.rotate(1);
    expect(texts(system)).toContain("Expected count: 0");
    const xml = system.ui.dumpXml({ compressed: false, windows: false });
    expect(xml).toContain('<hierarchy rotation="1">');
    expect(xml).toContain("[0,0][2400,1080]");
    system.rotate(0);
    openLink(system, "/demos/perf/list");
    system.ui.input.swipe(500, 2000, 500, 500, 300);
    system.rotate(1);
    expect(texts(system)).not.toContain("Product 1");
  });

  test.each([
    ["theme", (system: FakeSystem) => system.services.setNightMode(true)],
    ["language", (system: FakeSystem) => system.services.setLocale("de-DE")],
    ["font scale", (system: FakeSystem) => system.services.settings.put("system", "font_scale", "1.3")],
    ["density", (system: FakeSystem) => Object.assign(system.display, { density: 320 })],
  ])("by another %s, but not by a setting that changes nothing", (_what, change) => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    tapOn(system, "bug_repro_add");
    system.services.settings.put("system", "font_scale", "1.0");
    system.ui.configurationChanged();
    expect(texts(system)).toContain("Expected count: 1");
    change(system);
    system.ui.configurationChanged();
    expect(texts(system)).toContain("Expected count: 0");
  });

  test("by leaving a screen and coming back", () => {
    const system = fakeSystem();
    openLink(system, "/demos");
    tapOn(system, "demo_ux_flow_action");
    system.ui.input.keyEvent(BACK);
    system.ui.input.swipe(500, 2000, 500, 1000, 300);
    tapOn(system, "Open Bug Demo");
    tapOn(system, "bug_repro_add");
    tapOn(system, "bug_repro_back");
    tapOn(system, "Open Bug Demo");
    expect(texts(system)).toContain("Expected count: 0");
  });
});

describe("recents", () => {
  test("show the open apps and lead back to them", () => {
    const system = fakeSystem();
    openLink(system, "/demos");
    system.ui.input.keyEvent(187);
    tapOn(system, "AutoMobile Playground");
    expect(texts(system)).toContain("Docs Demo Index");
    system.ui.input.keyEvent(187);
    tapOn(system, "Clear all");
    expect(system.ui.backStack()).toHaveLength(1);
    system.ui.input.keyEvent(187);
    expect(texts(system)).toContain("No recent items");
  });
});

describe("snapshots", () => {
  test("go back to the very same screen", () => {
    const system = fakeSystem();
    openLink(system, "/text");
    tapOn(system, "text_basic");
    system.ui.input.text("kept");
    const before = system.ui.dumpXml({ compressed: false, windows: false });
    const snapshot = system.ui.snapshot();
    system.ui.input.text(" changed");
    system.ui.reboot();
    expect(system.ui.processes()).toHaveLength(1);
    system.ui.restore(snapshot);
    expect(system.ui.dumpXml({ compressed: false, windows: false })).toBe(before);
    system.ui.input.text("!");
    expect(find(system, "text_basic").text).toBe("kept!");
  });
});
