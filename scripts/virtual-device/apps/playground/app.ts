import type { AppDefinition } from "../../ui/kit/app.ts";
import { contrast, tapTargets } from "./accessibility.ts";
import { bugReproduction } from "./bug-reproduction.ts";
import { demoIndex } from "./demo-index.ts";
import { handledException, networkTest } from "./errors.ts";
import { home } from "./home.ts";
import { login } from "./login.ts";
import { onboarding } from "./onboarding.ts";
import { performanceDetail, performanceList, startup } from "./performance.ts";
import { routeOfLink, startRoutes } from "./routes.ts";
import { settings } from "./settings.ts";
import { slides } from "./slides.ts";
import { uxFlowDetails, uxFlowStart, uxFlowSummary } from "./ux-flow.ts";
import { videoPlayer } from "./video-player.ts";

const PACKAGE = "dev.jasonpearson.automobile.playground";

/** AutoMobile's Playground, the app that benchmark tasks are done in. */
export const playground: AppDefinition = {
  packageName: PACKAGE,
  label: "AutoMobile Playground",
  icon: { name: "play", background: "#6750a4" },
  inLauncher: true,
  activity: `${PACKAGE}.MainActivity`,
  toolkit: "compose",
  handles: ({ action, data }) =>
    action === "android.intent.action.VIEW" &&
    data !== undefined &&
    /^automobile:(\/\/)?playground(?![\w.-])/.test(data),
  start: (app, { data }) => (data === undefined ? null : routeOfLink(app, data)) ?? startRoutes(app),
  // A link to the running app clears the back stack; an unknown one, like a bare start, leaves it alone.
  newIntent: (app, { data }) => (data === undefined ? null : routeOfLink(app, data)),
  screens: {
    onboarding,
    login,
    home,
    demos: demoIndex,
    slides,
    videoPlayer,
    settings,
    startup,
    performanceList,
    performanceDetail,
    contrast,
    tapTargets,
    handledException,
    networkTest,
    uxStart: uxFlowStart,
    uxDetails: uxFlowDetails,
    uxSummary: uxFlowSummary,
    bugRepro: bugReproduction,
  },
};
