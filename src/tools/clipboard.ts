import { z } from "zod";
import { keyCommand } from "../android/input/keys.ts";
import { shellQuote } from "../android/shell-quote.ts";
import { lastScreen, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";
import { failed } from "./result.ts";
import type { ToolContext, ToolResult } from "./types.ts";

/** The device's clipboard, where its shell may use it. */
export const clipboard = defineTool({
  name: "clipboard",
  description:
    "Use the device's clipboard: copy (text, or without it the field's selection), paste into the focused field, get, clear. Many devices do not let the shell read or write it; the error says so.",
  input: z.strictObject({
    action: z.enum(["copy", "paste", "clear", "get"]),
    text: z.string().min(1).max(10_000).optional().describe("For copy: what to put there"),
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    if (args.action === "paste" || (args.action === "copy" && args.text === undefined)) {
      const before = lastScreen(context);
      await run(context, keyCommand(args.action));
      const message = args.action === "paste" ? "Pasted into the focused field." : "Copied the selection.";
      return reportAction(context, { message, before, projection: "skeleton" });
    }
    if (args.action === "get")
      return service(context, "get-text", (text) => ({ message: "Read the clipboard.", text }));
    const command = args.action === "clear" ? "clear" : `set-text ${shellQuote(args.text!)}`;
    return service(context, command, () => ({ message: "The clipboard is set.", success: true }));
  },
});

/** Stock Android has no shell command for the clipboard and says so; some builds add one. */
async function service(
  context: ToolContext,
  command: string,
  value: (text: string) => Record<string, unknown>,
): Promise<ToolResult> {
  const { stdout, stderr, exitCode } = await context.adb.shell(context.serial, `cmd clipboard ${command}`, {
    signal: context.signal,
  });
  const said = new TextDecoder().decode(Buffer.concat([stdout, stderr])).trim();
  if (
    exitCode !== 0 ||
    /No shell command implementation|Unknown command|Can.t find service|Exception/.test(said)
  ) {
    return failed(
      "This device's shell cannot use the clipboard. Type with inputText instead, or copy and paste within the app.",
    );
  }
  return { ok: true, value: value(said) };
}
