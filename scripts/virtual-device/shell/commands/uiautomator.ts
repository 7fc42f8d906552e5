import { FileError } from "../../system/file-nodes.ts";
import { at, type CommandRun, err, out, sleep } from "../process.ts";
import { encode } from "../streams.ts";

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

/** `uiautomator dump`, with its faults. */
export const uiautomator: CommandRun = async (args, process) => {
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
