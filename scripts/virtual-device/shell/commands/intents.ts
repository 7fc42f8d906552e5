import type { Intent } from "../../system/types.ts";

interface ReadIntent {
  intent: Intent;
  flags: Map<string, string>;
  error: string | null;
}

const INTENT_VALUES = new Set([
  "-a",
  "-d",
  "-t",
  "-c",
  "-n",
  "-p",
  "-f",
  "--user",
  "--display",
  "--windowingMode",
  "--activityType",
  "--task",
  "-P",
  "--start-profiler",
  "-R",
  "--receiver-permission",
  "--ez",
  "-i",
  "--identifier",
]);

const EXTRA_VALUES = /^(-e|--e(s|i|l|f|z|u|cn|ia|la|fa|sa|ial|lal|fal|sal))$/;

const KNOWN_FLAGS = new Set([
  "-W",
  "-D",
  "-N",
  "-S",
  "-w",
  "--streaming",
  "--track-allocation",
  "--attach-agent",
  "--grant-read-uri-permission",
  "--grant-write-uri-permission",
  "--include-stopped-packages",
  "--exclude-stopped-packages",
  "--activity-clear-top",
  "--activity-clear-task",
  "--activity-new-task",
  "--activity-single-top",
  "--activity-no-history",
  "--activity-no-animation",
  "--activity-reorder-to-front",
  "--activity-brought-to-front",
  "--activity-launched-from-history",
  "--activity-multiple-task",
  "--activity-exclude-from-recents",
  "--activity-task-on-home",
  "--activity-reset-task-if-needed",
  "--activity-previous-is-top",
  "--receiver-foreground",
  "--receiver-registered-only",
  "--receiver-replace-pending",
  "--receiver-no-abort",
  "--receiver-include-background",
  "--selector",
  "--async",
  "--dismiss-keyguard",
]);

/** Parses an intent as Intent.parseCommandArgs does. */
export function readIntent(args: readonly string[]): ReadIntent {
  const categories: string[] = [];
  const extras: Record<string, string> = {};
  const intent: Intent = { categories, extras };
  const flags = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    const value = (): string => args[++index] ?? "";
    if (EXTRA_VALUES.test(arg)) {
      const key = value();
      extras[key] = value();
    } else if (arg === "--esn") extras[value()] = "";
    else if (INTENT_VALUES.has(arg)) {
      const text = value();
      if (arg === "-a") intent.action = text;
      else if (arg === "-d") intent.data = text;
      else if (arg === "-c") categories.push(text);
      else if (arg === "-n") intent.component = text;
      else if (arg === "-p") intent.packageName = text;
      else if (arg === "-f") intent.flags = Number(text) || 0;
      else flags.set(arg, text);
      if (arg === "-n" && !text.includes("/")) return { intent, flags, error: `Bad component name: ${text}` };
    } else if (KNOWN_FLAGS.has(arg)) flags.set(arg, "");
    else if (arg.startsWith("-")) return { intent, flags, error: `Unknown option: ${arg}` };
    else if (arg.includes(":")) intent.data = arg;
    else if (arg.includes("/")) intent.component = arg;
    else intent.packageName = arg;
  }
  return { intent, flags, error: null };
}

/** Intent.toString as `am` shows it; newer Androids hide what follows the authority of a URI. */
export function describeIntent(intent: Intent, sdk: number, flags: number | null): string {
  const parts: string[] = [];
  if (intent.action !== undefined) parts.push(`act=${intent.action}`);
  if (intent.categories && intent.categories.length > 0) parts.push(`cat=[${intent.categories.join(",")}]`);
  if (intent.data !== undefined) parts.push(`dat=${sdk >= 30 ? redactUri(intent.data) : intent.data}`);
  if (flags !== null) parts.push(`flg=0x${flags.toString(16)}`);
  if (intent.packageName !== undefined) parts.push(`pkg=${intent.packageName}`);
  if (intent.component !== undefined) parts.push(`cmp=${intent.component}`);
  if (intent.extras && Object.keys(intent.extras).length > 0) parts.push("(has extras)");
  return `Intent { ${parts.join(" ")} }`;
}

/** Uri.toSafeString: the path of a hierarchical URI is replaced. */
function redactUri(uri: string): string {
  const match = /^([^:]+):(\/\/[^/?#]*)?(.*)$/s.exec(uri);
  if (!match) return uri;
  if (match[2] === undefined) return `${match[1]}:...`;
  return `${match[1]}:${match[2]}${(match[3] ?? "") === "" ? "" : "/..."}`;
}
