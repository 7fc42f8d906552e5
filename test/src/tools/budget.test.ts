import { expect, test } from "bun:test";
import fc from "fast-check";
import { fitToBudget } from "../../../src/tools/budget.ts";

const saved: string[] = [];
const save = async (_name: string, content: string) => {
  saved.push(content);
  return "/outputs/observe.json";
};

test("a short reply is left alone and nothing is written", async () => {
  saved.length = 0;
  const result = { ok: true as const, value: { message: "fine" } };
  expect(await fitToBudget("observe", result, save)).toBe(result);
  expect(saved).toEqual([]);
});

test("a long one keeps its short keys, says what was cut, and names the file that has it whole", async () => {
  const value = {
    message: "Looked.",
    rotation: 0,
    skeleton: Array.from({ length: 5000 }, (_, id) => ({ id, label: `row ${id}` })),
  };
  const result = await fitToBudget("observe", { ok: true, value }, save, 4000);
  if (!result.ok) throw new Error(result.message);
  expect(JSON.stringify(result.value).length).toBeLessThanOrEqual(4000);
  expect(result.value.message).toBe("Looked.");
  expect((result.value.skeleton as unknown[]).length).toBeGreaterThan(20);
  expect(result.value.truncationReasons).toEqual([
    expect.stringMatching(/^skeleton: the first \d+ of 5000$/),
  ]);
  expect(result.value.artifact).toMatchObject({
    path: "/outputs/observe.json",
    format: "json",
    tool: "observe",
  });
  expect(JSON.parse(saved.at(-1)!)).toEqual(value);
});

test("whatever the value, the reply is within the budget", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 4 })),
      fc.string({ minLength: 3000, maxLength: 3100 }),
      async (extra, text) => {
        const result = await fitToBudget(
          "t",
          { ok: true, value: { text, ...extra, list: [text, text] } },
          save,
          3000,
        );
        expect(result.ok && JSON.stringify(result.value).length).toBeLessThanOrEqual(3000);
      },
    ),
    { numRuns: 60 },
  );
});

test("a failure's message has the same limit", async () => {
  const result = await fitToBudget("t", { ok: false, message: "x".repeat(9000) }, save, 1000);
  expect(!result.ok && result.message.length).toBe(1001);
});
