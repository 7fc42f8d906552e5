import { z } from "zod";
import { ScreenError } from "../android/screen/capture.ts";
import { isSameScreen } from "../android/screen/diff.ts";
import { nearestRows } from "../android/screen/nearest.ts";
import { ownText } from "../android/screen/node.ts";
import { describeSelector, findMatches, type Selector } from "../android/screen/select.ts";
import { normalizeText, quoteText } from "../android/screen/text.ts";
import type { Screen } from "../android/screen/types.ts";
import { look } from "./action.ts";
import { describeRow } from "./observation.ts";
import { containerSchema } from "./selector.ts";
import type { ToolContext } from "./types.ts";

const DEFAULT_TIMEOUT_MS = 5000;
const STABLE_TIMEOUT_MS = 2500;

/** AutoMobile's waitFor, the part of it that reads the screen. */
export const waitForSchema = z
  .strictObject({
    for: z
      .enum(["appear", "disappear", "clickable", "textEquals", "countStable", "stable"])
      .optional()
      .describe("Default appear. textEquals needs elementId and text; stable needs no element"),
    elementId: z.string().min(1).optional(),
    text: z.string().min(1).optional().describe("With textEquals the text the element must have"),
    textAny: z.array(z.string().min(1)).min(1).max(20).optional(),
    container: containerSchema,
    activeWindow: z
      .strictObject({ appId: z.string().optional(), activityName: z.string().optional() })
      .optional()
      .describe("The app or activity that must be in front"),
    timeout: z
      .number()
      .int()
      .min(0)
      .max(60_000)
      .optional()
      .describe("Milliseconds; default 5000, stable 2500"),
    timeoutMs: z.number().int().min(0).max(60_000).optional().describe("The same as timeout"),
    pollMs: z.number().int().min(20).max(10_000).optional().describe("Default 150"),
    stableReads: z.number().int().min(2).max(20).optional().describe("Equal looks in a row; default 2"),
  })
  .refine((wait) => wait.timeout === undefined || wait.timeoutMs === undefined, {
    error: "give timeout or timeoutMs, not both",
  })
  .refine((wait) => wait.for !== "textEquals" || (wait.elementId !== undefined && wait.text !== undefined), {
    error: "textEquals needs elementId and text",
  })
  .refine(
    (wait) => wait.for === "stable" || wait.elementId || wait.text || wait.textAny || wait.activeWindow,
    { error: "say what to wait for: elementId, text, textAny or activeWindow" },
  );

export type WaitFor = z.infer<typeof waitForSchema>;

/** Looks until the condition holds or the time is up; `outcome` has the keys of a waiting observation. */
export async function waitForScreen(
  context: ToolContext,
  wait: WaitFor,
): Promise<{ screen: Screen; outcome: Record<string, unknown> }> {
  const goal = wait.for ?? "appear";
  const limit =
    wait.timeout ?? wait.timeoutMs ?? (goal === "stable" ? STABLE_TIMEOUT_MS : DEFAULT_TIMEOUT_MS);
  const started = performance.now();
  const history = createHistory(wait.stableReads ?? 2);
  let polls = 0;
  let screen: Screen | null = null;
  for (;;) {
    polls++;
    try {
      screen = await look(context);
      history.add(screen, findMatches(screen, selectorOf(wait)).length);
      if (holds(goal, wait, screen, history)) return { screen, outcome: outcome(true) };
    } catch (error) {
      // A screen that cannot be read yet is one more reason to go on waiting.
      if (!(error instanceof ScreenError) || performance.now() - started >= limit) throw error;
    }
    const left = limit - (performance.now() - started);
    if (left <= 0 && screen) return { screen, outcome: outcome(false) };
    context.progress(limit - left, limit, `waiting: ${goal}`);
    await Bun.sleep(Math.min(wait.pollMs ?? 150, Math.max(0, left)));
    context.signal.throwIfAborted();
  }

  function outcome(matched: boolean): Record<string, unknown> {
    const found = screen && goal !== "disappear" ? findMatches(screen, selectorOf(wait))[0] : undefined;
    const node = found && screen?.nodes[found.position];
    return {
      matched,
      timedOut: !matched,
      ...(matched ? {} : { timeoutReason: timeoutReason(goal, wait, limit) }),
      polls,
      waitMs: Math.round(performance.now() - started),
      ...(node
        ? { matchedElement: { elementId: node.resourceId || null, text: node.text || node.contentDesc } }
        : {}),
      ...(matched || !screen || goal === "stable" || goal === "disappear"
        ? {}
        : { candidates: nearestRows(screen, selectorOf(wait)).map(describeRow) }),
    };
  }
}

const UNMET: Record<NonNullable<WaitFor["for"]>, string> = {
  appear: "did not appear",
  disappear: "did not disappear",
  clickable: "could not be tapped",
  textEquals: "did not get the text",
  countStable: "kept changing in number",
  stable: "kept changing",
};

function timeoutReason(goal: keyof typeof UNMET, wait: WaitFor, limit: number): string {
  const named = wait.elementId ?? wait.text ?? wait.textAny;
  const what =
    goal === "stable"
      ? "The screen"
      : named === undefined
        ? "The window asked for"
        : describeSelector(selectorOf(wait));
  const text = goal === "textEquals" ? ` ${quoteText(wait.text ?? "")}` : "";
  return `${what} ${UNMET[goal]}${text} within ${limit} ms.`;
}

function selectorOf(wait: WaitFor): Selector {
  const { elementId, text, textAny, container } = wait;
  const inside = container ? { container } : {};
  if (elementId !== undefined) return { elementId, ...inside };
  return text !== undefined ? { text, ...inside } : { textAny: textAny ?? [], ...inside };
}

function holds(
  goal: string,
  wait: WaitFor,
  screen: Screen,
  history: ReturnType<typeof createHistory>,
): boolean {
  if (wait.activeWindow) {
    const { appId, activityName } = wait.activeWindow;
    if (appId && appId !== (screen.focus?.packageName ?? screen.packageName)) return false;
    if (activityName && !screen.focus?.activity?.endsWith(activityName)) return false;
    if (!wait.elementId && !wait.text && !wait.textAny) return true;
  }
  const found = findMatches(screen, selectorOf(wait));
  switch (goal) {
    case "disappear":
      return found.length === 0;
    case "clickable":
      return found.some(({ target }) => screen.nodes[target]!.clickable && screen.nodes[target]!.enabled);
    case "textEquals":
      return found.some(({ position }) => textOf(screen, position) === normalizeText(wait.text ?? ""));
    case "countStable":
      return found.length > 0 && history.countIsStable();
    case "stable":
      return history.isStable();
    default:
      return found.length > 0;
  }
}

function textOf(screen: Screen, position: number): string {
  const node = screen.nodes[position]!;
  return ownText(node) || normalizeText(node.contentDesc);
}

/** Remembers the last looks: whether they were all the same. */
function createHistory(reads: number) {
  const screens: Screen[] = [];
  const counts: number[] = [];
  return {
    add(screen: Screen, count: number) {
      screens.push(screen);
      counts.push(count);
      if (screens.length > reads) screens.shift();
      if (counts.length > reads) counts.shift();
    },
    isStable: () =>
      screens.length === reads &&
      screens.every((screen, at) => at === 0 || isSameScreen(screens[0]!, screen)),
    countIsStable: () => counts.length === reads && counts.every((count) => count === counts[0]),
  };
}
