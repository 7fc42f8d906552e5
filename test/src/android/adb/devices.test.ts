import { describe, expect, test } from "bun:test";
import { parseDeviceList } from "../../../../src/android/adb/devices.ts";

const short = (text: string) => parseDeviceList(text).map(({ serial, state }) => [serial, state]);

describe("parseDeviceList", () => {
  test("reads serials that hold blanks from the right", () => {
    expect(
      short(
        "List of devices attached\nadb-0123 (2)._adb-tls-connect._tcp device product:socrates model:M transport_id:1\n",
      ),
    ).toEqual([["adb-0123 (2)._adb-tls-connect._tcp", "device"]]);
    expect(short("adb-4c753791-lL2him (2)._adb-tls-connect._tcp\tdevice")).toEqual([
      ["adb-4c753791-lL2him (2)._adb-tls-connect._tcp", "device"],
    ]);
  });

  test("skips the server's own notices, before and after the header", () => {
    const text =
      "* daemon not running; starting now at tcp:5037\nList of devices attached\nadb server version (32) doesn't match this client (36); killing...\n* daemon started successfully *\n0816f3699208ee6d\tdevice\n\n";
    expect(short(text)).toEqual([["0816f3699208ee6d", "device"]]);
  });

  test("a device path without its key is not the state", () => {
    expect(
      parseDeviceList("bd9d00cc               device 3-1 product:manet model:X device:manet transport_id:2"),
    ).toEqual([
      {
        serial: "bd9d00cc",
        state: "device",
        properties: { usb: "3-1", product: "manet", model: "X", device: "manet", transport_id: "2" },
      },
    ]);
  });

  test("no permissions keeps the remedy as the state", () => {
    const [device] = parseDeviceList(
      "R58M123       no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html] usb:1-2 transport_id:4",
    );
    expect(device?.serial).toBe("R58M123");
    expect(device?.state).toStartWith("no permissions (missing udev rules?");
    expect(device?.properties).toEqual({ usb: "1-2", transport_id: "4" });
    expect(short("????????????    no permissions")).toEqual([["????????????", "no permissions"]]);
    expect(short("eb9f484b\tno permissions (user in plugdev group; are your udev rules wrong?)")).toEqual([
      ["eb9f484b", "no permissions (user in plugdev group; are your udev rules wrong?)"],
    ]);
  });

  test("a network serial with a colon stays whole", () => {
    expect(short("192.168.1.20:5555      offline transport_id:4\nlocalhost:5555 device product:p")).toEqual([
      ["192.168.1.20:5555", "offline"],
      ["localhost:5555", "device"],
    ]);
  });

  test("an empty list is empty", () => {
    expect(parseDeviceList("List of devices attached\n\n")).toEqual([]);
  });
});
