import { z } from "zod";
import { AdbError } from "../android/adb/types.ts";
import { defineTool } from "./define.ts";

/** Lists devices. */
export const listDevices = defineTool({
  name: "listDevices",
  description: "List the Android devices and emulators that can be used, with their state.",
  input: z.strictObject({
    platform: z.enum(["android", "ios"]).optional().describe("Only android is served"),
  }),
  deviceAware: false,
  enabledByDefault: true,
  readOnly: true,
  async run(args, context) {
    if (args.platform === "ios") {
      return { ok: true, value: { ...empty, message: "This server drives Android devices only." } };
    }
    try {
      const devices = (await context.adb.devices()).map(({ serial, state, properties }) => ({
        deviceId: serial,
        platform: "android",
        state,
        name: properties.model?.replaceAll("_", " ") ?? serial,
        isVirtual: serial.startsWith("emulator-"),
      }));
      const online = devices.filter((device) => device.state === "device").length;
      const message = `${devices.length} Android device${devices.length === 1 ? "" : "s"}, ${online} online.`;
      const discovery = { complete: true, failedPlatforms: [] };
      return { ok: true, value: { message, devices, count: devices.length, discovery } };
    } catch (error) {
      if (!(error instanceof AdbError)) throw error;
      // A failed search must not look like an empty list.
      return { ok: false, code: "discovery_incomplete", message: error.message, retryable: true };
    }
  },
});

const empty = { devices: [], count: 0, discovery: { complete: true, failedPlatforms: [] } };
