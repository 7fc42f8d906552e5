import { keyCode } from "../key-codes.ts";
import { type CommandRun, err, type Process, sleep } from "../process.ts";

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

/** `input`: touches, text and keys, as the shell injects them. */
export const input: CommandRun = async (args, process) => {
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
