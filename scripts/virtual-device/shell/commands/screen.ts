import { FileError } from "../../system/file-nodes.ts";
import { at, type Command, type CommandRun, err, out } from "../process.ts";
import { input } from "./input.ts";
import { uiautomator } from "./uiautomator.ts";

const screencap: CommandRun = (args, process) => {
  const operands = args.filter((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-d");
  const png = process.machine.ui.screenshot();
  const [file] = operands;
  if (file === undefined) {
    out(process, png);
    return 0;
  }
  try {
    process.machine.system.files.write(at(process, file), png, process.who);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    err(process, `Error opening file: ${file} (${error.text})\n`);
    return 1;
  }
};

export const SCREEN_COMMANDS: Command[] = [
  {
    name: "input",
    group: "screen",
    modelled: "tap, swipe, draganddrop, text, keyevent, motionevent; a swipe on the spot is a long press",
    missing: "trackball, joystick, other displays; text beyond ASCII fails, as on Android",
    run: input,
  },
  {
    name: "uiautomator",
    group: "screen",
    modelled: "dump to a file or /dev/tty, --compressed, --windows from Android 14 on",
    missing: "runtest; events prints none",
    run: uiautomator,
  },
  {
    name: "screencap",
    group: "screen",
    modelled: "-p to standard output or a file",
    missing: "raw RGBA without -p, other displays",
    run: screencap,
  },
];
