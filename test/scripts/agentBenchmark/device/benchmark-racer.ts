/** One benchmark among several that start at once: takes the device, says what happened, and lets go when stdin ends. */
import { takeOwnership } from "../../../../scripts/agent-benchmark/device/ownership.ts";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import { fakeAdb } from "./fake-adb.ts";

const [home = ""] = process.argv.slice(2);
const input = Bun.stdin.stream().getReader();
console.log("ready");
await input.read();
const ownership = await takeOwnership({ adb: fakeAdb(), serial: "emulator-5554", env: {}, home }).catch(
  (error: unknown) => {
    if (!(error instanceof RunError)) throw error;
    console.log(JSON.stringify({ code: error.problem.code, message: error.problem.message }));
    return null;
  },
);
if (ownership) console.log(JSON.stringify({ won: process.pid }));
await input.read();
ownership?.release();
process.exit(0);
