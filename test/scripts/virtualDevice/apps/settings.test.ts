import { describe, expect, test } from "bun:test";
import { fakeSystem, find, nodes, tapOn, texts } from "../helpers/services.ts";

function settings(action = "android.settings.SETTINGS") {
  const system = fakeSystem();
  system.ui.startActivity({ action });
  return system;
}

describe("Settings", () => {
  test("dark theme is one tap away and changes the device", () => {
    const system = settings();
    tapOn(system, "Display");
    expect(texts(system)).toContain("Off / Will never turn on automatically");
    tapOn(system, "Dark theme");
    expect(system.services.nightMode()).toBe(true);
    expect(texts(system)).toContain("On / Will never turn off automatically");
    expect(nodes(system).find(({ id }) => id === "android:id/switch_widget")?.flags).toContain("checked");
  });

  test("font size grows the text at once", () => {
    const system = settings("android.settings.DISPLAY_SETTINGS");
    const before = find(system, "Dark theme").bounds;
    tapOn(system, "Font size");
    tapOn(system, "Largest");
    expect(system.services.fontScale()).toBe(1.3);
    system.ui.input.keyEvent(4);
    const after = find(system, "Dark theme").bounds;
    expect(after[2] - after[0]).toBeGreaterThan(before[2] - before[0]);
  });

  test("Arabic turns the layout around", () => {
    const system = settings("android.settings.LOCALE_SETTINGS");
    tapOn(system, "العربية (مصر)");
    expect(system.services.locale()).toBe("ar-EG");
    expect(texts(system)).toContain("اللغات");
    expect(find(system, "Navigate up").bounds[0]).toBeGreaterThan(900);
  });

  test("opens from the home screen and goes back there", () => {
    const system = fakeSystem();
    tapOn(system, "Settings");
    expect(system.ui.windows().find(({ focused }) => focused)?.title).toBe(
      "com.android.settings/com.android.settings.Settings",
    );
    tapOn(system, "Network & internet");
    expect(system.ui.windows().find(({ focused }) => focused)?.title).toBe(
      "com.android.settings/com.android.settings.SubSettings",
    );
    tapOn(system, "Airplane mode");
    expect(system.services.settings.get("global", "airplane_mode_on")).toBe("1");
    system.ui.input.keyEvent(4);
    system.ui.input.keyEvent(4);
    expect(nodes(system)[0]?.packageName).toBe("com.google.android.apps.nexuslauncher");
  });
});
