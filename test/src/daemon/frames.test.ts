import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { asRequest, encodeFrame, frameReader } from "../../../src/daemon/frames.ts";

function read(chunks: Uint8Array[]): { frames: Record<string, unknown>[]; broken: string[] } {
  const frames: Record<string, unknown>[] = [];
  const broken: string[] = [];
  const take = frameReader(
    (frame) => frames.push(frame),
    (reason) => broken.push(reason),
  );
  for (const chunk of chunks) take(chunk);
  return { frames, broken };
}

describe("frames", () => {
  test("survive any cut, inside a character too", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.string(), method: fc.string({ unit: "binary" }) }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 7 }),
        (messages, size) => {
          const bytes = Buffer.from(
            messages.map((message) => encodeFrame({ ...message, type: "mcp_request", params: {} })).join(""),
          );
          const chunks: Uint8Array[] = [];
          for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
          const { frames, broken } = read(chunks);
          expect(broken).toEqual([]);
          expect(frames).toEqual(
            messages.map(
              (message) =>
                JSON.parse(encodeFrame({ ...message, type: "mcp_request", params: {} })) as Record<
                  string,
                  unknown
                >,
            ),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each(["nonsense\n", "[1]\n", '"text"\n', "null\n", "{\n"])(
    "%j breaks the connection, once",
    (text) => {
      const { frames, broken } = read([Buffer.from(text), Buffer.from('{"id":"1"}\n')]);
      expect(frames).toEqual([]);
      expect(broken).toHaveLength(1);
    },
  );

  test("empty lines are nothing, CRLF is a line end", () => {
    expect(read([Buffer.from('\n\r\n{"a":1}\r\n')])).toEqual({ frames: [{ a: 1 }], broken: [] });
  });

  test("a request needs id, method and type; params default to none", () => {
    expect(asRequest({ id: "1", type: "mcp_request", method: "ide/ping" })).toEqual({
      id: "1",
      type: "mcp_request",
      method: "ide/ping",
      params: {},
    });
    expect(asRequest({ id: 1, type: "mcp_request", method: "x" })).toBeNull();
    expect(asRequest({ id: "1", type: "other", method: "x" })).toBeNull();
    expect(asRequest({ id: "1", type: "daemon_request" })).toBeNull();
    expect(asRequest({ id: "1", type: "daemon_request", method: "x", params: [], timeoutMs: -1 })).toEqual({
      id: "1",
      type: "daemon_request",
      method: "x",
      params: {},
    });
  });
});
