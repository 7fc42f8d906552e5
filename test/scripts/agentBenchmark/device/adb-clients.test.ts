import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  adbClientVersions,
  parseAdbVersion,
} from "../../../../scripts/agent-benchmark/device/adb-clients.ts";
import { runProcess } from "../../../../scripts/agent-benchmark/device/process-runner.ts";
import { resolveAdbBinary } from "../../../../src/android/adb/resolve.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

function writeAdb(path: string, version: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(
    path,
    `#!/bin/sh\nprintf 'Android Debug Bridge version 1.0.41\\nVersion ${version}\\nInstalled as %s\\n' "$0"\n`,
    { mode: 0o755 },
  );
}

test("every client the server might pick is asked, its own choice first", async () => {
  using dir = temporaryDirectory();
  const at = (...parts: string[]) => join(dir.path, ...parts);
  writeAdb(at("sdk", "platform-tools", "adb"), "35.0.2-1");
  writeAdb(at("bin", "adb"), "29.0.6-debian");
  writeAdb(at("tools-sdk", "platform-tools", "adb"), "36.0.0");
  mkdirSync(at("tools-sdk", "cmdline-tools", "latest", "bin"), { recursive: true });
  writeFileSync(at("tools-sdk", "cmdline-tools", "latest", "bin", "sdkmanager"), "", { mode: 0o755 });
  const env = {
    ANDROID_HOME: at("sdk"),
    PATH: `${at("bin")}:${at("tools-sdk", "cmdline-tools", "latest", "bin")}:/usr/bin:/bin`,
  };
  const options = { env, platform: "linux" as const, home: at("home") };
  const clients = await adbClientVersions(runProcess, options);
  const own = clients.filter(({ path }) => path.startsWith(dir.path));
  expect(own.map(({ source, version }) => [source, version])).toEqual([
    ["ANDROID_HOME", "1.0.41 (35.0.2-1)"],
    ["PATH", "1.0.41 (29.0.6-debian)"],
    ["command-line-tools", "1.0.41 (36.0.0)"],
  ]);
  expect(clients[0]?.path).toBe(resolveAdbBinary(options)?.path ?? "");
});

test("a client that cannot be asked has an unknown version", async () => {
  using dir = temporaryDirectory();
  mkdirSync(join(dir.path, "platform-tools"));
  writeFileSync(join(dir.path, "platform-tools", "adb"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const clients = await adbClientVersions(runProcess, {
    env: { ANDROID_HOME: dir.path, PATH: "/bin" },
    home: dir.path,
  });
  expect(clients[0]).toMatchObject({ source: "ANDROID_HOME", version: null });
});

test("versions of old and new clients", () => {
  expect(parseAdbVersion("Android Debug Bridge version 1.0.32\nRevision eac51f2bb6a8-android\n")).toBe(
    "1.0.32 (eac51f2bb6a8-android)",
  );
  expect(parseAdbVersion("Android Debug Bridge version 1.0.31\n")).toBe("1.0.31");
  expect(parseAdbVersion("bash: adb: command not found")).toBeNull();
});
