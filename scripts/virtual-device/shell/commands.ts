import { ACTIVITY_COMMANDS } from "./commands/activities.ts";
import { APP_PROCESS_COMMANDS } from "./commands/app-process.ts";
import { BASH_TOOL_COMMANDS } from "./commands/bash-tools.ts";
import { DEVICE_COMMANDS } from "./commands/device.ts";
import { DUMPSYS_COMMANDS } from "./commands/dumpsys.ts";
import { FILE_COMMANDS } from "./commands/files.ts";
import { NETWORK_COMMANDS } from "./commands/network.ts";
import { PACKAGE_COMMANDS } from "./commands/packages.ts";
import { PROCESS_COMMANDS } from "./commands/processes.ts";
import { SCREEN_COMMANDS } from "./commands/screen.ts";
import { SETTINGS_COMMANDS } from "./commands/settings.ts";
import { TEXT_COMMANDS } from "./commands/text.ts";
import type { Command } from "./process.ts";

/** The command table: what /system/bin holds. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [
    ...FILE_COMMANDS,
    ...TEXT_COMMANDS,
    ...BASH_TOOL_COMMANDS,
    ...PROCESS_COMMANDS,
    ...APP_PROCESS_COMMANDS,
    ...PACKAGE_COMMANDS,
    ...ACTIVITY_COMMANDS,
    ...SETTINGS_COMMANDS,
    ...SCREEN_COMMANDS,
    ...DEVICE_COMMANDS,
    ...NETWORK_COMMANDS,
    ...DUMPSYS_COMMANDS,
  ].map((command) => [command.name, command]),
);
