/** One benchmark among several that start at once: takes the device, keeps it until stdin ends, and says what happened. */
import { takeOwnership } from "../../../../scripts/agent-benchmark/device/ownership.ts";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import { fakeAdb } from "./fake-adb.ts";

const [home = ""] = process.argv.slice(2);
const input = Bun.stdin.stream().getReader();
console.log("ready");
await input.read();
try {
  const ownership = await takeOwnership({ adb: fakeAdb(), serial: "emulator-5554", env: {}, home });
  console.log(JSON.stringify({ won: process.pid }));
  await input.read();
  ownership.release();
} catch (error) {
  if (!(error instanceof RunError)) throw error;
  console.log(JSON.stringify({ code: error.problem.code, message: error.problem.message }));
}
process.exit(0);
