import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Desk, startDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.open("/text");
});
afterAll(() => desk.stop());

const echo = async () =>
  /text="(You typed: [^"]*|Nothing typed)"/.exec(await desk.shell("uiautomator dump /dev/tty"))?.[1];

describe("inputText", () => {
  test("types into the field it names, whatever a shell would make of it", async () => {
    const { value } = await desk.call("inputText", {
      text: "a b's $HOME 100%s",
      selector: { elementId: "text_basic" },
    });
    expect(value.fieldText).toBe("a b's $HOME 100%s");
    expect(await echo()).toBe("You typed: a b's $HOME 100%s");
  });

  test("without a selector it adds to the focused field", async () => {
    const { value } = await desk.call("inputText", { text: "!" });
    expect(value.fieldText).toEndWith("100%s!");
  });

  test("a field that a recent look showed needs no look before", async () => {
    await desk.call("observe");
    const dumps = () => desk.device.requests.filter((request) => request.includes("uiautomator")).length;
    const before = dumps();
    await desk.call("inputText", { text: "?" });
    expect(dumps() - before).toBe(1);
  });

  test("characters the keyboard cannot take are named and nothing is typed", async () => {
    const before = await echo();
    const { isError, text } = await desk.call("inputText", { text: "né 📦" });
    expect(isError).toBe(true);
    expect(text).toContain('"é" (U+00E9), "📦" (U+1F4E6)');
    expect(await echo()).toBe(before);
  });

  test("a keyboard that takes any text gets it whole", async () => {
    const usual = await desk.shell("settings get secure default_input_method");
    await desk.shell("settings put secure default_input_method com.android.adbkeyboard/.AdbIME");
    await desk.call("inputText", { text: "né 📦" });
    await desk.shell(`settings put secure default_input_method ${usual}`);
    const sent = desk.device.requests.findLast((request) => request.includes("ADB_INPUT_B64")) ?? "";
    const encoded = /--es msg '([^']+)'/.exec(sent)?.[1] ?? "";
    expect(Buffer.from(encoded, "base64").toString("utf8")).toBe("né 📦");
  });

  test("a line break that sent the first line is told", async () => {
    await desk.open("/chat");
    const { value } = await desk.call("inputText", {
      text: "one\ntwo",
      selector: { elementId: "chat_input" },
    });
    expect(value.fieldText).toBe("two");
    expect(value.warnings).toEqual([
      "The field does not hold the text as typed: read fieldText. Line breaks pressed Enter, which may have sent a part.",
    ]);
    await desk.open("/text");
  });

  test("a password is typed but not told", async () => {
    const { value } = await desk.call("inputText", {
      text: "hunter2",
      selector: { elementId: "text_password" },
    });
    expect(value).not.toHaveProperty("fieldText");
    expect(value.success).toBe(true);
  });

  test("dismissKeyboard closes the keyboard and leaves the screen", async () => {
    await desk.call("inputText", { text: "x", selector: { elementId: "text_email" }, dismissKeyboard: true });
    expect((await desk.call("keyboard", { action: "detect" })).value.open).toBe(false);
    expect((await desk.call("observe")).value.screenIdentity.name).toBe("HomeDestination");
  });

  test("an unclear selector asks for what this tool takes, and names the fields", async () => {
    const { text } = await desk.call("inputText", { text: "x", selector: { text: "e" } });
    expect(text).toMatch(/^Error: \d+ elements match text "e": name one by its elementId or whole text\./);
    expect(text).not.toContain("pass index");
    expect(text).toContain('{"elementId": "text_basic"}');
  });

  test("what is no field is refused", async () => {
    const { text } = await desk.call("inputText", { text: "x", selector: { text: "INPUT TEXT SCREEN" } });
    expect(text).toContain('text "INPUT TEXT SCREEN" was tapped and did not take the focus');
    expect(text).toContain('Pass selector; the screen\'s fields are {"elementId": "text_basic"}');
  });
});

describe("clearText", () => {
  test("empties the named field", async () => {
    await desk.call("inputText", { text: "to go", selector: { elementId: "text_basic" } });
    const { value } = await desk.call("clearText", { selector: { elementId: "text_basic" } });
    expect(value.success).toBe(true);
    expect(await echo()).toBe("Nothing typed");
  });
});

describe("sendKeys", () => {
  test("types, presses keys and replaces in one call", async () => {
    await desk.call("tapOn", { selector: { elementId: "text_basic" } });
    const { value } = await desk.call("sendKeys", {
      commands: [
        { action: "type", text: "abc" },
        { action: "key", key: "backspace" },
        { action: "key", key: "z" },
      ],
    });
    expect(value.message).toStartWith("Sent 3 commands.");
    expect(await echo()).toBe("You typed: abz");
    await desk.call("sendKeys", { commands: [{ action: "type", text: "new", operation: "replace" }] });
    expect(await echo()).toBe("You typed: new");
    await desk.call("sendKeys", { commands: [{ action: "clear" }], selector: { elementId: "text_basic" } });
    expect(await echo()).toBe("Nothing typed");
  });

  test("the command that fails is counted", async () => {
    const { isError, text } = await desk.call("sendKeys", {
      commands: [
        { action: "key", key: "tab" },
        { action: "key", key: "bogus" },
      ],
    });
    expect(isError).toBe(true);
    expect(text).toStartWith('Error: Command 2 of 2: there is no key "bogus"');
    expect(text).toEndWith("The commands before it were carried out.");
  });

  test("text that no field would take is not sent", async () => {
    await desk.open("/demos/bugs/repro");
    const typed = () => desk.device.requests.filter((request) => request.includes("input text")).length;
    const before = typed();
    const { isError, text } = await desk.call("sendKeys", { commands: [{ action: "type", text: "lost" }] });
    expect([isError, typed() - before]).toEqual([true, 0]);
    expect(text).toBe("Error: No text field has the focus. The screen has no text field.");
    const { value } = await desk.call("imeAction", { action: "done" });
    expect(value.warnings[0]).toContain("No text field had the focus");
    await desk.open("/text");
  });
});

describe("keyboard and imeAction", () => {
  test("opens, detects and closes", async () => {
    await desk.call("tapOn", { selector: { elementId: "text_search" } });
    expect((await desk.call("keyboard", { action: "open" })).value.open).toBe(true);
    expect((await desk.call("imeAction", { action: "search" })).value.message).toStartWith("Pressed search.");
    await desk.call("tapOn", { selector: { elementId: "text_basic" } });
    expect((await desk.call("keyboard", { action: "close" })).value.open).toBe(false);
    expect((await desk.call("keyboard", { action: "close" })).value.message).toContain("already");
  });

  test("next goes to the next field", async () => {
    await desk.call("tapOn", { selector: { elementId: "text_basic" } });
    const { value } = await desk.call("imeAction", { action: "next" });
    expect(value.success).toBe(true);
  });
});

describe("clipboard", () => {
  test("a device whose shell may not use it says so", async () => {
    for (const args of [{ action: "get" }, { action: "clear" }, { action: "copy", text: "x" }]) {
      expect((await desk.call("clipboard", args)).text).toContain("cannot use the clipboard");
    }
  });

  test("copy and paste within the app work by keys", async () => {
    await desk.call("inputText", { text: "twice", selector: { elementId: "text_basic" } });
    await desk.call("sendKeys", { commands: [{ action: "key", key: "a", modifiers: ["ctrl"] }] });
    await desk.call("clipboard", { action: "copy" });
    await desk.call("sendKeys", { commands: [{ action: "key", key: "move_end" }] });
    const { value } = await desk.call("clipboard", { action: "paste" });
    expect(value.message).toContain("Pasted");
    expect(await echo()).toContain("twice");
  });
});
