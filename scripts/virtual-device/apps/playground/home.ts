import { type Scope, screen } from "../../ui/kit/app.ts";
import { button, card, navigationBar, scrollColumn, tabRow, text, topBar } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import { chatTab } from "./chat-tab.ts";
import { type HomeState, initialHome } from "./home-state.ts";
import { mediaTab } from "./media-tab.ts";
import { destination } from "./parts.ts";
import { to } from "./routes.ts";
import { selectionTab } from "./selection-tab.ts";
import { settingsContent, settingsDialog } from "./settings.ts";
import { swipeTab } from "./swipe-tab.ts";
import { tapTab } from "./tap-tab.ts";
import { textTab } from "./text-tab.ts";

const SUB_TABS: readonly { label: string; tag: string; content(scope: Scope<HomeState>): Element }[] = [
  { label: "Tap", tag: "tab_tap", content: tapTab },
  { label: "Swipe", tag: "tab_swipe", content: swipeTab },
  { label: "Media", tag: "tab_media", content: mediaTab },
  { label: "Text", tag: "tab_text", content: textTab },
  { label: "Select", tag: "tab_select", content: selectionTab },
  { label: "Chat", tag: "tab_chat", content: chatTab },
];

const TABS = [
  { label: "Discover", icon: "search", tag: "bottom_nav_discover" },
  { label: "Demos", icon: "list", tag: "bottom_nav_demos" },
  { label: "Settings", icon: "settings", tag: "bottom_nav_settings" },
] as const;

/** Home: three tabs, the first with a row of its own. */
export const home = screen<HomeState>(
  (_app, args) => initialHome(Number(args.sub ?? "0")),
  (scope) => {
    const { tab, sub } = scope.state;
    return {
      content: destination(
        "HomeDestination",
        topBar({ title: "AutoMobile Playground" }),
        ...(tab === 0 ? discover(scope, sub) : [tab === 1 ? demos(scope) : settingsContent(scope)]),
        navigationBar(
          TABS.map((entry, index) => ({
            label: entry.label,
            icon: entry.icon,
            testTag: entry.tag,
            selected: index === tab,
            onTap: () => {
              scope.clearFocus();
              scope.set({ tab: index });
            },
          })),
        ),
      ),
      ...settingsDialog(scope),
    };
  },
);

function discover(scope: Scope<HomeState>, sub: number): Element[] {
  const open = SUB_TABS[sub] ?? SUB_TABS[0];
  return [
    tabRow(
      "home_tabs",
      SUB_TABS.map(({ label, tag }, index) => ({
        label,
        testTag: tag,
        selected: index === sub,
        onTap: () => {
          scope.clearFocus();
          scope.set({ sub: index });
        },
      })),
    ),
    ...(open === undefined ? [] : [open.content(scope)]),
  ];
}

function demos(scope: Scope<HomeState>): Element {
  return scrollColumn(
    { key: "home_demos", testTag: "home_demos" },
    card(
      {},
      text("Docs demos", { style: "titleMedium" }),
      text("Flows, lists and bugs used in documentation.", { style: "bodyMedium" }),
      button({
        label: "Open Demo Index",
        testTag: "home_open_demos",
        onTap: () => scope.navigate(to("demos")),
      }),
    ),
    card(
      {},
      text("Slides", { style: "titleMedium" }),
      text("A talk about AutoMobile.", { style: "bodyMedium" }),
      button({
        label: "Open Slides",
        testTag: "home_open_slides",
        onTap: () => scope.navigate(to("slides", { slide: "0" })),
      }),
    ),
  );
}
