import type { UiNode } from "../android/hierarchy/types.ts";
import { diffScreens, isSameScreen } from "../android/screen/diff.ts";
import { toRows } from "../android/screen/rows.ts";
import { quoteText } from "../android/screen/text.ts";
import type { Row, Screen } from "../android/screen/types.ts";

export type Projection = "skeleton" | "full";

/** What every observation starts with. */
function header(screen: Screen, serial: string): Record<string, unknown> {
  return {
    observationId: screen.id,
    deviceId: serial,
    updatedAt: screen.takenAt,
    screenSize: screen.display,
    rotation: screen.rotation,
    activeWindow: {
      appId: screen.focus?.packageName ?? screen.packageName,
      ...(screen.focus?.activity ? { activityName: screen.focus.activity } : {}),
    },
    screenIdentity: { name: screen.identity.name, source: screen.identity.source },
    ...(screen.focus && screen.focus.packageName !== screen.packageName
      ? { coveredBy: screen.packageName }
      : {}),
    ...(isLocked(screen) ? { deviceLock: { locked: true, keyguardShowing: true } } : {}),
  };
}

/** The lock screen is System UI's, and its parts are named after the keyguard. */
function isLocked({ packageName, nodes }: Screen): boolean {
  return (
    packageName === "com.android.systemui" &&
    nodes.some(({ resourceId }) => /keyguard|lock_icon/.test(resourceId))
  );
}

/** An observation: skeleton and context rows, or with `full` the whole hierarchy. */
export function summarize(screen: Screen, serial: string, projection: Projection): Record<string, unknown> {
  if (projection === "full") return { ...header(screen, serial), viewHierarchy: toTree(screen.nodes) };
  const { skeleton, context } = toRows(screen);
  const focused = skeleton.find((row) => row.focused);
  return {
    ...header(screen, serial),
    skeleton,
    ...(context.length > 0 ? { context } : {}),
    ...(focused ? { focusedElement: focused.elementId ?? focused.label ?? true } : {}),
  };
}

/** What an action did: `value` for the result, `sentence` for its message. */
export function describeEffect(before: Screen | null, after: Screen, serial: string, projection: Projection) {
  const from = before?.identity;
  const to = after.identity;
  const turned = before !== null && before.display.width !== after.display.width;
  if (!before || from?.key !== to.key || turned || projection === "full") {
    const moved = before !== null && from?.key !== to.key;
    return {
      sentence: moved ? arrival(before, after) : before ? "" : `On ${to.name}.`,
      value: {
        effect: {
          screenChanged: before ? moved || turned || !isSameScreen(before, after) : null,
          basis: before ? "hierarchy" : "no earlier look",
        },
        observationDiff: {
          mode: "full",
          reason: moved ? "another screen" : turned ? "turned" : before ? "asked for" : "no earlier look",
          fromScreen: from?.name ?? null,
          toScreen: to.name,
        },
        observation: summarize(after, serial, projection),
      },
    };
  }
  const { moved, ...diff } = diffScreens(before, after);
  const { skeleton, context: _context, ...rest } = summarize(after, serial, "skeleton");
  return {
    sentence: changeSentence(diff, moved),
    value: {
      effect: {
        screenChanged: diff.added.length + diff.removed.length + diff.changed.length + moved > 0,
        basis: "hierarchy",
      },
      observationDiff: { mode: "diff", reason: "same screen", fromScreen: to.name, toScreen: to.name },
      observation: { ...rest, isDiff: true, ...diff, ...(moved > 0 ? { moved } : {}), skeleton },
    },
  };
}

/** Screens of one activity share its name: "from Settings to Settings" needs what stands at the top to tell them apart. */
function arrival(before: Screen, after: Screen): string {
  const { name } = after.identity;
  if (before.identity.name !== name) return `Now on ${name}.`;
  const top = toRows(after).context.sort((a, b) => a.bounds[1] - b.bounds[1])[0]?.label;
  return `Now on another screen of ${name}${top ? `, at its top ${quoteText(top, 40)}` : ""}.`;
}

function changeSentence(diff: Omit<ReturnType<typeof diffScreens>, "moved">, moved: number): string {
  const parts: string[] = [];
  const toggled = diff.changed.filter(({ before, after }) => before.checked !== after.checked).length;
  for (const { key, label, before, after } of diff.changed.slice(0, 3)) {
    if (before.label !== after.label) {
      parts.push(`${quoteText(before.label ?? "")} became ${quoteText(after.label ?? "")}`);
    } else if (before.checked !== after.checked) {
      // One that changed is the one acted on; of several each needs its name.
      const subject = toggled > 1 ? `${quoteText(label ?? key, 40)} is ` : "";
      parts.push(`${subject}${after.checked ? "now on" : "now off"}`);
    }
  }
  const labels = (rows: { label?: string }[]) => new Set(rows.flatMap(({ label }) => label ?? []));
  const come = labels(diff.added);
  const gone = labels(diff.removed);
  const only = (these: Set<string>, others: Set<string>) =>
    [...these]
      .filter((label) => !others.has(label))
      .slice(0, 3)
      .map((label) => quoteText(label, 40));
  const appeared = only(come, gone);
  const went = only(gone, come);
  if (appeared.length > 0) parts.push(`${appeared.join(", ")} appeared`);
  if (went.length > 0) parts.push(`${went.join(", ")} went`);
  if (parts.length > 0) return `${capitalize(parts.join("; "))}.`;
  if (diff.changed.length + diff.added.length + diff.removed.length > 0) return "The screen changed.";
  return moved > 0 ? "The screen's contents moved." : "Nothing on the screen changed.";
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `#2 "View" (performance_item_3_action)`: a row as messages name it. */
export function describeRow(row: Row): string {
  const label = row.label ? quoteText(row.label, 50) : "";
  const id = row.elementId ? `elementId ${JSON.stringify(row.elementId)}` : "";
  const beside = row.beside ? ` beside ${quoteText(row.beside, 50)}` : "";
  return label && id
    ? `${label} (${id})`
    : `${label || id || `an element at ${JSON.stringify(row.bounds)}`}${beside}`;
}

const FLAGS = [
  ["checkable", "checkable"],
  ["checked", "checked"],
  ["clickable", "clickable"],
  ["focusable", "focusable"],
  ["focused", "focused"],
  ["scrollable", "scrollable"],
  ["selected", "selected"],
  ["longClickable", "long-clickable"],
  ["password", "password"],
] as const;

/** The flat list as a tree with uiautomator's own key names; false flags and empty texts are left out. */
function toTree(nodes: UiNode[]): unknown[] {
  const made: Record<string, unknown>[] = [];
  const roots: unknown[] = [];
  for (const node of nodes) {
    const item: Record<string, unknown> = { class: node.className };
    if (node.text) item.text = node.text;
    if (node.resourceId) item["resource-id"] = node.resourceId;
    if (node.contentDesc) item["content-desc"] = node.contentDesc;
    if (node.hint) item.hint = node.hint;
    item.package = node.packageName;
    for (const [key, name] of FLAGS) if (node[key]) item[name] = true;
    if (!node.enabled) item.enabled = false;
    item.bounds = node.bounds;
    made.push(item);
    const parent = made[node.parent];
    if (!parent) roots.push(item);
    else if (Array.isArray(parent.node)) parent.node.push(item);
    else parent.node = [item];
  }
  return roots;
}
