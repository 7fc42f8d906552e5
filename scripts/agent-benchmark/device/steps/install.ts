import { readFileSync } from "node:fs";
import { shellQuote } from "../../../../src/android/shell-quote.ts";
import { reasonOf } from "../../errors.ts";
import type { StepDevice } from "../command.ts";
import { sha256 } from "../digest.ts";
import { parseInstall } from "../parse/pm-install.ts";
import { parsePmPath, parseSha256 } from "../parse/pm-path.ts";
import { stepError } from "../step-error.ts";

/**
 * Installs the suite's APK and proves it: the installed base APK must have the same SHA-256, so that an APK of another
 * package can never leave a stale app to be measured. Returns the APK's SHA-256, 64 hex digits.
 */
export async function installApk(device: StepDevice, packageName: string, apkPath: string): Promise<string> {
  const apk = readApk(device, apkPath);
  const wanted = sha256(apk);
  const outcome = parseInstall(await device.install(apk, ["-r", "-t", "--user", "0"]));
  if (outcome.status === "refused") {
    throw stepError(device, {
      code: "APK_INSTALL_REFUSED",
      message: `The device refused to install ${apkPath}: ${outcome.message}.`,
      hint: outcome.hint,
    });
  }
  const found = await installedApks(device, packageName);
  if (found.base === null) {
    throw stepError(device, {
      code: "APK_OTHER_PACKAGE",
      message: `${apkPath} was installed, and ${packageName} is still not on the device: the APK holds another package.`,
      hint: "Correct app.packageName or app.apkPath in the suite (`aapt dump badging <apk>` names the package).",
    });
  }
  const actual = await deviceSha256(device, found.base);
  if (actual === null) {
    throw stepError(device, {
      code: "APK_HASH_UNAVAILABLE",
      message: `The device has no sha256sum, so that the installed ${packageName} cannot be compared with ${apkPath}.`,
      hint: "Install the app yourself and remove app.apkPath from the suite to run without the check.",
    });
  }
  if (actual === wanted) {
    if (found.splits.length > 0) throw splitError(device, packageName, found.splits.length);
    return wanted;
  }
  if (found.splits.length > 0) throw splitError(device, packageName, found.splits.length);
  throw stepError(device, {
    code: "APK_MISMATCH",
    message: `The installed ${packageName} is not ${apkPath}: its base APK has SHA-256 ${actual.slice(0, 16)}…, the file ${wanted.slice(0, 16)}…. The APK was probably built for another package.`,
    hint: "Correct app.packageName or app.apkPath in the suite, or uninstall the app and run again.",
  });
}

function readApk(device: StepDevice, apkPath: string): Uint8Array {
  let apk: Uint8Array;
  try {
    apk = readFileSync(apkPath);
  } catch (error) {
    throw stepError(device, {
      code: "APK_UNREADABLE",
      message: `The APK cannot be read: ${reasonOf(error)}.`,
      hint: "Build it, or correct app.apkPath (relative to the repository's root).",
    });
  }
  // A ZIP file begins with PK\3\4; anything else would only be refused by the device later, less clearly.
  if (apk[0] !== 0x50 || apk[1] !== 0x4b) {
    throw stepError(device, {
      code: "APK_INVALID",
      message: `${apkPath} is not an APK (no ZIP file).`,
      hint: "Point app.apkPath at a built, signed APK.",
    });
  }
  return apk;
}

function splitError(device: StepDevice, packageName: string, splits: number) {
  return stepError(device, {
    code: "APK_SPLITS",
    message: `${packageName} is installed as a base APK and ${splits} split${splits === 1 ? "" : "s"}; one file cannot be compared with that.`,
    hint: "Uninstall the app and install a universal APK, or install the splits yourself and remove app.apkPath from the suite.",
  });
}

/** The APKs of a package for user 0; `base` is null when it is not installed. */
async function installedApks(device: StepDevice, packageName: string) {
  const { stdout } = await device.run(`pm path --user 0 ${shellQuote(packageName)}`);
  return parsePmPath(stdout);
}

async function deviceSha256(device: StepDevice, path: string): Promise<string | null> {
  for (const command of ["sha256sum", "toybox sha256sum"]) {
    const result = await device.run(`${command} ${shellQuote(path)}`);
    if (result.exitCode !== 0) continue;
    const digest = parseSha256(result.stdout);
    if (digest !== null) return digest;
  }
  return null;
}
