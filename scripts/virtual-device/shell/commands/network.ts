import { type Channel, channelPair } from "../../system/network.ts";
import { parseArguments } from "../arguments.ts";
import { type Command, type CommandRun, err, out, type Process, print } from "../process.ts";

/** Standard input to the peer, the peer to standard output; ends when the peer has ended. */
async function converse(channel: Channel, process: Process): Promise<void> {
  const send = async (): Promise<void> => {
    for (let chunk = await process.stdin.read(); chunk; chunk = await process.stdin.read()) {
      channel.sink.write(chunk);
      await channel.sink.drained();
    }
    channel.close();
  };
  process.signal.addEventListener("abort", () => channel.destroy(), { once: true });
  void send().catch(() => channel.destroy());
  for (let chunk = await channel.source.read(); chunk; chunk = await channel.source.read()) {
    out(process, chunk);
    await process.stdout.drained();
  }
}

const nc: CommandRun = async (args, process) => {
  const { flags, values, operands } = parseArguments(args, "lLp:w:q:s:u46nvUW:");
  const { network } = process.machine;
  if (flags.has("l") || flags.has("L")) {
    const address = `tcp:${values.get("p") ?? operands[0] ?? ""}`;
    let accepted: (channel: Channel) => void = () => {};
    const first = new Promise<Channel>((resolve) => {
      accepted = resolve;
    });
    const stop = network.listen(address, accepted);
    if (!stop) {
      err(process, "nc: bind: Address already in use\n");
      return 1;
    }
    process.signal.addEventListener("abort", stop, { once: true });
    try {
      const channel = await first;
      const command = values.has("p") ? operands : operands.slice(1);
      if (command.length === 0) await converse(channel, process);
      else {
        await process.run(command, { stdin: channel.source, stdout: channel.sink });
        channel.close();
      }
      return 0;
    } finally {
      stop();
    }
  }
  const [host = "", port = ""] = operands;
  const [near, far] = channelPair();
  if (!/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host) || !network.connect(`tcp:${port}`, far)) {
    err(process, "nc: connect: Connection refused\n");
    return 1;
  }
  await converse(near, process);
  return 0;
};

const ADDRESSES =
  "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n12: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000\n    inet 10.0.2.16/24 brd 10.0.2.255 scope global wlan0\n       valid_lft forever preferred_lft forever\n";

export const NETWORK_COMMANDS: Command[] = [
  {
    name: "nc",
    group: "device",
    modelled: "tcp inside the device: client, -l -p PORT, a command to serve",
    missing: "every address outside the device",
    run: nc,
  },
  { name: "netcat", group: "device", modelled: "as nc", run: nc },
  {
    name: "ip",
    group: "device",
    modelled: "addr and route, fixed",
    missing: "changing anything",
    run: (args, process) =>
      print(
        process,
        args.includes("route") || args.includes("r")
          ? "10.0.2.0/24 dev wlan0 proto kernel scope link src 10.0.2.16\n"
          : ADDRESSES,
      ),
  },
  {
    name: "ifconfig",
    group: "device",
    modelled: "wlan0, fixed",
    run: (_, process) =>
      print(
        process,
        "wlan0     Link encap:Ethernet  HWaddr 02:00:00:00:00:00\n          inet addr:10.0.2.16  Bcast:10.0.2.255  Mask:255.255.255.0\n          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n",
      ),
  },
  {
    name: "ping",
    group: "device",
    modelled: "nothing answers",
    run: (args, process) => {
      const host = args[args.length - 1] ?? "";
      err(process, `ping: unknown host ${host}\n`);
      return 2;
    },
  },
];
