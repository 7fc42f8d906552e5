import type { UiWindow } from "../../../src/android/hierarchy/types.ts";
import type { StepDevice } from "./command.ts";
import { dialogOfTitle, parseFocus, parseKeyguard, parseWakefulness } from "./parse/window.ts";

/** What the device said about its screen beside the dump. Null is unknown. */
export interface ScreenState {
  /** The focused window: package/activity or a title. */
  focus: string | null;
  keyguard: boolean | null;
  /** Awake, Asleep, Dozing, Dreaming. */
  wakefulness: string | null;
  /** A system dialog on top, in words. */
  dialog: string | null;
  /** Why what the dump shows may not be the app at all, one plain sentence; null when nothing covers it. */
  obstruction: string | null;
}

const QUESTIONS = {
  displays: "dumpsys window displays",
  windows: "dumpsys window windows",
  policy: "dumpsys window policy",
  activities: "dumpsys activity activities",
  power: "dumpsys power",
} as const;

/** Asks for focus, lock screen and wakefulness. Never throws: what cannot be read is null. */
export async function readScreenState(
  device: StepDevice,
): Promise<Pick<ScreenState, "focus" | "keyguard" | "wakefulness">> {
  const ask = async (question: keyof typeof QUESTIONS) => {
    try {
      return (await device.run(QUESTIONS[question], { quiet: true, timeoutMs: 5000, attempts: 2 })).stdout;
    } catch {
      return "";
    }
  };
  const [displays, power] = await Promise.all([ask("displays"), ask("power")]);
  const focus = parseFocus(displays) ?? parseFocus(await ask("windows"));
  const keyguard =
    parseKeyguard(displays) ?? parseKeyguard(await ask("policy")) ?? parseKeyguard(await ask("activities"));
  return { focus, keyguard, wakefulness: parseWakefulness(power) };
}

const PERMISSION_CONTROLLER =
  /^(com\.(google\.)?android\.permissioncontroller|com\.(google\.)?android\.packageinstaller|com\.android\.packageinstaller)$/;

/**
 * A system dialog in a dump, known by its root's package and ids: permission prompts of the permission controller, crash and
 * not-responding dialogs of package `android` (ids aerr_*). Null when there is none.
 */
function dialogInWindows(windows: readonly UiWindow[]): string | null {
  for (const { packageName, nodes } of windows) {
    if (PERMISSION_CONTROLLER.test(packageName)) {
      return `a permission dialog${quoted(nodes.find((node) => node.resourceId.endsWith(":id/permission_message"))?.text)}`;
    }
    if (packageName !== "android") continue;
    const title = nodes.find((node) => node.resourceId === "android:id/alertTitle")?.text;
    if (nodes.some((node) => /^android:id\/aerr_/.test(node.resourceId)))
      return `a crash or not-responding dialog${quoted(title)}`;
    return `a system dialog${quoted(title ?? nodes.find((node) => node.text !== "")?.text)}`;
  }
  return null;
}

function quoted(text: string | undefined): string {
  return text ? ` (“${text.slice(0, 120)}”)` : "";
}

/** Puts together what the device said and what the dump shows. */
export function judgeScreen(
  asked: Pick<ScreenState, "focus" | "keyguard" | "wakefulness">,
  windows: readonly UiWindow[] | null,
): ScreenState {
  const dialog = (windows && dialogInWindows(windows)) ?? dialogOfTitle(asked.focus);
  return { ...asked, dialog, obstruction: obstructionOf(asked, dialog) };
}

function obstructionOf(
  asked: Pick<ScreenState, "keyguard" | "wakefulness">,
  dialog: string | null,
): string | null {
  if (asked.keyguard === true) return "The lock screen was showing.";
  if (asked.wakefulness !== null && asked.wakefulness !== "Awake")
    return `The screen was off (${asked.wakefulness}).`;
  if (dialog !== null) return `The screen was covered by ${dialog}.`;
  return null;
}
