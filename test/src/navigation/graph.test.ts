import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../src/navigation/database.ts";
import { createNavigationGraph } from "../../../src/navigation/graph.ts";
import { findRoute } from "../../../src/navigation/route.ts";
import { createSwitchStore, readSwitchStore } from "../../../src/tools/switch-store.ts";

const tap = (id: string) => ({ toolName: "tapOn", args: { selector: { elementId: id } } });

test("visits and ways are counted and kept by app", () => {
  const graph = createNavigationGraph(openDatabase(":memory:"));
  graph.visit("app", "Home", 10);
  graph.visit("app", "Home", 20);
  graph.visit("other", "Home", 5);
  graph.learn({ appId: "app", from: "Home", to: "List", interaction: tap("list") });
  graph.learn({ appId: "app", from: "Home", to: "List", interaction: tap("list") });
  expect(graph.nodes("app")).toEqual([{ appId: "app", screenName: "Home", visitCount: 2, lastSeenAt: 20 }]);
  expect(graph.nodes()).toHaveLength(2);
  expect(graph.edges("app")).toEqual([
    { appId: "app", from: "Home", to: "List", interaction: tap("list"), count: 2 },
  ]);
});

test("the shortest way wins, then the most used", () => {
  const edge = (from: string, to: string, id: string, count = 1) => ({
    appId: "a",
    from,
    to,
    interaction: tap(id),
    count,
  });
  const edges = [
    edge("A", "B", "1"),
    edge("B", "C", "2"),
    edge("A", "C", "rare"),
    edge("A", "C", "usual", 5),
    edge("C", "D", "3"),
  ];
  expect(findRoute(edges, "A", "D")?.map((step) => step.interaction.args)).toEqual([
    { selector: { elementId: "usual" } },
    { selector: { elementId: "3" } },
  ]);
  expect(findRoute(edges, "A", "A")).toEqual([]);
  expect(findRoute(edges, "D", "A")).toBeNull();
});

test("the file keeps switches for the next process, and a proxy can read it meanwhile", () => {
  const directory = mkdtempSync(join(tmpdir(), "am-db-"));
  try {
    const path = join(directory, "sub", "auto-mobile.db");
    expect(readSwitchStore(path).read().size).toBe(0);
    const database = openDatabase(path);
    createSwitchStore(database).write(["tapOn", "observe"], false);
    expect([...readSwitchStore(path).read()]).toEqual([
      ["tapOn", false],
      ["observe", false],
    ]);
    database.close();
    expect([...createSwitchStore(openDatabase(path)).read().keys()]).toContain("tapOn");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test("a file that is no database is refused in one sentence, and lists nothing", () => {
  const directory = mkdtempSync(join(tmpdir(), "am-db-"));
  try {
    const path = join(directory, "bad.db");
    writeFileSync(path, "this is not a database, however long one looks at it ".repeat(40));
    expect(() => openDatabase(path)).toThrow(`The database ${path} cannot be used`);
    expect(readSwitchStore(path).read().size).toBe(0);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
