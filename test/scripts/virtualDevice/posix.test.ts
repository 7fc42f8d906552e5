import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startTestDevice, type TestDevice } from "./support/test-device.ts";

/** Scripts that every POSIX shell understands alike: the device's shell has to agree with the one of this machine. */
const SCRIPTS = readFileSync(join(import.meta.dir, "fixtures/posix.txt"), "utf8")
  .trimEnd()
  .split("\n---\n");
const PREPARATION = "mkdir -p d/e; touch d/1.txt d/2.txt d/e/3.log";

let device: TestDevice;
beforeAll(async () => {
  device = await startTestDevice();
});
afterAll(() => device.stop());

test.each(SCRIPTS)("%s", async (script) => {
  const host = Bun.spawnSync(
    ["sh", "-c", `t=$(mktemp -d); cd "$t"; trap 'rm -rf "$t"' EXIT; (${PREPARATION}\n${script}\n)`],
    { env: { PATH: process.env.PATH ?? "", HOME: "/" }, stdin: new Uint8Array() },
  );
  const directory = "/data/local/tmp/posix";
  const ours = await device.sh(
    `rm -rf ${directory}; mkdir ${directory}; cd ${directory}; (${PREPARATION}\n${script}\n)`,
  );
  expect({ stdout: ours.stdout, exitCode: ours.exitCode }).toEqual({
    stdout: host.stdout.toString(),
    exitCode: host.exitCode,
  });
});
