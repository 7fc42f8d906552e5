import type { AndroidVersion } from "../types.ts";

interface Release {
  sdk: number;
  build: string;
  product: string;
  device: string;
  securityPatch: string;
  incremental: string;
}

/** The emulator image that each Android version is modelled on. */
export const RELEASES: Record<AndroidVersion, Release> = {
  "10": {
    sdk: 29,
    build: "QSR1.210802.001",
    product: "sdk_gphone_x86_64",
    device: "generic_x86_64",
    securityPatch: "2021-08-05",
    incremental: "7603624",
  },
  "13": {
    sdk: 33,
    build: "TE1A.240213.009",
    product: "sdk_gphone64_x86_64",
    device: "emu64x",
    securityPatch: "2024-02-05",
    incremental: "12061374",
  },
  "15": {
    sdk: 35,
    build: "AE3A.240806.043",
    product: "sdk_gphone64_x86_64",
    device: "emu64xa",
    securityPatch: "2024-09-05",
    incremental: "12960925",
  },
  "16": {
    sdk: 36,
    build: "BE2A.250530.026",
    product: "sdk_gphone64_x86_64",
    device: "emu64xa",
    securityPatch: "2025-06-05",
    incremental: "13818094",
  },
};

/** The system properties after boot. */
export function initialProperties(
  version: AndroidVersion,
  serial: string,
  bootedAt: number,
): Map<string, string> {
  const release = RELEASES[version];
  const fingerprint = `google/${release.product}/${release.device}:${version}/${release.build}/${release.incremental}:userdebug/dev-keys`;
  return new Map(
    Object.entries({
      "dev.bootcomplete": "1",
      "debug.force_rtl": "false",
      "gsm.sim.state": "READY",
      "init.svc.adbd": "running",
      "init.svc.bootanim": "stopped",
      "init.svc.zygote": "running",
      "persist.sys.timezone": "UTC",
      "persist.sys.usb.config": "adb",
      "ro.adb.secure": "0",
      "ro.boot.hardware": "ranchu",
      "ro.boot.qemu": "1",
      "ro.boot.qemu.avd_name": "Virtual_Device",
      "ro.boot.serialno": serial.replace(/[^A-Za-z0-9]/g, "").toUpperCase(),
      "ro.build.characteristics": "emulator",
      "ro.build.date.utc": String(Math.floor(bootedAt / 1000) - 86400 * 30),
      "ro.build.display.id": `${release.product}-userdebug ${version} ${release.build} ${release.incremental} dev-keys`,
      "ro.build.fingerprint": fingerprint,
      "ro.build.id": release.build,
      "ro.build.product": release.device,
      "ro.build.tags": "dev-keys",
      "ro.build.type": "userdebug",
      "ro.build.version.codename": "REL",
      "ro.build.version.incremental": release.incremental,
      "ro.build.version.release": version,
      "ro.build.version.sdk": String(release.sdk),
      "ro.build.version.security_patch": release.securityPatch,
      "ro.crypto.state": "encrypted",
      "ro.debuggable": "0",
      "ro.hardware": "ranchu",
      "ro.kernel.qemu": "1",
      "ro.product.brand": "google",
      "ro.product.cpu.abi": "x86_64",
      "ro.product.cpu.abilist": "x86_64,arm64-v8a",
      "ro.product.device": release.device,
      "ro.product.locale": "en-US",
      "ro.product.manufacturer": "Google",
      "ro.product.model": release.product,
      "ro.product.name": release.product,
      "ro.secure": "1",
      "ro.serialno": serial.replace(/[^A-Za-z0-9]/g, "").toUpperCase(),
      "ro.sf.lcd_density": "420",
      "service.adb.root": "0",
      "sys.boot_completed": "1",
      "sys.usb.state": "adb",
      "wifi.interface": "wlan0",
    }),
  );
}
