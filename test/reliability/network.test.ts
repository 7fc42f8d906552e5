import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bed, makeBed } from "./bed.ts";

setDefaultTimeout(90_000);

/**
 * A network namespace of its own with loopback and one more interface, v0, that leads nowhere and takes everything else:
 * whoever tries an address that is not loopback (a name server too) makes v0 send. What it sent is in the file `$0`.
 */
const NAMESPACE = `set -e
ip link set lo up
ip link add v0 type veth peer name v1
echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6
ip addr add 192.0.2.1/24 dev v0
ip link set v0 up
ip link set v1 up
ip route add default dev v0
sent() { sed -n 's/^ *v0: *//p' /proc/net/dev | tr -s ' ' | cut -d ' ' -f 10; }
before=$(sent)
set +e
"$@"
code=$?
echo $(( $(sent) - before )) > "$0"
exit $code`;

const isolated = (file: string) => ["unshare", "-rn", "sh", "-c", NAMESPACE, file];
const possible = (file: string) => Bun.spawnSync([...isolated(file), "true"]).exitCode === 0;
const sent = (file: string) => Number(readFileSync(file, "utf8"));

/** A proxy that answers nothing and counts who comes: where there is no namespace to be had. */
async function countingProxy() {
  let asked = 0;
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        asked += 1;
        socket.end();
      },
      data() {},
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, asked: () => asked, stop: () => server.stop(true) };
}

const embedded = (bed: Bed, more: Parameters<Bed["run"]>[0] = {}) => bed.run({ device: "virtual", ...more });

test("a whole run tries no address but loopback", async () => {
  await using bed = await makeBed();
  const file = join(bed.scene.path, "sent");
  if (possible(file)) {
    const fetching = `await fetch("http://198.51.100.7/", { signal: AbortSignal.timeout(500) }).catch(() => {})`;
    Bun.spawnSync([...isolated(file), process.execPath, "-e", fetching]);
    // The counter counts.
    expect(sent(file)).toBeGreaterThan(0);
    const run = await embedded(bed, { prefix: isolated(file) });
    expect(run.stdout).toStartWith("PASS  bug-repro");
    expect(sent(file)).toBe(0);
  } else {
    const proxy = await countingProxy();
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: "127.0.0.1,localhost" };
    const run = await embedded(bed, { env: { ...env, http_proxy: proxy.url, https_proxy: proxy.url } });
    proxy.stop();
    expect(run.stdout).toStartWith("PASS  bug-repro");
    expect(proxy.asked()).toBe(0);
  }
  await bed.nothingLeft();
});

test("a scripted run asks no proxy of the operator", async () => {
  await using bed = await makeBed();
  const proxy = await countingProxy();
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
  const run = await embedded(bed, { env: Object.fromEntries(names.map((name) => [name, proxy.url])) });
  proxy.stop();
  expect(run.stdout).toStartWith("PASS  bug-repro");
  expect(proxy.asked()).toBe(0);
  await bed.nothingLeft();
});
