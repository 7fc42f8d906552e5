import { screen } from "../../ui/kit/app.ts";
import { button, card, text } from "../../ui/kit/compose.ts";
import { page } from "./parts.ts";
import { to } from "./routes.ts";

/** Where the flow begins. */
export const uxFlowStart = screen(
  () => ({}),
  (scope) => ({
    content: page(
      {
        destination: "UxFlowStartDestination",
        title: "UX Flow: Start",
        tag: "ux_flow_start",
        onBack: scope.back,
      },
      text("Step 1: Start the exploration flow."),
      button({
        label: "Continue to Details",
        testTag: "ux_flow_start_next",
        onTap: () => scope.navigate(to("uxDetails")),
      }),
    ),
  }),
);

/** The middle of the flow. */
export const uxFlowDetails = screen(
  () => ({}),
  (scope) => ({
    content: page(
      {
        destination: "UxFlowDetailsDestination",
        title: "UX Flow: Details",
        tag: "ux_flow_details",
        onBack: scope.back,
      },
      text("Step 2: Review the details."),
      card(
        {},
        text("Details", { style: "titleMedium" }),
        text("Nothing to fill in here.", { style: "bodyMedium" }),
      ),
      button({
        label: "Continue to Summary",
        testTag: "ux_flow_details_next",
        onTap: () => scope.navigate(to("uxSummary")),
      }),
      button({
        label: "Back to Start",
        variant: "outlined",
        testTag: "ux_flow_details_back_to_start",
        onTap: () => scope.popTo(to("uxStart")),
      }),
    ),
  }),
);

/** The end of the flow. */
export const uxFlowSummary = screen(
  () => ({}),
  (scope) => ({
    content: page(
      {
        destination: "UxFlowSummaryDestination",
        title: "UX Flow: Summary",
        tag: "ux_flow_summary",
        onBack: scope.back,
      },
      text("Step 3: Summary and completion."),
      button({
        label: "Restart Flow",
        testTag: "ux_flow_summary_restart",
        onTap: () => scope.popTo(to("uxStart")),
      }),
    ),
  }),
);
