import { describe, expect, test } from "bun:test";
import { daemonNamespace, environmentVariables, readEnvironment } from "../../src/environment.ts";

function read(env: Record<string, string>) {
  const result = readEnvironment(env, "/work", "/home/u");
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result.environment;
}

function problems(env: Record<string, string>): string[] {
  const result = readEnvironment(env, "/work", "/home/u");
  return result.ok ? [] : result.problems;
}

describe("the daemon's namespace", () => {
  test("is the user's own by default", () => {
    expect(daemonNamespace({}, "/work", 1000)).toEqual({
      socketPath: "/tmp/auto-mobile-daemon-1000.sock",
      pidPath: "/tmp/auto-mobile-daemon-1000.pid",
      lockPath: "/tmp/auto-mobile-daemon-1000.lock",
      suffix: null,
      shared: true,
    });
  });

  test("gets a suffix from the aux socket directory, hashed as it is written", () => {
    const { suffix, socketPath, shared } = daemonNamespace(
      { AUTOMOBILE_AUX_SOCKET_DIR: "/tmp/bench/aux" },
      "/work",
      0,
    );
    expect({ suffix, socketPath, shared }).toEqual({
      suffix: "6206f31c6d",
      socketPath: "/tmp/auto-mobile-daemon-0-6206f31c6d.sock",
      shared: false,
    });
    expect(daemonNamespace({ AUTOMOBILE_AUX_SOCKET_DIR: "/tmp/bench/aux/" }, "/work", 0).suffix).not.toBe(
      suffix,
    );
    expect(
      daemonNamespace(
        { AUTOMOBILE_AUX_SOCKET_DIR: "aux", AUTOMOBILE_DAEMON_LAUNCH_CWD: "/tmp/bench" },
        "/x",
        0,
      ).suffix,
    ).toBe(suffix);
  });

  test("an aux directory may be of any length, an explicit socket path not", () => {
    const long = `/tmp/${"d".repeat(300)}`;
    expect(problems({ AUTOMOBILE_AUX_SOCKET_DIR: long })).toEqual([]);
    expect(problems({ AUTOMOBILE_DAEMON_SOCKET_PATH: long })).toEqual([
      expect.stringContaining(`may have: ${long}. Set a shorter AUTOMOBILE_DAEMON_SOCKET_PATH`),
    ]);
  });

  test("explicit paths win over the suffix and make it private", () => {
    const env = {
      AUTOMOBILE_DAEMON_SOCKET_PATH: "d.sock",
      AUTOMOBILE_DAEMON_PID_FILE_PATH: "/p",
      AUTOMOBILE_AUX_SOCKET_DIR: "/a",
    };
    expect(daemonNamespace(env, "/work", 0)).toMatchObject({
      socketPath: "/work/d.sock",
      pidPath: "/p",
      shared: false,
    });
  });
});

describe("directories", () => {
  test("defaults", () => {
    expect(read({})).toMatchObject({
      dataDirectory: "/home/u/.auto-mobile",
      logDirectory: "/home/u/.auto-mobile/logs",
      databasePath: "/home/u/.auto-mobile/auto-mobile.db",
      adbRoot: "/home/u/.auto-mobile/adb-servers",
      coordinationDirectory: "/home/u/.auto-mobile",
      sharedNamespaceConflict: null,
    });
  });

  test("the data directory moves logs, but neither database nor claims", () => {
    expect(read({ AUTOMOBILE_DATA_DIR: "/d", AUTOMOBILE_AUX_SOCKET_DIR: "/a" })).toMatchObject({
      logDirectory: "/d/logs",
      databasePath: "/home/u/.auto-mobile/auto-mobile.db",
      adbRoot: "/home/u/.auto-mobile/adb-servers",
      sharedNamespaceConflict: null,
    });
    expect(read({ AUTOMOBILE_DB_DIR: "db" }).databasePath).toBe("/work/db/auto-mobile.db");
    expect(read({ AUTOMOBILE_DB_DIR: "db", AUTOMOBILE_DB_PATH: "/x.db" }).databasePath).toBe("/x.db");
  });

  test("private data without a private namespace is a conflict", () => {
    expect(read({ AUTOMOBILE_DATA_DIR: "/d", AUTOMOBILE_DB_PATH: "/x" }).sharedNamespaceConflict).toBe(
      "AUTOMOBILE_DATA_DIR, AUTOMOBILE_DB_PATH",
    );
  });
});

describe("values", () => {
  test("the legacy spelling counts only where the other is unset or empty", () => {
    expect(read({ AUTO_MOBILE_DATA_DIR: "/old" }).dataDirectory).toBe("/old");
    expect(read({ AUTO_MOBILE_DATA_DIR: "/old", AUTOMOBILE_DATA_DIR: "/new" }).dataDirectory).toBe("/new");
    expect(read({ AUTO_MOBILE_DATA_DIR: "/old", AUTOMOBILE_DATA_DIR: "" }).dataDirectory).toBe("/old");
  });

  test("lists, switches and times", () => {
    expect(
      read({
        AUTOMOBILE_ENABLED_TOOLS: " a, b,,",
        AUTOMOBILE_SERVER_INSTRUCTIONS: "1",
        AUTOMOBILE_SESSION_IDLE_TIMEOUT_MS: "900000",
        AUTOMOBILE_DEBUG: "1",
      }),
    ).toMatchObject({
      enabledTools: ["a", "b"],
      instructions: true,
      sessionIdleMs: 900_000,
      logLevel: "debug",
    });
    expect(read({})).toMatchObject({
      sessionIdleMs: 120_000,
      leaseIdleMs: 60_000,
      requestTimeoutMs: 120_000,
    });
  });

  test("every mistake is reported, and no value is taken for another", () => {
    expect(
      problems({
        AUTOMOBILE_SESSION_IDLE_TIMEOUT_MS: "2 min",
        AUTOMOBILE_DAEMON_TIMEOUT_MS: "-1",
        AUTOMOBILE_CTRL_PROXY_LEASE_IDLE_MS: "0",
        AUTOMOBILE_LOG_FORMAT: "xml",
        AUTOMOBILE_TOOLSET_BASIC: "1",
      }),
    ).toEqual([
      "AUTOMOBILE_TOOLSET_BASIC: retired. Use AUTOMOBILE_ENABLED_TOOLS and AUTOMOBILE_DISABLED_TOOLS.",
      'AUTOMOBILE_DAEMON_TIMEOUT_MS must be a whole number of milliseconds above 0, not "-1".',
      'AUTOMOBILE_SESSION_IDLE_TIMEOUT_MS must be a whole number of milliseconds above 0, not "2 min".',
      'AUTOMOBILE_CTRL_PROXY_LEASE_IDLE_MS must be a whole number of milliseconds above 0, not "0".',
      "AUTOMOBILE_LOG_FORMAT must be one of text, json.",
    ]);
  });
});

test("the documented table has each variable once", () => {
  const names = environmentVariables.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => name.startsWith("AUTOMOBILE_"))).toBe(true);
});
