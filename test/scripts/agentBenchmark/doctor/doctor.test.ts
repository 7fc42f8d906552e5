import { expect, test } from "bun:test";
import { join } from "node:path";
import { runProcess } from "../../../../scripts/agent-benchmark/device/index.ts";
import {
  checkAdb,
  checkBun,
  checkClaude,
  checkDevices,
  type DoctorWorld,
  readSignIn,
} from "../../../../scripts/agent-benchmark/doctor/checks.ts";
import { renderFindings } from "../../../../scripts/agent-benchmark/doctor.ts";
import { startVirtualDevice } from "../../../../scripts/virtual-device/index.ts";
import { scene } from "../../../helpers/bench.ts";
import { CLIS } from "../../../helpers/claude-lab.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

const root = join(import.meta.dir, "../../../..");
const world = (over: Partial<DoctorWorld> = {}): DoctorWorld => ({
  repositoryRoot: root,
  env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
  claude: null,
  platform: "linux",
  arch: "x64",
  bunVersion: "1.4.5",
  run: runProcess,
  ...over,
});

test("Bun is compared number by number", () => {
  expect(checkBun(world()).status).toBe("ok");
  expect(checkBun(world({ bunVersion: "1.3.6" })).status).toBe("ok");
  expect(checkBun(world({ bunVersion: "1.3.5" }))).toMatchObject({
    status: "problem",
    detail: "1.3.5 is older than 1.3.6",
  });
  expect(checkBun(world({ bunVersion: "1.10.0" })).status).toBe("ok");
});

test("adb clients of different versions are told, none is no obstacle to the demo", async () => {
  using folder = temporaryDirectory();
  expect(await checkAdb(world({ env: { PATH: folder.path, HOME: folder.path } }))).toMatchObject({
    subject: "adb",
  });
  const versions = (version: string) => `Android Debug Bridge version ${version}\nVersion 1`;
  let calls = 0;
  const run: DoctorWorld["run"] = async () => ({
    exitCode: 0,
    stdout: versions(calls++ === 0 ? "1.0.41" : "1.0.39"),
    stderr: "",
    error: null,
  });
  await using stage = scene();
  stage.write("sdk/platform-tools/adb", "#!/bin/sh\n");
  stage.write("bin/adb", "#!/bin/sh\n");
  const env = { ANDROID_HOME: join(stage.path, "sdk"), PATH: join(stage.path, "bin"), HOME: stage.path };
  expect(await checkAdb(world({ env, run }))).toMatchObject({
    status: "note",
    hint: expect.stringContaining("keep one"),
  });
});

test("one device online is named; none, or an unauthorized one, says what to do", async () => {
  const device = await startVirtualDevice();
  const env = { ...world().env, ADB_SERVER_SOCKET: device.adbServerSocket };
  try {
    expect(await checkDevices(world({ env }))).toMatchObject({
      status: "ok",
      detail: expect.stringContaining("emulator-5554"),
    });
    device.setFault("unauthorized", true);
    expect(await checkDevices(world({ env }))).toMatchObject({
      status: "problem",
      hint: expect.stringMatching(/\w/),
    });
  } finally {
    await device.stop();
  }
});

test("the real Claude Code says its version and that nobody is signed in; a key counts as signed in", async () => {
  using home = temporaryDirectory();
  const env = { PATH: "/usr/bin:/bin", HOME: home.path };
  const claude = CLIS["2.1.332"];
  const findings = await checkClaude(world({ env, claude }));
  expect(findings.map(({ subject, status }) => `${subject} ${status}`).slice(0, 2)).toEqual([
    "Claude Code ok",
    "Sign-in problem",
  ]);
  const withKey = await checkClaude(
    world({ env: { ...env, ANTHROPIC_API_KEY: "dummy-key-for-the-test" }, claude }),
  );
  expect(withKey[1]).toMatchObject({ status: "ok", detail: expect.stringContaining("api_key") });
  expect(JSON.stringify(withKey)).not.toContain("dummy-key-for-the-test");
});

test("a claude that is not there, or is something else, is a problem with a remedy", async () => {
  expect(await checkClaude(world({ claude: "no-such-claude" }))).toMatchObject([
    { status: "problem", hint: expect.stringContaining("--claude") },
  ]);
  expect(await checkClaude(world({ claude: "/bin/true" }))).toMatchObject([
    { status: "problem", hint: "Name another executable with --claude." },
  ]);
});

test("a Claude Code that can't say whether it is signed in leaves a note", () => {
  expect(readSignIn("error: unknown command").status).toBe("note");
  expect(readSignIn("{}").status).toBe("note");
});

test("what is found is one line each, hostile text neutralised", () => {
  const text = renderFindings(
    [
      { subject: "Bun", status: "ok", detail: "1.4.5", hint: null },
      { subject: "Device", status: "problem", detail: "\u001b[31mbad", hint: "Plug one in." },
    ],
    { color: false, width: 100 },
  );
  expect(text).toStartWith("✓ Bun     1.4.5\n✗ Device  \\u001b[31mbad\n          → Plug one in.\n\n");
  expect(text).toContain("One thing is missing for a run of a real agent. `npm run demo` needs neither");
});
