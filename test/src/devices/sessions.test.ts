import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatClaim, readClaim } from "../../../src/devices/claim-file.ts";
import { realWorld } from "../../../src/devices/claim-judge.ts";
import { claimPaths } from "../../../src/devices/claim-paths.ts";
import { newClaimant } from "../../../src/devices/claims.ts";
import { createDeviceSessions, type LocalDeviceSessions } from "../../../src/devices/sessions.ts";

let directory: string;
let sessions: LocalDeviceSessions;
let now = 0;
const logged: string[] = [];
const serial = "emulator-5554";

const pathsFor = (device: string) =>
  claimPaths({
    serial: device,
    server: { host: "localhost", port: 5037 },
    adbRoot: join(directory, "adb"),
    coordination: join(directory, "co"),
  });

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "sessions-"));
  now = 1_000_000;
  logged.length = 0;
  sessions = createDeviceSessions({
    me: newClaimant(),
    pathsFor,
    idleMs: 1000,
    world: { ...realWorld, now: () => now },
    log: (level, message) => logged.push(`${level} ${message}`),
  });
});
afterEach(async () => {
  await sessions.close();
  rmSync(directory, { recursive: true, force: true });
});

async function use(sessionId: string, kind: "control" | "read" = "control", device = serial) {
  const result = await sessions.begin({ sessionId, serial: device, kind });
  if (result.ok) result.end();
  return result;
}

test("a control call takes the device for its session, a look does not", async () => {
  await use("a", "read");
  expect(sessions.deviceOf("a")).toBeNull();
  expect(readClaim(pathsFor(serial).claim).status).toBe("absent");
  await use("a");
  expect(sessions.deviceOf("a")).toBe(serial);
  expect(readClaim(pathsFor(serial).claim).status).toBe("claim");
  expect(readClaim(pathsFor(serial).lease).status).toBe("claim");
});

test("another session is refused, told who and for how long, and may have it afterwards", async () => {
  await use("a");
  now += 400;
  expect(await use("b")).toMatchObject({
    ok: false,
    code: "device_owned_by_other_session",
    retryable: true,
    retryAfterMs: 1000,
    message: expect.stringContaining("session a"),
  });
  expect(await use("b", "read")).toMatchObject({ ok: false });
  expect(await use("b", "control", "emulator-5556")).toMatchObject({ ok: true });
  await sessions.release("a");
  expect(await use("b")).toMatchObject({ ok: true });
});

test("many first calls at once: one session gets it", async () => {
  const results = await Promise.all(["a", "b", "c", "d"].map((id) => use(id)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a session that ends during its call keeps the device until the call is over", async () => {
  const call = await sessions.begin({ sessionId: "a", serial, kind: "control" });
  await sessions.release("a");
  expect(await use("b")).toMatchObject({ ok: false });
  expect(sessions.leaseStatus(serial)).toMatchObject({
    sessionId: "a",
    activeExecutions: 1,
    inFlightRequests: 1,
  });
  if (call.ok) {
    call.end();
    call.end();
  }
  expect(await use("b")).toMatchObject({ ok: true });
  expect(sessions.leaseStatus(serial)).toMatchObject({
    sessionId: "b",
    activeExecutions: 0,
    inFlightRequests: 0,
  });
});

test("without control calls it is let go after the idle time; looks don't count, running calls do", async () => {
  const call = await sessions.begin({ sessionId: "a", serial, kind: "control" });
  now += 5000;
  await Bun.sleep(300);
  expect(sessions.deviceOf("a")).toBe(serial);
  if (call.ok) call.end();
  now += 999;
  await use("a", "read");
  now += 1;
  await Bun.sleep(300);
  expect(sessions.deviceOf("a")).toBeNull();
  expect(readClaim(pathsFor(serial).claim).status).toBe("absent");
});

test("a claim that somebody took from us is noticed with the next call", async () => {
  await use("a");
  const { claim } = pathsFor(serial);
  const foreign = {
    pid: process.ppid,
    token: "x",
    socketPath: null,
    acquiredAt: 1,
    reservedFor: null,
    reservedBy: null,
    processStart: null,
  };
  writeFileSync(claim, formatClaim(foreign));
  expect(await use("a")).toMatchObject({ ok: false, code: "device_owned_by_other_daemon" });
  expect(readClaim(claim)).toMatchObject({ claim: { token: "x" } });
  rmSync(claim);
  expect(await use("a")).toMatchObject({ ok: true });
});

test("a claim nobody can read is refused with the file's name", async () => {
  const { legacy } = pathsFor(serial);
  mkdirSync(join(directory, "co/device-allocations"), { recursive: true });
  writeFileSync(legacy, "what?");
  expect(await use("a")).toMatchObject({ ok: false, message: expect.stringContaining(legacy) });
});

test("where no claim can be written the device is used all the same, with a warning", async () => {
  mkdirSync(join(directory, "adb/tcp-localhost-5037/device-allocations"), { recursive: true });
  chmodSync(join(directory, "adb/tcp-localhost-5037/device-allocations"), 0o777);
  expect(await use("a")).toMatchObject({ ok: true });
  expect(await use("a")).toMatchObject({ ok: true });
  expect(await use("b")).toMatchObject({ ok: false, code: "device_owned_by_other_session" });
  expect(logged.filter((line) => line.startsWith("warn"))).toEqual([
    expect.stringContaining("no claim could be written"),
  ]);
});

test("closing lets go of everything", async () => {
  await use("a");
  await use("b", "control", "emulator-5556");
  await sessions.close();
  expect(sessions.list()).toEqual([]);
  expect(readClaim(pathsFor("emulator-5556").claim).status).toBe("absent");
});
