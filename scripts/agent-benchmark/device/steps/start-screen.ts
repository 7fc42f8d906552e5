import { matchScreen } from "../../audit/screen.ts";
import { sleep } from "../command.ts";
import { type CaptureOptions, captureScreen, type ScreenCapture } from "../dump.ts";
import { stepError } from "../step-error.ts";

export interface StartScreenOptions extends CaptureOptions {
  packageName: string;
  expected: readonly string[];
  /** Pause before the second look in milliseconds; default 1000. */
  secondLookMs?: number;
}

/**
 * Checks that the app shows the start screen before Claude starts; the dump stays in the run directory. A missing text is
 * looked for twice, because a first start may draw late.
 */
export async function checkStartScreen(options: StartScreenOptions): Promise<ScreenCapture> {
  const place = { step: options.step ?? "start-screen", serial: options.serial };
  for (let look = 1; ; look++) {
    const capture = await captureScreen({ ...options, step: place.step });
    if (capture.outcome === "unobservable") {
      throw stepError(place, {
        code: "START_SCREEN_UNREADABLE",
        message: `Whether the app shows its start screen could not be found out. ${capture.reason}${capture.state.obstruction ? ` ${capture.state.obstruction}` : ""}`,
        hint: "Unlock the device, close dialogs, stop other automation tools (Appium, Maestro), then run again.",
      });
    }
    const missing = matchScreen(capture.hierarchy, options.packageName, options.expected, {
      typedText: "counts",
    }).filter((check) => !check.passed);
    if (missing.length === 0) return capture;
    if (look === 1 && capture.state.obstruction === null) {
      await sleep(options.secondLookMs ?? 1000, options.signal);
      continue;
    }
    const there =
      capture.state.obstruction ??
      `In front is ${capture.state.focus ?? (capture.rootPackages.join(", ") || "an unknown window")}.`;
    throw stepError(place, {
      code: "START_SCREEN_MISSING_TEXT",
      message: `${options.packageName} does not show ${missing.map(({ expected }) => JSON.stringify(expected)).join(", ")} on its start screen. ${there}`,
      hint: "start-screen.xml and start-screen.png in the run directory show where the app landed: a preference may have changed its name, or the link led elsewhere.",
    });
  }
}
