import { describe, expect, test } from "bun:test";
import { isValidSignIn } from "../../../../scripts/virtual-device/apps/playground/login.ts";
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

const LAUNCH = { action: "android.intent.action.MAIN", packageName: PLAYGROUND };
const ONBOARDED = `${PLAYGROUND}/shared_prefs/onboarding_prefs.xml`;
const AUTH = `${PLAYGROUND}/shared_prefs/auth_prefs.xml`;
const flag = (name: string): string => `<map><boolean name="${name}" value="true" /></map>`;

function destination(system: FakeSystem): string {
  return (
    nodes(system).find(({ id }) => id.startsWith("navigation."))?.id ?? nodes(system)[0]?.packageName ?? ""
  );
}

describe("where the app begins", () => {
  test.each([
    [{}, "navigation.OnboardingDestination"],
    [{ [ONBOARDED]: flag("onboarding_completed") }, "navigation.LoginDestination"],
    [
      { [ONBOARDED]: flag("onboarding_completed"), [AUTH]: flag("is_authenticated") },
      "navigation.HomeDestination",
    ],
    [
      { [ONBOARDED]: flag("onboarding_completed"), [AUTH]: flag("is_guest_mode") },
      "navigation.HomeDestination",
    ],
    [{ [ONBOARDED]: "<map><broken", [AUTH]: flag("is_guest_mode") }, "navigation.OnboardingDestination"],
  ])("with %p", (files, expected) => {
    const system = fakeSystem({ files });
    system.ui.startActivity(LAUNCH);
    expect(destination(system)).toBe(expected);
  });

  test("a preference of another type kills it", () => {
    const system = fakeSystem({
      files: { [ONBOARDED]: '<map><string name="onboarding_completed">true</string></map>' },
    });
    system.ui.startActivity(LAUNCH);
    expect(texts(system)).toContain("AutoMobile Playground keeps stopping");
    expect(system.logs.join("\n")).toContain("ClassCastException");
  });

  test("a running app does not look at its files again", () => {
    const system = fakeSystem({ files: {} });
    system.ui.startActivity(LAUNCH);
    system.files.set(ONBOARDED, flag("onboarding_completed"));
    openLink(system, "/demos");
    expect(destination(system)).toBe("navigation.OnboardingDestination");
    system.ui.forceStop(PLAYGROUND);
    openLink(system, "/demos");
    expect(destination(system)).toBe("navigation.LoginDestination");
  });
});

describe("deep links", () => {
  test.each([
    ["/onboarding", "OnboardingDestination", "Welcome to AutoMobile"],
    ["/login", "LoginDestination", "Continue as Guest"],
    ["", "HomeDestination", "TAP SCREEN"],
    ["/home", "HomeDestination", "TAP SCREEN"],
    ["/tap", "HomeDestination", "TAP SCREEN"],
    ["/long_press", "HomeDestination", "TAP SCREEN"],
    ["/swipe", "HomeDestination", "SWIPE SCREEN"],
    ["/media", "HomeDestination", "MEDIA SCREEN"],
    ["/video", "HomeDestination", "MEDIA SCREEN"],
    ["/text", "HomeDestination", "INPUT TEXT SCREEN"],
    ["/chat", "HomeDestination", "CHAT SCREEN"],
    ["/slides", "SlidesDestination", "Slide 1 of 5"],
    ["/slides/3", "SlidesDestination", "Slide 4 of 5"],
    ["/slides/-3", "SlidesDestination", "Slide 1 of 5"],
    ["/video_player/2", "VideoPlayerDestination", "Sintel"],
    ["/video_player/%zz", "VideoPlayerDestination", "Video %zz"],
    ["/settings", "SettingsDestination", "Anon Ymous"],
    ["/demos", "DemoIndexDestination", "Open UX Flow"],
    ["/demos/ux/start", "UxFlowStartDestination", "Step 1: Start the exploration flow."],
    ["/demos/ux/details", "UxFlowDetailsDestination", "Continue to Summary"],
    ["/demos/ux/summary", "UxFlowSummaryDestination", "Step 3: Summary and completion."],
    ["/demos/perf/startup", "StartupDemoDestination", "UI is stable and interactive."],
    ["/demos/perf/list", "PerformanceListDestination", "Demo item 3A"],
    ["/demos/perf/detail/9", "PerformanceDetailDestination", "Rating 5"],
    ["/demos/a11y/contrast", "ContrastDemoDestination", "Low Contrast Action"],
    ["/demos/a11y/tap_targets", "TapTargetsDemoDestination", "These controls are smaller than 48 dp."],
    ["/demos/bugs/repro", "BugReproDestination", "Status: Idle"],
    ["/demos/perf/detail/0", "HomeDestination", "TAP SCREEN"],
    ["/nowhere", "HomeDestination", "TAP SCREEN"],
  ])("%s", (path, expected, shown) => {
    const system = fakeSystem();
    expect(openLink(system, path)).toMatchObject({ status: "ok" });
    expect(destination(system)).toBe(`navigation.${expected}`);
    expect(texts(system)).toContain(shown);
  });

  test("the opaque form works, and so does a query", () => {
    const system = fakeSystem();
    for (const data of [
      "automobile:playground/demos/ux/start",
      "automobile://playground/demos/ux/start?a=1&b=2",
    ]) {
      system.ui.forceStop(PLAYGROUND);
      system.ui.startActivity({ action: "android.intent.action.VIEW", data });
      expect(destination(system)).toBe("navigation.UxFlowStartDestination");
    }
  });

  test("everything but onboarding and login is gated", () => {
    const fresh = fakeSystem({ files: {} });
    openLink(fresh, "/demos/bugs/repro");
    expect(destination(fresh)).toBe("navigation.OnboardingDestination");
    openLink(fresh, "/login");
    expect(destination(fresh)).toBe("navigation.LoginDestination");
    const signedOut = fakeSystem({ files: { [ONBOARDED]: flag("onboarding_completed") } });
    openLink(signedOut, "/demos/bugs/repro");
    expect(destination(signedOut)).toBe("navigation.LoginDestination");
  });

  test("an unknown link to the running app leaves it alone", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    tapOn(system, "bug_repro_add");
    openLink(system, "/nowhere");
    expect(texts(system)).toContain("Expected count: 1");
  });
});

describe("onboarding and sign-in", () => {
  test("five pages, the last without Skip; what was done is stored", () => {
    const system = fakeSystem({ files: {} });
    system.ui.startActivity(LAUNCH);
    for (let page = 0; page < 4; page++) tapOn(system, "Next");
    expect(texts(system)).not.toContain("Skip");
    tapOn(system, "Back");
    expect(texts(system)).toContain("Skip");
    tapOn(system, "Next");
    tapOn(system, "Get Started");
    expect(destination(system)).toBe("navigation.LoginDestination");
    expect(system.files.get(ONBOARDED)).toContain('<boolean name="onboarding_completed" value="true" />');
  });

  test.each([
    ["ann", "secret", true],
    ["", "secret", false],
    ["  ", "secret", false],
    ["ann@example.com", "secret", true],
    ["ann@", "secret", false],
    ["ann", "short", false],
  ])("%p with %p may sign in: %p", (email, password, valid) => {
    expect(isValidSignIn(email, password)).toBe(valid);
  });

  test("the button comes when both fields are good, and the profile shows who it is", () => {
    const system = fakeSystem({ files: { [ONBOARDED]: flag("onboarding_completed") } });
    system.ui.startActivity(LAUNCH);
    tapOn(system, "login_email");
    system.ui.input.text("ann@example.com");
    expect(texts(system)).not.toContain("Sign in or register");
    tapOn(system, "login_password");
    system.ui.input.text("secret1");
    tapOn(system, "Sign in or register");
    expect(destination(system)).toBe("navigation.HomeDestination");
    expect(system.files.get(AUTH)).toContain('name="is_authenticated" value="true"');
    tapOn(system, "bottom_nav_settings");
    expect(texts(system)).toContain("ann@example.com");
  });

  test("a guest is Anon Ymous, and signing out asks first", () => {
    const system = fakeSystem({ files: { [ONBOARDED]: flag("onboarding_completed") } });
    system.ui.startActivity(LAUNCH);
    tapOn(system, "Continue as Guest");
    tapOn(system, "bottom_nav_settings");
    expect(texts(system)).toEqual(expect.arrayContaining(["Anon Ymous", "you@somewhere.net"]));
    tapOn(system, "settings_sign_out");
    // A dialog has a window of its own: the page behind it is not in the dump.
    expect(texts(system)).not.toContain("Anon Ymous");
    tapOn(system, "Cancel");
    tapOn(system, "settings_sign_out");
    tapOn(system, "Sign out");
    expect(destination(system)).toBe("navigation.LoginDestination");
    expect(system.files.get(AUTH)).toContain('name="is_guest_mode" value="false"');
  });
});

describe("bug reproduction", () => {
  test("with the bug, the displayed count stays behind", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    tapOn(system, "Add Item");
    expect(texts(system)).toEqual(
      expect.arrayContaining(["Expected count: 1", "Displayed count: 1", "Status: Updated"]),
    );
    tapOn(system, "bug_repro_toggle");
    tapOn(system, "Add Item");
    expect(texts(system)).toEqual(
      expect.arrayContaining([
        "Expected count: 2",
        "Displayed count: 1",
        "Status: Bug triggered: UI did not update",
      ]),
    );
    tapOn(system, "Reset");
    expect(texts(system)).toEqual(
      expect.arrayContaining(["Expected count: 0", "Displayed count: 0", "Status: Reset"]),
    );
    expect(find(system, "bug_repro_toggle").flags).toContain("checked");
  });

  test("non-fatal errors are counted", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    tapOn(system, "trigger_nonfatal_error");
    expect(texts(system)).toContain("Non-fatal errors recorded: 1");
    expect(texts(system)).not.toContain("No errors triggered");
  });
});

describe("other screens", () => {
  test("the demo index leads to all eight demos", () => {
    const system = fakeSystem();
    openLink(system, "/demos");
    const seen = new Set<string>();
    for (let step = 0; step < 5; step++) {
      for (const { id } of nodes(system)) if (/^demo_.*_action$/.test(id)) seen.add(id);
      system.ui.input.swipe(500, 1800, 500, 1300, 300);
    }
    expect(seen.size).toBe(8);
    tapOn(system, "demo_network_test_action");
    tapOn(system, "network_test_missing");
    expect(texts(system)).toContain("Result: HTTP 404");
    system.services.settings.put("global", "airplane_mode_on", "1");
    tapOn(system, "network_test_get");
    expect(texts(system)).toContain("Result: Error: Unable to resolve host");
  });

  test("the flow goes on, restarts and goes back", () => {
    const system = fakeSystem();
    openLink(system, "/demos");
    tapOn(system, "Open UX Flow");
    tapOn(system, "Continue to Details");
    tapOn(system, "Back to Start");
    tapOn(system, "Continue to Details");
    tapOn(system, "Continue to Summary");
    tapOn(system, "Restart Flow");
    expect(texts(system)).toContain("UX Flow: Start");
    tapOn(system, "Back");
    expect(texts(system)).toContain("Docs Demo Index");
  });

  test("the list reaches its last row and a product's page", () => {
    const system = fakeSystem();
    openLink(system, "/demos/perf/list");
    expect(texts(system)).not.toContain("Product 80");
    for (let step = 0; step < 30; step++) system.ui.input.swipe(500, 2000, 500, 500, 300);
    expect(texts(system)).toContain("Product 80");
    tapOn(system, "performance_item_79_action");
    expect(texts(system)).toEqual(
      expect.arrayContaining(["Detail for Product 79", "Spec 79", "Rating 5", "Status: In Stock"]),
    );
    tapOn(system, "Back to List");
    expect(texts(system)).toContain("Product 80");
  });

  test("the chat answers and keeps its draft apart", () => {
    const system = fakeSystem();
    openLink(system, "/chat");
    tapOn(system, "chat_input");
    system.ui.input.text("hello");
    system.ui.input.keyEvent(66);
    expect(texts(system)).toEqual(expect.arrayContaining(["You: hello", "Echo: hello"]));
    expect(find(system, "chat_input").text).toBe("");
  });

  test("the player follows the clock", () => {
    const system = fakeSystem();
    openLink(system, "/video_player/1");
    tapOn(system, "Play");
    expect(texts(system)).toContain("0:00 / 9:56");
    system.clock.now += 5000;
    expect(texts(system)).toContain("0:05 / 9:56");
    system.clock.now += 60_000;
    expect(texts(system)).toEqual(expect.arrayContaining(["1:05 / 9:56", "State: Playing"]));
    tapOn(system, "Pause");
    tapOn(system, "video_player_rewind");
    expect(texts(system)).toContain("0:55 / 9:56");
  });

  test("tap targets smaller than a finger still work", () => {
    const system = fakeSystem();
    openLink(system, "/demos/a11y/tap_targets");
    tapOn(system, "tap_target_small_favorite");
    expect(texts(system)).toContain("Last tapped: Favorite");
    const [left, , right] = find(system, "tap_target_small_edit").bounds;
    expect(right - left).toBeLessThan(60);
  });
});
