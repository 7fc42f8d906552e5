import { appCredentials } from "../../system/users.ts";
import { type CommandRun, err } from "../process.ts";

/** `run-as PACKAGE [--user ID] [COMMAND]`: messages and order of the checks are those of system/core/run-as/run-as.cpp. */
export const runAs: CommandRun = async (args, process) => {
  const { machine, who } = process;
  const { system } = machine;
  const fail = (text: string): number => {
    err(process, `run-as: ${text}\n`);
    return 1;
  };
  if (who.uid !== 2000 && who.uid !== 0) return fail("only 'shell' or 'root' users can run this program");
  const [packageName, ...rest] = args;
  if (packageName === undefined) {
    return fail("usage: run-as <package-name> [--user <uid>] <command> [<args>]\n");
  }
  let command = rest;
  if (rest[0] === "--user") {
    const user = Number(rest[1]);
    if (!(user < 21474)) return fail(`user id too big: ${rest[1]}`);
    if (user !== 0 && user !== system.state.currentUser) return fail(`unknown package: ${packageName}`);
    command = rest.slice(2);
  }
  const record = system.packages.get(packageName);
  if (!record) return fail(`unknown package: ${packageName}`);
  if (record.uid < 10000) return fail(`package not an application: ${packageName}`);
  if (!record.debuggable || system.faults.has("not-debuggable"))
    return fail(`package not debuggable: ${packageName}`);
  const app = appCredentials(record.uid);
  const cwd = `/data/user/0/${packageName}`;
  const env = new Map(process.env);
  env.set("HOME", cwd);
  env.set("PWD", cwd);
  const overrides = { who: app, cwd: `/data/data/${packageName}`, env };
  if (command.length === 0) return process.run(["sh"], overrides);
  const [name = ""] = command;
  const known =
    machine.commands.has(name.slice(name.lastIndexOf("/") + 1)) &&
    !(name === "sha256sum" && system.faults.has("no-sha256sum"));
  if (!name.includes("/") && !known) {
    return fail(`exec failed for ${name}: No such file or directory`);
  }
  return process.run(command, overrides);
};
