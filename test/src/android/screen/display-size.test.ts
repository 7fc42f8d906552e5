import { expect, test } from "bun:test";
import { parseDisplaySize } from "../../../../src/android/screen/display-size.ts";

const dialog = { width: 971, height: 1423 };
const windows = (more: string) =>
  `WINDOW MANAGER DISPLAY CONTENTS\n  Display: mDisplayId=0 (organized)\n    init=1080x2400 420dpi ${more} app=1080x2274\n  Display: mDisplayId=2\n    init=720x720 160dpi cur=720x720\n`;

test("the default display's present size counts, whatever a dialog spans", () => {
  expect(parseDisplaySize(windows("base=720x1600 280dpi cur=1080x2400"), dialog)).toEqual({
    width: 1080,
    height: 2400,
  });
});

test("a size that could not hold the window, and none, leave what the window spans", () => {
  expect(parseDisplaySize(windows("cur=2400x1080"), dialog)).toEqual(dialog);
  expect(parseDisplaySize("", dialog)).toEqual(dialog);
});
