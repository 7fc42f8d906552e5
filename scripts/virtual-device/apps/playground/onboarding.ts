import { screen } from "../../ui/kit/app.ts";
import { button, column, icon, row, spacer, text } from "../../ui/kit/compose.ts";
import type { IconName } from "../../ui/picture/icons.ts";
import { destination } from "./parts.ts";
import { to } from "./routes.ts";

const PAGES: readonly { title: string; body: string; icon: IconName }[] = [
  { title: "Welcome to AutoMobile", body: "A playground for tools that drive mobile apps.", icon: "play" },
  {
    title: "Explore interactions",
    body: "Tap, swipe, type and watch how each one is seen by a tool.",
    icon: "edit",
  },
  {
    title: "Follow flows",
    body: "Short flows with a beginning and an end that can be checked.",
    icon: "list",
  },
  { title: "Reproduce bugs", body: "Screens that misbehave on purpose.", icon: "search" },
  { title: "You are ready", body: "Sign in or continue as a guest.", icon: "check" },
];

export const onboarding = screen(
  () => ({ page: 0 }),
  (scope) => {
    const { page } = scope.state;
    const last = page === PAGES.length - 1;
    const shown = PAGES[page] ?? PAGES[0];
    const finish = (): void => {
      const preferences = scope.preferences("onboarding_prefs");
      preferences.put("onboarding_completed", { type: "boolean", value: true });
      preferences.put("completion_timestamp", { type: "long", value: Math.round(scope.services.now()) });
      scope.replaceAll(to("login"));
    };
    const turn = (by: number): void => {
      const next = page + by;
      if (next >= 0 && next < PAGES.length) scope.set({ page: next });
    };
    return {
      content: destination(
        "OnboardingDestination",
        row(
          { size: { width: "fill", height: 56, padding: [8, 0, 8, 0] }, justify: "end" },
          ...(last
            ? []
            : [button({ label: "Skip", variant: "text", testTag: "onboarding_skip", onTap: finish })]),
        ),
        {
          arrange: { type: "column", align: "center", justify: "center", gap: 24 },
          size: { width: "fill", weight: 1, padding: 32 },
          semantics: { className: "android.view.View", resourceId: "onboarding_pager" },
          actions: {
            onSwipe: (direction) => turn(direction === "left" ? 1 : direction === "right" ? -1 : 0),
          },
          children: [
            icon(shown?.icon ?? "play", { size: 96, color: "primary" }),
            text(shown?.title ?? "", {
              style: "headlineMedium",
              align: "center",
              testTag: "onboarding_title",
            }),
            text(shown?.body ?? "", { align: "center", color: "onSurfaceVariant" }),
          ],
        },
        row(
          { size: { width: "fill", padding: 24 }, justify: "between" },
          page === 0
            ? spacer({ width: 1, height: 48 })
            : button({ label: "Back", variant: "text", testTag: "onboarding_back", onTap: () => turn(-1) }),
          column({}, text(`${page + 1} of ${PAGES.length}`, { style: "labelMedium" })),
          last
            ? button({ label: "Get Started", testTag: "onboarding_get_started", onTap: finish })
            : button({ label: "Next", testTag: "onboarding_next", onTap: () => turn(1) }),
        ),
      ),
    };
  },
);
