import { screen } from "../../ui/kit/app.ts";
import { button, column, row, text, topBar } from "../../ui/kit/compose.ts";
import { destination } from "./parts.ts";

const SLIDES = [
  ["AutoMobile", "Tools that see what a person sees"],
  ["Observe", "The screen as a tree of elements"],
  ["Act", "Taps, swipes and text"],
  ["Verify", "Nothing counts until the screen shows it"],
  ["Thank you", "Questions?"],
] as const;

/** A talk, one slide at a time. */
export const slides = screen(
  (_app, args) => ({ slide: Math.min(SLIDES.length - 1, Number(args.slide ?? "0")) }),
  (scope) => {
    const { slide } = scope.state;
    const [title, body] = SLIDES[slide] ?? SLIDES[0];
    const turn = (by: number): void =>
      scope.set({ slide: Math.max(0, Math.min(SLIDES.length - 1, slide + by)) });
    return {
      content: destination(
        "SlidesDestination",
        topBar({ title: "Slides", onBack: scope.back, backTag: "slides_back" }),
        {
          arrange: { type: "column", gap: 16, align: "center", justify: "center" },
          size: { width: "fill", weight: 1, padding: 32 },
          semantics: { className: "android.view.View", resourceId: "slides_pager" },
          actions: {
            onSwipe: (direction) => turn(direction === "left" ? 1 : direction === "right" ? -1 : 0),
          },
          children: [
            text(title, { style: "headlineLarge", align: "center", testTag: "slides_title" }),
            text(body, { style: "titleLarge", align: "center", testTag: "slides_body" }),
          ],
        },
        row(
          { size: { width: "fill", padding: 16 }, justify: "between" },
          button({
            label: "Previous",
            variant: "outlined",
            testTag: "slides_previous",
            enabled: slide > 0,
            onTap: () => turn(-1),
          }),
          column({}, text(`Slide ${slide + 1} of ${SLIDES.length}`, { testTag: "slides_position" })),
          button({
            label: "Next",
            testTag: "slides_next",
            enabled: slide < SLIDES.length - 1,
            onTap: () => turn(1),
          }),
        ),
      ),
    };
  },
);
