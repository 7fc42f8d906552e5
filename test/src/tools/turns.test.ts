import { expect, test } from "bun:test";
import { createTurns } from "../../../src/tools/turns.ts";
import { startDesk } from "./desk.ts";

const never = new AbortController().signal;

test("work for one key runs in order, failures included, other keys do not wait", async () => {
  const inTurn = createTurns();
  const log: string[] = [];
  const slow = inTurn("a", never, async () => {
    await Bun.sleep(20);
    log.push("a1");
    throw new Error("broken");
  });
  const next = inTurn("a", never, async () => void log.push("a2"));
  const other = inTurn("b", never, async () => void log.push("b"));
  await expect(slow).rejects.toThrow("broken");
  await Promise.all([next, other]);
  expect(log).toEqual(["b", "a1", "a2"]);
});

test("whoever gives up in the queue never runs", async () => {
  const inTurn = createTurns();
  const controller = new AbortController();
  const first = inTurn("a", never, () => Bun.sleep(20));
  let ran = false;
  const second = inTurn("a", controller.signal, async () => {
    ran = true;
  });
  controller.abort();
  await expect(second).rejects.toThrow();
  await first;
  expect(ran).toBe(false);
});

test("actions called at once on one device each report only their own effect", async () => {
  const desk = await startDesk();
  try {
    await desk.open("/demos/bugs/repro");
    const taps = await Promise.all(
      [1, 2, 3, 4].map(() => desk.call("tapOn", { selector: { elementId: "bug_repro_add" } })),
    );
    const messages = taps.map(({ value }) => String(value.message));
    expect(
      messages.map((message) =>
        /"Expected count: (\d)" became "Expected count: (\d)"/.exec(message)?.slice(1).join(">"),
      ),
    ).toEqual(["0>1", "1>2", "2>3", "3>4"]);
  } finally {
    await desk.stop();
  }
});
