import type { SettingsNamespace } from "../../system/types.ts";
import { type CommandRun, err, out } from "../process.ts";
import { pmOptions } from "./pm-options.ts";

const CONTENT_URI = /^content:\/\/settings\/(system|secure|global)(?:\/([^/]+))?$/;

function binds(args: readonly string[]): Map<string, string> {
  return new Map(
    args.flatMap((arg, index): [string, string][] => {
      if (arg !== "--bind") return [];
      const match = /^([^:]+):[a-z]:(.*)$/s.exec(args[index + 1] ?? "");
      return match ? [[match[1] as string, match[2] as string]] : [];
    }),
  );
}

/** `content query|insert|update|delete --uri content://settings/...` */
export const content: CommandRun = (args, process) => {
  const [verb] = args;
  const { flags } = pmOptions(args.slice(1), [
    "--uri",
    "--bind",
    "--where",
    "--projection",
    "--user",
    "--method",
    "--arg",
    "--extra",
    "--sort",
  ]);
  const uri = flags.get("--uri") ?? "";
  const match = CONTENT_URI.exec(uri);
  const { settings } = process.machine.system;
  if (!match) {
    err(
      process,
      `[ERROR] Error while accessing provider:${/^content:\/\/([^/]*)/.exec(uri)?.[1] ?? ""}\njava.lang.IllegalStateException: Could not find provider: ${/^content:\/\/([^/]*)/.exec(uri)?.[1] ?? ""}\n`,
    );
    return 1;
  }
  const namespace = match[1] as SettingsNamespace;
  const values = binds(args);
  const name =
    values.get("name") ?? match[2] ?? /name\s*=\s*["']?([^"']+)/.exec(flags.get("--where") ?? "")?.[1];
  if (verb === "query") {
    const rows = settings.list(namespace).filter(([key]) => name === undefined || key === name);
    out(
      process,
      rows.length === 0
        ? "No result found.\n"
        : rows
            .map(
              ([key, value], index) =>
                `Row: ${index} _id=${index + 1}, name=${key}, value=${value}, is_preserved_in_restore=0\n`,
            )
            .join(""),
    );
    return 0;
  }
  if ((verb === "insert" || verb === "update") && name !== undefined) {
    settings.put(namespace, name, values.get("value") ?? "");
    return 0;
  }
  if (verb === "delete" && name !== undefined) {
    settings.put(namespace, name, null);
    return 0;
  }
  err(process, `[ERROR] Unsupported operation: ${verb}\n`);
  return 1;
};
