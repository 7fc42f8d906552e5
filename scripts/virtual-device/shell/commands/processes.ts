import { userName } from "../../system/users.ts";
import { deviceDate, formatDate } from "../device-time.ts";
import { findCommand } from "../launch.ts";
import { type Command, type CommandRun, err, out, print, refuse, sleep } from "../process.ts";
import { date, id, seq, uname } from "./identity.ts";
import { pidof, ps } from "./ps.ts";
import { env, sh, timeout, toybox } from "./run-others.ts";
import { kill, pgrep, pkill } from "./signals.ts";

const plain =
  (text: string): CommandRun =>
  (_, process) => {
    out(process, text);
    return 0;
  };

const runRest: CommandRun = (args, process) => process.run(args);

export const PROCESS_COMMANDS: Command[] = [
  {
    name: "ps",
    group: "processes",
    modelled: "-A, -e, -f, -o, -p, -u",
    missing: "threads, real memory figures",
    run: ps,
  },
  { name: "pidof", group: "processes", modelled: "-s", run: pidof },
  { name: "pgrep", group: "processes", modelled: "-f, -l, -x", run: pgrep },
  { name: "pkill", group: "processes", modelled: "-f, -x, signals", run: pkill },
  { name: "kill", group: "processes", modelled: "own processes; others are refused", run: kill },
  {
    name: "killall",
    group: "processes",
    modelled: "by exact name",
    run: (args, process) => pkill([...args.slice(0, -1), "-x", args[args.length - 1] ?? ""], process),
  },
  { name: "id", group: "processes", modelled: "-u, -g, -G, -n, -Z", run: id },
  {
    name: "whoami",
    group: "processes",
    modelled: "the user's name",
    run: (_, process) => print(process, `${userName(process.who.uid)}\n`),
  },
  {
    name: "date",
    group: "processes",
    modelled: "formats, -u, -d @SECONDS; the frozen clock",
    missing: "setting the clock",
    run: date,
  },
  {
    name: "sh",
    group: "processes",
    modelled: "-c, script files, commands on standard input",
    missing: "job control, arrays",
    run: sh,
  },
  { name: "timeout", group: "processes", modelled: "seconds, minutes, hours", run: timeout },
  { name: "toybox", group: "processes", modelled: "runs the toybox command named", run: toybox },
  { name: "uname", group: "processes", modelled: "-a and the single fields", run: uname },
  { name: "env", group: "processes", modelled: "-i, assignments, a command", run: env },
  {
    name: "printenv",
    group: "processes",
    modelled: "all or by name",
    run: (args, process) => {
      if (args.length === 0) return env([], process);
      const values = args.flatMap((name) => process.env.get(name) ?? []);
      out(process, values.map((value) => `${value}\n`).join(""));
      return values.length === args.length ? 0 : 1;
    },
  },
  {
    name: "sleep",
    group: "processes",
    modelled: "fractions and s, m, h suffixes",
    run: async (args, process) => {
      const text = args[0] ?? "0";
      await sleep(
        Number.parseFloat(text) * ({ m: 60_000, h: 3_600_000 }[text.slice(-1)] ?? 1000),
        process.signal,
      );
      return 0;
    },
  },
  {
    name: "nohup",
    group: "processes",
    modelled: "runs the command",
    missing: "surviving its connection",
    run: runRest,
  },
  { name: "setsid", group: "processes", modelled: "runs the command", run: runRest },
  {
    name: "nice",
    group: "processes",
    modelled: "runs the command",
    run: (args, process) => process.run(args[0] === "-n" ? args.slice(2) : args),
  },
  {
    name: "time",
    group: "processes",
    modelled: "runs the command, prints zeros",
    run: async (args, process) => {
      const status = await process.run(args);
      err(process, "\nreal\t0m0.001s\nuser\t0m0.000s\nsys\t0m0.000s\n");
      return status;
    },
  },
  {
    name: "which",
    group: "processes",
    modelled: "commands of /system/bin",
    run: (args, process) => {
      const found = args.filter((name) => findCommand(process.machine, name));
      out(process, found.map((name) => `/system/bin/${name}\n`).join(""));
      return found.length === args.length && args.length > 0 ? 0 : 1;
    },
  },
  { name: "true", group: "processes", modelled: "status 0", run: () => 0 },
  { name: "false", group: "processes", modelled: "status 1", run: () => 1 },
  {
    name: "pwd",
    group: "processes",
    modelled: "the working directory",
    run: (_, process) => print(process, `${process.cwd}\n`),
  },
  {
    name: "test",
    group: "processes",
    modelled: "as the builtin",
    run: (args, process) => process.shell('test "$@"', { args }),
  },
  { name: "seq", group: "processes", modelled: "-s", run: seq },
  { name: "nproc", group: "processes", modelled: "4", run: plain("4\n") },
  {
    name: "uptime",
    group: "processes",
    modelled: "time since boot",
    run: (_, process) => {
      const { system } = process.machine;
      const seconds = Math.floor((system.now() - system.bootedAt()) / 1000);
      out(
        process,
        ` ${formatDate(deviceDate(system.now(), process.machine), "%H:%M:%S")} up ${Math.floor(seconds / 60)} min,  0 users,  load average: 0.52, 0.58, 0.59\n`,
      );
      return 0;
    },
  },
  {
    name: "free",
    group: "processes",
    modelled: "a fixed table",
    run: plain(
      "\t\ttotal        used        free      shared     buffers\nMem:       2062168064  1639358464   422809600     5242880    10485760\n-/+ buffers/cache:     1628872704   433295360\nSwap:      1546125312    52428800  1493696512\n",
    ),
  },
  { name: "getenforce", group: "processes", modelled: "Enforcing", run: plain("Enforcing\n") },
  {
    name: "su",
    group: "processes",
    modelled: "refused to everyone but root",
    run: (_, process) => refuse(process, "su: uid 2000 not allowed to su\n"),
  },
  {
    name: "mount",
    group: "processes",
    modelled: "a fixed table",
    run: plain(
      "/dev/block/dm-0 on / type ext4 (ro,seclabel,relatime)\ntmpfs on /dev type tmpfs (rw,seclabel,nosuid,relatime,mode=755)\n/dev/block/dm-50 on /data type ext4 (rw,lazytime,seclabel,nosuid,nodev,noatime)\n",
    ),
  },
  {
    name: "clear",
    group: "processes",
    modelled: "the terminal sequence",
    run: plain("\u001b[2J\u001b[3J\u001b[H"),
  },
];
