import { screen } from "../../ui/kit/app.ts";
import { iconButton, row, text } from "../../ui/kit/compose.ts";
import { page } from "./parts.ts";

export const VIDEOS = [
  { id: "1", title: "Big Buck Bunny", seconds: 596 },
  { id: "2", title: "Sintel", seconds: 888 },
  { id: "3", title: "Tears of Steel", seconds: 734 },
  { id: "4", title: "Elephants Dream", seconds: 653 },
] as const;

/** Seconds a jump button moves. */
const JUMP = 10;

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** A player without a film: its position follows the device's clock. */
export const videoPlayer = screen(
  () => ({ position: 0, playingSince: null as number | null }),
  (scope) => {
    const id = scope.args.video ?? "1";
    const video = VIDEOS.find((one) => one.id === id) ?? { id, title: `Video ${id}`, seconds: 60 };
    const { position, playingSince } = scope.state;
    const now = scope.services.now();
    const at = Math.min(video.seconds, position + (playingSince === null ? 0 : (now - playingSince) / 1000));
    const jump = (by: number): void =>
      scope.set({
        position: Math.max(0, Math.min(video.seconds, at + by)),
        playingSince: playingSince === null ? null : now,
      });
    return {
      live: playingSince !== null,
      content: page(
        {
          destination: "VideoPlayerDestination",
          title: "Video Player",
          tag: "video_player",
          onBack: scope.back,
        },
        {
          arrange: { type: "box", alignX: "center", alignY: "center" },
          size: { width: "fill", height: 200 },
          paint: { background: "#000000", radius: 12 },
          semantics: { className: "android.view.View", resourceId: "video_player_surface" },
          children: [
            text(video.title, { style: "titleLarge", color: "#ffffff", testTag: "video_player_title" }),
          ],
        },
        {
          arrange: { type: "box" },
          size: { width: "fill", height: 4 },
          paint: { background: "surfaceVariant", fraction: { value: at / video.seconds, color: "primary" } },
        },
        text(`${clock(at)} / ${clock(video.seconds)}`, { testTag: "video_player_position" }),
        row(
          { gap: 8 },
          iconButton({
            icon: "back",
            description: "Back 10 seconds",
            testTag: "video_player_rewind",
            onTap: () => jump(-JUMP),
          }),
          iconButton({
            icon: playingSince === null ? "play" : "pause",
            description: playingSince === null ? "Play" : "Pause",
            testTag: "video_player_toggle",
            onTap: () => scope.set({ position: at, playingSince: playingSince === null ? now : null }),
          }),
          iconButton({
            icon: "chevron",
            description: "Forward 10 seconds",
            testTag: "video_player_forward",
            onTap: () => jump(JUMP),
          }),
        ),
        text(playingSince === null ? "State: Paused" : "State: Playing", { testTag: "video_player_state" }),
      ),
    };
  },
);
