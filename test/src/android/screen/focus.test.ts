import { expect, test } from "bun:test";
import { parseFocus } from "../../../../src/android/screen/focus.ts";
import { identify } from "../../../../src/android/screen/identity.ts";
import { label, node, screenOf } from "./screens.ts";

test("the last window with an activity is the focused one", () => {
  const text = `  mCurrentFocus=null
  mCurrentFocus=Window{c1f u0 com.app/com.app.Virtual}
  mCurrentFocus=Window{1a2b3c u0 com.app/.MainActivity}
  mFocusedApp=ActivityRecord{8f u0 com.app/.MainActivity t12}`;
  expect(parseFocus(text)).toEqual({ packageName: "com.app", activity: "com.app.MainActivity" });
});

test("a window without an activity is no app in front", () => {
  expect(parseFocus("mCurrentFocus=Window{aa u0 NotificationShade}")).toBeNull();
  expect(parseFocus("")).toBeNull();
});

test("a destination tag names the screen, else the activity does", () => {
  const { nodes } = screenOf(node({ "resource-id": "navigation.LoginDestination", bounds: "[0,0][9,9]" }));
  expect(identify(nodes, "com.app", null)).toEqual({
    name: "LoginDestination",
    key: "com.app#LoginDestination",
    source: "navigation-tag",
  });
  const focus = { packageName: "com.app", activity: "com.app.MainActivity" };
  const plain = (text: string) => identify(screenOf(label(text, 1, "title")).nodes, "com.app", focus);
  expect(plain("One").name).toBe("MainActivity");
  expect(plain("One").key).toBe(plain("Two").key);
  expect(identify([], "com.app", null)).toMatchObject({ name: "com.app", source: "package" });
});
