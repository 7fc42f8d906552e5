import { expect, test } from "bun:test";
import { wholeLines } from "../../../src/modes/whole-lines.ts";

async function through(chunks: string[], limit: number) {
  const refused: unknown[] = [];
  const stream = wholeLines((id) => refused.push(id), limit);
  const passed: string[] = [];
  stream.on("data", (data) => passed.push(String(data)));
  for (const chunk of chunks) stream.write(Buffer.from(chunk));
  stream.end();
  await new Promise((resolve) => stream.on("close", resolve));
  return { passed, refused };
}

test("lines come whole, however they were cut", async () => {
  expect(await through(["a", "b\ncd", "\n\ne\nf"], 100)).toEqual({
    passed: ["ab\n", "cd\n", "\n", "e\n"],
    refused: [],
  });
});

test.each([
  ['{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"text":"LONG"}}\n', 12],
  ['{"method":"tools/call","params":{"text":"LONG"},"jsonrpc":"2.0","id":"a-7"}\n', "a-7"],
  ['{"method":"tools/call","params":{"id":5,"text":"LONG","id":6}}\n', null],
  ["LONG\n", null],
])("%s is skipped and its id found: %p", async (template, id) => {
  const line = template.replace("LONG", "x".repeat(5000));
  const cut = [line.slice(0, 1700), line.slice(1700, 4000), line.slice(4000), "next\n"];
  expect(await through(cut, 1000)).toEqual({ passed: ["next\n"], refused: [id] });
});
