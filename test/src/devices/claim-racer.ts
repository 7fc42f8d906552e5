// Started by claim-race.test.ts: tries every claim at the agreed time, says which it got, lives until its stdin ends.
import { acquireClaim, newClaimant } from "../../../src/devices/claims.ts";

const [directory = "", rounds = "0", startAt = "0", everyMs = "20", namespace = ""] = process.argv.slice(2);
const me = newClaimant({ namespace: namespace || null });
const won: number[] = [];
const odd: string[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const at = Number(startAt) + round * Number(everyMs);
  await Bun.sleep(Math.max(0, at - Date.now() - 3));
  while (Date.now() < at);
  const result = await acquireClaim(
    { path: `${directory}/${round}.lock`, kind: "claim", serial: "race" },
    me,
  );
  if (result.ok) won.push(round);
  else if (result.state.status !== "held") odd.push(JSON.stringify(result.state));
}
process.stdout.write(`${JSON.stringify({ pid: process.pid, won, odd })}\n`);
for await (const _ of process.stdin);
