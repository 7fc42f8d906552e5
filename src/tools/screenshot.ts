import { AdbError } from "../android/adb/types.ts";
import type { ToolContext, ToolResult } from "./types.ts";

const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of the display. A warning that some devices print before the picture is cut off. */
export async function takeScreenshot(context: ToolContext): Promise<Buffer> {
  const bytes = Buffer.from(
    await context.adb.exec(context.serial, "screencap -p", { signal: context.signal }),
  );
  const at = bytes.indexOf(PNG_MAGIC);
  if (at >= 0) return bytes.subarray(at);
  const said = bytes.toString("utf8", 0, 200).trim();
  throw new AdbError("REFUSED", `The device gave no picture${said ? `: ${said}` : ""}`);
}

/** Adds a picture of the screen to a result when it is wanted. */
export async function addScreenshot(
  context: ToolContext,
  result: Extract<ToolResult, { ok: true }>,
  wanted: boolean,
): Promise<ToolResult> {
  if (!wanted) return result;
  const png = await takeScreenshot(context);
  return { ...result, images: [{ mimeType: "image/png", data: png.toString("base64") }] };
}
