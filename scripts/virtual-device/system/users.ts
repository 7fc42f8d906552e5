import type { Credentials } from "./file-nodes.ts";

/** Names and numbers of Android's fixed users: system/core/libcutils/include/private/android_filesystem_config.h. */
const NAMES: [string, number][] = [
  ["root", 0],
  ["system", 1000],
  ["input", 1004],
  ["log", 1007],
  ["adb", 1011],
  ["sdcard_rw", 1015],
  ["media_rw", 1023],
  ["sdcard_r", 1028],
  ["ext_data_rw", 1078],
  ["ext_obb_rw", 1079],
  ["shell", 2000],
  ["net_bt_admin", 3001],
  ["net_bt", 3002],
  ["inet", 3003],
  ["net_bw_stats", 3006],
  ["readproc", 3009],
  ["uhid", 3011],
  ["readtracefs", 3012],
  ["everybody", 9997],
];
const BY_ID = new Map(NAMES.map(([name, id]) => [id, name]));
const BY_NAME = new Map(NAMES);

export const FIRST_APP_UID = 10000;

/** The user of `adb shell`. */
export const SHELL: Credentials = {
  uid: 2000,
  gid: 2000,
  groups: [1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011, 3012],
};

/** What run-as and an app's own process hold. */
export function appCredentials(uid: number): Credentials {
  return {
    uid,
    gid: uid,
    groups: [3003, 9997, 20000 + (uid - FIRST_APP_UID), 50000 + (uid - FIRST_APP_UID)],
  };
}

/** `shell`, `u0_a123`, or the number itself. */
export function userName(id: number): string {
  const fixed = BY_ID.get(id);
  if (fixed) return fixed;
  if (id >= 50000 && id < 60000) return `all_a${id - 50000}`;
  if (id >= 20000 && id < 30000) return `u0_a${id - 20000}_cache`;
  if (id >= FIRST_APP_UID && id < 20000) return `u0_a${id - FIRST_APP_UID}`;
  return String(id);
}

/** The number behind a user name, or null. */
export function userId(name: string): number | null {
  if (/^\d+$/.test(name)) return Number(name);
  const app = /^u0_a(\d+)$/.exec(name);
  if (app) return FIRST_APP_UID + Number(app[1]);
  return BY_NAME.get(name) ?? null;
}
