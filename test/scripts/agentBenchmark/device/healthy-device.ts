import { createHash } from "node:crypto";
import type { Suite } from "../../../../scripts/agent-benchmark/suite/types.ts";
import { type Answer, type FakeAdbOptions, fakeAdb } from "./fake-adb.ts";

export const PACKAGE = "org.example.shop";

/** Bytes that begin like a ZIP file. */
export const APK = new TextEncoder().encode("PK\u0003\u0004 an app");

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function suiteOf(
  more: { apkPath?: string | null; preflight?: Partial<Suite["preflight"]> } = {},
): Suite {
  return {
    name: "shop",
    path: "/suites/shop.yml",
    platform: "android",
    prompt: { path: "/prompts/shop.txt", text: "Buy." },
    app: { packageName: PACKAGE, apkPath: more.apkPath ?? null },
    preflight: {
      clearAppData: true,
      sharedPreferences: {},
      launchUri: "shop://item/1",
      settleSeconds: 0,
      startScreenIncludes: [],
      ...more.preflight,
    },
    claude: {
      model: null,
      appendSystemPrompt: "",
      allowedTools: ["mcp__auto-mobile"],
      disallowedTools: [],
      maxBudgetUsd: null,
      timeoutSeconds: 900,
    },
    verify: { answerIncludes: [], screenIncludes: ["Shop"] },
    failurePatterns: [],
    ignoredFailurePatterns: [],
    task: { minSteps: null, difficulty: null, category: null },
    baseline: null,
    baselineToolSequence: [],
  };
}

export function screenOf(text: string, packageName = PACKAGE): string {
  const node = (attributes: string, inner = "") =>
    `<node index="0" ${attributes} package="${packageName}" bounds="[0,0][1080,2400]">${inner}</node>`;
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${node('text="" class="android.widget.FrameLayout"', node(`text="${text}" class="android.widget.TextView"`))}</hierarchy>`;
}

type Reply = Answer | string;
type Replies = [pattern: RegExp, reply: Reply | ((command: string, stdin?: string | Uint8Array) => Reply)][];

/** A device on which every step of a preflight goes well; `replies` come before its own. Keeps pushed and copied files. */
export function healthyDevice(replies: Replies = [], more: Omit<FakeAdbOptions, "shell"> = {}) {
  const files = new Map<string, Uint8Array>();
  let screen = screenOf("Shop");
  const own: Replies = [
    [/^am get-current-user$/, "0\n"],
    [/^pm path /, "package:/data/app/~~x==/shop-1==/base.apk\n"],
    [/^sha256sum '\/data\/app/, `${sha256(APK)}  /data/app/base.apk\n`],
    [
      /^dumpsys package /,
      `Packages:\n  Package [${PACKAGE}] (1):\n    versionCode=7 minSdk=26\n    versionName=1.2\n    flags=[ DEBUGGABLE ]\n    lastUpdateTime=2026-10-09 12:00:03\n    User 0: installed=true enabled=0\n`,
    ],
    [/^am force-stop /, ""],
    [/^ps -A/, "  PID NAME\n    1 init\n"],
    [/^pm clear /, "Success\n"],
    [/^run-as \S+ mkdir/, ""],
    [
      /^run-as \S+ cp (\S+) (.+)$/,
      (command) => {
        const [, from = "", to = ""] = / cp (\S+) (.+)$/.exec(command) ?? [];
        files.set(to, files.get(from) ?? new Uint8Array());
        return "";
      },
    ],
    [
      /^run-as \S+ sh -c /,
      (command, stdin) => {
        const to = /cat > '\\''(.+)'\\''/.exec(command)?.[1] ?? "";
        files.set(
          `'${to}'`,
          typeof stdin === "string" ? new TextEncoder().encode(stdin) : (stdin ?? new Uint8Array()),
        );
        return "";
      },
    ],
    [/^run-as \S+ cat /, (command) => new TextDecoder().decode(files.get(command.split(" cat ")[1] ?? ""))],
    [
      /^cmd package resolve-activity/,
      `priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n${PACKAGE}/.MainActivity\n`,
    ],
    [
      /^am start /,
      `Starting: Intent { }\nStatus: ok\nLaunchState: COLD\nActivity: ${PACKAGE}/.MainActivity\nTotalTime: 5\nComplete\n`,
    ],
    [
      /^uiautomator dump /,
      (command) => {
        files.set(command.split(" ")[2] ?? "", new TextEncoder().encode(screen));
        return "UI hierchary dumped to: x\n";
      },
    ],
    [
      /^wc -c < /,
      (command) => {
        const file = files.get(command.split(" < ")[1] ?? "");
        return file ? `${file.length}\n` : { stderr: "sh: can't open", code: 1 };
      },
    ],
    [
      /^sha256sum \/data\/local/,
      (command) => `${sha256(files.get(command.split(" ")[1] ?? "") ?? new Uint8Array())}  x\n`,
    ],
    [
      /^dumpsys window displays/,
      "  mCurrentRotation=ROTATION_0\n  mKeyguardShowing=false\n  mCurrentFocus=Window{1 u0 org.example.shop/.MainActivity}\n",
    ],
    [/^dumpsys power/, "mWakefulness=Awake\n"],
    [/^getprop ro.build.version.sdk/, "35\n"],
    [
      /^getprop (ro.product.model|ro.build.display.id|persist.sys.timezone)/,
      (command) => `${command.split(" ")[1]}-value\n`,
    ],
    [/^getprop persist.sys.locale/, "en-US\n"],
    [/^getprop /, "\n"],
    [/^wm size/, "Physical size: 1080x2400\n"],
    [/^wm density/, "Physical density: 420\n"],
    [/^cmd uimode night/, "Night mode: no\n"],
    [/^settings get secure navigation_mode/, "2\n"],
    [/^settings get /, "null\n"],
  ];
  const adb = fakeAdb({
    exec: (command) =>
      command === "screencap -p"
        ? Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
        : (files.get(command.replace(/^cat /, "")) ?? new Uint8Array()),
    push: (path, content) => files.set(path, content),
    ...more,
    shell(command, stdin) {
      for (const [pattern, reply] of [...replies, ...own]) {
        if (pattern.test(command)) return typeof reply === "function" ? reply(command, stdin) : reply;
      }
      return "";
    },
  });
  return {
    adb,
    files,
    show(xml: string) {
      screen = xml;
    },
  };
}
