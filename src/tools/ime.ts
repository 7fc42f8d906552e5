import { z } from "zod";
import { combinationCommand, KEY_CODES, keyCommand } from "../android/input/keys.ts";

const SHIFT = 59;

export const imeActionSchema = z.enum(["done", "next", "search", "send", "go", "previous"]);

/** Enter performs the field's action, whatever it is called; back to the field before it is Shift and Tab. */
export function imeActionCommand(action: z.infer<typeof imeActionSchema>): string {
  return action === "previous" ? combinationCommand([SHIFT, KEY_CODES.tab]) : keyCommand("enter");
}
