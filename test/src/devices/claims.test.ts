import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatClaim, linkClaim, parseClaim, readClaim } from "../../../src/devices/claim-file.ts";
import { type ClaimWorld, realWorld } from "../../../src/devices/claim-judge.ts";
import { adbScope, claimFileName, claimPaths } from "../../../src/devices/claim-paths.ts";
import {
  acquireClaim,
  findOwner,
  handOver,
  isLive,
  newClaimant,
  releaseClaim,
} from "../../../src/devices/claims.ts";
import { processFacts } from "../../../src/devices/process-identity.ts";
import type { Claim } from "../../../src/devices/types.ts";

let directory: string;
let path: string;
const servers: Server[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "claims-"));
  path = join(directory, "device-allocations", "ZW11bGF0b3ItNTU1NA.lock");
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  rmSync(directory, { recursive: true, force: true });
});

const serial = "emulator-5554";
/** A process that has ended, so that its pid is nobody's. */
const gone = Bun.spawnSync([process.execPath, "--version"]).pid;
const other: Claim = {
  pid: process.ppid,
  token: "somebody-else",
  socketPath: null,
  acquiredAt: Date.now(),
  reservedFor: null,
  reservedBy: null,
  processStart: null,
};

function put(claim: Partial<Claim> | string): void {
  mkdirSync(join(directory, "device-allocations"), { recursive: true, mode: 0o700 });
  writeFileSync(path, typeof claim === "string" ? claim : formatClaim({ ...other, ...claim }));
}

const target = (kind: "claim" | "lease" | "lock" = "claim") => ({ path, kind, serial });

/** Something that listens on a socket and answers every lease question with this. */
async function daemonThatSays(answer: Record<string, unknown> | null): Promise<string> {
  const socketPath = join(directory, `${servers.length}.sock`);
  const server = createServer((socket) => {
    socket.on("data", (data) => {
      const { id } = JSON.parse(data.toString()) as { id: string };
      if (answer) socket.write(`${JSON.stringify({ id, type: "mcp_response", ...answer })}\n`);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return socketPath;
}

const idle = { pid: process.ppid, deviceId: serial, sessionId: null, activeExecutions: 0, idleForMs: null };

describe("names and paths", () => {
  test("are AutoMobile's", () => {
    expect(claimFileName("emulator-5554")).toBe("ZW11bGF0b3ItNTU1NA.lock");
    const paths = claimPaths({
      serial: "emulator-5554",
      server: { host: "127.0.0.1", port: 5037 },
      adbRoot: "/h/.auto-mobile/adb-servers",
      coordination: "/h/.auto-mobile",
    });
    expect(paths).toEqual({
      claim: "/h/.auto-mobile/adb-servers/tcp-localhost-5037/device-allocations/ZW11bGF0b3ItNTU1NA.lock",
      lease: "/h/.auto-mobile/ctrlproxy-forwards/ZW11bGF0b3ItNTU1NA.lock",
      legacy: "/h/.auto-mobile/device-allocations/ZW11bGF0b3ItNTU1NA.lock",
    });
  });

  test("a serial of any characters stays inside its directory", () => {
    expect(claimFileName("../../etc/passwd")).not.toContain("/");
    expect(claimFileName("192.168.1.5:5555")).toBe("MTkyLjE2OC4xLjU6NTU1NQ.lock");
  });

  test("every loopback spelling is one scope; a socket has its own", () => {
    for (const host of ["localhost", "127.0.0.1", "127.0.1.1", "::1", "[::1]", "LOCALHOST"]) {
      expect(adbScope({ host, port: 5037 })).toBe("tcp-localhost-5037");
    }
    expect(adbScope({ host: "build-host.example", port: 5038 })).toBe("tcp-build-host.example-5038");
    expect(adbScope({ host: "fe80::1%eth0", port: 5037 })).toBe("tcp-fe80__1_eth0-5037");
    expect(adbScope({ host: "", port: 0, socketPath: "/run/adb", spec: "localfilesystem:/run/adb" })).toBe(
      `socket-${Buffer.from("localfilesystem:/run/adb").toString("base64url")}`,
    );
  });
});

describe("reading", () => {
  test("three lines, two, one", () => {
    expect(parseClaim('41\ntok\n{"socketPath":"/tmp/s","acquiredAt":7}')).toMatchObject({
      pid: 41,
      token: "tok",
      socketPath: "/tmp/s",
      acquiredAt: 7,
    });
    expect(parseClaim("41\ntok")).toMatchObject({ pid: 41, token: "tok", socketPath: null });
    expect(parseClaim("41")).toMatchObject({ pid: 41, token: null });
    expect(parseClaim("41\r\ntok\r\nnot json")).toMatchObject({ pid: 41, token: "tok", acquiredAt: null });
  });

  test.each(["", "0", "-5", "1.5", "x", "12345678901", "\n41", '{"pid":41}'])(
    "%j names no process",
    (text) => {
      expect(parseClaim(text)).toBeNull();
      put(text);
      expect(readClaim(path)).toEqual({ status: "unreadable", reason: "it names no process" });
    },
  );

  test("a link, a directory and a huge file are unreadable, never absent", () => {
    expect(readClaim(path)).toEqual({ status: "absent" });
    mkdirSync(path, { recursive: true });
    expect(readClaim(path)).toMatchObject({ status: "unreadable" });
    rmSync(path, { recursive: true });
    writeFileSync(path, `41\n${"x".repeat(100_000)}`);
    expect(readClaim(path)).toMatchObject({ status: "unreadable", reason: "it is far too long" });
    rmSync(path);
    symlinkSync("/nowhere", path);
    expect(readClaim(path)).toEqual({ status: "unreadable", reason: "it is a symbolic link" });
  });

  test("what is written is read back", () => {
    const claim: Claim = {
      ...other,
      socketPath: "/s",
      reservedFor: "0123456789",
      reservedBy: { pid: 3, token: "t", processStart: "b:1" },
    };
    expect(parseClaim(formatClaim(claim))).toEqual(claim);
  });
});

describe("who holds it", () => {
  const state = (world?: Partial<ClaimWorld>, kind: "claim" | "lease" = "claim") =>
    isLive(target(kind), newClaimant(), { ...realWorld, ...world });

  test("nobody, when there is no file or its process has ended", async () => {
    expect(await state()).toEqual({ status: "free" });
    put({ pid: gone });
    expect(await state()).toEqual({ status: "free" });
  });

  test("an unreadable claim is never free", async () => {
    put("");
    expect(await state()).toMatchObject({ status: "unreadable", path });
    expect(await acquireClaim(target(), newClaimant())).toMatchObject({
      ok: false,
      state: { status: "unreadable" },
    });
  });

  test("a living process without a socket", async () => {
    put({});
    expect(await state()).toMatchObject({ status: "held", path, owner: `process ${process.ppid}` });
  });

  test("not a later process that got its pid", async () => {
    put({ processStart: "another-boot:123" });
    expect(await state()).toEqual({ status: "free" });
    put({ processStart: processFacts(process.ppid).start });
    expect(await state()).toMatchObject({ status: "held" });
  });

  test("not an earlier process with this process's own pid", async () => {
    put({ pid: process.pid, token: "of an earlier life" });
    expect(await state()).toEqual({ status: "free" });
    put({ pid: process.pid, token: "of this life", processStart: processFacts(process.pid).start });
    expect(await state()).toMatchObject({ status: "held" });
  });

  test("a daemon that has a session or carries out a call", async () => {
    for (const busy of [{ sessionId: "s1" }, { activeExecutions: 1 }]) {
      put({ socketPath: await daemonThatSays({ success: true, result: { ...idle, ...busy } }) });
      expect(await state()).toMatchObject({ status: "held" });
    }
    put({ socketPath: await daemonThatSays({ success: true, result: idle }) });
    expect(await state()).toEqual({ status: "free" });
  });

  test("not a daemon whose socket another process serves", async () => {
    put({ socketPath: await daemonThatSays({ success: true, result: { ...idle, pid: 1, sessionId: "s" } }) });
    expect(await state()).toEqual({ status: "free" });
  });

  test("a daemon that can't say, or says nothing in time", async () => {
    put({ socketPath: await daemonThatSays({ success: false, error: "Unsupported method" }) });
    expect(await state()).toMatchObject({ status: "held" });
    put({ socketPath: await daemonThatSays(null) });
    const { askLeaseStatus } = await import("../../../src/daemon/lease-question.ts");
    expect(await state({ ask: (socket, device) => askLeaseStatus(socket, device, 20) })).toMatchObject({
      status: "held",
    });
  });

  test("an unreachable daemon only for its first minute", async () => {
    const socketPath = join(directory, "nobody.sock");
    put({ socketPath, acquiredAt: Date.now() - 50_000 });
    expect(await state()).toMatchObject({
      status: "held",
      owner: expect.stringContaining("may still be starting"),
    });
    put({ socketPath, acquiredAt: Date.now() - 61_000 });
    expect(await state()).toEqual({ status: "free" });
    // Without a time in it, the file's own counts.
    put({ socketPath, acquiredAt: null });
    expect(await state()).toMatchObject({ status: "held" });
  });

  test("a lease: the daemon that drives it, until it has been idle", async () => {
    const says = async (more: Record<string, unknown>) => {
      put({ socketPath: await daemonThatSays({ success: true, result: { ...idle, ...more } }) });
      return (await state({}, "lease")).status;
    };
    expect(await says({ idleForMs: 59_000 })).toBe("held");
    expect(await says({ idleForMs: 60_000 })).toBe("free");
    expect(await says({ idleForMs: 90_000, inFlightRequests: 1 })).toBe("held");
    expect(await says({ idleForMs: 90_000, streaming: true })).toBe("held");
    expect(await says({ idleForMs: 90_000, sessionId: "s" })).toBe("held");
    // Never used: counted from when it was acquired.
    expect(await says({})).toBe("held");
    put({
      acquiredAt: Date.now() - 61_000,
      socketPath: await daemonThatSays({ success: true, result: idle }),
    });
    expect((await state({}, "lease")).status).toBe("free");
  });

  test("of lease, claim and legacy claim, the first that is held is named", async () => {
    const paths = {
      lease: join(directory, "l.lock"),
      claim: join(directory, "c.lock"),
      legacy: join(directory, "o.lock"),
    };
    expect(await findOwner(paths, serial)).toEqual({ status: "free" });
    for (const file of [paths.legacy, paths.claim, paths.lease]) {
      writeFileSync(file, formatClaim(other));
      expect(await findOwner(paths, serial)).toMatchObject({ status: "held", path: file });
    }
  });
});

describe("taking and letting go", () => {
  test("the file is 0600 in a 0700 directory, whole, with nothing beside it", async () => {
    const me = newClaimant({ socketPath: "/tmp/s.sock", namespace: "0123456789" });
    expect(await acquireClaim(target(), me)).toMatchObject({ ok: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, "device-allocations")).mode & 0o777).toBe(0o700);
    const [pid, token, more] = readFileSync(path, "utf8").split("\n");
    expect([Number(pid), token]).toEqual([process.pid, me.token]);
    expect(JSON.parse(more ?? "")).toMatchObject({
      socketPath: "/tmp/s.sock",
      acquiredAt: expect.any(Number),
    });
    expect(readdirSync(join(directory, "device-allocations"))).toHaveLength(1);
    expect(releaseClaim(path, me)).toBe(true);
    expect(readdirSync(join(directory, "device-allocations"))).toEqual([]);
  });

  test("only pid and token together let go", async () => {
    const me = newClaimant();
    await acquireClaim(target(), me);
    expect(releaseClaim(path, { ...me, token: "another" })).toBe(false);
    expect(releaseClaim(path, { ...me, pid: gone })).toBe(false);
    expect(handOver(path, newClaimant(), "0123456789")).toBe(false);
    expect(readClaim(path).status).toBe("claim");
  });

  test("a directory that is a link or open to others is refused, as unwritable", async () => {
    mkdirSync(join(directory, "elsewhere"));
    symlinkSync(join(directory, "elsewhere"), join(directory, "device-allocations"));
    expect(await acquireClaim(target(), newClaimant())).toMatchObject({
      ok: false,
      state: { status: "unwritable", reason: expect.stringContaining("symbolic link") },
    });
    rmSync(join(directory, "device-allocations"));
    mkdirSync(join(directory, "device-allocations"));
    chmodSync(join(directory, "device-allocations"), 0o777);
    expect(await acquireClaim(target(), newClaimant())).toMatchObject({
      ok: false,
      state: { status: "unwritable", reason: expect.stringContaining("chmod go-w") },
    });
    expect(readdirSync(join(directory, "elsewhere"))).toEqual([]);
  });

  test("what a crashed process left beside the claim is cleared; a claim it had moved aside goes back", async () => {
    put({});
    writeFileSync(`${path}.${gone}.1.tmp`, "x");
    expect(await acquireClaim(target(), newClaimant())).toMatchObject({
      ok: false,
      state: { status: "held" },
    });
    expect(readdirSync(join(directory, "device-allocations"))).toHaveLength(1);

    rmSync(path);
    writeFileSync(`${path}.${gone}.2.aside`, formatClaim(other));
    expect(await acquireClaim(target(), newClaimant())).toMatchObject({
      ok: false,
      state: { status: "held" },
    });
    expect(readClaim(path)).toMatchObject({ claim: { token: "somebody-else" } });
    expect(readdirSync(join(directory, "device-allocations"))).toHaveLength(1);
  });

  test("one that finds the true owner's claim moved aside steps back", async () => {
    put({});
    // Another living process is about to put it back.
    const aside = `${path}.${process.ppid}.1.aside`;
    writeFileSync(aside, readFileSync(path));
    rmSync(path);
    const acquiring = acquireClaim(target(), newClaimant());
    await Bun.sleep(30);
    while (!linkClaim(aside, path)) await Bun.sleep(1);
    rmSync(aside);
    expect(await acquiring).toMatchObject({ ok: false, state: { status: "held" } });
  });
});
