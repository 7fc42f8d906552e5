import { type CommandRun, err, out } from "../process.ts";
import { pmOptions, refuseUser } from "./pm-options.ts";

/** `pm list packages|features|users|...` */
export const list: CommandRun = (args, process) => {
  const { system } = process.machine;
  const [kind = "packages", ...rest] = args;
  const { flags, operands } = pmOptions(rest, ["--user", "--uid"]);
  switch (kind) {
    case "packages":
    case "package": {
      const refused = refuseUser(flags, "list", process);
      if (refused !== null) return refused;
      const rows = system.packages.list().filter((record) => {
        if (flags.has("-3") && record.system) return false;
        if (flags.has("-s") && !record.system) return false;
        const disabled = record.enabled > 1;
        if (flags.has("-d") && !disabled) return false;
        if (flags.has("-e") && disabled) return false;
        if (flags.has("--uid") && record.uid !== Number(flags.get("--uid"))) return false;
        return operands[0] === undefined || record.packageName.includes(operands[0]);
      });
      for (const record of rows) {
        const path = flags.has("-f") ? `${record.apkPath}=` : "";
        const code = flags.has("--show-versioncode") ? ` versionCode:${record.versionCode}` : "";
        const uid = flags.has("-U") ? ` uid:${record.uid}` : "";
        const installer = flags.has("-i") ? `  installer=${record.installer}` : "";
        out(process, `package:${path}${record.packageName}${code}${installer}${uid}\n`);
      }
      return 0;
    }
    case "features":
      out(
        process,
        [
          "reqGlEsVersion=0x30000",
          "android.hardware.audio.output",
          "android.hardware.camera",
          "android.hardware.location",
          "android.hardware.screen.landscape",
          "android.hardware.screen.portrait",
          "android.hardware.sensor.accelerometer",
          "android.hardware.touchscreen",
          "android.hardware.touchscreen.multitouch",
          "android.hardware.wifi",
          "android.software.app_widgets",
          "android.software.input_methods",
          "android.software.webview",
        ]
          .map((name) => `feature:${name}\n`)
          .join(""),
      );
      return 0;
    case "users":
      out(process, `Users:\n\tUserInfo{0:Owner:4c13} running\n`);
      if (system.state.currentUser !== 0)
        out(process, `\tUserInfo{${system.state.currentUser}:Second user:410} running\n`);
      return 0;
    case "libraries":
      out(process, "library:android.test.base\nlibrary:org.apache.http.legacy\n");
      return 0;
    case "permission-groups":
      out(
        process,
        ["CAMERA", "LOCATION", "MICROPHONE", "NOTIFICATIONS", "STORAGE"]
          .map((name) => `permission group:android.permission-group.${name}\n`)
          .join(""),
      );
      return 0;
    case "instrumentation":
      return 0;
    default:
      err(process, `Error: unknown list type '${kind}'\n`);
      return 255;
  }
};
