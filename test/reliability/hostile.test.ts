import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAdbClient } from "../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../src/android/adb/endpoint.ts";
import { parseHierarchy } from "../../src/android/hierarchy/parse.ts";
import { scene, writeBugRepro } from "../helpers/bench.ts";
import { aResult } from "../helpers/result.ts";
import type { Decision } from "./adb-gate.ts";
import { makeBed } from "./bed.ts";
import { quickRun } from "./strike.ts";

setDefaultTimeout(90_000);

/** Far beyond what any of these takes, and far below what an attack would cost. Seconds. */
const BOUND = 20;

describe("a hostile suite", () => {
  const aliases = (depth: number) =>
    ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
      .concat(
        Array.from(
          { length: depth },
          (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 10 }, () => `*a${i}`).join(", ")}]`,
        ),
      )
      .join("\n");

  test.each([
    ["an alias bomb", (suite: string) => `${aliases(9)}\n${suite}`],
    ["a key of 10 MB", (suite: string) => `${suite}\n${"k".repeat(10_000_000)}: 1\n`],
    [
      "a value of 10 MB",
      (suite: string) => suite.replace("name: bug-repro", `name: ${"n".repeat(10_000_000)}`),
    ],
    [
      "prototype keys",
      (suite: string) => `${suite}\n__proto__: { polluted: 1 }\nconstructor: { prototype: 1 }\n`,
    ],
    [
      "absurd numbers",
      (suite: string) =>
        suite
          .replace("timeoutSeconds: 600", "timeoutSeconds: 1e999")
          .replace("maxBudgetUsd: 2", "maxBudgetUsd: -.inf"),
    ],
    ["100,000 nested lists", (suite: string) => `${suite}\nx: ${"[".repeat(100_000)}\n`],
    [
      "tags of other languages",
      (suite: string) => `${suite}\nx: !!python/object/apply:os.system ["touch owned"]\n`,
    ],
    ["binary bytes", () => "\u0000\u0001\ufffd\u0000"],
    ["terminal escapes", (suite: string) => `${suite}\n"\\e]0;owned\\a\\e[2J": 1\n`],
  ])("with %s is refused with its place, in bounded time", async (_, edit) => {
    await using stage = scene();
    const suite = writeBugRepro(stage, { edit });
    const began = performance.now();
    const run = await stage.bench(["--suite", suite, "--dry-run", "--model", "scripted"]);
    expect((performance.now() - began) / 1000).toBeLessThan(BOUND);
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("bug-repro.yml");
    expect(run.stderr).toMatch(/\[SUITE_\w+\]/);
    expect(run.stderr.length).toBeLessThan(20_000);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    expect(run.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(existsSync(join(stage.path, "owned"))).toBe(false);
  });
});

const node = (text: string, inner = "") =>
  `<node index="0" text="${text}" resource-id="" class="android.widget.TextView" package="dev.jasonpearson.automobile.playground" content-desc="" bounds="[0,0][1080,2400]">${inner}</node>`;
const hierarchy = (inner: string, prolog = "") =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>${prolog}<hierarchy rotation="0">${inner}</hierarchy>`;

/** Runs with a screen that shows `xml`: the file is exchanged on the device before the harness reads it. */
async function judgeScreen(xml: string) {
  const bed = await makeBed();
  const adb = createAdbClient({
    endpoint: resolveAdbEndpoint({ ADB_SERVER_SOCKET: bed.device.adbServerSocket }),
  });
  // The first is the start screen's; what is refused is tried again.
  for (const nth of [2, 3, 4, 5]) {
    bed.gate.at(
      /wc -c < /,
      async (request): Promise<Decision> => {
        const path = /wc -c < (\/data\/local\/tmp\/[\w.-]+)/.exec(request)?.[1] ?? "";
        await adb.push(bed.device.serial, Buffer.from(xml), path);
        return "pass";
      },
      nth,
    );
  }
  const run = await quickRun(bed);
  return { bed, run, result: bed.result() };
}

describe("a hostile screen", () => {
  test("its text is text: escapes, markup, direction marks and surrogates reach no terminal", async () => {
    const shown =
      "&#27;[2J&#27;]0;owned&#7; &lt;script&gt;alert(1)&lt;/script&gt; &#8238;evil&#8294; &#55357; Expected count: 0 \u009b31m";
    const { bed, run, result } = await judgeScreen(hierarchy(node(shown)));
    await using _ = bed;
    expect(result.screen?.observed).toBe(true);
    const check = result.checks.find(({ expected }) => expected === "Expected count: 3");
    expect(check?.passed).toBe(false);
    expect(run.stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    await bed.nothingLeft();
  });

  const BOMB = `<!DOCTYPE h [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${"bcdefghij"[i]} "${`&${"abcdefghi"[i]};`.repeat(10)}">`).join("")}<!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  test("entities and a DOCTYPE are refused: nothing is expanded, nothing is read", async () => {
    const { bed, result } = await judgeScreen(hierarchy(node("&j; &x; Expected count: 3"), BOMB));
    await using _ = bed;
    expect(result.verdict).toBe("failed");
    expect(result.checks.filter(({ kind, passed }) => kind === "screen" && passed)).toEqual([]);
    expect(result.screen?.observed).toBeNull();
    expect(JSON.stringify(result)).not.toContain("root:");
    await bed.nothingLeft();
  });

  test("100,000 levels and 1,000,000 nodes are read or refused in bounded time", () => {
    for (const xml of [
      hierarchy(`${"<node>".repeat(100_000)}${"</node>".repeat(100_000)}`),
      hierarchy(
        `<node package="p" bounds="[0,0][1,1]">${'<node text="x" package="p" bounds="[0,0][1,1]"/>'.repeat(1_000_000)}</node>`,
      ),
      hierarchy("<node>".repeat(1_000_000)),
      hierarchy(node("x".repeat(50_000_000))),
    ]) {
      const began = performance.now();
      const parsed = parseHierarchy(Buffer.from(xml));
      expect((performance.now() - began) / 1000).toBeLessThan(BOUND);
      if (parsed.status === "unreadable") expect(parsed.reason).not.toBe("");
    }
  });
});

describe("a result.json from elsewhere", () => {
  const render = async (content: string | Uint8Array) => {
    const stage = scene();
    mkdirSync(join(stage.path, "run"));
    writeFileSync(join(stage.path, "run/result.json"), content);
    const run = await stage.bench(["--from-result", join(stage.path, "run")]);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    return { stage, run };
  };

  test("paths in it are shown, never followed", async () => {
    const secret = "THE-SECRET-OF-ANOTHER-FILE";
    const { stage, run } = await render("{}");
    await using _ = stage;
    expect(run.exitCode).toBe(2);
    const file = stage.write("secret.txt", secret);
    symlinkSync(file, join(stage.path, "run/screen.xml"));
    const foreign = aResult({
      run: { directory: "/etc" },
      artifacts: { transcript: "/etc/passwd", screen: "../secret.txt", result: "../../../../etc/shadow" },
    });
    writeFileSync(join(stage.path, "run/result.json"), JSON.stringify(foreign));
    const again = await stage.bench(["--from-result", join(stage.path, "run")]);
    expect(again.exitCode).toBe(0);
    expect(again.stdout).not.toContain(secret);
    expect(again.stdout).not.toContain("root:");
  });

  test.each([
    ["another version", JSON.stringify({ ...aResult(), schemaVersion: 2 }), "RESULT_VERSION"],
    [
      "a prototype key",
      JSON.stringify(aResult()).replace(
        '{"schemaVersion":1',
        '{"__proto__":{"verdict":"passed"},"schemaVersion":1',
      ),
      "RESULT_INVALID",
    ],
    ["a verdict of its own", JSON.stringify({ ...aResult(), verdict: "\u001b[32mpassed" }), "RESULT_INVALID"],
    ["100,000 levels", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "RESULT_"],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0, 1]), "RESULT_NOT_JSON"],
    ["a number for a text", JSON.stringify({ ...aResult(), reasons: [1e308] }), "RESULT_INVALID"],
  ])("with %s is refused", async (_, content, code) => {
    const { stage, run } = await render(content);
    await using __ = stage;
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(`[${code}`);
    expect(run.stderr).not.toContain("\u001b");
  });
});
