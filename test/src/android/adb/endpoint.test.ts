import { describe, expect, test } from "bun:test";
import { isLoopbackHost, resolveAdbEndpoint } from "../../../../src/android/adb/endpoint.ts";

describe("resolveAdbEndpoint", () => {
  test("defaults to this machine's port 5037", () => {
    expect(resolveAdbEndpoint({})).toEqual({
      spec: "tcp:5037",
      host: "127.0.0.1",
      port: 5037,
      startable: true,
    });
  });

  test("ADB_SERVER_SOCKET beats the other two", () => {
    const env = {
      ADB_SERVER_SOCKET: "tcp:127.0.0.1:7001",
      ANDROID_ADB_SERVER_ADDRESS: "10.0.0.1",
      ANDROID_ADB_SERVER_PORT: "1",
    };
    expect(resolveAdbEndpoint(env)).toEqual({
      spec: "tcp:127.0.0.1:7001",
      host: "127.0.0.1",
      port: 7001,
      startable: false,
    });
  });

  test("address and port combine, an IPv6 address gets its brackets", () => {
    expect(resolveAdbEndpoint({ ANDROID_ADB_SERVER_ADDRESS: "10.0.0.1" })).toMatchObject({
      spec: "tcp:10.0.0.1:5037",
      host: "10.0.0.1",
      startable: false,
    });
    expect(
      resolveAdbEndpoint({ ANDROID_ADB_SERVER_ADDRESS: "::1", ANDROID_ADB_SERVER_PORT: "99" }),
    ).toMatchObject({
      host: "::1",
      port: 99,
    });
    expect(resolveAdbEndpoint({ ADB_SERVER_SOCKET: "tcp:localhost:7001" })).toMatchObject({
      host: "127.0.0.1",
      startable: true,
    });
    expect(resolveAdbEndpoint({ ADB_SERVER_SOCKET: "tcp:7001" })).toMatchObject({
      port: 7001,
      startable: true,
    });
    expect(resolveAdbEndpoint({ ADB_SERVER_SOCKET: "localfilesystem:/tmp/adb" }).socketPath).toBe("/tmp/adb");
  });

  test.each([
    [{ ANDROID_ADB_SERVER_PORT: "5999x" }, "ANDROID_ADB_SERVER_PORT"],
    [{ ANDROID_ADB_SERVER_PORT: "0" }, "0"],
    [{ ADB_SERVER_SOCKET: "tcp:127.0.0.1:70000" }, "70000"],
    [{ ADB_SERVER_SOCKET: "http://x" }, "http://x"],
    [{ ADB_SERVER_SOCKET: "tcp:::1:5037" }, "square brackets"],
  ])("%j is refused with its name", (env, part) => {
    expect(() => resolveAdbEndpoint(env)).toThrow(part);
  });

  test("loopback has many spellings", () => {
    for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"]) {
      expect(isLoopbackHost(host)).toBe(true);
    }
    for (const host of ["10.0.0.1", "localhost.example", "1270.0.0.1"])
      expect(isLoopbackHost(host)).toBe(false);
  });
});
