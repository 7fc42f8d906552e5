import { createAdbClient } from "../../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../../src/android/adb/endpoint.ts";
import { startAdbServer } from "../../../src/android/adb/server.ts";
import { claudeEnvironment } from "../claude/environment.ts";
import { managedDirectories, readManagedSettings } from "../claude/managed-settings.ts";
import { resolveClaude } from "../claude/resolve.ts";
import { adbClientVersions, discoverDevice } from "../device/index.ts";
import type { RunProcess } from "../device/process-runner.ts";
import { type Problem, RunError } from "../errors.ts";
import { findServer } from "../run/server.ts";
import { type Finding, note, ok, problem } from "./finding.ts";

export interface DoctorWorld {
  repositoryRoot: string;
  env: Readonly<Record<string, string | undefined>>;
  /** --claude */
  claude: string | null;
  platform: NodeJS.Platform;
  arch: string;
  bunVersion: string;
  run: RunProcess;
}

/** package.json says ">=1.3.6"; older ones were not tried. */
const OLDEST_BUN = [1, 3, 6];

export function checkBun({ bunVersion }: DoctorWorld): Finding {
  const parts = bunVersion.split(".").map(Number);
  const first = OLDEST_BUN.findIndex((part, index) => parts[index] !== part);
  const older = first !== -1 && (parts[first] ?? 0) < (OLDEST_BUN[first] ?? 0);
  if (!older) return ok("Bun", bunVersion);
  return problem(
    "Bun",
    `${bunVersion} is older than ${OLDEST_BUN.join(".")}`,
    "Update it: https://bun.sh, or use the npm commands of the README.",
  );
}

export function checkServer({ repositoryRoot }: DoctorWorld): Finding {
  try {
    const { deviceAwareTools } = findServer(repositoryRoot);
    return ok("Server", `built, ${deviceAwareTools.size} tools that use a device`);
  } catch (error) {
    return ofError("Server", error);
  }
}

/** Which adb clients there are. Without one a running adb server is enough. */
export async function checkAdb({ env, platform, run }: DoctorWorld): Promise<Finding> {
  const clients = await adbClientVersions(run, { env: { ...env }, platform });
  const [first, ...others] = clients;
  if (!first) return note("adb", "no adb found", "Set ANDROID_HOME or put platform-tools on PATH.");
  const detail = `${first.version ?? "unknown version"} at ${first.path}`;
  const different = others.filter(({ version }) => version !== first.version);
  if (different.length === 0) return ok("adb", detail);
  const list = different.map(({ version, path }) => `${version ?? "unknown"} at ${path}`).join(", ");
  return note(
    "adb",
    `${detail}; also ${list}`,
    "Clients of different versions end each other's server: keep one.",
  );
}

/** Exactly the rules of a run: one device online, user 0 in front. Starts an adb server when there is none, as a run does. */
export async function checkDevices({ env, platform, run }: DoctorWorld): Promise<Finding> {
  const address = resolveAdbEndpoint({ ...env });
  const adb = createAdbClient({ endpoint: address, startServer: () => startAdbServer(address, { ...env }) });
  try {
    const { serial, properties } = await discoverDevice({ adb, run, platform });
    return ok("Device", [serial, properties.model].filter(Boolean).join(", "));
  } catch (error) {
    return ofError("Device", error);
  }
}

/** The executable, its version, whether it is signed in (asked of `claude auth status`, which costs nothing), and policies. */
export async function checkClaude(world: DoctorWorld): Promise<Finding[]> {
  const { env, platform, run } = world;
  const found = resolveClaude({
    requested: world.claude,
    scripted: false,
    path: env.PATH ?? "",
    cwd: process.cwd(),
    repositoryRoot: world.repositoryRoot,
    platform,
    arch: world.arch,
  });
  if (!found.ok) return [ofProblem("Claude Code", found.problem)];
  const ask = (args: string[]) => run(found.command, args, { timeoutMs: 15_000, env: runEnvironment(world) });
  const version = await ask(["--version"]);
  const number = /\d+\.\d+\.\d+\S*/.exec(version.stdout)?.[0];
  if (!number) {
    const why = version.error ?? (version.stderr.trim().split("\n")[0] || "it prints no version");
    return [
      problem(
        "Claude Code",
        `${found.command} does not answer to --version: ${why}`,
        "Name another executable with --claude.",
      ),
    ];
  }
  const managed = readManagedSettings(managedDirectories(platform, env), [process.execPath]);
  return [
    ok("Claude Code", `${number} at ${found.command}`),
    readSignIn((await ask(["auth", "status"])).stdout),
    ...managed.problems.map((one) => ofProblem("Managed settings", one)),
    ...managed.notes.map((one) =>
      note(
        "Managed settings",
        one,
        "It applies to every run on this machine and is part of the server build fingerprint.",
      ),
    ),
  ];
}

/** The environment a run gives Claude, so that what is asked here is what a run will find. */
function runEnvironment({ env, platform }: DoctorWorld): Record<string, string> {
  return claudeEnvironment({
    inherited: env,
    platform,
    scripted: null,
    temporaryDirectory: null,
    hiddenFromPath: [],
  }).env;
}

/** `claude auth status` prints JSON with loggedIn, authMethod and apiProvider (2.1.197 and later). */
export function readSignIn(output: string): Finding {
  const subject = "Sign-in";
  const status = parseJson(output);
  if (typeof status !== "object" || status === null || !("loggedIn" in status)) {
    return note(
      subject,
      "this Claude Code does not say whether it is signed in",
      "Start `claude` once and see.",
    );
  }
  const { loggedIn, authMethod, apiProvider } = status as {
    loggedIn: unknown;
    authMethod?: unknown;
    apiProvider?: unknown;
  };
  if (loggedIn !== true) {
    return problem(subject, "not signed in", "Start `claude` and sign in, or set ANTHROPIC_API_KEY.");
  }
  return ok(subject, [authMethod, apiProvider].filter((one) => typeof one === "string").join(", "));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function ofError(subject: string, error: unknown): Finding {
  if (error instanceof RunError) return ofProblem(subject, error.problem);
  throw error;
}

function ofProblem(subject: string, { where, message, hint }: Problem): Finding {
  return problem(subject, where ? `${where}: ${message}` : message, hint ?? "");
}
