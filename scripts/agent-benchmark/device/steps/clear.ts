import { shellQuote } from "../../../../src/android/shell-quote.ts";
import type { StepDevice } from "../command.ts";
import { parsePmClear, pmClearRemedy } from "../parse/pm-clear.ts";
import { stepError } from "../step-error.ts";

/** Clears the app's data for user 0; a refusal is explained with the setting that lifts it. */
export async function clearAppData(device: StepDevice, packageName: string): Promise<void> {
  const result = await device.run(`pm clear --user 0 ${shellQuote(packageName)}`);
  const outcome = parsePmClear(result.stdout, result.stderr);
  if (outcome.status === "cleared") return;
  throw stepError(device, {
    code: "APP_CLEAR_REFUSED",
    message: `The device refused to clear the data of ${packageName}: ${outcome.message}.`,
    hint: pmClearRemedy(outcome),
  });
}
