import { expect, test } from "bun:test";
import { join } from "node:path";

const fake = join(import.meta.dir, "../../../fakes/interruptible.ts");

test("the first signal aborts, a duplicate is ignored, the second kills with 130", async () => {
  const child = Bun.spawn([process.execPath, fake], { stdout: "pipe", stderr: "ignore" });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await lines.read()).value?.trim();
  expect(await next()).toBe("ready");
  child.kill("SIGINT");
  expect(await next()).toBe("aborted");
  child.kill("SIGINT");
  await Bun.sleep(400);
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  expect(await next()).toBe("killed");
  expect(await child.exited).toBe(130);
});
