import { isRuntimePermission, type PackageRecord } from "../../system/packages.ts";
import { deviceDate, formatDate } from "../device-time.ts";
import type { Machine } from "../process.ts";

/** A hexadecimal object identity that stays the same for the same name. */
export function identity(name: string): string {
  let hash = 2166136261;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 16777619);
  return (hash >>> 4).toString(16);
}

const PERSIAN = "۰۱۲۳۴۵۶۷۸۹";
const ARABIC = "٠١٢٣٤٥٦٧٨٩";

/** A time as SimpleDateFormat prints it: the device's zone, and the digits of its locale. */
function localTime(epochMs: number, machine: Machine): string {
  const { sdk, state } = machine.system;
  const text = formatDate(
    deviceDate(epochMs, machine),
    sdk >= 36 ? "%Y-%m-%d %H:%M:%S.%3N" : "%Y-%m-%d %H:%M:%S",
  );
  const digits = state.locale.startsWith("fa") ? PERSIAN : /^ar-(EG|SA)/.test(state.locale) ? ARABIC : null;
  return digits === null ? text : text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
}

function block(record: PackageRecord, machine: Machine): string {
  const { sdk } = machine.system;
  const name = record.packageName;
  const debuggable = record.debuggable && !machine.system.faults.has("not-debuggable");
  const flags = `[ ${record.system ? "SYSTEM " : ""}${debuggable ? "DEBUGGABLE " : ""}HAS_CODE ALLOW_CLEAR_USER_DATA ${record.testOnly ? "TEST_ONLY " : ""}ALLOW_BACKUP ]`;
  const installed = record.permissions.filter((permission) => !isRuntimePermission(permission, sdk));
  const runtime = record.permissions.filter((permission) => isRuntimePermission(permission, sdk));
  const time = (ms: number): string => localTime(ms, machine);
  const lines: (string | null)[] = [
    `  Package [${name}] (${identity(name)}):`,
    sdk >= 33 ? `    appId=${record.uid}` : `    userId=${record.uid}`,
    `    pkg=Package{${identity(`${name}#`)} ${name}}`,
    `    codePath=${record.codePath}`,
    `    resourcePath=${record.codePath}`,
    sdk >= 31 ? null : `    legacyNativeLibraryDir=${record.codePath}/lib`,
    sdk >= 31 ? `    legacyNativeLibraryDir=${record.codePath}/lib` : null,
    sdk >= 34 ? "    extractNativeLibs=false" : null,
    "    primaryCpuAbi=x86_64",
    "    secondaryCpuAbi=null",
    sdk >= 34 ? "    cpuAbiOverride=null" : null,
    `    versionCode=${record.versionCode} minSdk=${record.minSdk} targetSdk=${record.targetSdk}`,
    sdk >= 33 ? "    minExtensionVersions=[]" : null,
    `    versionName=${record.versionName}`,
    sdk >= 31 ? "    usesNonSdkApi=false" : null,
    "    splits=[base]",
    "    apkSigningVersion=2",
    sdk >= 34 ? null : `    applicationInfo=ApplicationInfo{${identity(`${name}!`)} ${name}}`,
    `    flags=${flags}`,
    "    privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE_VIA_SDK_VERSION ALLOW_AUDIO_PLAYBACK_CAPTURE ]",
    sdk >= 31 ? "    forceQueryable=false" : null,
    `    dataDir=/data/user/0/${name}`,
    "    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]",
    `    timeStamp=${time(record.timeStamp)}`,
    sdk >= 33 ? null : `    firstInstallTime=${time(record.firstInstallTime)}`,
    `    lastUpdateTime=${time(record.lastUpdateTime)}`,
    record.installer === null && sdk < 33 ? null : `    installerPackageName=${record.installer}`,
    sdk >= 33 ? "    installerPackageUid=-1" : null,
    `    signatures=PackageSignatures{${identity(`${name}s`)} version:2, signatures:[${identity(`${name}k`)}], past signatures:[]}`,
    sdk >= 31 ? "    installPermissionsFixed=true" : "    installPermissionsFixed=true",
    `    pkgFlags=${flags}`,
    record.permissions.length > 0 ? "    requested permissions:" : null,
    ...record.permissions.map((permission) => `      ${permission}`),
    installed.length > 0 ? "    install permissions:" : null,
    ...installed.map((permission) => `      ${permission}: granted=true`),
    `    User 0: ceDataInode=${131072 + record.uid} ${sdk >= 34 ? `deDataInode=${65536 + record.uid} ` : ""}installed=true hidden=false suspended=false ${sdk >= 29 ? "distractionFlags=0 " : ""}stopped=${record.stopped} notLaunched=${record.notLaunched} enabled=${record.enabled} instant=false virtual=false${sdk >= 34 ? " quarantined=false" : ""}`,
    sdk >= 33 ? "      installReason=0" : null,
    sdk >= 33 ? `      firstInstallTime=${time(record.firstInstallTime)}` : null,
    sdk >= 34 ? `      dataDir=/data/user/0/${name}` : null,
    sdk >= 31 ? "      uninstallReason=0" : null,
    "      gids=[3003]",
    "      runtime permissions:",
    ...runtime.map(
      (permission) =>
        `        ${permission}: granted=${record.granted.includes(permission)}, flags=[ ${record.granted.includes(permission) ? "USER_SET|" : ""}USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED]`,
    ),
  ];
  return lines
    .filter((line) => line !== null)
    .map((line) => `${line}\n`)
    .join("");
}

function resolvers(record: PackageRecord): string {
  const rows = record.activities.flatMap(({ name, filters }) => filters.map((filter) => ({ name, filter })));
  if (rows.length === 0) return "";
  const short = (activity: string): string =>
    activity.startsWith(`${record.packageName}.`) ? activity.slice(record.packageName.length) : activity;
  const entry = ({ name, filter }: (typeof rows)[number]): string => {
    const id = identity(name + JSON.stringify(filter));
    return [
      `        ${identity(name)} ${record.packageName}/${short(name)} filter ${id}`,
      ...filter.actions.map((action) => `          Action: "${action}"`),
      ...filter.categories.map((category) => `          Category: "${category}"`),
      ...filter.schemes.map((scheme) => `          Scheme: "${scheme}"`),
      ...filter.hosts.map((host) => `          Authority: "${host}": -1`),
    ].join("\n");
  };
  const schemes = [...new Set(rows.flatMap(({ filter }) => filter.schemes))];
  const plain = rows.filter(({ filter }) => filter.schemes.length === 0);
  const actions = [...new Set(plain.flatMap(({ filter }) => filter.actions))];
  const parts = ["Activity Resolver Table:"];
  if (schemes.length > 0) {
    parts.push("  Schemes:");
    for (const scheme of schemes) {
      parts.push(
        `      ${scheme}:`,
        ...rows.filter(({ filter }) => filter.schemes.includes(scheme)).map(entry),
        "",
      );
    }
  }
  if (actions.length > 0) {
    parts.push("  Non-Data Actions:");
    for (const action of actions) {
      parts.push(
        `      ${action}:`,
        ...plain.filter(({ filter }) => filter.actions.includes(action)).map(entry),
        "",
      );
    }
  }
  return `${parts.join("\n")}\n`;
}

/** `dumpsys package PKG` in the format of the device's version. */
export function dumpPackage(packageName: string, machine: Machine): string {
  const record = machine.system.packages.get(packageName);
  if (!record) return `Unable to find package: ${packageName}\n`;
  const keys = `Key Set Manager:\n  [${packageName}]\n      Signing KeySets: 1\n\n`;
  const queries =
    machine.system.sdk >= 30
      ? "\nQueries:\n  system apps queryable: false\n  queries via forceQueryable:\n\n  queries via package name:\n\n  queries via component:\n\n  queryable via interaction:\n    User 0:\n\n"
      : "\n";
  return `${resolvers(record)}${keys}Packages:\n${block(record, machine)}${queries}\nPackage Changes:\n  Sequence number=0\n  User 0:\n\n\nDexopt state:\n  [${packageName}]\n    path: ${record.apkPath}\n      x86_64: [status=run-from-apk] [reason=unknown]\n\n\nCompiler stats:\n  [${packageName}]\n    (No recorded stats)\n`;
}
