/** A screen that was seen. */
export interface NavigationNode {
  appId: string;
  screenName: string;
  visitCount: number;
  /** Epoch milliseconds. */
  lastSeenAt: number;
}

/** One way that led from a screen to another. */
export interface NavigationEdge {
  appId: string;
  from: string;
  to: string;
  interaction: { toolName: string; args: Record<string, unknown> };
  count: number;
}

/** Which screens an app has and how to get from one to another, learned from what is done on the device. */
export interface NavigationGraph {
  /** Counts a visit of a screen. */
  visit(appId: string, screenName: string, at: number): void;
  /** Remembers that an interaction led from one screen to another. */
  learn(edge: Omit<NavigationEdge, "count">): void;
  nodes(appId?: string): NavigationNode[];
  edges(appId?: string): NavigationEdge[];
}
