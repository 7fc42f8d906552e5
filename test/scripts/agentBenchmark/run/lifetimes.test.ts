import { expect, test } from "bun:test";
import { createLifetimes } from "../../../../scripts/agent-benchmark/run/lifetimes.ts";

test("stops the newest first, everything once, and goes on after a failure", async () => {
  const order: string[] = [];
  const lifetimes = createLifetimes();
  lifetimes.defer("device", () => order.push("device"));
  const stopModel = lifetimes.defer("model", () => order.push("model"));
  lifetimes.defer("daemon", () => {
    order.push("daemon");
    throw new Error("no answer");
  });
  await stopModel();
  expect(await lifetimes.unwind()).toEqual([{ name: "daemon", error: "no answer" }]);
  expect(order).toEqual(["model", "daemon", "device"]);
  expect(await lifetimes.unwind()).toEqual([]);
});

test("a teardown that hangs is left behind at its deadline", async () => {
  const lifetimes = createLifetimes();
  let released = false;
  lifetimes.defer("claim", () => {
    released = true;
  });
  lifetimes.defer("daemon", () => new Promise(() => {}), 20);
  expect(await lifetimes.unwind()).toEqual([{ name: "daemon", error: "did not end within 0.02 s" }]);
  expect(released).toBe(true);
});
