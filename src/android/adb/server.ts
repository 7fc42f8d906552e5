import { spawn } from "node:child_process";
import type { AdbServerAddress } from "./endpoint.ts";
import { resolveAdbBinary } from "./resolve.ts";
import { AdbError } from "./types.ts";
import { describe } from "./wire.ts";

const START_TIMEOUT_MS = 15_000;

/**
 * Starts an adb server with the `adb` binary, where adb itself would: at an endpoint of this machine written without a
 * foreign host. Meant for a server that was found unreachable; one that runs already is left alone by adb.
 * AdbError SERVER_UNREACHABLE says what to do when it cannot be started.
 */
export async function startAdbServer(
  address: AdbServerAddress,
  env: Record<string, string | undefined>,
): Promise<void> {
  if (!address.startable) {
    throw new AdbError(
      "SERVER_UNREACHABLE",
      `No adb server answers at ${describe(address)} (${address.spec}); start it there, or unset ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_ADDRESS to use this machine's`,
    );
  }
  const binary = resolveAdbBinary({ env });
  if (!binary) {
    throw new AdbError(
      "SERVER_UNREACHABLE",
      `No adb server answers at ${describe(address)} and no adb was found to start one: set ANDROID_HOME, or put platform-tools on PATH`,
    );
  }
  const child = spawn(binary.path, ["-L", address.spec, "start-server"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: env as NodeJS.ProcessEnv,
    timeout: START_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  let said = "";
  // The server inherits the pipe and outlives the client, so only the client's exit counts.
  child.stderr?.on("data", (data) => {
    said = (said + String(data)).slice(-2000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) =>
      reject(new AdbError("SERVER_UNREACHABLE", `${binary.path} could not be run`, { cause: error })),
    );
    child.on("exit", resolve);
  });
  child.stderr?.destroy();
  if (code !== 0) {
    throw new AdbError("SERVER_UNREACHABLE", `${binary.path} could not start a server: ${said.trim()}`);
  }
}
