import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeAxml, encodeAxml } from "../../../scripts/virtual-device/system/apk/axml.ts";
import { type ApkInfo, buildApk, readApk } from "../../../scripts/virtual-device/system/apk/manifest.ts";
import { readZipEntry, writeZip } from "../../../scripts/virtual-device/system/apk/zip.ts";

const INFO: ApkInfo = {
  packageName: "org.example.app",
  versionCode: 12,
  versionName: "1.2 (β)",
  minSdk: 24,
  targetSdk: 35,
  label: "Prüfung",
  debuggable: true,
  testOnly: false,
  activities: [
    {
      name: "org.example.app.Main",
      exported: true,
      filters: [
        {
          actions: ["android.intent.action.MAIN"],
          categories: ["android.intent.category.LAUNCHER"],
          schemes: [],
          hosts: [],
        },
        { actions: ["android.intent.action.VIEW"], categories: [], schemes: ["example"], hosts: ["open"] },
      ],
    },
  ],
  permissions: ["android.permission.CAMERA"],
};

describe("APK files", () => {
  test("are read as they were built, byte for byte the same each time", () => {
    expect(readApk(buildApk(INFO))).toEqual(INFO);
    expect(Buffer.from(buildApk(INFO)).equals(Buffer.from(buildApk(INFO)))).toBe(true);
  });

  test("with a compressed manifest are read too", async () => {
    const { deflateRawSync } = await import("node:zlib");
    const manifest = readZipEntry(buildApk(INFO), "AndroidManifest.xml");
    if (!manifest) throw new Error("no manifest");
    const stored = writeZip([
      { name: "AndroidManifest.xml", data: new Uint8Array(deflateRawSync(manifest)) },
    ]);
    const view = new DataView(stored.buffer);
    view.setUint16(8, 8, true);
    const directory = view.getUint32(stored.length - 6, true);
    view.setUint16(directory + 10, 8, true);
    expect(readApk(stored)).toEqual(INFO);
  });

  test.each([
    ["empty", new Uint8Array(), "not a zip archive"],
    ["not a zip", new TextEncoder().encode("hello".repeat(20)), "not a zip archive"],
    [
      "without a manifest",
      writeZip([{ name: "classes.dex", data: new Uint8Array(4) }]),
      "AndroidManifest.xml is missing",
    ],
    [
      "with a text manifest",
      writeZip([{ name: "AndroidManifest.xml", data: new TextEncoder().encode("<manifest />") }]),
      "not a binary XML document",
    ],
  ])("%s: the error says so", (_, bytes, message) => {
    expect(() => readApk(bytes)).toThrow(message);
  });

  test("broken in any place end in an error, never in a hang or another kind of throw", () => {
    const apk = buildApk(INFO);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(apk.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const broken = apk.slice();
          for (const [at, value] of changes) broken[at] = value;
          try {
            readApk(broken);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("binary XML keeps references, booleans and numbers apart", () => {
  const root = {
    name: "manifest",
    attributes: { package: "a.b", versionCode: -1, debuggable: true, label: { reference: 0x7f010001 } },
    children: [{ name: "application", attributes: { name: "x" }, children: [] }],
  };
  expect(decodeAxml(encodeAxml(root))).toEqual(root);
});
