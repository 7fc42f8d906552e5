import { describe, expect, test } from "bun:test";
import { parseDumpsysPackage } from "../../../../../scripts/agent-benchmark/device/parse/dumpsys-package.ts";
import { parsePmClear, pmClearRemedy } from "../../../../../scripts/agent-benchmark/device/parse/pm-clear.ts";
import { parseInstall } from "../../../../../scripts/agent-benchmark/device/parse/pm-install.ts";
import { parsePmPath, parseSha256 } from "../../../../../scripts/agent-benchmark/device/parse/pm-path.ts";
import { parsePidof, parsePs } from "../../../../../scripts/agent-benchmark/device/parse/processes.ts";
import { parseRunAs } from "../../../../../scripts/agent-benchmark/device/parse/run-as.ts";
import { parseCurrentUser } from "../../../../../scripts/agent-benchmark/device/parse/users.ts";

const shop = `Key Set Manager:
  [org.example.shop]
      Signing KeySets: 4

Packages:
  Package [org.example.shop] (8afb528):
    userId=10210
    codePath=/data/app/~~Qx==/org.example.shop-1==
    versionCode=417 minSdk=26 targetSdk=36
    versionName=4.1.7 (debug build)
    splits=[base, config.en]
    flags=[ DEBUGGABLE HAS_CODE ALLOW_CLEAR_USER_DATA ]
    timeStamp=2026-10-09 12:00:01
    lastUpdateTime=2026-10-09 12:00:03
    User 0: ceDataInode=163 installed=true hidden=false stopped=true notLaunched=false enabled=0 instant=false
      gids=[3003]
      runtime permissions:

Hidden system packages:
  Package [org.example.shop] (c237da8):
    versionCode=100 targetSdk=23
    versionName=1.0.0
    lastUpdateTime=2009-01-01 00:00:00
    User 0:  installed=true hidden=false stopped=false
`;

describe("dumpsys package", () => {
  test("reads the installed version, not the hidden factory one", () => {
    expect(parseDumpsysPackage(shop, "org.example.shop")).toEqual({
      status: "found",
      versionName: "4.1.7 (debug build)",
      versionCode: 417,
      lastUpdateTime: "2026-10-09 12:00:03",
      debuggable: true,
      splits: ["base", "config.en"],
      installedForUser0: true,
      disabled: false,
    });
  });

  test("a package that is only among the hidden ones is missing", () => {
    const hidden = shop.slice(shop.indexOf("Hidden system packages:"));
    expect(parseDumpsysPackage(`Packages:\n\n${hidden}`, "org.example.shop")).toEqual({ status: "missing" });
  });

  test("a renamed or longer package does not stand in for it", () => {
    const other = shop.replaceAll("Package [org.example.shop]", "Package [org.example.shop.pro]");
    expect(parseDumpsysPackage(other, "org.example.shop")).toEqual({ status: "missing" });
  });

  test("Persian digits become 0-9", () => {
    const persian =
      "Packages:\n  Package [a.b] (1):\n    versionCode=۱۲ minSdk=26\n    versionName=1.0.0\n    lastUpdateTime=۲۰۲۶-۱۰-۰۳ ۰۳:۳۸:۳۳\n";
    expect(parseDumpsysPackage(persian, "a.b")).toMatchObject({
      versionCode: 12,
      lastUpdateTime: "2026-10-03 03:38:33",
      installedForUser0: null,
    });
  });

  test("milliseconds, versionName=null, a foreign user and a disabled app", () => {
    const output = `Packages:
  Package [a.b] (x):
    versionCode=7
    versionName=null
    lastUpdateTime=2026-09-20 10:11:13.012
    User 0: ceDataInode=1 installed=false hidden=false enabled=3 instant=false
    User 22: ceDataInode=2 installed=true hidden=false
    User 22:
`;
    expect(parseDumpsysPackage(output, "a.b")).toMatchObject({
      versionName: null,
      versionCode: 7,
      lastUpdateTime: "2026-09-20 10:11:13.012",
      installedForUser0: false,
      disabled: true,
    });
  });

  test("a missing package, and nothing at all", () => {
    expect(parseDumpsysPackage("Unable to find package: a.b\n", "a.b")).toEqual({ status: "missing" });
    expect(parseDumpsysPackage("", "a.b")).toEqual({ status: "missing" });
  });
});

describe("pm clear", () => {
  test("only a line that is exactly Success is one", () => {
    expect(parsePmClear("Open: foo error\n\nSuccess\n", "")).toEqual({ status: "cleared" });
    expect(parsePmClear("No Success here", "")).toMatchObject({ status: "refused", vendor: null });
    expect(parsePmClear("Failed\n", "")).toMatchObject({
      status: "refused",
      vendor: null,
      message: "Failed",
    });
  });

  test.each([
    [
      "Error: java.lang.SecurityException: PID 6820 does not have permission android.permission.CLEAR_APP_USER_DATA to clear data of package a.b",
      "miui",
      "USB debugging (Security settings)",
    ],
    [
      "Security exception: adb clearing user data is forbidden.\n\njava.lang.SecurityException: adb clearing",
      "coloros",
      "Disable permission monitoring",
    ],
    ["java.lang.SecurityException: Shell does not have permission to access user 10", "user", "primary user"],
    ["Exception: Cannot clear data for a protected package: a.b", "protected", "protects"],
  ] as const)("%s", (text, vendor, remedy) => {
    const outcome = parsePmClear("", text);
    expect(outcome).toMatchObject({ status: "refused", vendor });
    if (outcome.status === "refused") expect(pmClearRemedy(outcome)).toContain(remedy);
  });
});

describe("install and pm path", () => {
  test("Success may follow noise; refusals carry their code and remedy", () => {
    expect(parseInstall("Performing Incremental Install\nSuccess\n")).toEqual({ status: "installed" });
    expect(parseInstall("Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]")).toMatchObject({
      status: "refused",
      code: "INSTALL_FAILED_USER_RESTRICTED",
      hint: expect.stringContaining("Install via USB"),
    });
    expect(
      parseInstall(
        "adb: failed to install x.apk: Failure\n    [INSTALL_FAILED_UPDATE_INCOMPATIBLE: signatures do not match]",
      ),
    ).toMatchObject({
      code: "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
      hint: expect.stringContaining("uninstall"),
    });
    expect(parseInstall("")).toMatchObject({ status: "refused", code: "UNKNOWN" });
  });

  test("the base APK is told from the splits", () => {
    const output =
      "package:/data/app/~~a==/b-1==/split_config.en.apk\npackage:/data/app/~~a==/b-1==/base.apk\r\n";
    expect(parsePmPath(output)).toEqual({
      base: "/data/app/~~a==/b-1==/base.apk",
      splits: ["/data/app/~~a==/b-1==/split_config.en.apk"],
    });
    expect(parsePmPath("")).toEqual({ base: null, splits: [] });
    expect(parsePmPath("package:/system/app/Old.apk")).toEqual({ base: "/system/app/Old.apk", splits: [] });
  });

  test("a digest line is a digest line only with 64 hex digits", () => {
    const digest = "AB".repeat(32);
    expect(parseSha256(`${digest}  /data/app/base.apk\n`)).toBe("ab".repeat(32));
    expect(parseSha256("/system/bin/sh: sha256sum: inaccessible or not found")).toBeNull();
  });
});

describe("processes and users", () => {
  test("an app's further processes count, another app's do not", () => {
    const table = "  PID NAME\n    1 init\n 4711 a.b\n 4712 a.b:remote\n 4713 a.b.c\n";
    expect(parsePs(table, "a.b")).toEqual([4711, 4712]);
    expect(parsePs("bad pid '-o'", "a.b")).toBeNull();
    expect(parsePidof("4711 4712\n")).toEqual([4711, 4712]);
    expect(parsePidof("\n")).toEqual([]);
  });

  test("the current user is a bare number", () => {
    expect(parseCurrentUser("10\n")).toBe(10);
    expect(parseCurrentUser("Error: no activity manager")).toBeNull();
  });
});

describe("run-as", () => {
  test.each([
    ["run-as: unknown package: a.b", "unknown-package"],
    ["run-as: Package 'a.b' is unknown", "unknown-package"],
    ["run-as: package not debuggable: a.b", "not-debuggable"],
    ["run-as: Package 'a.b' is not debuggable", "not-debuggable"],
    ["run-as: package not an application: a.b", "not-an-application"],
    ["run-as: package has corrupt installation: a.b", "corrupt-installation"],
    ["run-as: couldn't set SELinux security context: Permission denied", "selinux"],
    ["run-as: couldn't chdir to package's data directory: Permission denied", "data-directory"],
    ["run-as: setegid(AID_PACKAGE_INFO) failed: Operation not permitted", "not-shell"],
    ["run-as: only 'shell' or 'root' users can run this program", "not-shell"],
    ["run-as: packagelist_parse failed: Permission denied", "not-shell"],
    ["run-as: user id too big: 99999", "user"],
    ["run-as: exec failed for cp: Permission denied", "denied"],
    ["Could not set capabilities: Operation not permitted", "selinux"],
  ] as const)("%s is explained", (text, reason) => {
    const refusal = parseRunAs("", `${text}\n`);
    expect(refusal).toMatchObject({ reason, message: text });
    expect(refusal?.hint.length).toBeGreaterThan(20);
  });

  test("what the command itself printed is not run-as's refusal", () => {
    expect(parseRunAs("", "cp: /data/local/tmp/x: Permission denied")).toBeNull();
  });
});
