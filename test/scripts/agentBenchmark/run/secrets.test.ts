import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { collectSecrets, redact, scrubDirectory } from "../../../../scripts/agent-benchmark/run/secrets.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

test("credentials are found by name, in header lists and in URLs", () => {
  const secrets = collectSecrets({
    ANTHROPIC_API_KEY: "key-0123456789",
    ANTHROPIC_CUSTOM_HEADERS: "X-Team: blue\nAuthorization: Bearer tok-abcdefgh",
    HTTPS_PROXY: "http://user:p%40ssword1@proxy.example:8080",
    PATH: "/usr/bin:/bin",
    HOME: "/home/someone",
    AWS_SHARED_CREDENTIALS_FILE: "/home/someone/.aws/credentials",
    SHORT_TOKEN: "abc",
  });
  for (const value of ["key-0123456789", "tok-abcdefgh", "user:p%40ssword1", "p%40ssword1", "p@ssword1"]) {
    expect(secrets).toContain(value);
  }
  for (const value of ["/usr/bin:/bin", "/home/someone", "/home/someone/.aws/credentials", "abc"]) {
    expect(secrets).not.toContain(value);
  }
  expect(redact("sent key-0123456789.", secrets)).toBe("sent ********.");
});

test("every byte of every file is searched, across chunk borders too, and links are not followed", () => {
  using outside = temporaryDirectory();
  using run = temporaryDirectory();
  const secret = "sk-secret-value";
  writeFileSync(join(outside.path, "kept"), secret);
  mkdirSync(join(run.path, "logs"));
  const large = Buffer.alloc((1 << 20) + 64, "a");
  large.write(secret, (1 << 20) - 5);
  writeFileSync(join(run.path, "logs", "large"), large);
  writeFileSync(join(run.path, "clean"), "nothing here");
  writeFileSync(join(run.path, "json"), JSON.stringify({ a: 'pass"word-1' }));
  symlinkSync(join(outside.path, "kept"), join(run.path, "link"));
  expect(scrubDirectory(run.path, [secret, 'pass"word-1']).sort()).toEqual([
    join(run.path, "json"),
    join(run.path, "logs", "large"),
  ]);
  const scrubbed = readFileSync(join(run.path, "logs", "large"));
  expect(scrubbed.length).toBe(large.length);
  expect(scrubbed.includes(secret)).toBe(false);
  expect(readFileSync(join(run.path, "json"), "utf8")).toBe('{"a":"************"}');
  expect(readFileSync(join(outside.path, "kept"), "utf8")).toBe(secret);
});
