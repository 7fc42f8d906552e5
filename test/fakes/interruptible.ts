// Reports what the interrupt listener does: prints "ready", "aborted", then on the second signal "killed".
import { listenForInterrupts } from "../../scripts/agent-benchmark/run/interrupts.ts";

const interrupts = listenForInterrupts(() => console.log("aborted"));
interrupts.onKill(() => console.log("killed"));
interrupts.onKill(() => {
  throw new Error("must not keep the process alive");
});
setTimeout(() => process.exit(9), 20_000);
console.log("ready");
