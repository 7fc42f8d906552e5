import type { PackageRecord } from "../../system/packages.ts";
import { type CommandRun, out } from "../process.ts";
import { pmOptions } from "./pm-options.ts";

interface Query {
  action: string | null;
  data: string | null;
  categories: string[];
  packageName: string | null;
  component: string | null;
}

/** The intent arguments of `resolve-activity` and `query-activities`. */
function readQuery(args: readonly string[]): { query: Query; flags: Map<string, string> } {
  const { flags, operands } = pmOptions(args, [
    "-a",
    "-d",
    "-t",
    "-c",
    "-n",
    "-p",
    "-f",
    "--user",
    "--query-flags",
  ]);
  const categories = args.flatMap((arg, index) => (arg === "-c" ? [args[index + 1] ?? ""] : []));
  const bare = operands[operands.length - 1] ?? null;
  return {
    flags,
    query: {
      action: flags.get("-a") ?? null,
      data: flags.get("-d") ?? (bare?.includes(":") ? bare : null),
      categories,
      packageName: flags.get("-p") ?? (bare && !bare.includes(":") && !bare.includes("/") ? bare : null),
      component: flags.get("-n") ?? (bare?.includes("/") && !bare.includes(":") ? bare : null),
    },
  };
}

/** The activities whose filters match. */
export function queryActivities(
  query: Query,
  records: PackageRecord[],
): { record: PackageRecord; activity: string }[] {
  const scheme = query.data?.split(":")[0] ?? null;
  const host = /^[^:]+:\/\/([^/?#]*)/.exec(query.data ?? "")?.[1] ?? null;
  const bare = query.action === null && query.data === null && query.packageName !== null;
  const action = bare ? "android.intent.action.MAIN" : query.action;
  const categories = bare ? ["android.intent.category.LAUNCHER"] : query.categories;
  return records.flatMap((record) => {
    if (query.packageName !== null && record.packageName !== query.packageName) return [];
    if (record.enabled > 1) return [];
    return record.activities
      .filter(({ filters }) =>
        filters.some(
          (filter) =>
            (action === null || filter.actions.includes(action)) &&
            categories.every((category) => filter.categories.includes(category)) &&
            (scheme === null ? filter.schemes.length === 0 : filter.schemes.includes(scheme)) &&
            (host === null || filter.hosts.length === 0 || filter.hosts.includes(host)),
        ),
      )
      .map(({ name }) => ({ record, activity: name }));
  });
}

/** `package/.Activity` when the class is in the package. */
export function shortComponent(packageName: string, activity: string): string {
  return `${packageName}/${activity.startsWith(`${packageName}.`) ? activity.slice(packageName.length) : activity}`;
}

export const resolveActivity =
  (all: boolean): CommandRun =>
  (args, process) => {
    const { query, flags } = readQuery(args);
    const hits = queryActivities(query, process.machine.system.packages.list());
    const shown = all ? hits : hits.slice(0, 1);
    if (shown.length === 0) {
      out(process, all ? "No activities found\n" : "No activity found\n");
      return 0;
    }
    const brief = flags.has("--brief") || flags.has("--components");
    if (all && !brief) out(process, `${shown.length} activities found:\n`);
    for (const [index, { record, activity }] of shown.entries()) {
      const component = shortComponent(record.packageName, activity);
      if (flags.has("--components")) out(process, `${component}\n`);
      else if (brief) {
        out(
          process,
          `${all ? "  " : ""}priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n${all ? "  " : ""}${component}\n`,
        );
      } else {
        const pad = all ? "    " : "";
        if (all) out(process, `  Activity #${index}:\n`);
        out(
          process,
          [
            "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true",
            "ActivityInfo:",
            `  name=${activity}`,
            `  packageName=${record.packageName}`,
            "  enabled=true exported=true directBootAware=false",
            "  ApplicationInfo:",
            `    packageName=${record.packageName}`,
            `    processName=${record.packageName}`,
            `    uid=${record.uid} flags=0x${record.debuggable ? "20a8be46" : "2088be44"}`,
            `    sourceDir=${record.apkPath}`,
            `    dataDir=/data/user/0/${record.packageName}`,
          ]
            .map((line) => `${pad}${line}\n`)
            .join(""),
        );
      }
    }
    return 0;
  };
