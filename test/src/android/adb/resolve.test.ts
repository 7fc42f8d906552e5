import { afterEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listAdbBinaries, resolveAdbBinary } from "../../../../src/android/adb/resolve.ts";
import { startAdbServer } from "../../../../src/android/adb/server.ts";

const root = mkdtempSync(join(tmpdir(), "adb-resolve-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function executable(path: string, script = "#!/bin/sh\nexit 0\n"): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

test("lists the SDK, PATH and the command-line tools' SDK, each binary once", () => {
  const home = executable(join(root, "home-sdk/platform-tools/adb"));
  const onPath = executable(join(root, "bin/adb"));
  const other = executable(join(root, "other-sdk/platform-tools/adb"));
  executable(join(root, "other-sdk/cmdline-tools/latest/bin/sdkmanager"));
  mkdirSync(join(root, "linked"));
  symlinkSync(onPath, join(root, "linked/adb"));
  const env = {
    ANDROID_HOME: join(root, "home-sdk"),
    ANDROID_SDK_ROOT: join(root, "home-sdk"),
    PATH: ["bin", "linked", "other-sdk/cmdline-tools/latest/bin"].map((part) => join(root, part)).join(":"),
  };
  const found = listAdbBinaries({ env, platform: "linux", home: join(root, "nobody") });
  expect(found.filter(({ path }) => path.startsWith(root))).toEqual([
    { path: home, source: "ANDROID_HOME" },
    { path: onPath, source: "PATH" },
    { path: other, source: "command-line-tools" },
  ]);
  expect(resolveAdbBinary({ env, home: join(root, "nobody") })?.path).toBe(home);
});

test("an adb that cannot be executed is not a client", () => {
  const path = executable(join(root, "bin2/adb"));
  chmodSync(path, 0o644);
  const found = listAdbBinaries({ env: { PATH: join(root, "bin2") }, home: join(root, "nobody") });
  expect(found.filter((binary) => binary.path === path)).toEqual([]);
});

test("a server is started only where adb itself would start one", async () => {
  const asked = join(root, "asked");
  executable(join(root, "bin3/adb"), `#!/bin/sh\necho "$@" > ${asked}\n`);
  const env = { PATH: `${join(root, "bin3")}:/usr/bin:/bin` };
  const at = (spec: string, startable: boolean) => ({ spec, host: "127.0.0.1", port: 1, startable });
  await expect(startAdbServer(at("tcp:127.0.0.1:1", false), env)).rejects.toThrow("tcp:127.0.0.1:1");
  await startAdbServer(at("tcp:localhost:1", true), env);
  expect((await Bun.file(asked).text()).trim()).toBe("-L tcp:localhost:1 start-server");
});

test("what a failing adb said is in the message", async () => {
  executable(join(root, "bin4/adb"), "#!/bin/sh\necho cannot bind >&2\nexit 1\n");
  const address = { spec: "tcp:5037", host: "127.0.0.1", port: 5037, startable: true };
  await expect(startAdbServer(address, { PATH: `${join(root, "bin4")}:/usr/bin:/bin` })).rejects.toThrow(
    "cannot bind",
  );
});
