import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPidRecord } from "../../src/daemon/pid-record.ts";
import { daemonNamespace } from "../../src/environment.ts";
import { endProcess } from "../helpers/server-world.ts";
import { type Bed, makeBed } from "./bed.ts";

setDefaultTimeout(90_000);

const TWO_LOOKS = `name: bug-repro
turns:
  - calls: [{ tool: observe, expect: { isError: any } }]
  - calls: [{ tool: observe, expect: { isError: any } }]
answer: "EXPECTED_COUNT: 3"
`;

/** The daemon of the bed's only run, by the record beside its socket. */
function daemonOf(bed: Bed): number {
  const runs = join(bed.scene.output, "bug-repro");
  const [name = ""] = readdirSync(runs);
  const config = JSON.parse(readFileSync(join(runs, name, "mcp-config.json"), "utf8"));
  const record = readPidRecord(daemonNamespace(config.mcpServers["auto-mobile"].env).pidPath);
  if (!record) throw new Error("the run has no daemon");
  return record.pid;
}

test.each(["SIGKILL", "SIGTERM"] as const)(
  "a daemon that is ended by %s in mid-call: the call fails, the next one has a new daemon, and nothing is left",
  async (signal) => {
    await using bed = await makeBed({ playbook: TWO_LOOKS });
    const ended: number[] = [];
    // The second dump is the one of the first observe.
    bed.gate.at(
      /uiautomator dump/,
      () => {
        const pid = daemonOf(bed);
        ended.push(pid);
        endProcess(pid, signal);
        return signal === "SIGKILL" ? "drop" : "pass";
      },
      2,
    );
    await bed.run();
    const result = bed.result();
    expect(ended).toHaveLength(1);
    expect(result.run.endReason).toBe("completed");
    expect(result.audit?.totals.deviceToolCalls).toBe(2);
    const [first, second] = result.audit?.toolCalls ?? [];
    if (signal === "SIGKILL") expect(first?.isError).toBe(true);
    expect(second).toMatchObject({ isError: false });
    expect(result.screen).toMatchObject({ observed: true });
    await bed.nothingLeft();
  },
);
