import type { AppContext, Route } from "../../ui/kit/app.ts";

/** A place in Playground. */
export function to(screen: string, args: Record<string, string> = {}): Route {
  return { screen, args };
}

function isOnboarded(app: AppContext): boolean {
  return app.preferences("onboarding_prefs").getBoolean("onboarding_completed", false);
}

function isSignedIn(app: AppContext): boolean {
  const auth = app.preferences("auth_prefs");
  return auth.getBoolean("is_authenticated", false) || auth.getBoolean("is_guest_mode", false);
}

/** Where the app begins without a link. */
export function startRoutes(app: AppContext): Route[] {
  if (!isOnboarded(app)) return [to("onboarding")];
  return [isSignedIn(app) ? to("home") : to("login")];
}

/** Paths of `automobile://playground<path>` that name one screen. */
const LINKS: Record<string, Route> = {
  "": to("home"),
  "/home": to("home"),
  "/tap": to("home", { sub: "0" }),
  "/long_press": to("home", { sub: "0" }),
  "/swipe": to("home", { sub: "1" }),
  "/media": to("home", { sub: "2" }),
  "/video": to("home", { sub: "2" }),
  "/text": to("home", { sub: "3" }),
  "/chat": to("home", { sub: "5" }),
  "/slides": to("slides", { slide: "0" }),
  "/settings": to("settings"),
  "/demos": to("demos"),
  "/demos/ux/start": to("uxStart"),
  "/demos/ux/details": to("uxDetails"),
  "/demos/ux/summary": to("uxSummary"),
  "/demos/perf/startup": to("startup"),
  "/demos/perf/list": to("performanceList"),
  "/demos/a11y/contrast": to("contrast"),
  "/demos/a11y/tap_targets": to("tapTargets"),
  "/demos/bugs/repro": to("bugRepro"),
};

/**
 * Back stack for a deep link; null for one the app does not know. Everything but onboarding and login needs a finished
 * onboarding and a signed-in or guest user, else those screens come first.
 */
export function routeOfLink(app: AppContext, link: string): Route[] | null {
  const path =
    /^automobile:(?:\/\/)?playground(\/[^?#]*)?/.exec(link)?.[1] ??
    (/playground(?=$|[?#])/.test(link) ? "" : null);
  if (path === null) return null;
  const clean = path.replace(/\/+$/, "");
  if (clean === "/onboarding") return [to("onboarding")];
  if (clean === "/login") return [to("login")];
  const route = LINKS[clean] ?? numbered(clean);
  if (route === null) return null;
  if (!isOnboarded(app)) return [to("onboarding")];
  return [isSignedIn(app) ? route : to("login")];
}

function numbered(path: string): Route | null {
  const [, kind, value = ""] = /^\/(slides|video_player|demos\/perf\/detail)\/([^/]+)$/.exec(path) ?? [];
  if (kind === "slides") return to("slides", { slide: /^\d+$/.test(value) ? value : "0" });
  if (kind === "video_player") return to("videoPlayer", { video: decodeURIComponentSafe(value) });
  if (kind === "demos/perf/detail")
    return /^[1-9]\d*$/.test(value) ? to("performanceDetail", { item: value }) : null;
  return null;
}

function decodeURIComponentSafe(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
