import { open, stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { defineTool } from "./define.ts";
import { failed } from "./result.ts";

const MAX_BYTES = 2 * 1024 * 1024 * 1024;

/** Installs an APK from the server's machine. */
export const installApp = defineTool({
  name: "installApp",
  description: "Install (or update) an app from an APK file on the machine this server runs on.",
  input: z.strictObject({ artifactPath: z.string().min(1).max(4096).describe("Absolute path of the .apk") }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const path = args.artifactPath;
    if (!isAbsolute(path) || !path.endsWith(".apk"))
      return failed("artifactPath must be the absolute path of an .apk file.");
    const apk = await readApk(path);
    if (typeof apk === "string") return failed(apk);
    const said = await context.adb.install(context.serial, apk, ["-r", "-t"]);
    if (/^Success$/m.test(said)) return { ok: true, value: { message: `Installed ${path}.`, success: true } };
    const reason = /Failure \[(.*)\]/s.exec(said)?.[1] ?? said;
    return failed(
      `The device refused the app: ${reason.trim().slice(0, 300) || "it gave no reason"}${remedy(reason)}`,
    );
  },
});

async function readApk(path: string): Promise<Uint8Array | string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) return `${path} is larger than ${MAX_BYTES} bytes.`;
    const file = await open(path);
    try {
      const bytes = await file.readFile();
      // An APK is a zip archive.
      return bytes[0] === 0x50 && bytes[1] === 0x4b ? bytes : `${path} is no APK.`;
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read.`;
  }
}

function remedy(reason: string): string {
  if (reason.includes("USER_RESTRICTED"))
    return ". Accept the prompt on the device, or allow installing via USB in its developer options.";
  if (reason.includes("UPDATE_INCOMPATIBLE"))
    return ". Another build with a different signature is installed: uninstall it first.";
  return "";
}
