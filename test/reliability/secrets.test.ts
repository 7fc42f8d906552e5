import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startScriptedModel } from "../../scripts/scripted-model/index.ts";
import { type Bed, fakeServerRoot, makeBed, type RunSettings } from "./bed.ts";

setDefaultTimeout(90_000);

const SECRET = "S3CR3T";
/** Wherever an operator may keep one. */
const OPERATOR = {
  ANTHROPIC_API_KEY: `sk-ant-${SECRET}-key`,
  ANTHROPIC_CUSTOM_HEADERS: `X-Team: ${SECRET}-header`,
  HTTPS_PROXY: `http://me:${SECRET}-proxy@127.0.0.1:9`,
  NO_PROXY: "127.0.0.1",
  AWS_SECRET_ACCESS_KEY: `${SECRET}-aws`,
  GITHUB_TOKEN: `${SECRET}-github`,
  AUTOMOBILE_TOKEN: `${SECRET}-server`,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
};

/** A bed whose operator has secrets everywhere: environment, headers, proxy, credential file and settings. */
async function bedOfAnOperator(): Promise<Bed> {
  const bed = await makeBed();
  const { scene } = bed;
  const oauth = { claudeAiOauth: { accessToken: `${SECRET}-oauth` } };
  scene.write("home/.claude/.credentials.json", JSON.stringify(oauth));
  scene.write("home/.claude/settings.json", JSON.stringify({ env: { MY_TOKEN: `${SECRET}-settings` } }));
  scene.write("home/.aws/credentials", `[default]\naws_secret_access_key = ${SECRET}-file\n`);
  return bed;
}

/** Files below the artifact root and words of the command that hold a secret. */
async function leaks(bed: Bed, settings: RunSettings): Promise<string[]> {
  const run = await bed.run({ model: "claude-scripted", ...settings, env: { ...OPERATOR, ...settings.env } });
  const files = readdirSync(bed.scene.output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(1);
  return [
    ...files.filter((file) => readFileSync(file).includes(SECRET)),
    ...[run.stdout, run.stderr].filter((text) => text.includes(SECRET)),
  ];
}

test("a passing run on the operator's own account leaves no secret in any byte of its artifacts", async () => {
  await using bed = await bedOfAnOperator();
  const model = await startScriptedModel({
    playbook: join(bed.scene.path, "playbooks/bug-repro.yml"),
    placeholders: { deviceSerial: "emulator-5554", packageName: "p", runDirectory: "r" },
  });
  try {
    expect(await leaks(bed, { env: { ANTHROPIC_BASE_URL: model.url } })).toEqual([]);
    expect(bed.result()).toMatchObject({ verdict: "passed", reasons: [] });
    // The key really went to the API: it was there to be leaked.
    expect(model.requests.length).toBeGreaterThan(0);
  } finally {
    await model.stop();
  }
  await bed.nothingLeft();
});

test("a Claude that prints its whole environment leaves none: output and transcript are overwritten", async () => {
  await using bed = await bedOfAnOperator();
  const claude = bed.scene.write("bin/claude", "#!/bin/sh\nenv\nenv >&2\necho done\nexit 1\n");
  expect(await leaks(bed, { claude, args: ["--server-root", fakeServerRoot(bed.scene, "")] })).toEqual([]);
  const result = bed.result();
  expect(readFileSync(join(result.run.directory, "claude.stderr"), "utf8")).toContain(
    "ANTHROPIC_API_KEY=***",
  );
  expect(result.run.notes.join(" ")).toContain("A credential of this environment stood in");
  await bed.nothingLeft();
});

test("a run that stops in preflight, and one whose time is over, leave none", async () => {
  await using bed = await bedOfAnOperator();
  bed.device.setFault("pm-clear-refused", true);
  expect(await leaks(bed, { args: ["--server-root", fakeServerRoot(bed.scene, "")] })).toEqual([]);
  expect(bed.result().run.endReason).toBe("preflight_failed");
  bed.device.setFault("pm-clear-refused", false);
  const suite = bed.scene.write(
    "suites/bug-repro.yml",
    readFileSync(bed.suite, "utf8").replace("timeoutSeconds: 600", "timeoutSeconds: 2"),
  );
  // Without NO_PROXY Claude goes through the proxy that is not there, and retries.
  const env = { NO_PROXY: "", HTTP_PROXY: OPERATOR.HTTPS_PROXY };
  expect(await leaks(bed, { suite, env })).toEqual([]);
  expect(bed.result().run.endReason).toBe("timed_out");
  await bed.nothingLeft();
});
