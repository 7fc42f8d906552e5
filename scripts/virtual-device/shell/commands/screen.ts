import { FileError } from "../../system/file-nodes.ts";
import { keyCode } from "../key-codes.ts";
import { at, type Command, type CommandRun, err, out, type Process, sleep } from "../process.ts";
import { encode } from "../streams.ts";

const SOURCES =
  /^(dpad|keyboard|mouse|touchpad|gamepad|touchnavigation|joystick|touchscreen|stylus|trackball|rotaryencoder)$/;
const USAGE = `Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are: 
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      dpad
      mouse
      keyboard
      trackball
      rotaryencoder

The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--duration <duration to hold key down in ms>] [--doubletap] [--async] [--delay <duration between keycodes in ms>] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
`;

/** Hold times from which a touch that does not move is a long press: ViewConfiguration's default. */
const LONG_PRESS_MS = 500;
const TOUCH_SLOP = 8;

const touches = new WeakMap<object, { x: number; y: number; startX: number; startY: number; time: number }>();

const input: CommandRun = async (args, process) => {
  const { machine } = process;
  let rest = args;
  if (SOURCES.test(rest[0] ?? "")) rest = rest.slice(1);
  if (rest[0] === "-d") rest = rest.slice(2);
  const [verb, ...values] = rest;
  const usage = (): number => {
    err(process, USAGE);
    return 255;
  };
  const numbers = values.map(Number);
  const bad = (count: number): boolean =>
    values.length < count || numbers.slice(0, count).some((value) => Number.isNaN(value));
  const wait = async (ms: number): Promise<void> => {
    if (machine.system.services.realTime && ms > 0) await sleep(ms, process.signal);
  };
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  switch (verb) {
    case "tap":
      if (bad(2)) {
        return illegal(process, values);
      }
      machine.ui.input.tap(x1, y1);
      return 0;
    case "swipe":
    case "draganddrop": {
      if (bad(4)) return illegal(process, values);
      const duration = numbers[4] ?? 300;
      await wait(duration);
      if (verb === "draganddrop") machine.ui.input.drag(x1, y1, x2, y2, duration);
      else if (Math.hypot(x2 - x1, y2 - y1) <= TOUCH_SLOP) {
        if (duration >= LONG_PRESS_MS) machine.ui.input.longPress(x1, y1, duration);
        else machine.ui.input.tap(x1, y1);
      } else machine.ui.input.swipe(x1, y1, x2, y2, duration);
      return 0;
    }
    case "motionevent": {
      const [kind, x, y] = [values[0]?.toUpperCase(), numbers[1] ?? 0, numbers[2] ?? 0];
      const touch = touches.get(machine);
      if (kind === "DOWN") touches.set(machine, { x, y, startX: x, startY: y, time: machine.system.now() });
      else if (touch && kind === "MOVE") touches.set(machine, { ...touch, x, y });
      else if (touch && kind === "UP") {
        touches.delete(machine);
        const held = machine.system.now() - touch.time;
        if (Math.hypot(x - touch.startX, y - touch.startY) > TOUCH_SLOP) {
          machine.ui.input.swipe(touch.startX, touch.startY, x, y, Math.max(held, 50));
        } else if (held >= LONG_PRESS_MS) machine.ui.input.longPress(x, y, held);
        else machine.ui.input.tap(x, y);
      } else if (kind === "CANCEL") touches.delete(machine);
      else return usage();
      return 0;
    }
    case "text": {
      if (values.length === 0) return illegal(process, values);
      // The key character map of a hardware keyboard has no other characters: the real command throws.
      const text = values.join(" ").replaceAll("%s", " ");
      if (/[^\x20-\x7e\n\t]/.test(text)) {
        err(
          process,
          "Exception occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of null array\n\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:395)\n",
        );
        return 255;
      }
      machine.ui.input.text(text);
      return 0;
    }
    case "keyevent":
    case "keycombination": {
      const names = values.filter(
        (value, index) => !value.startsWith("--") && !/^--(duration|delay)$/.test(values[index - 1] ?? ""),
      );
      if (names.length === 0) return illegal(process, values);
      if (verb === "keycombination") {
        const codes = names.map(keyCode);
        if (codes.includes(null)) return illegal(process, names);
        machine.ui.input.keyCombination(codes.filter((code) => code !== null));
        return 0;
      }
      const longPress = values.includes("--longpress");
      for (const name of names) {
        const code = keyCode(name);
        if (code === null) {
          err(
            process,
            `\nException occurred while executing 'keyevent':\njava.lang.IllegalArgumentException: Unable to parse keycode "${name}"\n`,
          );
          return 255;
        }
        machine.ui.input.keyEvent(code, { longPress });
        if (values.includes("--doubletap")) machine.ui.input.keyEvent(code);
      }
      return 0;
    }
    case "press":
    case "roll":
    case "scroll":
      return 0;
    default:
      if (verb !== undefined && verb !== "-h") err(process, `Unknown command: ${verb}\n`);
      return usage();
  }
};

function illegal(process: Process, values: string[]): number {
  const wrong = values.find((value) => Number.isNaN(Number(value)));
  err(
    process,
    wrong === undefined
      ? "\nException occurred while executing 'input':\njava.lang.IllegalArgumentException: Argument expected after \"\"\n"
      : `\nException occurred while executing 'input':\njava.lang.NumberFormatException: For input string: "${wrong}"\n`,
  );
  return 255;
}

/** How long uiautomator waits for a second without events, and until when (DumpCommand). */
const IDLE_MS = 1000;
const IDLE_LIMIT_MS = 10_000;
const DEFAULT_DUMP = "/sdcard/window_dump.xml";

const dump: CommandRun = async (args, process) => {
  const { machine } = process;
  const { system } = machine;
  const has = (fault: string): boolean => system.faults.has(fault);
  const compressed = args.includes("--compressed");
  const windows = args.includes("--windows") && system.sdk >= 34;
  const name = args.find((arg) => !arg.startsWith("-"));
  const file = name ?? (system.sdk < 29 ? "/storage/emulated/legacy/window_dump.xml" : DEFAULT_DUMP);
  const path = at(process, file);
  if (system.services.realTime) await sleep(has("never-idle") ? IDLE_LIMIT_MS : IDLE_MS, process.signal);
  if (has("dump-killed")) {
    out(process, "Killed \n");
    return 137;
  }
  if (has("never-idle")) {
    err(process, "ERROR: could not get idle state.\n");
    return 0;
  }
  const xml = has("null-root") ? null : machine.ui.dumpXml({ compressed, windows });
  if (xml === null) {
    err(process, "ERROR: null root node returned by UiTestAutomationBridge.\n");
    return 0;
  }
  const bytes = encode(misshape(xml, has("truncated-dump"), has("illegal-characters")));
  const status = `UI hierchary dumped to: ${file}\n`;
  if (path === "/dev/tty" || path === "/dev/stdout") {
    out(process, bytes);
    out(process, status);
    return 0;
  }
  if (!has("stale-dump")) {
    try {
      system.files.write(path, bytes, process.who, { mode: 0o666 });
    } catch (error) {
      // The real dumper logs the exception and announces success all the same.
      if (!(error instanceof FileError)) throw error;
      system.services.log(
        "E",
        "AccessibilityNodeInfoDumper",
        `failed to dump window to file: java.io.FileNotFoundException: ${path}: open failed: ${error.code} (${error.text})`,
      );
    }
  }
  out(process, status);
  return 0;
};

function misshape(xml: string, truncated: boolean, illegal: boolean): string {
  let text = xml;
  // What builds with a broken serializer write: raw control characters and half of a surrogate pair.
  if (illegal) text = text.replace(/ text="/, ' text="\u0001\u0008&#55357;');
  if (truncated) {
    const middle = text.indexOf(' bounds="', Math.floor(text.length / 2));
    text = text.slice(0, middle < 0 ? Math.floor(text.length / 2) : middle + 6);
  }
  return text;
}

const uiautomator: CommandRun = async (args, process) => {
  const [verb, ...rest] = args;
  if (verb === "dump") return dump(rest, process);
  if (verb === "events") {
    await new Promise<void>((resolve) => {
      process.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    return 0;
  }
  err(
    process,
    "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\nhelp: displays help message\n\nruntest: executes UI automation tests\n\ndump: creates an XML dump of current UI hierarchy\n    dump [--verbose][file]\n      [--compressed]: dumps compressed layout information.\n      [file]: the location where the dumped XML should be stored, default is\n      /sdcard/window_dump.xml\n\nevents: prints out accessibility events until terminated\n\n",
  );
  return verb === "help" ? 0 : 1;
};

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
