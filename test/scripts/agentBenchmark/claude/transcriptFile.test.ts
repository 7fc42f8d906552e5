import { afterEach, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readChunks, tailLines } from "../../../../scripts/agent-benchmark/claude/transcript-file.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});
function file(content: string | Uint8Array): string {
  const directory = mkdtempSync(join(tmpdir(), "transcript-file-"));
  directories.push(directory);
  const path = join(directory, "claude.jsonl");
  writeFileSync(path, content);
  return path;
}

test("chunks are the file's bytes, in order, none longer than asked", async () => {
  const chunks: string[] = [];
  for await (const chunk of readChunks(file("abcdefgh"), 3)) chunks.push(Buffer.from(chunk).toString());
  expect(chunks).toEqual(["abc", "def", "gh"]);
});

test("an empty file has no chunks, a missing one is an error", async () => {
  for await (const _ of readChunks(file(""))) throw new Error("no chunk expected");
  expect(Array.fromAsync(readChunks("/nonexistent/file"))).rejects.toThrow("ENOENT");
});

test("a tail gives whole lines only, whatever the pieces they are written in", async () => {
  const path = file("");
  const lines: string[] = [];
  const tail = await tailLines(path, (line) => lines.push(line));
  const text = "one\n\nzwölf \u2028 still\nlast";
  for (const byte of Buffer.from(text)) {
    appendFileSync(path, new Uint8Array([byte]));
    await tail.look();
  }
  expect(lines).toEqual(["one", "", "zwölf \u2028 still"]);
  expect(tail.bytes()).toBe(Buffer.byteLength(text));
  appendFileSync(path, "\n");
  await Promise.all([tail.look(), tail.look()]);
  expect(lines.at(-1)).toBe("last");
  await tail.close();
});

test("a tail skips a line of more than 4 MiB and goes on after it", async () => {
  const lines: number[] = [];
  const tail = await tailLines(file(`a\n${"x".repeat(5 << 20)}\nbc\n`), (line) => lines.push(line.length));
  await tail.look();
  expect(lines).toEqual([1, 2]);
  await tail.close();
});
