import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ownershipPaths } from "../../scripts/agent-benchmark/device/ownership.ts";
import { startVirtualDevice } from "../../scripts/virtual-device/index.ts";
import { createAdbClient } from "../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../src/android/adb/endpoint.ts";
import { onlyResult, repositoryRoot, scene, writeBugRepro } from "../helpers/bench.ts";
import { CLIS } from "../helpers/claude-lab.ts";

const REAL = CLIS["2.1.332"];
const SERVER = `"${process.execPath}" "${join(repositoryRoot, "dist/src/index.js")}"`;

/**
 * One run with a Claude that is wrapped in a shell script, in which $CLAIM is the device's claim, $SEEN a folder, and
 * `foreign` the server of another session. Nobody sets where claims are: all find them in the operator's home, although
 * Claude itself has a home of its own.
 */
async function runWrapped(script: string) {
  await using stage = scene();
  const device = await startVirtualDevice();
  const env = { ADB_SERVER_SOCKET: device.adbServerSocket };
  const home = join(stage.path, "home");
  const adb = createAdbClient({ endpoint: resolveAdbEndpoint(env) });
  const { claim } = ownershipPaths({ adb, serial: device.serial, env, home });
  const seen = join(stage.path, "seen");
  const foreign = join(stage.path, "foreign");
  for (const folder of [seen, foreign]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const session = {
    ...env,
    HOME: home,
    PATH: "/usr/bin:/bin",
    AUTOMOBILE_AUX_SOCKET_DIR: foreign,
    AUTOMOBILE_DATA_DIR: foreign,
    AUTOMOBILE_DB_DIR: foreign,
  };
  const words = Object.entries(session).map(([name, value]) => `${name}='${value}'`);
  const claude = stage.write(
    "bin/claude",
    `#!/bin/bash
CLAIM='${claim}'; SEEN='${seen}'
foreign() { env -i ${words.join(" ")} ${SERVER} "$@"; }
${script}
`,
  );
  try {
    const args = ["--suite", writeBugRepro(stage), "--model", "scripted", "--claude", claude];
    const run = await stage.bench(args, { env });
    const read = (name: string) =>
      existsSync(join(seen, name)) ? readFileSync(join(seen, name), "utf8") : "";
    const result = onlyResult(stage);
    return {
      run,
      result,
      requests: [...device.requests],
      seen: { first: read("first"), pid: Number(read("pid")) },
      dumped: existsSync(join(result.run.directory, "screen.xml")),
      claimLeft: existsSync(claim) ? readFileSync(claim, "utf8") : null,
    };
  } finally {
    await device.stop();
  }
}

test("between the handover and Claude's first call a daemon of another session is refused, and the run goes on undisturbed", async () => {
  const { result, seen, claimLeft } = await runWrapped(`
foreign --cli tapOn --args '{"text":"Reset"}' > "$SEEN/first" 2>&1
echo "exit $?" >> "$SEEN/first"
foreign --daemon stop > /dev/null 2>&1
exec "${REAL}" "$@"`);
  expect(seen.first).toContain("device_owned_by_other_daemon");
  expect(seen.first).toEndWith("exit 1\n");
  expect(result.reasons).toEqual([]);
  expect(result.verdict).toBe("passed");
  expect(claimLeft).toBeNull();
}, 60_000);

test("a session that takes the device before Claude has exited: the screen is not read, the screen checks fail with that", async () => {
  const { result, requests, seen, dumped, claimLeft } = await runWrapped(`
"${REAL}" "$@"
code=$?
# As a session would that knows neither reservations nor benchmarks.
setsid sleep 60 > /dev/null 2>&1 &
echo $! > "$SEEN/pid"
printf '%s\\nsomebody\\n' "$!" > "$CLAIM.new" && mv "$CLAIM.new" "$CLAIM"
exit $code`);
  try {
    expect(result.verdict).toBe("failed");
    const screen = result.checks.filter(({ kind }) => kind === "screen");
    expect(screen.length).toBeGreaterThan(0);
    for (const check of screen) {
      expect(check).toMatchObject({ passed: false, observed: null });
      expect(check.reason).toContain("Another session claimed emulator-5554 during the run");
      expect(check.reason).toContain(`process ${seen.pid}`);
    }
    expect(result.checks.filter(({ kind, passed }) => kind !== "screen" && !passed)).toEqual([]);
    expect(result.screen).toMatchObject({ observed: null, attempts: 0 });
    const lastTap = requests.findLastIndex((request) => request.includes("input tap"));
    expect(requests.slice(lastTap).filter((request) => /agent-benchmark-|screencap/.test(request))).toEqual(
      [],
    );
    expect(dumped).toBe(false);
    expect(claimLeft).toStartWith(`${seen.pid}\n`);
    expect(result.baseline.written).toBe(false);
  } finally {
    if (Number.isSafeInteger(seen.pid) && seen.pid > 1) process.kill(seen.pid, "SIGKILL");
  }
}, 60_000);
