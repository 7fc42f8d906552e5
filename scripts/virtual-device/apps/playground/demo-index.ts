import { screen } from "../../ui/kit/app.ts";
import { button, card, column, lazyColumn, text, topBar } from "../../ui/kit/compose.ts";
import { destination } from "./parts.ts";
import { to } from "./routes.ts";

const DEMOS = [
  {
    tag: "demo_ux_flow",
    title: "UX Flow",
    body: "Three screens that follow each other.",
    action: "Open UX Flow",
    screen: "uxStart",
  },
  {
    tag: "demo_startup",
    title: "Startup",
    body: "A screen that is ready at once.",
    action: "Open Startup",
    screen: "startup",
  },
  {
    tag: "demo_perf_list",
    title: "Performance List",
    body: "Eighty rows to scroll through.",
    action: "Open List",
    screen: "performanceList",
  },
  {
    tag: "demo_a11y_contrast",
    title: "Contrast",
    body: "Text that is hard to read.",
    action: "Open Contrast",
    screen: "contrast",
  },
  {
    tag: "demo_a11y_tap_targets",
    title: "Tap Targets",
    body: "Controls smaller than a finger.",
    action: "Open Tap Targets",
    screen: "tapTargets",
  },
  {
    tag: "demo_bug_repro",
    title: "Bug Reproduction",
    body: "A counter that can be broken.",
    action: "Open Bug Demo",
    screen: "bugRepro",
  },
  {
    tag: "demo_handled_exception",
    title: "Handled Exceptions",
    body: "Errors that are caught and reported.",
    action: "Open Exception Demo",
    screen: "handledException",
  },
  {
    tag: "demo_network_test",
    title: "Network Test",
    body: "Requests and their answers.",
    action: "Open Network Test",
    screen: "networkTest",
  },
] as const;

/** The list of demos. */
export const demoIndex = screen(
  () => ({}),
  (scope) => ({
    content: destination(
      "DemoIndexDestination",
      topBar({ title: "Docs Demo Index", onBack: scope.back, backTag: "demo_index_back" }),
      column(
        { size: { width: "fill", padding: [16, 8, 16, 8] } },
        text("Demos used in documentation and benchmarks.", {
          style: "bodyMedium",
          testTag: "demo_index_description",
        }),
      ),
      lazyColumn({
        key: "demo_index_list",
        testTag: "demo_index_list",
        count: DEMOS.length,
        item: (index) => {
          const demo = DEMOS[index] ?? DEMOS[0];
          return column(
            { size: { width: "fill", padding: [16, 6, 16, 6] } },
            card(
              { testTag: demo.tag },
              text(demo.title, { style: "titleMedium" }),
              text(demo.body, { style: "bodyMedium", color: "onSurfaceVariant" }),
              button({
                label: demo.action,
                testTag: `${demo.tag}_action`,
                onTap: () => scope.navigate(to(demo.screen)),
              }),
            ),
          );
        },
      }),
    ),
  }),
);
