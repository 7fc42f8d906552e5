import type { Intent, PackageInfo } from "../system/types.ts";
import { type AppDefinition, screen } from "../ui/kit/app.ts";
import { label, view } from "../ui/kit/views.ts";

/** An app that was installed from a real file: one window with its label, since its code can't run here. */
export function plainApp(info: PackageInfo): AppDefinition {
  const home = { screen: "main", args: {} };
  const activity = info.launcherActivity ?? info.activities[0]?.name ?? `${info.packageName}.MainActivity`;
  return {
    packageName: info.packageName,
    label: info.label,
    icon: { name: "dot", background: "#455a64" },
    inLauncher: info.launcherActivity !== null,
    activity,
    otherActivities: info.activities.map(({ name }) => name).filter((name) => name !== activity),
    toolkit: "views",
    handles: (intent) =>
      info.activities.some(({ filters }) => filters.some((filter) => matches(filter, intent))),
    start: () => [home],
    newIntent: () => null,
    screens: {
      main: screen(
        () => ({}),
        () => ({
          content: view(
            {
              className: "FrameLayout",
              arrange: { type: "box", alignX: "center", alignY: "center" },
              size: { width: "fill", height: "fill" },
            },
            label(info.label, { style: "headlineSmall" }),
          ),
        }),
      ),
    },
  };
}

function matches(filter: PackageInfo["activities"][number]["filters"][number], intent: Intent): boolean {
  if (!filter.actions.includes(intent.action ?? "android.intent.action.MAIN")) return false;
  if (!(intent.categories ?? []).every((category) => filter.categories.includes(category))) return false;
  if (intent.data === undefined) return filter.schemes.length === 0;
  const [, scheme = "", , host = ""] = /^([^:]+):(\/\/)?([^/?#]*)/.exec(intent.data) ?? [];
  return filter.schemes.includes(scheme) && (filter.hosts.length === 0 || filter.hosts.includes(host));
}
