import { describe, expect, test } from "bun:test";
import { fakeSystem, find, middle, nodes, openLink, tapOn, texts } from "../helpers/services.ts";

const BACK = 4;
const DEL = 67;
const ENTER = 66;
const CTRL = 113;

function textTab() {
  const system = fakeSystem();
  openLink(system, "/text");
  return system;
}

describe("typing", () => {
  test("goes to the field that has the focus, and nowhere without one", () => {
    const system = textTab();
    system.ui.input.text("lost");
    expect(texts(system)).toContain("Nothing typed");
    tapOn(system, "text_basic");
    system.ui.input.text("Hello, wörld");
    expect(texts(system)).toContain("You typed: Hello, wörld");
    expect(find(system, "text_basic")).toMatchObject({
      text: "Hello, wörld",
      className: "android.widget.EditText",
    });
    expect(find(system, "text_basic").flags).toContain("focused");
  });

  test("edits at the cursor, by characters and not by halves of them", () => {
    const system = textTab();
    tapOn(system, "text_basic");
    system.ui.input.text("ab📦");
    system.ui.input.keyEvent(DEL);
    system.ui.input.keyEvent(122);
    system.ui.input.text("x");
    system.ui.input.keyEvent(22);
    system.ui.input.keyEvent(112);
    expect(find(system, "text_basic").text).toBe("xa");
  });

  test("CTRL with A, X and V selects, cuts and pastes", () => {
    const system = textTab();
    tapOn(system, "text_basic");
    system.ui.input.text("move me");
    system.ui.input.keyCombination([CTRL, 29]);
    system.ui.input.keyCombination([CTRL, 52]);
    expect(find(system, "text_basic").text).toBe("");
    system.ui.input.keyCombination([CTRL, 50]);
    system.ui.input.keyCombination([CTRL, 50]);
    expect(find(system, "text_basic").text).toBe("move memove me");
  });

  test("a password is masked and said to be one", () => {
    const system = textTab();
    tapOn(system, "text_password");
    system.ui.input.text("geheim");
    expect(find(system, "text_password")).toMatchObject({ text: "••••••" });
    expect(find(system, "text_password").flags).toContain("password");
  });

  test("ENTER does the field's action: next field, or a line break", () => {
    const system = textTab();
    tapOn(system, "text_basic");
    system.ui.input.keyEvent(ENTER);
    expect(find(system, "text_email").flags).toContain("focused");
    system.ui.input.keyCombination([59, 61]);
    expect(find(system, "text_basic").flags).toContain("focused");
    tapOn(system, "text_comments");
    system.ui.input.text("a");
    system.ui.input.keyEvent(ENTER);
    system.ui.input.text("b");
    expect(system.ui.dumpXml({ compressed: false, windows: false })).toContain('text="a&#10;b"');
  });
});

describe("the keyboard", () => {
  test("comes with the focus, goes with BACK and leaves the screen where it is", () => {
    const system = textTab();
    expect(system.ui.keyboardShown()).toBe(false);
    tapOn(system, "text_basic");
    expect(system.ui.keyboardShown()).toBe(true);
    expect(system.ui.windows()).toContainEqual(
      expect.objectContaining({ title: "InputMethod", type: "input-method", focused: false }),
    );
    system.ui.input.keyEvent(BACK);
    expect(system.ui.keyboardShown()).toBe(false);
    expect(texts(system)).toContain("INPUT TEXT SCREEN");
  });

  test("takes the touches where it covers the app", () => {
    const system = textTab();
    tapOn(system, "text_basic");
    const [x, y] = middle(find(system, "bottom_nav_demos"));
    system.ui.input.tap(x, y);
    expect(texts(system)).toContain("INPUT TEXT SCREEN");
  });

  test("its keys type", () => {
    const system = textTab();
    tapOn(system, "text_basic");
    const keyboard = system.ui.dumpXml({ compressed: false, windows: true }) ?? "";
    const press = (name: string): void => {
      const [, left, top, right, bottom] =
        new RegExp(`content-desc="${name}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]"`).exec(
          keyboard,
        ) ?? [];
      system.ui.input.tap((Number(left) + Number(right)) / 2, (Number(top) + Number(bottom)) / 2);
    };
    for (const key of ["Shift", "h", "i", "Space", "x", "Delete", "y"]) press(key);
    expect(find(system, "text_basic").text).toBe("Hi y");
  });

  test("moves the window up when it would cover the focused field", () => {
    const system = textTab();
    const before = find(system, "text_search").bounds;
    tapOn(system, "text_search");
    const keyboard = system.ui.windows().find(({ type }) => type === "input-method");
    const after = find(system, "text_search").bounds;
    expect(after[1]).toBeLessThan(before[1]);
    expect(after[3]).toBeLessThanOrEqual(keyboard?.bounds[1] ?? 0);
  });

  test("shows digits for a number field, which takes nothing else", () => {
    const system = textTab();
    tapOn(system, "text_numeric");
    system.ui.input.text("12a3");
    expect(find(system, "text_numeric").text).toBe("123");
    expect(system.ui.dumpXml({ compressed: false, windows: true })).not.toContain('content-desc="q"');
  });
});

describe("touches", () => {
  test("short ones tap, long ones press, two quick ones are a double tap", () => {
    const system = fakeSystem();
    openLink(system, "/tap");
    const [x, y] = middle(find(system, "long_press_card"));
    system.ui.input.longPress(x, y, 100);
    expect(texts(system)).toContain("Last action: Tap on card");
    system.ui.input.swipe(x, y, x + 2, y, 800);
    expect(texts(system)).toContain("Long presses: 1");
    tapOn(system, "double_tap_button");
    expect(texts(system)).toContain("Last action: Single tap");
    system.clock.now += 1000;
    tapOn(system, "double_tap_button");
    expect(texts(system)).toContain("Last action: Single tap");
    system.clock.now += 100;
    tapOn(system, "double_tap_button");
    expect(texts(system)).toContain("Last action: Double tap");
  });

  test("a swipe scrolls by its length without the slop", () => {
    const system = fakeSystem();
    openLink(system, "/demos/perf/list");
    const before = find(system, "performance_item_3").bounds[1];
    system.ui.input.swipe(500, 1500, 500, 1221, 300);
    expect(before - find(system, "performance_item_3").bounds[1]).toBe(279 - 21);
  });

  test("a swipe beyond the end changes nothing", () => {
    const system = fakeSystem();
    openLink(system, "/demos/perf/list");
    const before = nodes(system);
    system.ui.input.swipe(500, 1200, 500, 1900, 300);
    expect(nodes(system)).toEqual(before);
  });

  test("a swipe sideways turns the card, a drag drops", () => {
    const system = fakeSystem();
    openLink(system, "/swipe");
    system.ui.input.swipe(800, 1200, 200, 1200, 200);
    expect(texts(system)).toEqual(expect.arrayContaining(["Green card", "Card 2 of 4", "Last swipe: Left"]));
    tapOn(system, "tab_select");
    const [x1, y1] = middle(find(system, "drag_banana"));
    const [x2, y2] = middle(find(system, "drop_basket"));
    system.ui.input.drag(x1, y1, x2, y2, 700);
    expect(texts(system)).toContain("In the basket: Banana");
  });

  test("system gestures: shade from the top, home from the bottom, back from the side", () => {
    const system = fakeSystem();
    openLink(system, "/demos");
    tapOn(system, "demo_ux_flow_action");
    system.ui.input.swipe(5, 1200, 500, 1200, 200);
    expect(texts(system)).toContain("Docs Demo Index");
    system.ui.input.swipe(500, 10, 500, 1500, 200);
    expect(texts(system)).toContain("No notifications");
    system.ui.input.swipe(500, 2390, 500, 1000, 200);
    system.ui.input.swipe(500, 2390, 500, 1000, 200);
    expect(texts(system)).toContain("AutoMobile Playground");
    expect(nodes(system)[0]?.packageName).toBe("com.google.android.apps.nexuslauncher");
  });

  test("nothing listens while the display is off", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    system.ui.input.keyEvent(26);
    expect(system.ui.screenOn()).toBe(false);
    expect(system.ui.dumpXml({ compressed: false, windows: false })).toBeNull();
    system.ui.input.tap(500, 860);
    system.ui.input.keyEvent(224);
    expect(texts(system)).toContain("Expected count: 0");
  });
});
