import type { NavigationEdge } from "./types.ts";

/** The shortest known way between two screens, the most travelled edge first among equals; null when none is known. */
export function findRoute(
  edges: readonly NavigationEdge[],
  from: string,
  to: string,
): NavigationEdge[] | null {
  const cameBy = new Map<string, NavigationEdge | null>([[from, null]]);
  const queue = [from];
  for (let screen = queue.shift(); screen !== undefined; screen = queue.shift()) {
    if (screen === to) return unwind(cameBy, to);
    const ways = edges.filter((edge) => edge.from === screen && !cameBy.has(edge.to));
    for (const edge of ways.sort((a, b) => b.count - a.count)) {
      if (cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  return null;
}

function unwind(cameBy: Map<string, NavigationEdge | null>, to: string): NavigationEdge[] {
  const route: NavigationEdge[] = [];
  for (let edge = cameBy.get(to); edge; edge = cameBy.get(edge.from)) route.unshift(edge);
  return route;
}
