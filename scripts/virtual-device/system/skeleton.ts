import { randomFillSync } from "node:crypto";
import { absolutePath, ROOT } from "./file-nodes.ts";
import type { Files } from "./files.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const DIRECTORIES: [path: string, mode: number, uid: number, gid: number][] = [
  ["/apex", 0o755, 0, 0],
  ["/cache", 0o770, 1000, 2001],
  ["/config", 0o755, 0, 0],
  ["/data", 0o771, 1000, 1000],
  ["/data/app", 0o771, 1000, 1000],
  ["/data/data", 0o771, 1000, 1000],
  ["/data/local", 0o751, 0, 0],
  ["/data/local/tmp", 0o771, 2000, 2000],
  ["/data/misc", 0o1771, 1000, 9998],
  ["/data/system", 0o775, 1000, 1000],
  ["/data/user", 0o711, 1000, 1000],
  ["/dev", 0o755, 0, 0],
  ["/metadata", 0o755, 0, 0],
  ["/mnt", 0o755, 0, 1000],
  ["/odm", 0o755, 0, 0],
  ["/proc", 0o555, 0, 0],
  ["/product", 0o755, 0, 0],
  ["/storage", 0o755, 0, 9997],
  ["/storage/emulated", 0o755, 0, 1015],
  ["/storage/emulated/0", 0o2771, 1023, 1015],
  ["/storage/emulated/0/Android", 0o2771, 1023, 1015],
  ["/storage/emulated/0/DCIM", 0o2771, 1023, 1015],
  ["/storage/emulated/0/Download", 0o2771, 1023, 1015],
  ["/storage/emulated/0/Movies", 0o2771, 1023, 1015],
  ["/storage/emulated/0/Music", 0o2771, 1023, 1015],
  ["/storage/emulated/0/Pictures", 0o2771, 1023, 1015],
  ["/storage/self", 0o755, 0, 0],
  ["/sys", 0o755, 0, 0],
  ["/system", 0o755, 0, 0],
  ["/system/bin", 0o755, 0, 2000],
  ["/system/etc", 0o755, 0, 0],
  ["/system_ext", 0o755, 0, 0],
  ["/vendor", 0o755, 0, 2000],
];

const LINKS: [path: string, target: string][] = [
  ["/bin", "/system/bin"],
  ["/etc", "/system/etc"],
  ["/sdcard", "/storage/self/primary"],
  ["/storage/self/primary", "/storage/emulated/0"],
  ["/data/user/0", "/data/data"],
];

/** Makes the directories, links and special files that every device has. `commands` become files of /system/bin. */
export function createSkeleton(files: Files, commands: readonly string[], uptimeSeconds: () => number): void {
  for (const [path, mode, uid, gid] of DIRECTORIES) {
    files.mkdir(path, ROOT, { mode });
    files.chown(path, uid, gid, ROOT);
  }
  for (const [path, target] of LINKS) files.link(target, path, ROOT);
  const nothing = new Uint8Array();
  for (const name of ["null", "tty", "stdout", "stderr", "stdin"]) {
    files.special(`/dev/${name}`, 0o666, name, () => nothing);
  }
  files.special("/dev/zero", 0o666, "zero", () => new Uint8Array(65536));
  files.special("/dev/urandom", 0o666, "urandom", () => randomFillSync(new Uint8Array(4096)));
  const proc: [string, () => string][] = [
    ["version", () => "Linux version 6.6.66-android15-8 (build-user@build-host) #1 SMP PREEMPT\n"],
    ["uptime", () => `${uptimeSeconds().toFixed(2)} ${(uptimeSeconds() * 1.8).toFixed(2)}\n`],
    [
      "meminfo",
      () => "MemTotal:        2013836 kB\nMemFree:          412880 kB\nMemAvailable:    1044460 kB\n",
    ],
    ["loadavg", () => "0.52 0.58 0.59 1/1203 8123\n"],
    [
      "cpuinfo",
      () => "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Android virtual processor\n\n",
    ],
  ];
  for (const [name, read] of proc) files.special(`/proc/${name}`, 0o444, "proc", () => encode(read()));
  for (const command of commands) {
    files.write(absolutePath("/system/bin", command), encode(`\u007fELF${command}`), ROOT, { mode: 0o755 });
  }
  files.write("/system/build.prop", encode("# begin common build properties\n"), ROOT, { mode: 0o600 });
}
