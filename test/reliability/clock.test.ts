import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { repositoryRoot } from "../helpers/bench.ts";
import { fakeServerRoot, makeBed } from "./bed.ts";

setDefaultTimeout(90_000);

/** The clock of a process jumps by `hours`, and back, every 50 ms; what counts elapsed time does not. */
const jumping = (hours: number) => `const real = Date.now;
const RealDate = Date;
let ahead = 0;
setInterval(() => { ahead = ahead === 0 ? ${hours * 3_600_000} : 0; }, 50).unref();
Date.now = () => real() + ahead;
globalThis.Date = class extends RealDate {
  constructor(...words) { words.length === 0 ? super(real() + ahead) : super(...words); }
  static now() { return real() + ahead; }
};
`;

test.each([30, -30])(
  "a clock that jumps by %d hours, in harness and server, changes no outcome",
  async (hours) => {
    await using bed = await makeBed();
    const preload = bed.scene.write("jump.ts", `${jumping(hours)}export {};\n`);
    const server = fakeServerRoot(
      bed.scene,
      `${jumping(hours)}await import(${JSON.stringify(join(repositoryRoot, "dist/src/index.js"))});\n`,
    );
    const run = await bed.run({ bun: ["--preload", preload], args: ["--server-root", server] });
    expect(run.stdout).toStartWith("PASS  bug-repro");
    const { run: facts } = bed.result();
    expect(facts.wallClockSeconds).toBeGreaterThan(0);
    expect(facts.wallClockSeconds).toBeLessThan(60);
    for (const { seconds } of facts.phases) {
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThan(60);
    }
    await bed.nothingLeft();
  },
);
