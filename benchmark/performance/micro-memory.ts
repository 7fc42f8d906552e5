/** Peak memory in MB of one diff: `bun micro-memory.ts <length> <kind> <diff|hold>`; `hold` only makes the lists. */
import { diffSequence } from "../../scripts/agent-benchmark/audit/index.ts";
import { SEQUENCE_KINDS, sequencesOf } from "./micro-inputs.ts";
import { peakMemory } from "./peak-memory.ts";

const [length = "10", kind = "similar", mode = "diff"] = process.argv.slice(2);
const found = SEQUENCE_KINDS.find((name) => name === kind) ?? "similar";
const { baseline, actual } = sequencesOf(Number(length), found);
if (mode === "diff") diffSequence(baseline, actual);
console.log(peakMemory() / 1024 / 1024);
