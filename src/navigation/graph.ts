import type { Database } from "bun:sqlite";
import type { NavigationEdge, NavigationGraph, NavigationNode } from "./types.ts";

interface NodeRow {
  app_id: string;
  screen_name: string;
  visit_count: number;
  last_seen_at: number;
}

interface EdgeRow {
  app_id: string;
  from_screen: string;
  to_screen: string;
  tool_name: string;
  args: string;
  count: number;
}

/** The navigation graph kept in the database. */
export function createNavigationGraph(database: Database): NavigationGraph {
  const visit = database.query(
    `INSERT INTO navigation_nodes VALUES ($appId, $name, 1, $at)
     ON CONFLICT DO UPDATE SET visit_count = visit_count + 1, last_seen_at = excluded.last_seen_at`,
  );
  const learn = database.query(
    `INSERT INTO navigation_edges VALUES ($appId, $from, $to, $tool, $args, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
  );
  const nodes = database.query<NodeRow, { appId: string | null }>(
    "SELECT * FROM navigation_nodes WHERE $appId IS NULL OR app_id = $appId ORDER BY app_id, screen_name",
  );
  const edges = database.query<EdgeRow, { appId: string | null }>(
    "SELECT * FROM navigation_edges WHERE $appId IS NULL OR app_id = $appId ORDER BY app_id, from_screen, count DESC, to_screen, tool_name, args",
  );
  return {
    visit: (appId, name, at) => void visit.run({ appId, name, at }),
    learn({ appId, from, to, interaction }) {
      learn.run({ appId, from, to, tool: interaction.toolName, args: JSON.stringify(interaction.args) });
    },
    nodes: (appId) => nodes.all({ appId: appId ?? null }).map(toNode),
    edges: (appId) => edges.all({ appId: appId ?? null }).map(toEdge),
  };
}

function toNode(row: NodeRow): NavigationNode {
  return {
    appId: row.app_id,
    screenName: row.screen_name,
    visitCount: row.visit_count,
    lastSeenAt: row.last_seen_at,
  };
}

function toEdge(row: EdgeRow): NavigationEdge {
  return {
    appId: row.app_id,
    from: row.from_screen,
    to: row.to_screen,
    interaction: { toolName: row.tool_name, args: JSON.parse(row.args) },
    count: row.count,
  };
}
