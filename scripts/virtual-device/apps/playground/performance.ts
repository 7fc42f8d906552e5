import { screen } from "../../ui/kit/app.ts";
import { button, card, column, lazyColumn, row, text, topBar } from "../../ui/kit/compose.ts";
import { destination, page } from "./parts.ts";
import { to } from "./routes.ts";

const ROWS = 80;

/** A screen that is ready at once. */
export const startup = screen(
  () => ({}),
  (scope) => ({
    content: page(
      { destination: "StartupDemoDestination", title: "Startup Demo", tag: "startup", onBack: scope.back },
      card(
        { testTag: "startup_ready_card" },
        text("Ready", { style: "titleLarge" }),
        text("UI is stable and interactive.", { style: "bodyMedium" }),
      ),
    ),
  }),
);

/** Eighty rows, of which the screen shows a handful. */
export const performanceList = screen(
  () => ({}),
  (scope) => ({
    content: destination(
      "PerformanceListDestination",
      topBar({ title: "Performance List", onBack: scope.back, backTag: "performance_list_back" }),
      lazyColumn({
        key: "performance_list",
        testTag: "performance_list",
        count: ROWS,
        item: (index) => {
          const n = index + 1;
          return column(
            { size: { width: "fill", padding: [16, 6, 16, 6] } },
            card(
              { testTag: `performance_item_${n}` },
              row(
                { size: { width: "fill" }, justify: "between" },
                column(
                  { gap: 4, size: { weight: 1 } },
                  text(`Product ${n}`, { style: "titleMedium" }),
                  text(`Demo item ${3 * n}A`, { style: "bodyMedium", color: "onSurfaceVariant" }),
                  text(`$${2 * n}`, { style: "labelLarge" }),
                ),
                button({
                  label: "View",
                  variant: "tonal",
                  testTag: `performance_item_${n}_action`,
                  onTap: () => scope.navigate(to("performanceDetail", { item: String(n) })),
                }),
              ),
            ),
          );
        },
      }),
    ),
  }),
);

/** One product. */
export const performanceDetail = screen(
  () => ({}),
  (scope) => {
    const n = Number(scope.args.item ?? "1");
    return {
      content: page(
        {
          destination: "PerformanceDetailDestination",
          title: "Performance Detail",
          tag: "performance_detail",
          onBack: scope.back,
        },
        text(`Detail for Product ${n}`, { style: "headlineSmall" }),
        card(
          {},
          text(`Spec ${n}`, { style: "bodyMedium" }),
          text(`Rating ${(n % 5) + 1}`, { style: "bodyMedium" }),
          text("Status: In Stock", { style: "bodyMedium" }),
        ),
        button({
          label: "Back to List",
          testTag: "performance_detail_back_to_list",
          onTap: () => scope.popTo(to("performanceList")),
        }),
      ),
    };
  },
);
