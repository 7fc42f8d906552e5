// Runs one package script with the pinned Bun, on a machine that has only Node and npm:
// installs Bun from this folder's lockfile, the project from bun.lock, then `bun run <script> <arguments>`.
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const pinned = JSON.parse(readFileSync(join(here, "package.json"), "utf8")).dependencies.bun;

function fail(message) {
  console.error(message);
  process.exit(1);
}

function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { stdio: "inherit", cwd: root, ...options });
  if (error) fail(`Could not start ${command}: ${error.message}`);
  if (signal) process.kill(process.pid, signal);
  return status ?? 1;
}

/** The binary package npm chose for this machine; null when it is missing or of another version. */
function installedBun() {
  const scope = join(here, "node_modules", "@oven");
  if (!existsSync(scope)) return null;
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "arm64" ? "aarch64" : process.arch;
  const musl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  const name = `bun-${platform}-${arch}${musl ? "-musl" : ""}`;
  if (!readdirSync(scope).includes(name)) return null;
  const { version } = JSON.parse(readFileSync(join(scope, name, "package.json"), "utf8"));
  return version === pinned
    ? join(scope, name, "bin", process.platform === "win32" ? "bun.exe" : "bun")
    : null;
}

/** Lets `npx bun` and `npm run` of this checkout find Bun, on a machine that has none. A Bun that someone put there stays. */
function offerBun(bun) {
  const folder = join(root, "node_modules", ".bin");
  const link = join(folder, "bun");
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (process.platform === "win32" || !existsSync(folder) || (there && !there.isSymbolicLink())) return;
  rmSync(link, { force: true });
  symlinkSync(relative(folder, bun), link);
}

const [script, ...args] = process.argv.slice(2);
if (!script) fail("Usage: node scripts/bootstrap/run.mjs <package script> [arguments]");

if (!installedBun()) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  if (run(npm, install, { cwd: here, shell: process.platform === "win32" }) !== 0)
    fail(
      `npm could not install Bun ${pinned} (scripts/bootstrap/package-lock.json). Is the package registry reachable?`,
    );
}
const bun = installedBun();
if (!bun)
  fail(
    `npm installed no Bun ${pinned} for ${process.platform}-${process.arch}. Install Bun by hand (https://bun.sh), then use "bun run ${script}".`,
  );

const env = { ...process.env, PATH: `${dirname(bun)}${delimiter}${process.env.PATH ?? ""}` };
if (run(bun, ["install", "--frozen-lockfile", "--silent"], { env }) !== 0)
  fail("bun install --frozen-lockfile failed (see above).");
offerBun(bun);
process.exit(run(bun, ["run", "--silent", script, ...args], { env }));
