import { z } from "zod";
import { defineTool } from "./define.ts";
import { takeScreenshot } from "./screenshot.ts";

/** Takes a picture of the screen. */
export const captureScreenshot = defineTool({
  name: "captureScreenshot",
  description:
    "Take a PNG of the screen. observe is cheaper for reading text and finding elements; use this for what only a picture shows.",
  input: z.strictObject({
    includeScreenshotImage: z
      .boolean()
      .optional()
      .describe("Return the picture itself, not only its path. Default true"),
  }),
  deviceAware: true,
  enabledByDefault: true,
  readOnly: true,
  async run(args, context) {
    const png = await takeScreenshot(context);
    const path = await context.services.saveOutput("screenshot.png", png);
    const value = {
      message: "Took a screenshot.",
      success: true,
      path,
      bytes: png.length,
      ...dimensions(png),
    };
    if (args.includeScreenshotImage === false) return { ok: true, value };
    return { ok: true, value, images: [{ mimeType: "image/png", data: png.toString("base64") }] };
  },
});

/** Width and height stand first in the IHDR chunk (PNG specification, section 11.2.1). */
function dimensions(png: Buffer): { width?: number; height?: number } {
  return png.length < 24 ? {} : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
