import type { Problem } from "../../../../scripts/agent-benchmark/errors.ts";
import { loadSuite, type SuiteSource } from "../../../../scripts/agent-benchmark/suite/load.ts";
import type { Suite } from "../../../../scripts/agent-benchmark/suite/types.ts";

/** The smallest suite that loads; extra lines go below it. */
export const SMALLEST = `name: demo
platform: android
prompt: demo.txt
app:
  packageName: com.example.app
verify:
  screenIncludes: [Done]
`;

export function load(text: string, over: Partial<SuiteSource> = {}): Suite | Problem[] {
  return loadSuite({
    path: "/suites/demo.yml",
    shown: "demo.yml",
    text,
    repositoryRoot: "/repository",
    readPrompt: () => ({ status: "ok", text: "Open the app." }),
    ...over,
  });
}

export function loaded(text: string, over: Partial<SuiteSource> = {}): Suite {
  const result = load(text, over);
  if (Array.isArray(result)) throw new Error(result.map((problem) => problem.message).join("\n"));
  return result;
}

export function problems(text: string, over: Partial<SuiteSource> = {}): Problem[] {
  const result = load(text, over);
  if (!Array.isArray(result)) throw new Error("the suite loaded");
  return result;
}
