import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { buildApk } from "../../../scripts/virtual-device/system/apk/manifest.ts";
import { adbForEndpoint, adbWithServer, type RealAdb } from "./support/adb.ts";
import { startTestDevice, type TestDevice } from "./support/test-device.ts";

interface Bench {
  device: TestDevice;
  adb: RealAdb;
  serial: string;
  /** After a reboot: whatever the server needs to see the device again. */
  again(): Promise<string>;
}

async function overEndpoint(): Promise<Bench> {
  const device = await startTestDevice();
  return {
    device,
    adb: adbForEndpoint(device.adbServerSocket),
    serial: device.serial,
    again: async () => device.serial,
  };
}

async function overServer(): Promise<Bench> {
  const device = await startTestDevice({ adbd: true });
  const adb = await adbWithServer();
  const port = device.adbdPort ?? 0;
  return { device, adb, serial: await adb.register(port), again: () => adb.register(port) };
}

const APK = buildApk({
  packageName: "org.example.notes",
  versionCode: 7,
  versionName: "1.7",
  minSdk: 21,
  targetSdk: 35,
  label: "Notes",
  debuggable: true,
  testOnly: false,
  permissions: ["android.permission.CAMERA"],
  activities: [
    {
      name: "org.example.notes.Main",
      exported: true,
      filters: [
        {
          actions: ["android.intent.action.MAIN"],
          categories: ["android.intent.category.LAUNCHER"],
          schemes: [],
          hosts: [],
        },
      ],
    },
  ],
});

describe.each([
  ["the host endpoint", overEndpoint],
  ["a real adb server and the adbd endpoint", overServer],
] as const)("the real adb client through %s", (_, start) => {
  let bench: Bench;
  const adb = (...args: string[]) => bench.adb.run(["-s", bench.serial, ...args]);
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(async () => {
    await bench?.adb.stop();
    await bench?.device.stop();
  });

  test("lists the device", async () => {
    const { stdout } = await bench.adb.run(["devices", "-l"]);
    expect(stdout).toMatch(
      new RegExp(
        `^List of devices attached\n${bench.serial} +device product:sdk_gphone64_x86_64 model:sdk_gphone64_x86_64 device:emu64xa transport_id:\\d+\n`,
      ),
    );
    expect((await adb("get-state")).stdout).toBe("device\n");
    expect((await adb("get-serialno")).stdout).toBe(`${bench.serial}\n`);
    expect((await adb("wait-for-device")).code).toBe(0);
  });

  test("runs shell commands with exit codes, a stderr of their own and standard input", async () => {
    expect(await adb("shell", "echo out; echo err >&2; exit 7")).toEqual({
      stdout: "out\n",
      stderr: "err\n",
      code: 7,
    });
    expect((await adb("shell", "nosuch")).code).toBe(127);
    const piped = await bench.adb.run(["-s", bench.serial, "shell", "cat"], { stdin: "from stdin" });
    expect(piped.stdout).toBe("from stdin");
    const script = await bench.adb.run(["-s", bench.serial, "shell"], { stdin: "echo a\nexit 3\n" });
    expect(script).toEqual({ stdout: "a\n", stderr: "", code: 3 });
    // One word or several: the client joins them with blanks and quotes nothing.
    expect((await adb("shell", "echo", "a", "$((1+1))", ";", "echo", "b")).stdout).toBe("a 2\nb\n");
  });

  test("answers a terminal shell with carriage returns and a prompt", async () => {
    const tty = await bench.adb.run(["-s", bench.serial, "shell", "-tt"], {
      stdin: "cd /sdcard\npwd\nexit 5\n",
    });
    expect(tty.stdout).toContain("/storage/emulated/0\r\n");
    expect(tty.stdout).toContain("$ ");
    expect(tty.code).toBe(5);
  });

  test("exec-out passes bytes through, exec-in takes them", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) & 255);
    await bench.adb.run(["-s", bench.serial, "exec-in", "cat > /data/local/tmp/bin"], { stdin: bytes });
    expect(
      (await bench.adb.bytes(["-s", bench.serial, "exec-out", "cat", "/data/local/tmp/bin"])).equals(
        Buffer.from(bytes),
      ),
    ).toBe(true);
    const png = await bench.adb.bytes(["-s", bench.serial, "exec-out", "screencap", "-p"]);
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  });

  test("pushes and pulls files and folders", async () => {
    const { directory } = bench.adb;
    const tree = join(directory, "tree");
    mkdirSync(join(tree, "deep/er"), { recursive: true });
    const big = Buffer.alloc(3_000_001, 7);
    writeFileSync(join(tree, "big"), big);
    writeFileSync(join(tree, "deep/er/späß 1.txt"), "text");
    writeFileSync(join(tree, "empty"), "");
    symlinkSync("big", join(tree, "deep/link"));
    const pushed = await adb("push", tree, "/sdcard/tree");
    expect(pushed.stdout + pushed.stderr).toContain("files pushed");
    expect((await adb("shell", "sha256sum /sdcard/tree/big | cut -c1-8")).stdout).toBe(
      `${new Bun.CryptoHasher("sha256").update(big).digest("hex").slice(0, 8)}\n`,
    );
    expect((await adb("shell", "ls -l /sdcard/tree/deep/link")).stdout).toContain("link -> big");
    const back = join(directory, "back");
    expect((await adb("pull", "/sdcard/tree", back)).code).toBe(0);
    expect(readFileSync(join(back, "big")).equals(big)).toBe(true);
    expect(readFileSync(join(back, "deep/er/späß 1.txt"), "utf8")).toBe("text");
    expect(readdirSync(back).sort()).toEqual(["big", "deep", "empty"]);
    const missing = await adb("pull", "/sdcard/none", back);
    expect(missing.stdout + missing.stderr).toMatch(
      /remote object '\/sdcard\/none'.*(does not exist|No such file)/,
    );
    const refused = await adb("push", join(tree, "empty"), "/system/empty");
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain("Read-only file system");
  });

  test("installs and uninstalls, streamed and by push", async () => {
    const apk = join(bench.adb.directory, "notes.apk");
    writeFileSync(apk, APK);
    expect(await adb("install", apk)).toMatchObject({
      stdout: expect.stringContaining("Success\n"),
      code: 0,
    });
    expect((await adb("shell", "pm list packages org.example")).stdout).toBe("package:org.example.notes\n");
    expect((await adb("uninstall", "org.example.notes")).stdout).toBe("Success\n");
    expect((await adb("uninstall", "org.example.notes")).stdout).toBe(
      "Failure [DELETE_FAILED_INTERNAL_ERROR]\n",
    );
    expect((await adb("install", "--no-streaming", apk)).stdout).toContain("Success\n");
    expect((await adb("shell", "cmd package list packages --show-versioncode org.example")).stdout).toBe(
      "package:org.example.notes versionCode:7\n",
    );
    const broken = join(bench.adb.directory, "broken.apk");
    writeFileSync(broken, "not an apk");
    const failed = await adb("install", broken);
    expect(failed.code).toBe(1);
    expect(failed.stdout + failed.stderr).toContain("INSTALL_PARSE_FAILED_NOT_APK");
    expect((await adb("uninstall", "org.example.notes")).stdout).toBe("Success\n");
    expect((await adb("install-multiple", apk)).stdout).toContain("Success");
    expect((await adb("shell", "pm path org.example.notes")).stdout).toContain("/base.apk");
    expect((await adb("uninstall", "org.example.notes")).stdout).toBe("Success\n");
  });

  test("forwards a port of the host to the device", async () => {
    const serving = adb("shell", "nc -l -p 7001 cat");
    const { stdout } = await adb("forward", "tcp:0", "tcp:7001");
    const port = Number(stdout.trim());
    expect((await adb("forward", "--list")).stdout).toContain(`${bench.serial} tcp:${port} tcp:7001\n`);
    let answer = "";
    // The client returns before the device's shell listens; until then the tunnel leads nowhere.
    for (let tries = 0; answer === "" && tries < 100; tries++) {
      answer = await echo(port, "through the tunnel");
      if (answer === "") await Bun.sleep(20);
    }
    expect(answer).toBe("through the tunnel");
    await serving;
    expect((await adb("forward", "--remove", `tcp:${port}`)).code).toBe(0);
    expect((await adb("forward", "--list")).stdout.trim()).toBe("");
  });

  test("forwards a port of the device back to the host", async () => {
    const server = createServer((socket) => socket.on("data", (data) => socket.end(`host says ${data}`)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    expect((await adb("reverse", "tcp:8081", `tcp:${port}`)).code).toBe(0);
    expect((await adb("reverse", "--list")).stdout).toContain(`tcp:8081 tcp:${port}`);
    expect((await adb("shell", "(echo hello; sleep 0.3) | nc 127.0.0.1 8081")).stdout).toBe(
      "host says hello\n",
    );
    expect((await adb("reverse", "--remove-all")).code).toBe(0);
    expect((await adb("shell", "echo hello | nc 127.0.0.1 8081")).stderr).toContain("Connection refused");
    server.close();
  });

  test("follows the log and clears it", async () => {
    await adb("logcat", "-c");
    await adb("shell", "log -p w -t Marker first");
    expect((await adb("logcat", "-d", "-s", "Marker")).stdout).toMatch(
      /^--------- beginning of main\n\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ W Marker {2}: first\n$/,
    );
    const following = bench.adb.spawn(["-s", bench.serial, "logcat", "-v", "raw", "-s", "Marker"]);
    const reader = following.stdout.getReader();
    let seen = "";
    const until = async (text: string): Promise<void> => {
      while (!seen.includes(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the log ended with: ${seen}`);
        seen += new TextDecoder().decode(value);
      }
    };
    await until("first\n");
    await adb("shell", "log -t Marker second");
    await until("second\n");
    following.kill();
    await following.exited;
  });

  test("refuses root", async () => {
    expect((await adb("root")).stdout).toBe("adbd cannot run as root in production builds\n");
    expect((await adb("shell", "su -c id")).stderr).toContain("not allowed to su");
    expect((await adb("remount")).stdout + (await adb("remount")).stderr).toMatch(/root/);
  });

  test("reboots: it goes away and comes back", async () => {
    const before = bench.device.ui.calls.length;
    const track = connect(Number(bench.device.adbServerSocket.split(":")[2]), "127.0.0.1");
    let states = "";
    track.on("data", (data) => {
      states += data;
    });
    track.write("0012host:track-devices");
    expect((await adb("reboot")).code).toBe(0);
    // An empty list, and then the device again.
    while (!/0000[0-9a-f]{4}emulator-\d+\tdevice\n$/.test(states)) await Bun.sleep(5);
    track.destroy();
    bench.serial = await bench.again();
    expect((await adb("wait-for-device")).code).toBe(0);
    expect((await adb("shell", "getprop sys.boot_completed")).stdout).toBe("1\n");
    expect(bench.device.ui.calls.slice(before)).toContain("reboot");
  }, 30_000);
});

function echo(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // adb streams know no half-close: this side stays open until the answer is there.
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
      if (answer.length >= text.length) socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

test("kill-server does not stop the endpoint", async () => {
  const device = await startTestDevice();
  const adb = adbForEndpoint(device.adbServerSocket);
  try {
    await adb.run(["kill-server"]);
    expect((await adb.run(["shell", "echo still here"])).stdout).toBe("still here\n");
  } finally {
    await adb.stop();
    await device.stop();
  }
});

test("adb connect reaches the adbd endpoint too", async () => {
  const device = await startTestDevice({ adbd: true });
  const adb = await adbWithServer();
  try {
    const serial = `127.0.0.1:${device.adbdPort}`;
    expect((await adb.run(["connect", serial])).stdout).toBe(`connected to ${serial}\n`);
    expect((await adb.run(["-s", serial, "shell", "echo over tcp; exit 4"])).code).toBe(4);
    // The server notices a lost connection in its own time, so it is asked until it has.
    const listedAs = async (state: string): Promise<void> => {
      while (!(await adb.run(["devices"])).stdout.includes(`${serial}\t${state}\n`)) {
        await adb.run(["disconnect", serial]);
        // An offline device keeps `connect` waiting for ten seconds; it is listed meanwhile.
        const connecting = adb.spawn(["connect", serial]);
        await Promise.race([connecting.exited, Bun.sleep(200)]);
      }
    };
    device.setFault("unauthorized", true);
    await listedAs("unauthorized");
    device.setFault("unauthorized", false);
    device.setFault("offline", true);
    await listedAs("offline");
  } finally {
    await adb.stop();
    await device.stop();
  }
}, 30_000);
