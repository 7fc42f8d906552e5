import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Adb, type DeviceClient } from "@devicefarmer/adbkit";
import ApkReader from "@devicefarmer/adbkit-apkreader";
import { startVirtualDevice } from "../../../scripts/virtual-device/index.ts";
import { buildApk } from "../../../scripts/virtual-device/system/apk/manifest.ts";
import type { VirtualDevice } from "../../../scripts/virtual-device/types.ts";

const APP = "dev.jasonpearson.automobile.playground";
let device: VirtualDevice;
let client: DeviceClient;
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "adbkit-"));
});
beforeAll(async () => {
  device = await startVirtualDevice();
  const port = Number(device.adbServerSocket.split(":")[2]);
  client = Adb.createClient({ host: "127.0.0.1", port }).getDevice(device.serial);
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await device.stop();
});

async function read(stream: NodeJS.ReadableStream): Promise<Buffer> {
  return Adb.util.readAll(stream as never);
}

test("adbkit lists the device, its properties, features and packages", async () => {
  const port = Number(device.adbServerSocket.split(":")[2]);
  const host = Adb.createClient({ host: "127.0.0.1", port });
  expect(await host.version()).toBe(41);
  expect(
    (await host.listDevices()).map(({ id, type }: { id: string; type: string }) => ({ id, type })),
  ).toEqual([{ id: device.serial, type: "device" }]);
  expect((await client.getProperties())["ro.build.version.release"]).toBe("15");
  expect(await client.getPackages()).toContain(APP);
  expect(Object.keys(await client.getFeatures())).toContain("android.hardware.touchscreen");
  expect(await client.isInstalled(APP)).toBe(true);
  expect(await client.isInstalled("no.such.app")).toBe(false);
});

test("adbkit starts activities, clears apps and reads a dump", async () => {
  await client.startActivity({
    action: "android.intent.action.VIEW",
    data: "automobile://playground/login",
    component: `${APP}/.MainActivity`,
    wait: true,
  });
  const xml = (
    await read(await client.shell("uiautomator dump /sdcard/w.xml >/dev/null; cat /sdcard/w.xml"))
  ).toString();
  expect(xml).toContain('text="Continue as Guest"');
  expect(await client.clear(APP)).toBe(true);
});

test("adbkit takes pictures, moves files, reads directories", async () => {
  const png = await read(await client.screencap());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const transfer = await client.push(Readable.from([Buffer.from("pushed")]), "/sdcard/pushed.txt");
  await new Promise((resolve, reject) => transfer.on("end", resolve).on("error", reject));
  expect((await read(await client.pull("/sdcard/pushed.txt"))).toString()).toBe("pushed");
  const { size } = await client.stat("/sdcard/pushed.txt");
  expect(size).toBe(6);
  expect((await client.readdir("/sdcard/")).map(({ name }: { name: string }) => name)).toContain(
    "pushed.txt",
  );
});

test("adbkit installs an APK that its own reader understands", async () => {
  const apk = join(directory, "a.apk");
  writeFileSync(
    apk,
    buildApk({
      packageName: "org.example.kit",
      versionCode: 3,
      versionName: "3.0",
      minSdk: 21,
      targetSdk: 34,
      label: "Kit",
      debuggable: false,
      testOnly: false,
      permissions: [],
      activities: [],
    }),
  );
  const manifest = await (await ApkReader.open(apk)).readManifest();
  expect(manifest).toMatchObject({ package: "org.example.kit", versionCode: 3, versionName: "3.0" });
  expect(await client.install(apk)).toBe(true);
  expect(await client.isInstalled("org.example.kit")).toBe(true);
  expect(await client.uninstall("org.example.kit")).toBe(true);
});

test("adbkit forwards ports and waits for the boot", async () => {
  expect(await client.forward("tcp:0", "tcp:7100").then(Boolean)).toBe(true);
  expect((await client.listForwards()).map(({ remote }: { remote: string }) => remote)).toContain("tcp:7100");
  expect(await client.waitBootComplete()).toBe(true);
});
