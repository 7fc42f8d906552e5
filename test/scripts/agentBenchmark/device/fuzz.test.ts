import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseAdbVersion } from "../../../../scripts/agent-benchmark/device/adb-clients.ts";
import { readResult } from "../../../../scripts/agent-benchmark/device/command.ts";
import { formatRecord } from "../../../../scripts/agent-benchmark/device/command-log.ts";
import { bootedSimulators, connectedDevices } from "../../../../scripts/agent-benchmark/device/ios.ts";
import { parseAmStart } from "../../../../scripts/agent-benchmark/device/parse/am-start.ts";
import { parseDumpsysPackage } from "../../../../scripts/agent-benchmark/device/parse/dumpsys-package.ts";
import { parsePmClear } from "../../../../scripts/agent-benchmark/device/parse/pm-clear.ts";
import { parseInstall } from "../../../../scripts/agent-benchmark/device/parse/pm-install.ts";
import { parsePmPath, parseSha256 } from "../../../../scripts/agent-benchmark/device/parse/pm-path.ts";
import { parsePidof, parsePs } from "../../../../scripts/agent-benchmark/device/parse/processes.ts";
import {
  firstLocale,
  parseNavigationOverlay,
  parseProp,
} from "../../../../scripts/agent-benchmark/device/parse/props.ts";
import { parseRunAs } from "../../../../scripts/agent-benchmark/device/parse/run-as.ts";
import {
  normaliseScale,
  normaliseServices,
  parseSetting,
} from "../../../../scripts/agent-benchmark/device/parse/settings.ts";
import { asciiDigits, firstLine } from "../../../../scripts/agent-benchmark/device/parse/text.ts";
import { classifyDumpOutput, cutPng } from "../../../../scripts/agent-benchmark/device/parse/uiautomator.ts";
import {
  parseUimodeDump,
  parseUimodeNight,
} from "../../../../scripts/agent-benchmark/device/parse/uimode.ts";
import { parseCurrentUser } from "../../../../scripts/agent-benchmark/device/parse/users.ts";
import {
  dialogOfTitle,
  parseFocus,
  parseKeyguard,
  parseWakefulness,
} from "../../../../scripts/agent-benchmark/device/parse/window.ts";
import {
  parseInputRotation,
  parseRotation,
  parseWmDensity,
  parseWmSize,
} from "../../../../scripts/agent-benchmark/device/parse/wm.ts";
import {
  floatProblem,
  formatFloat,
  preferenceProblems,
  preferencesXml,
} from "../../../../scripts/agent-benchmark/device/preferences.ts";
import { urlIdentity } from "../../../../scripts/agent-benchmark/device/url-identity.ts";
import { AdbError } from "../../../../src/android/adb/types.ts";
import { parseClaim } from "../../../../src/devices/claim-file.ts";

/** Cases for each parser; 100,000 with FUZZ_RUNS=100000. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 200);
const timeout = 10_000 + numRuns * 10;

/** Pieces of what devices print: a fuzzed output is a shuffle of them with noise between, cut anywhere. */
const PIECES = [
  "Starting: Intent { act=android.intent.action.VIEW dat=x://y/... pkg=a.b }",
  "Status: ok",
  "Status: timeout",
  "LaunchState: UNKNOWN (-1)",
  "Activity: a.b/.Main",
  "TotalTime: 12",
  "Complete",
  "Warning: Activity not started, its current task has been brought to the front",
  "Error type 3",
  "Error: Activity class {a.b/a.b.C} does not exist.",
  "Error: Activity not started, unable to resolve Intent { }",
  "Packages:",
  "  Package [a.b] (8afb528):",
  "    versionCode=417 minSdk=26 targetSdk=36",
  "    versionName=null",
  "    lastUpdateTime=۲۰۲۶-۱۰-۰۳ ۰۳:۳۸:۳۳",
  "    User 0: ceDataInode=1 installed=true enabled=3",
  "    User 22: installed=true",
  "    flags=[ DEBUGGABLE HAS_CODE ]",
  "    splits=[base, config.en]",
  "Hidden system packages:",
  "Unable to find package: a.b",
  "Success",
  "Failed",
  "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]",
  "Performing Streamed Install",
  "java.lang.SecurityException: Shell does not have permission to access user 10",
  "Security exception: adb clearing user data is forbidden.",
  "run-as: package not debuggable: a.b",
  "run-as: unknown package: a.b",
  "Could not set capabilities: Operation not permitted",
  "package:/data/app/~~x==/a.b-1==/base.apk",
  "package:/data/app/~~x==/a.b-1==/split_config.en.apk",
  `${"0f".repeat(32)}  /data/app/base.apk`,
  "  PID NAME",
  " 4711 a.b",
  " 4712 a.b:remote",
  "Physical size: 1080x2340",
  "Override size: 540x1170",
  "Physical density: unknown",
  "Override density: 360",
  "mCurrentRotation=ROTATION_90",
  "mRotation=7",
  "SurfaceOrientation: 1",
  "InputDeviceOrientation: Rotation270",
  "Viewport INTERNAL: displayId=0, orientation=2,",
  "Night mode: custom_bedtime",
  "mNightMode=2 mComputedNightMode=true",
  "null",
  "1.0",
  "pt_BR,en-US",
  "a.b/.C:d.e/.F",
  "[x] com.android.internal.systemui.navbar.gestural",
  "Exception occurred while executing 'get':",
  "mCurrentFocus=Window{5e9b13b u0 a.b/a.b.Main}}",
  "mCurrentFocus=null",
  "mFocusedApp=ActivityRecord{1 u0 a.b/.C t9}",
  "mKeyguardShowing=true",
  "mWakefulness=Dozing",
  "Application Not Responding: a.b",
  "ERROR: null root node returned by UiTestAutomationBridge.",
  "ERROR: could not get idle state.",
  "Killed",
  "UI hierchary dumped to: /data/local/tmp/x.xml",
  "already registered!",
  "Android Debug Bridge version 1.0.41",
  "Version 29.0.6-debian",
  "10",
  "\uFEFF",
  "\u0000",
  "\u001b[2J",
  '{"devices":{"iOS":[{"name":"iPhone","state":"Booted"}]}}',
  '{"result":{"devices":[{"deviceProperties":{"name":"x"}}]}}',
  "__RC_0a1b2c3d:0",
];

const noise = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 10 }),
  fc.constantFrom("", " ", "\t", "=", "{", "}", "[", "]", "9".repeat(400)),
);
const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 2, arbitrary: noise },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...PIECES), noise).map(([a, b]) => a + b) },
);
const output = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom("\n", "\r\n", "\n\n"), fc.nat(2000))
  .map(([all, separator, cut]) => (cut % 4 === 0 ? all.join(separator).slice(0, cut) : all.join(separator)));
const code = fc.constantFrom(0, 1, 127, 137, 255);

const PARSERS: Record<string, (text: string, other: string, exit: number) => unknown> = {
  "am start": (text, other, exit) => parseAmStart(text, other, exit === 255 ? null : exit),
  "dumpsys package": (text) => parseDumpsysPackage(text, "a.b"),
  "pm clear": parsePmClear,
  install: parseInstall,
  "pm path": parsePmPath,
  sha256sum: parseSha256,
  pidof: parsePidof,
  ps: (text) => parsePs(text, "a.b"),
  getprop: parseProp,
  locale: firstLocale,
  overlays: parseNavigationOverlay,
  "run-as": parseRunAs,
  settings: (text, _, exit) => parseSetting(text, exit),
  scale: normaliseScale,
  services: normaliseServices,
  digits: asciiDigits,
  "first line": (text) => firstLine(text),
  "uiautomator dump": (text, _, exit) => classifyDumpOutput(text, exit),
  "uimode command": parseUimodeNight,
  "uimode dump": parseUimodeDump,
  "current user": parseCurrentUser,
  focus: parseFocus,
  keyguard: parseKeyguard,
  wakefulness: parseWakefulness,
  dialog: (text) => dialogOfTitle(parseFocus(text) ?? text),
  "wm size": parseWmSize,
  "wm density": parseWmDensity,
  rotation: parseRotation,
  "input rotation": parseInputRotation,
  "adb version": parseAdbVersion,
  simulators: bootedSimulators,
  "iOS devices": connectedDevices,
  url: urlIdentity,
  claim: parseClaim,
};

describe("parsers of device output never crash, whatever is printed", () => {
  test.each(Object.keys(PARSERS))(
    "%s",
    (name) => {
      const parse = PARSERS[name]!;
      fc.assert(
        fc.property(output, output, code, (text, other, exit) => {
          parse(text, other, exit);
        }),
        { numRuns },
      );
    },
    timeout,
  );

  test(
    "the sentinel: a result or a torn connection",
    () => {
      const bytes = fc.uint8Array({ maxLength: 60 });
      fc.assert(
        fc.property(output, bytes, (text, tail) => {
          const stdout = new Uint8Array([...new TextEncoder().encode(text), ...tail]);
          try {
            expect(
              readResult({ stdout, stderr: tail, exitCode: null }, "__RC_0a1b2c3d").exitCode,
            ).toBeNumber();
          } catch (error) {
            if (!(error instanceof AdbError)) throw error;
          }
        }),
        { numRuns },
      );
    },
    timeout,
  );

  test(
    "preflight.log: no control character gets through",
    () => {
      fc.assert(
        fc.property(output, noise, (text, error) => {
          const record = {
            step: "x",
            command: text,
            startedAt: 0,
            durationMs: 1,
            exitCode: null,
            output: text,
            error,
          };
          expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(formatRecord(record))).toBe(false);
        }),
        { numRuns },
      );
    },
    timeout,
  );

  test(
    "a picture is cut at its signature, or there is none",
    () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, has) => {
          const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
          const cut = cutPng(has ? new Uint8Array([...bytes, ...png]) : bytes);
          if (has) expect(cut?.[0]).toBe(0x89);
        }),
        { numRuns },
      );
    },
    timeout,
  );
});

describe("rules that hold for every input", () => {
  test(
    "a set of preferences without problems is well-formed XML with each key once",
    () => {
      const preference = fc.oneof(
        fc.boolean().map((value) => ({ type: "boolean" as const, value })),
        fc.integer().map((value) => ({ type: "int" as const, value })),
        fc.maxSafeInteger().map((value) => ({ type: "long" as const, value })),
        fc.double().map((value) => ({ type: "float" as const, value })),
        fc.string({ unit: "binary" }).map((value) => ({ type: "string" as const, value })),
        fc
          .array(fc.string({ unit: "grapheme" }), { maxLength: 3 })
          .map((value) => ({ type: "string-set" as const, value })),
      );
      fc.assert(
        fc.property(
          fc.dictionary(fc.string({ unit: "binary", maxLength: 12 }), preference, { maxKeys: 5 }),
          (entries) => {
            if (preferenceProblems("prefs", entries).length > 0) return;
            const xml = preferencesXml(entries);
            const names = [...xml.matchAll(/^ {4}<\w+ name="([^"<>]*)"/gm)];
            expect(names).toHaveLength(Object.keys(entries).length);
            expect(/&(?!amp;|lt;|gt;|quot;|apos;|#\d+;)/.test(xml)).toBe(false);
          },
        ),
        { numRuns },
      );
    },
    timeout,
  );

  test(
    "a float that is accepted reads back as itself",
    () => {
      fc.assert(
        fc.property(fc.double(), (value) => {
          if (floatProblem(value) !== null) return;
          expect(Math.fround(Number(formatFloat(value)))).toBe(Math.fround(value) + 0);
        }),
        { numRuns },
      );
    },
    timeout,
  );

  test(
    "noise before and after does not change what am start said",
    () => {
      const answer = "Status: ok\nLaunchState: COLD\nActivity: a.b/.Main\nTotalTime: 5\nComplete";
      const harmless = fc.array(fc.constantFrom("Starting: Intent { }", "", "WARNING: linker: x", "  "), {
        maxLength: 4,
      });
      fc.assert(
        fc.property(harmless, harmless, (before, after) => {
          const text = [...before, answer, ...after].join("\n");
          expect(parseAmStart(text, "", 0)).toEqual(parseAmStart(answer, "", 0));
          expect(parseAmStart("", text, 0)).toEqual(parseAmStart(answer, "", 0));
        }),
        { numRuns },
      );
    },
    timeout,
  );
});
