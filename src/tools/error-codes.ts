/** Every code that a tool's own typed failure can have; docs/reference/server.md has this table. */
export const toolErrors = {
  no_device: "No Android device is online.",
  device_not_found: "adb lists no device with the name that the call gave.",
  device_ambiguous: "Several devices are online and the call names none.",
  device_lost: "The device is offline, unauthorized or gone, or its connection ended in mid-command.",
  discovery_incomplete: "The devices could not be listed: no list is not an empty one.",
  screen_unreadable: "The device gave no whole view hierarchy; `nextAction` says what can be tried.",
  adb_server_unreachable: "No adb server answers at its address.",
  adb_bad_endpoint: "The adb server's address in the environment cannot be understood.",
  adb_timeout: "A command of the device did not end in time.",
  adb_protocol: "The adb server answered what it never should.",
  adb_too_large: "A command of the device printed more than is taken.",
  adb_aborted: "The command was given up with its call.",
} as const;

export type ToolErrorCode = keyof typeof toolErrors;
