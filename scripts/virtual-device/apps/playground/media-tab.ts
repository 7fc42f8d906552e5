import type { Scope } from "../../ui/kit/app.ts";
import { card, column, icon, lazyColumn, row, text } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import type { HomeState } from "./home-state.ts";
import { to } from "./routes.ts";
import { VIDEOS } from "./video-player.ts";

/** A list of videos; each opens the player. */
export function mediaTab(scope: Scope<HomeState>): Element {
  return column(
    { size: { width: "fill", weight: 1 }, testTag: "media_content" },
    column({ size: { padding: [16, 16, 16, 8] } }, text("MEDIA SCREEN", { style: "titleLarge" })),
    lazyColumn({
      key: "media",
      testTag: "media_list",
      count: VIDEOS.length,
      item: (index) => {
        const video = VIDEOS[index];
        if (video === undefined) return column({});
        return column(
          { size: { width: "fill", padding: [16, 6, 16, 6] } },
          card(
            {
              testTag: `media_${video.id}`,
              onTap: () => scope.navigate(to("videoPlayer", { video: video.id })),
            },
            row(
              { gap: 16 },
              icon("video", { size: 40, color: "primary" }),
              column(
                {},
                text(video.title, { style: "titleMedium" }),
                text(`${video.seconds} seconds`, { style: "bodySmall", color: "onSurfaceVariant" }),
              ),
            ),
          ),
        );
      },
    }),
  );
}
