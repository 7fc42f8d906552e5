import { type AppDefinition, type Scope, screen } from "../../ui/kit/app.ts";
import type { Element } from "../../ui/kit/element.ts";
import { label, view } from "../../ui/kit/views.ts";
import { LAUNCHER } from "../../ui/runtime/machine.ts";

const ID = `${LAUNCHER}:id/`;
const FILL = { width: "fill", height: "fill" } as const;
const HOME = { screen: "home", args: {} };

function appIcon(scope: Scope<object>, app: AppDefinition): Element {
  return {
    arrange: { type: "column", align: "center", gap: 8 },
    size: { width: 88, padding: [4, 8, 4, 8] },
    semantics: { className: "android.widget.TextView", text: app.label, contentDesc: app.label },
    actions: { onTap: () => scope.system.openApp(app.packageName), onLongPress: () => undefined },
    children: [
      {
        arrange: { type: "box", alignX: "center", alignY: "center" },
        size: { width: 56, height: 56 },
        paint: { background: app.icon.background, radius: "round" },
        children: [{ arrange: { type: "icon", name: app.icon.name, color: "#ffffff", size: 28 } }],
      },
      {
        arrange: {
          type: "text",
          value: app.label,
          style: "labelMedium",
          color: "#ffffff",
          align: "center",
          maxLines: 1,
        },
        size: { width: "fill" },
      },
    ],
  };
}

function launcherFrame(...children: Element[]): Element {
  return view(
    {
      className: "FrameLayout",
      id: `${ID}launcher`,
      arrange: { type: "box" },
      size: FILL,
      paint: { background: "#35506b" },
    },
    view(
      { className: "FrameLayout", id: `${ID}drag_layer`, arrange: { type: "column" }, size: FILL },
      ...children,
    ),
  );
}

function rows(icons: Element[], perRow: number): Element[] {
  const grouped: Element[][] = [];
  for (let at = 0; at < icons.length; at += perRow) grouped.push(icons.slice(at, at + perRow));
  return grouped.map((group) =>
    view({ className: "ViewGroup", arrange: { type: "row", gap: 4 }, size: { width: "fill" } }, ...group),
  );
}

const home = screen(
  () => ({}),
  (scope) => {
    const date = new Intl.DateTimeFormat(scope.services.locale(), {
      weekday: "short",
      month: "short",
      day: "numeric",
      timeZone: "UTC",
    }).format(new Date(scope.services.now()));
    const apps = scope.system.apps().filter((app) => app.inLauncher);
    return {
      content: launcherFrame(
        view(
          {
            className: "ScrollView",
            id: `${ID}workspace`,
            arrange: { type: "column", gap: 24 },
            size: { ...FILL, padding: 20 },
          },
          view(
            {
              className: "FrameLayout",
              id: `${ID}search_container_workspace`,
              size: { width: "fill", padding: [0, 16, 0, 16] },
            },
            label(date, {
              id: `${ID}date`,
              style: "titleLarge",
              color: "#ffffff",
              semantics: { contentDesc: date },
            }),
          ),
          ...rows(
            apps.map((app) => appIcon(scope, app)),
            4,
          ),
        ),
      ),
    };
  },
);

const recents = screen(
  () => ({}),
  (scope) => {
    const tasks = scope.system.recents();
    const apps = scope.system.apps();
    return {
      content: launcherFrame(
        view(
          {
            className: "FrameLayout",
            id: `${ID}overview_panel`,
            arrange: { type: "column", gap: 16, align: "center" },
            size: { ...FILL, padding: 24 },
          },
          ...(tasks.length === 0
            ? [label("No recent items", { style: "titleMedium", color: "#ffffff" })]
            : []),
          ...tasks.flatMap((packageName): Element[] => {
            const app = apps.find((one) => one.packageName === packageName);
            if (app === undefined) return [];
            return [
              view(
                {
                  className: "FrameLayout",
                  id: `${ID}task`,
                  arrange: { type: "box", alignX: "center", alignY: "center" },
                  size: { width: 280, height: 150 },
                  paint: { background: app.icon.background, radius: 24 },
                  actions: {
                    onTap: () => scope.system.openApp(packageName),
                    onSwipe: (direction) => {
                      if (direction === "up") scope.system.closeTask(packageName);
                    },
                  },
                  semantics: { contentDesc: app.label },
                },
                label(app.label, { style: "titleLarge", color: "#ffffff" }),
              ),
            ];
          }),
          ...(tasks.length === 0
            ? []
            : [
                label("Clear all", {
                  id: `${ID}clear_all`,
                  className: "Button",
                  style: "labelLarge",
                  color: "#ffffff",
                  size: { padding: 12 },
                  actions: {
                    onTap: () => {
                      for (const packageName of tasks) scope.system.closeTask(packageName);
                      scope.system.goHome();
                    },
                  },
                }),
              ]),
        ),
      ),
    };
  },
);

/** The home screen and the overview of recent apps. */
export const launcher: AppDefinition = {
  packageName: LAUNCHER,
  label: "Pixel Launcher",
  icon: { name: "home", background: "#35506b" },
  inLauncher: false,
  activity: `${LAUNCHER}.NexusLauncherActivity`,
  toolkit: "views",
  background: "#35506b",
  handles: () => false,
  start: () => [HOME],
  newIntent: () => [HOME],
  screens: { home, recents },
};
