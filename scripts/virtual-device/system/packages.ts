import { createHash } from "node:crypto";
import type { ApkInfo } from "./apk/manifest.ts";
import { buildApk, readApk } from "./apk/manifest.ts";
import { ROOT } from "./file-nodes.ts";
import type { Files } from "./files.ts";
import type { Preinstalled } from "./preinstalled.ts";
import type { PackageInfo } from "./types.ts";
import { FIRST_APP_UID } from "./users.ts";

/** One installed package. */
export interface PackageRecord extends ApkInfo {
  uid: number;
  system: boolean;
  codePath: string;
  apkPath: string;
  dataDir: string;
  /** Epoch milliseconds. */
  timeStamp: number;
  firstInstallTime: number;
  lastUpdateTime: number;
  installer: string | null;
  /** 0 default, 1 enabled, 2 disabled, 3 disabled by the user. */
  enabled: number;
  stopped: boolean;
  notLaunched: boolean;
  granted: string[];
}

export interface InstallOptions {
  replace?: boolean;
  downgrade?: boolean;
  allowTest?: boolean;
  grantAll?: boolean;
  installer?: string | null;
}
/** `failure` is the text inside `Failure [...]`. */
type InstallOutcome = { ok: true; packageName: string } | { ok: false; failure: string };

/** Permissions that the user grants at run time: protectionLevel "dangerous" of the platform's manifest. */
const DANGEROUS =
  /^android\.permission\.(ACCESS_(FINE|COARSE|BACKGROUND)_LOCATION|ACCESS_MEDIA_LOCATION|ACTIVITY_RECOGNITION|BLUETOOTH_(ADVERTISE|CONNECT|SCAN)|BODY_SENSORS|CALL_PHONE|CAMERA|GET_ACCOUNTS|NEARBY_WIFI_DEVICES|POST_NOTIFICATIONS|PROCESS_OUTGOING_CALLS|(READ|WRITE)_(CALENDAR|CALL_LOG|CONTACTS|EXTERNAL_STORAGE)|READ_MEDIA_(AUDIO|IMAGES|VIDEO)|READ_PHONE_(NUMBERS|STATE)|READ_SMS|RECEIVE_(MMS|SMS|WAP_PUSH)|RECORD_AUDIO|SEND_SMS)$/;

/** Whether the user decides about this permission on that API level. */
export function isRuntimePermission(permission: string, sdk: number): boolean {
  if (permission.endsWith(".POST_NOTIFICATIONS")) return sdk >= 33;
  return DANGEROUS.test(permission);
}

export interface PackageManager {
  list(): PackageRecord[];
  get(packageName: string): PackageRecord | null;
  info(packageName: string): PackageInfo | null;
  install(apk: Uint8Array, options?: InstallOptions): InstallOutcome;
  /** False when there is no such package. */
  uninstall(packageName: string, options?: { keepData?: boolean }): boolean;
  clear(packageName: string): boolean;
  snapshot(): PackageRecord[];
  restore(records: PackageRecord[]): void;
}

export interface PackageDependencies {
  files: Files;
  now: () => number;
  sdk: number;
  /** Called after the change; the process is stopped by the listener. */
  changed(packageName: string, change: "installed" | "cleared" | "removed"): void;
}

/** The package manager, with the preinstalled packages in place. */
export function createPackages(preinstalled: Preinstalled[], deps: PackageDependencies): PackageManager {
  const { files, now, sdk } = deps;
  let records = new Map<string, PackageRecord>();
  const nextUid = (): number =>
    [...records.values()].reduce((next, { uid }) => Math.max(next, uid + 1), FIRST_APP_UID + 90);

  function createData(record: PackageRecord): void {
    for (const [path, mode] of [
      [record.dataDir, 0o700],
      [`${record.dataDir}/cache`, 0o2771],
      [`${record.dataDir}/code_cache`, 0o2771],
    ] as const) {
      files.mkdir(path, ROOT, { parents: true, mode });
      files.chown(path, record.uid, path === record.dataDir ? record.uid : record.uid + 10000, ROOT);
    }
  }

  /** The random-looking directory names of /data/app, derived from the content so that runs agree. */
  function codeDirectory(packageName: string, apk: Uint8Array, time: number): string {
    const token = (seed: string): string =>
      `${createHash("md5").update(apk).update(`${packageName}${time}${seed}`).digest("base64").replaceAll("+", "-").replaceAll("/", "_")}`;
    if (sdk < 30) return `/data/app/${packageName}-${token("b")}`;
    return `/data/app/~~${token("a")}/${packageName}-${token("b")}`;
  }

  function place(record: PackageRecord, apk: Uint8Array): void {
    const parts = record.codePath.split("/");
    for (let depth = 2; depth <= parts.length; depth++) {
      files.mkdir(parts.slice(0, depth).join("/"), ROOT, { parents: true, mode: 0o755 });
    }
    files.write(record.apkPath, apk, ROOT, { mode: 0o644, mtime: record.lastUpdateTime });
    records.set(record.packageName, record);
    createData(record);
  }

  const manager: PackageManager = {
    list: () => [...records.values()].sort((a, b) => (a.packageName < b.packageName ? -1 : 1)),
    get: (packageName) => records.get(packageName) ?? null,
    info(packageName) {
      const record = records.get(packageName);
      if (!record) return null;
      const launcher = record.activities.find(({ filters }) =>
        filters.some(
          ({ actions, categories }) =>
            actions.includes("android.intent.action.MAIN") &&
            (categories.includes("android.intent.category.LAUNCHER") ||
              categories.includes("android.intent.category.HOME")),
        ),
      );
      return {
        packageName,
        label: record.label,
        versionCode: record.versionCode,
        versionName: record.versionName,
        uid: record.uid,
        system: record.system,
        debuggable: record.debuggable,
        activities: record.activities.map(({ name, filters }) => ({ name, filters })),
        launcherActivity: launcher?.name ?? null,
      };
    },
    install(apk, options = {}) {
      let info: ApkInfo;
      try {
        info = readApk(apk);
      } catch {
        return {
          ok: false,
          failure:
            "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl1.tmp/base.apk: Failed to load asset path /data/app/vmdl1.tmp/base.apk",
        };
      }
      const { packageName } = info;
      const existing = records.get(packageName);
      if (info.minSdk > sdk) {
        return {
          ok: false,
          failure: `INSTALL_FAILED_OLDER_SDK: Failed parse during installPackageLI: /data/app/vmdl1.tmp/base.apk (at Binary XML file line #7): Requires newer sdk version #${info.minSdk} (current version is #${sdk})`,
        };
      }
      if (info.testOnly && !options.allowTest) {
        return {
          ok: false,
          failure: "INSTALL_FAILED_TEST_ONLY: Failed to install test-only apk. Did you forget to add -t?",
        };
      }
      if (existing && !options.replace) {
        return {
          ok: false,
          failure: `INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install ${packageName} without first uninstalling.`,
        };
      }
      if (
        existing &&
        info.versionCode < existing.versionCode &&
        !(options.downgrade && (existing.debuggable || info.debuggable))
      ) {
        return {
          ok: false,
          failure: `INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code ${info.versionCode} is older than current ${existing.versionCode}`,
        };
      }
      const time = now();
      const codePath = codeDirectory(packageName, apk, time);
      if (existing && !existing.system) {
        const outer =
          sdk < 30 ? existing.codePath : existing.codePath.slice(0, existing.codePath.lastIndexOf("/"));
        files.removeTree(outer, ROOT);
      }
      place(
        {
          ...info,
          uid: existing?.uid ?? nextUid(),
          system: existing?.system ?? false,
          codePath,
          apkPath: `${codePath}/base.apk`,
          dataDir: `/data/data/${packageName}`,
          timeStamp: time,
          firstInstallTime: existing?.firstInstallTime ?? time,
          lastUpdateTime: time,
          installer: options.installer ?? null,
          enabled: existing?.enabled ?? 0,
          stopped: existing?.stopped ?? true,
          notLaunched: existing?.notLaunched ?? true,
          granted: options.grantAll
            ? info.permissions.filter((permission) => isRuntimePermission(permission, sdk))
            : (existing?.granted ?? []),
        },
        apk.slice(),
      );
      deps.changed(packageName, "installed");
      return { ok: true, packageName };
    },
    uninstall(packageName, options = {}) {
      const record = records.get(packageName);
      if (!record) return false;
      records.delete(packageName);
      if (!record.system) {
        const outer = sdk < 30 ? record.codePath : record.codePath.slice(0, record.codePath.lastIndexOf("/"));
        files.removeTree(outer, ROOT);
      }
      if (!options.keepData) files.removeTree(record.dataDir, ROOT);
      deps.changed(packageName, "removed");
      return true;
    },
    clear(packageName) {
      const record = records.get(packageName);
      if (!record) return false;
      files.removeTree(record.dataDir, ROOT);
      createData(record);
      record.granted = [];
      record.stopped = true;
      deps.changed(packageName, "cleared");
      return true;
    },
    snapshot: () => structuredClone([...records.values()]),
    restore(saved) {
      records = new Map(structuredClone(saved).map((record) => [record.packageName, record]));
    },
  };

  // Factory times of a system image: 2009-01-01, as real images show. The apps on top of it were installed at one fixed
  // time, so that runs on two devices compare as runs of the same build.
  const factory = Date.UTC(2009, 0, 1);
  const installed = Date.UTC(2026, 8, 1, 12);
  for (const { directory, uid, ...info } of preinstalled) {
    const apk = buildApk(info);
    const time = directory === null ? installed : factory;
    const codePath = directory ?? codeDirectory(info.packageName, apk, 0);
    place(
      {
        ...info,
        uid: uid ?? nextUid(),
        codePath,
        apkPath: `${codePath}/${directory === null ? "base" : (codePath.split("/").pop() ?? "base")}.apk`,
        dataDir: `/data/data/${info.packageName}`,
        timeStamp: time,
        firstInstallTime: time,
        lastUpdateTime: time,
        installer: null,
        enabled: 0,
        stopped: !info.system,
        notLaunched: !info.system,
        granted: [],
      },
      apk,
    );
  }
  return manager;
}
