import { FEATURES } from "../virtual-device/adb/services.ts";
import { HELP } from "../virtual-device/cli.ts";
import { FAULTS } from "../virtual-device/faults.ts";
import { COMMANDS } from "../virtual-device/shell/commands.ts";
import type { CommandGroup } from "../virtual-device/shell/process.ts";
import { preinstalledPackages } from "../virtual-device/system/preinstalled.ts";
import { RELEASES } from "../virtual-device/system/properties.ts";
import { type Generated, staleFiles } from "./generated.ts";
import { code, GENERATED, markdownTable } from "./markdown.ts";

const GROUPS: Record<CommandGroup, string> = {
  packages: "Packages",
  activities: "Activities",
  screen: "Screen and input",
  settings: "Settings and properties",
  device: "Device",
  processes: "Processes and the shell",
  files: "Files",
  text: "Text",
};

/** docs/reference/virtual-device.md: what is modelled and what is not, from the command, fault and version tables. */
export function virtualDeviceReference(): Generated {
  return { path: "docs/reference/virtual-device.md", text: `${GENERATED}\n\n${page()}` };
}

/** The page's path when what is on disk differs from what the code says, else nothing. */
export function staleVirtualDeviceReference(root: string): string[] {
  return staleFiles(root, [virtualDeviceReference()]);
}

function commandTables(): string {
  return Object.entries(GROUPS)
    .map(([group, title]) => {
      const rows = [...COMMANDS.values()]
        .filter((command) => command.group === group)
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, modelled, missing }) => [code(name), modelled, missing ?? ""]);
      return `### ${title}\n\n${markdownTable(["Command", "Modelled", "Not modelled"], rows)}`;
    })
    .join("\n\n");
}

function page(): string {
  return `# The virtual device

An Android device in one process: no emulator, no image, no KVM. adb clients reach it in two ways, and everything they ask is answered by
a system with files, packages, settings, users and a screen of its own. It never touches the host's shell or files, and listens on
127.0.0.1 only.

\`\`\`
${HELP.trimEnd()}
\`\`\`

In code: \`startVirtualDevice(options)\` of \`scripts/virtual-device/index.ts\`, with the options in \`types.ts\`.

## Ways in

| Way | How | Shown as |
| --- | --- | --- |
| The host endpoint speaks the adb **server**'s protocol | \`export ADB_SERVER_SOCKET=tcp:127.0.0.1:PORT\` | the only device, \`emulator-5554\` unless named otherwise |
| The adbd endpoint speaks the transport between an adb server and a device | \`adb connect 127.0.0.1:PORT\` | \`127.0.0.1:PORT\` |
| The same, registered as an emulator | the request \`host:emulator:PORT\` to the adb server, or an odd port from 5555 to 5585 and an adb server that starts later | \`emulator-(PORT-1)\` |

Write \`127.0.0.1\`, not \`localhost\`: only then does adb not try to start a server of its own there. A device that is restarted under the
same address stays offline in a real adb server for ten seconds: \`adb disconnect\` it first.

Features that are announced: ${FEATURES.map(code).join(", ")}. Services: shell (v1, v2, with and without a terminal), exec, abb, abb_exec, sync
(v1 and v2 records), reverse, tcp and local sockets inside the device, reboot; root, unroot, remount and tcpip are refused with a sentence.
\`adb kill-server\` is refused by the host endpoint. Not there: push and pull compression (\`sendrecv_v2\`), \`jdwp\`, \`framebuffer\`, usb, mDNS,
\`adb connect\` and \`adb pair\` on the host endpoint.

## Versions

${markdownTable(
  ["Android", "API", "Build", "Product"],
  Object.entries(RELEASES).map(([version, { sdk, build, product }]) => [
    version,
    String(sdk),
    build,
    product,
  ]),
)}

What differs between them: the properties; \`am start\` puts errors on standard error and exits 0 before Android 13, and on standard output
with exit code 1 from then on when \`-W\` waits; the rows of \`dumpsys package\` (\`userId\` or \`appId\`, where \`firstInstallTime\` stands,
milliseconds on 16); \`dumpsys input\` names the rotation \`SurfaceOrientation\` before 13; the resumed activity's line in
\`dumpsys activity\`; \`cmd locale\` exists from 13 on, \`uiautomator dump --windows\` from 14 on; URIs in echoed intents are shortened from 11 on;
POST_NOTIFICATIONS is a runtime permission from 13 on; package directories have two levels from 11 on.

The formats follow Android's sources and public outputs. They were not compared with a running emulator.

## Packages that are there

${markdownTable(
  ["Package", "Version", "Debuggable"],
  preinstalledPackages(35).map(({ packageName, versionName, versionCode, debuggable }) => [
    code(packageName),
    `${versionName} (${versionCode})`,
    debuggable ? "yes" : "no",
  ]),
)}

A real APK can be installed: its manifest (package, versions, permissions, activities with their filters) is read, its code is not run. Such an
app starts as one plain window that shows its label.

## The shell

Commands are parsed by [just-bash](https://www.npmjs.com/package/just-bash) and run by an interpreter of the device's own: pipelines run side by side, output is bytes as they
come, standard input is read only by who reads it, \`&\` returns at once. Loops, functions, \`case\`, here-documents, arithmetic in 32 bits,
parameter and command substitution and file name patterns work; arrays, \`select\` and process substitution do not. A command that is not in the
tables below ends in \`/system/bin/sh: NAME: inaccessible or not found\`, status 127.

Files have owners and modes, checked as on Linux for the shell (uid 2000), for apps (\`run-as\`) and for pushes. /system and its kind are read-only.
SELinux is not modelled.

${commandTables()}

## Faults

\`--fault NAME\`, the option \`faults\`, or \`setFault(name, true)\` on a running device.

${markdownTable(
  ["Fault", "Where", "What a client meets"],
  FAULTS.map(({ name, area, description }) => [code(name), area, description]),
)}

## Time and chance

\`now\` freezes the clock of everything that shows a time; \`seed\` fixes everything that is random. \`snapshot()\` and \`restore()\` save and bring back the whole
device in about a millisecond. Waits of real Android (a second of quiet before a dump, start-up times, swipes, fifteen seconds of reboot) are
kept only with \`realTime\`.
`;
}
