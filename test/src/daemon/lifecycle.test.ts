import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { stopDaemon } from "../../../src/daemon/stop-daemon.ts";
import { isAlive } from "../../../src/devices/process-identity.ts";
import { endProcess, eventually, serverWorld } from "../../helpers/server-world.ts";

async function daemonPid(client: { call(name: string): Promise<{ value: Record<string, unknown> }> }) {
  return Number((await client.call("facts")).value.pid);
}

describe("the daemon", () => {
  test("starts with the first call, not before, and stops on --daemon stop without a trace", async () => {
    await using world = serverWorld();
    await using client = await world.connect();
    expect((await client.client.listTools()).tools.map(({ name }) => name)).toContain("echo");
    expect(existsSync(world.environment.namespace.socketPath)).toBe(false);

    expect(await client.call("echo", { a: 1 })).toEqual({ isError: false, value: { a: 1 } });
    expect(existsSync(world.environment.namespace.socketPath)).toBe(true);
    const status = await world.run(["--daemon", "status"]);
    expect(status.stdout).toStartWith("Daemon is running\n");
    expect(status.stdout).toContain("Clients: 1");

    const stopped = await world.run(["--daemon", "stop"]);
    expect(stopped.stdout).toMatch(/^Daemon stopped \(PID \d+\)\n$/);
    expect(world.leftovers()).toEqual([]);
    await client.close();
    await eventually(() => world.survivors().length === 0);
  });

  test("that was killed is replaced by the next call", async () => {
    await using world = serverWorld();
    await using client = await world.connect();
    const first = await daemonPid(client);
    endProcess(first, "SIGKILL");
    await eventually(() => !isAlive(first));
    const second = await daemonPid(client);
    expect(second).not.toBe(first);
    expect(isAlive(second)).toBe(true);
  });

  test("that dies during a call: the call says so and is not sent again", async () => {
    await using world = serverWorld();
    await using client = await world.connect();
    const first = await daemonPid(client);
    const lost = await client.call("crash");
    expect(lost.isError).toBe(true);
    expect(lost.value).toMatchObject({ success: false, code: "daemon_connection_lost", retryable: false });
    expect(await daemonPid(client)).not.toBe(first);
  });

  test("leaves a stale socket, record and lock when killed: status clears them, start works with them", async () => {
    await using world = serverWorld();
    const killed = async () => {
      const { stdout } = await world.run(["--daemon", "start"]);
      const pid = Number(/PID (\d+)/.exec(stdout)?.[1]);
      endProcess(pid, "SIGKILL");
      await eventually(() => !isAlive(pid));
      expect(world.leftovers()).toHaveLength(3);
    };
    await killed();
    expect((await world.run(["--daemon", "start"])).code).toBe(0);
    await world.run(["--daemon", "stop"]);
    await killed();
    expect(await world.run(["--daemon", "status"])).toMatchObject({
      code: 0,
      stdout: "Daemon is not running\n",
    });
    expect(world.leftovers()).toEqual([]);
  });

  test("is one for clients that start it at the same time", async () => {
    await using world = serverWorld();
    const clients = await Promise.all(Array.from({ length: 4 }, () => world.connect()));
    const pids = await Promise.all(clients.map(daemonPid));
    expect(new Set(pids).size).toBe(1);
    await eventually(() => world.survivors().length === clients.length + 1);
    for (const client of clients) await client.close();
  }, 15_000);

  test("of a private namespace ends when it has had no client for a while", async () => {
    await using world = serverWorld({ env: { AUTOMOBILE_DAEMON_ORPHAN_IDLE_MS: "200" } });
    const client = await world.connect();
    const pid = await daemonPid(client);
    await Bun.sleep(500);
    expect(isAlive(pid)).toBe(true);
    endProcess(client.pid, "SIGKILL");
    await eventually(() => !isAlive(pid));
    expect(world.leftovers()).toEqual([]);
    expect(world.daemonLog()).toContain("stopping: no client");
  });

  test("that hangs is killed by stop", async () => {
    await using world = serverWorld();
    const { stdout } = await world.run(["--daemon", "start"]);
    const pid = Number(/PID (\d+)/.exec(stdout)?.[1]);
    endProcess(pid, "SIGSTOP");
    expect(await stopDaemon(world.environment, 100)).toEqual({ stopped: true, pid, killed: true });
    expect(world.leftovers()).toEqual([]);
  }, 15_000);

  test("that hangs: a call says so instead of waiting for ever", async () => {
    await using world = serverWorld({ env: { AUTOMOBILE_DAEMON_EXISTING_REACHABILITY_TIMEOUT_MS: "200" } });
    const { stdout } = await world.run(["--daemon", "start"]);
    const pid = Number(/PID (\d+)/.exec(stdout)?.[1]);
    endProcess(pid, "SIGSTOP");
    await using client = await world.connect();
    expect((await client.call("echo")).value).toMatchObject({ code: "daemon_stalled", retryable: true });
    endProcess(pid, "SIGCONT");
    expect((await client.call("echo")).isError).toBe(false);
  });

  test("has a process group of its own, and a relative aux directory means the same to it", async () => {
    await using world = serverWorld({ env: { AUTOMOBILE_AUX_SOCKET_DIR: "aux" } });
    await using client = await world.connect();
    const pid = await daemonPid(client);
    const group = Bun.spawnSync(["ps", "-o", "pgid=", "-p", String(pid)])
      .stdout.toString()
      .trim();
    expect(group).toBe(String(pid));
    expect((await world.run(["--daemon", "status"])).stdout).toContain(`PID: ${pid}`);
  });

  test("gets no credentials from the client that starts it, and writes none", async () => {
    await using world = serverWorld();
    const secret = "sk-not-to-be-seen-anywhere";
    await using client = await world.connect([], {
      ANTHROPIC_API_KEY: secret,
      AWS_SECRET_ACCESS_KEY: secret,
    });
    const { value } = await client.call("facts");
    expect(value.variables).not.toContain("ANTHROPIC_API_KEY");
    expect(value.variables).not.toContain("AWS_SECRET_ACCESS_KEY");
    expect(value.cwd).toBe("/");
    const found = Bun.spawnSync(["grep", "-rl", secret, world.directory]);
    expect(found.stdout.toString()).toBe("");
  });

  test("is refused a namespace whose socket name is taken by a file", async () => {
    await using world = serverWorld();
    const { socketPath } = world.environment.namespace;
    writeFileSync(socketPath, "not a socket");
    const { code, stderr } = await world.run(["--daemon", "start"]);
    expect(code).toBe(1);
    expect(stderr).toBe(`Error: ${socketPath} is in the way: it is no socket. Remove it.\n`);
    await Bun.file(socketPath).delete();
  });

  test("whose start fails: the client gets its last words", async () => {
    await using world = serverWorld();
    writeFileSync(`${world.directory}/logs`, "a file where the log directory should be");
    await using client = await world.connect();
    const failed = await client.call("echo");
    expect(failed.isError).toBe(true);
    expect(String(failed.value.text)).toContain("logs");
  });
});

describe("management", () => {
  test("refuses to act on the shared daemon when private data is set", async () => {
    await using world = serverWorld();
    for (const command of ["start", "stop", "restart"]) {
      const { code, stderr } = await world.run(["--daemon", command], { AUTOMOBILE_AUX_SOCKET_DIR: "" });
      expect(code).toBe(1);
      expect(stderr).toStartWith(
        "Error: shared_daemon_namespace: AUTOMOBILE_DATA_DIR, AUTOMOBILE_DB_DIR set private data",
      );
    }
  });

  test("health and status as JSON, restart gives another process", async () => {
    await using world = serverWorld();
    expect(await world.run(["--daemon", "health"])).toMatchObject({ code: 1 });
    const started = await world.run(["--daemon", "start"]);
    const restarted = await world.run(["--daemon", "restart"]);
    expect(restarted.stdout).toContain("Daemon is running");
    expect(restarted.stdout).not.toContain(started.stdout);
    expect(JSON.parse((await world.run(["--daemon", "health", "--json"])).stdout)).toMatchObject({
      healthy: true,
    });
    const status = JSON.parse((await world.run(["--daemon", "status", "--json"])).stdout);
    expect(status).toMatchObject({ running: true, clients: 0, sessions: [], version: "0.1.0" });
  }, 15_000);

  test("--no-daemon uses a running daemon and starts none", async () => {
    await using world = serverWorld();
    await using client = await world.connect(["--no-daemon"]);
    expect((await client.call("echo")).value).toMatchObject({ code: "daemon_not_running", retryable: true });
    await world.run(["--daemon", "start"]);
    expect((await client.call("echo")).isError).toBe(false);
  });

  test("--cli makes one call and exits with its outcome", async () => {
    await using world = serverWorld();
    const fine = await world.run(["--cli", "echo", "--param", "text=hello", "--param", "n=2"]);
    expect(fine).toEqual({ code: 0, stdout: '{"text":"hello","n":2}\n', stderr: "" });
    const hostile = await world.run(["--cli", "echo", "--param", "text=\u009b2Jgone\u202e"]);
    expect(hostile.stdout).toBe('{"text":"\\u009b2Jgone\\u202e"}\n');
    expect(JSON.parse(hostile.stdout).text).toBe("\u009b2Jgone\u202e");
    const unknown = await world.run(["--cli", "nothing"]);
    expect(unknown).toEqual({ code: 1, stdout: "", stderr: "Error: Unknown tool: nothing\n" });
  });
});
