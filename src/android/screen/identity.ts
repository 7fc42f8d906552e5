import type { UiNode } from "../hierarchy/types.ts";
import type { Screen, ScreenIdentity } from "./types.ts";

/** The test tag that Compose destinations carry on their root (`navigation.LoginDestination`). */
const NAVIGATION_TAG = /(?:^|\/)navigation\.([A-Za-z0-9_]+)$/;

/** Names the screen: by its destination tag, else by its activity and the ids on it, else by its package and ids. */
export function identify(nodes: UiNode[], packageName: string, focus: Screen["focus"]): ScreenIdentity {
  const tag = nodes.map((node) => NAVIGATION_TAG.exec(node.resourceId)?.[1]).findLast((name) => name);
  if (tag) return { name: tag, key: `${packageName}#${tag}`, source: "navigation-tag" };
  const own = focus?.packageName === packageName ? focus.activity : null;
  const shape = digest(nodes);
  if (own) {
    const name = own.slice(own.lastIndexOf(".") + 1);
    return { name, key: `${packageName}/${own}#${shape}`, source: "activity" };
  }
  return { name: packageName, key: `${packageName}#${shape}`, source: "package" };
}

/** The set of ids on a screen, rows of a list counted once: what stays when its texts change. */
function digest(nodes: UiNode[]): string {
  const ids = new Set(nodes.map((node) => node.resourceId.replace(/\d+/g, "0")).filter((id) => id !== ""));
  return Bun.hash
    .xxHash32([...ids].sort().join("\n"))
    .toString(16)
    .padStart(8, "0");
}
