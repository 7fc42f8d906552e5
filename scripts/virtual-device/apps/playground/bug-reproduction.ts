import { screen } from "../../ui/kit/app.ts";
import { button, card, row, text, toggle } from "../../ui/kit/compose.ts";
import { page } from "./parts.ts";

interface BugState {
  enabled: boolean;
  expected: number;
  displayed: number;
  status: string;
  nonFatal: number;
  errorMessage: string;
}

/** A counter whose display stops following when the bug is on, and errors on demand. */
export const bugReproduction = screen<BugState>(
  () => ({
    enabled: false,
    expected: 0,
    displayed: 0,
    status: "Idle",
    nonFatal: 0,
    errorMessage: "No errors triggered",
  }),
  (scope) => {
    const { enabled, expected, displayed, status, nonFatal, errorMessage } = scope.state;
    const add = (): void =>
      scope.set(
        enabled
          ? { expected: expected + 1, status: "Bug triggered: UI did not update" }
          : { expected: expected + 1, displayed: displayed + 1, status: "Updated" },
      );
    const recordNonFatal = (): void => {
      scope.services.log("W", "Playground", "Handled: java.lang.IllegalStateException: Demo non-fatal error");
      scope.set({ nonFatal: nonFatal + 1, errorMessage: "Non-fatal error recorded" });
    };
    return {
      content: page(
        {
          destination: "BugReproDestination",
          title: "Bug Reproduction Demo",
          tag: "bug_repro",
          onBack: scope.back,
        },
        row(
          { size: { width: "fill" }, justify: "between" },
          text("Enable Bug", { style: "titleMedium" }),
          toggle({
            checked: enabled,
            testTag: "bug_repro_toggle",
            onChange: (on) => scope.set({ enabled: on }),
          }),
        ),
        card(
          { testTag: "bug_repro_status_card" },
          text(`Expected count: ${expected}`, { testTag: "bug_repro_expected" }),
          text(`Displayed count: ${displayed}`, { testTag: "bug_repro_displayed" }),
          text(`Status: ${status}`, { testTag: "bug_repro_status", color: "onSurfaceVariant" }),
        ),
        row(
          { gap: 12 },
          button({ label: "Add Item", testTag: "bug_repro_add", onTap: add }),
          button({
            label: "Reset",
            variant: "outlined",
            testTag: "bug_repro_reset",
            onTap: () => scope.set({ expected: 0, displayed: 0, status: "Reset" }),
          }),
        ),
        card(
          { testTag: "error_status_card" },
          text("Error Triggers", { style: "titleMedium" }),
          text(`Non-fatal errors recorded: ${nonFatal}`, { testTag: "error_nonfatal_count" }),
          text(errorMessage, { testTag: "error_status_message", color: "onSurfaceVariant" }),
        ),
        button({
          label: "Trigger Non-Fatal Error",
          variant: "tonal",
          testTag: "trigger_nonfatal_error",
          size: { width: "fill" },
          onTap: recordNonFatal,
        }),
        button({
          label: "Trigger ANR (6s Block)",
          variant: "outlined",
          testTag: "trigger_anr",
          size: { width: "fill" },
          onTap: scope.block,
        }),
        button({
          label: "Trigger Crash",
          testTag: "trigger_crash",
          size: { width: "fill" },
          colors: { background: "error", label: "onError" },
          onTap: () => scope.crash("java.lang.RuntimeException: Demo crash"),
        }),
      ),
    };
  },
);
