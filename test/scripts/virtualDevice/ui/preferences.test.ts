import { describe, expect, test } from "bun:test";
import {
  ClassCastError,
  loadPreferences,
  openPreferences,
  parsePreferences,
  renderPreferences,
} from "../../../../scripts/virtual-device/ui/kit/preferences.ts";

function memoryFiles(initial: Record<string, string> = {}) {
  const content = new Map(Object.entries(initial));
  return {
    content,
    read: (path: string) => {
      const text = content.get(path);
      return text === undefined ? null : new TextEncoder().encode(text);
    },
    write: (path: string, bytes: Uint8Array) => void content.set(path, new TextDecoder().decode(bytes)),
    remove: (path: string) => void content.delete(path),
    list: () => [...content.keys()],
  };
}

const ALL = `<?xml version='1.0' encoding='utf-8' standalone='yes' ?>
<map>
    <boolean name="on" value="true" />
    <boolean name="odd" value="yes" />
    <int name="count" value="-3" />
    <long name="time" value="1760000000000" />
    <float name="scale" value="1.5" />
    <string name="who">Ann &amp; Bo&#10;!</string>
    <set name="steps"><string>a</string><string>b</string></set>
</map>`;

describe("SharedPreferences files", () => {
  test("are read with every type; a boolean that is not true is false", () => {
    expect(Object.fromEntries(parsePreferences(ALL))).toEqual({
      on: { type: "boolean", value: true },
      odd: { type: "boolean", value: false },
      count: { type: "int", value: -3 },
      time: { type: "long", value: 1760000000000 },
      scale: { type: "float", value: 1.5 },
      who: { type: "string", value: "Ann & Bo\n!" },
      steps: { type: "set", value: ["a", "b"] },
    });
  });

  test("come back as they were written", () => {
    const map = parsePreferences(ALL);
    expect(parsePreferences(renderPreferences(map))).toEqual(map);
  });

  test.each([
    ["not XML", "<map"],
    ["another root", "<list></list>"],
    ["an unknown tag", '<map><char name="a" value="b"/></map>'],
    ["no value", '<map><int name="a"/></map>'],
    ["an int with a blank", '<map><int name="a" value=" 1"/></map>'],
    ["an int of 33 bits", '<map><int name="a" value="4294967296"/></map>'],
    ["loose text", "<map>hello</map>"],
  ])("that hold %s are silently empty, with a line in the log", (_what, xml) => {
    const warnings: string[] = [];
    const files = memoryFiles({ "shared_prefs/p.xml": xml });
    expect(loadPreferences(files, "p", (message) => warnings.push(message)).size).toBe(0);
    expect(warnings).toHaveLength(1);
  });

  test("give way to a backup that was left", () => {
    const files = memoryFiles({
      "shared_prefs/p.xml": '<map><boolean name="seeded" value="true" /></map>',
      "shared_prefs/p.xml.bak": '<map><boolean name="old" value="true" /></map>',
    });
    expect([...loadPreferences(files, "p", () => undefined).keys()]).toEqual(["old"]);
    expect([...files.content.keys()]).toEqual(["shared_prefs/p.xml"]);
  });

  test("are written through, and a value of another type is a ClassCastException", () => {
    const files = memoryFiles();
    const preferences = openPreferences(new Map(), "p", files);
    preferences.put("count", { type: "int", value: 3 });
    expect(files.content.get("shared_prefs/p.xml")).toContain('<int name="count" value="3" />');
    expect(() => preferences.getLong("count", 0)).toThrow(ClassCastError);
    expect(preferences.getString("none", "fallback")).toBe("fallback");
    preferences.put("count", null);
    expect(files.content.get("shared_prefs/p.xml")).not.toContain("count");
  });
});
