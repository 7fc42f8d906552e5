import type {
  SystemServices,
  UiRuntime,
  WindowInfo,
} from "../../../../scripts/virtual-device/system/types.ts";

/** A screen with one text per action, for tests of everything that is not the screen. */
export interface FakeUi extends UiRuntime {
  /** What was asked of the screen, oldest first. */
  readonly calls: string[];
}

const PNG = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

/** A tiny UiRuntime: it starts any known component and writes down what happens. */
export function createFakeUi(services: SystemServices): FakeUi {
  const calls: string[] = [];
  let stack: { packageName: string; activity: string }[] = [];
  let running = new Map<string, number>();
  let nextPid = 3000;
  let keyguard = false;
  let dialog: string | null = null;
  let screenOn = true;
  const note = (text: string): void => void calls.push(text);
  return {
    calls,
    startActivity(intent) {
      const [packageName = "", activity = ""] = (intent.component ?? "").split("/");
      const info = services.packageInfo(packageName);
      if (!info) return { status: "not-found", component: intent.component ?? "" };
      if (!info.activities.some(({ name }) => name === activity)) {
        return { status: "not-found", component: intent.component ?? "" };
      }
      const top = stack[0]?.packageName === packageName;
      note(`start ${packageName}/${activity} ${intent.data ?? ""}`);
      const cold = !running.has(packageName);
      if (cold) running.set(packageName, nextPid++);
      if (!top) stack = [{ packageName, activity }, ...stack];
      return {
        status: "ok",
        activity: `${packageName}/${activity}`,
        launchState: cold ? "COLD" : "HOT",
        totalMs: 321,
        ...(top ? { warning: "delivered-to-top" as const } : {}),
      };
    },
    forceStop(packageName) {
      running.delete(packageName);
      stack = stack.filter((entry) => entry.packageName !== packageName);
    },
    pid: (packageName) => running.get(packageName) ?? null,
    processes: () => [...running].map(([packageName, pid]) => ({ packageName, pid })),
    input: {
      tap: (x, y) => note(`tap ${x} ${y}`),
      longPress: (x, y, ms) => note(`longPress ${x} ${y} ${ms}`),
      swipe: (...numbers) => note(`swipe ${numbers.join(" ")}`),
      drag: (...numbers) => note(`drag ${numbers.join(" ")}`),
      text: (value) => note(`text ${value}`),
      keyCombination: (codes) => note(`keys ${codes.join("+")}`),
      keyEvent: (code, options) => note(`key ${code}${options?.longPress ? " long" : ""}`),
    },
    windows(): WindowInfo[] {
      const { width, height } = services.display();
      return stack.slice(0, 1).map(({ packageName, activity }) => ({
        packageName,
        title: `${packageName}/${activity}`,
        type: "application",
        focused: true,
        bounds: [0, 0, width, height],
      }));
    },
    dumpXml() {
      const text = dialog ?? (keyguard ? "keyguard" : (stack[0]?.packageName ?? "launcher"));
      return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${services.display().rotation}"><node index="0" text="${text}" resource-id="" class="android.widget.TextView" package="${text}" content-desc="" bounds="[0,0][100,100]" /></hierarchy>`;
    },
    screenshot: () => PNG,
    backStack: () => stack,
    keyboardShown: () => false,
    keyguardShown: () => keyguard,
    setKeyguard(shown) {
      keyguard = shown;
    },
    screenOn: () => screenOn,
    setScreenOn(on) {
      screenOn = on;
    },
    expandNotifications: (expanded) => note(`notifications ${expanded}`),
    setRotation: (rotation) => note(`rotation ${rotation}`),
    setDialog(value) {
      dialog = value ? `${value.kind} ${value.packageName}` : null;
    },
    configurationChanged: () => note("configuration"),
    reboot() {
      note("reboot");
      stack = [];
      running = new Map();
    },
    snapshot: () => structuredClone({ stack, running, keyguard, dialog, screenOn }),
    restore(snapshot) {
      const saved = snapshot as {
        stack: typeof stack;
        running: typeof running;
        keyguard: boolean;
        dialog: string | null;
        screenOn: boolean;
      };
      ({ stack, running, keyguard, dialog, screenOn } = structuredClone(saved));
    },
  };
}
