import { shellQuote } from "../../../../src/android/shell-quote.ts";
import type { AppBuild } from "../../suite/types.ts";
import type { StepDevice } from "../command.ts";
import { parseDumpsysPackage } from "../parse/dumpsys-package.ts";
import { stepError } from "../step-error.ts";

/**
 * Which build of the app is installed. With an APK of the suite its digest identifies the build, and the install time,
 * which every run resets, is left out.
 */
export async function readAppBuild(
  device: StepDevice,
  packageName: string,
  apkSha256: string | null,
): Promise<AppBuild> {
  const result = await device.run(`dumpsys package ${shellQuote(packageName)}`);
  const info = parseDumpsysPackage(result.stdout, packageName);
  const where = {
    code: "APP_NOT_INSTALLED",
    hint: "Install a debug build of it, or set app.apkPath in the suite.",
  };
  if (info.status === "missing") {
    throw stepError(device, { ...where, message: `${packageName} is not installed on the device.` });
  }
  if (info.installedForUser0 === false) {
    throw stepError(device, {
      ...where,
      message: `${packageName} is installed for another user only, not for the primary user (0).`,
    });
  }
  if (info.disabled) {
    throw stepError(device, {
      code: "APP_DISABLED",
      message: `${packageName} is disabled on the device.`,
      hint: `Enable it: \`adb shell pm enable ${packageName}\`.`,
    });
  }
  return {
    packageName,
    versionName: info.versionName,
    versionCode: info.versionCode,
    lastUpdateTime: apkSha256 === null ? info.lastUpdateTime : null,
    apkSha256: apkSha256 === null ? null : apkSha256.slice(0, 16),
  };
}
