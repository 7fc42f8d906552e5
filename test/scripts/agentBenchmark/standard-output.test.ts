import { expect, test } from "bun:test";
import { join } from "node:path";

const MODULE = join(import.meta.dir, "../../../scripts/agent-benchmark/standard-output.ts");
/** Lines of one width with their numbers: a part that is missing or printed twice shows. */
const LINES = 60_000;
const WHOLE = Array.from({ length: LINES }, (_, i) => `${String(i).padStart(8, "0")} ü\n`).join("");
const SCRIPT = `
import { print } from ${JSON.stringify(MODULE)};
process.stdout.isTTY;
await print(Array.from({ length: ${LINES} }, (_, i) => String(i).padStart(8, "0") + " ü\\n").join(""));
`;

test("a long text arrives whole and once at a reader that lets it wait", async () => {
  const child = Bun.spawn([process.execPath, "-e", SCRIPT], { stdin: "ignore", stdout: "pipe" });
  const parts: Uint8Array[] = [];
  for await (const part of child.stdout) {
    parts.push(part);
    if (parts.length < 20) await Bun.sleep(5);
  }
  expect(await child.exited).toBe(0);
  expect(Buffer.concat(parts).toString("utf8") === WHOLE).toBe(true);
});

test("through a shell's pipe that is full for a while, too", () => {
  const command = `"$0" -e "$1" | (sleep 0.2; cat)`;
  const ran = Bun.spawnSync(["/bin/sh", "-c", command, process.execPath, SCRIPT]);
  expect(ran.stdout.toString("utf8") === WHOLE).toBe(true);
});

test("a reader that has seen enough is no error", () => {
  const command = `{ "$0" -e "$1"; echo "exit $?" >&2; } | head -c 9`;
  const ran = Bun.spawnSync(["/bin/sh", "-c", command, process.execPath, SCRIPT]);
  expect(ran.stdout.toString()).toBe("00000000 ");
  expect(ran.stderr.toString()).toBe("exit 0\n");
});
