/** @jsxImportSource preact */
import { measure } from "../../compare/measures.ts";
import { summarise } from "../../compare/summary.ts";
import type { RunResult } from "../../result.ts";
import { MEASURE_ROWS, type MeasuredGroup, STOP_NOTE } from "../measures.ts";
import { embeddedWords } from "../words.ts";
import { renderPage } from "./page.tsx";
import { Bullets, Card, Facts, Scroll } from "./parts.tsx";
import { RunsTable } from "./runs-table.tsx";
import { line } from "./safe.ts";
import { countVerdicts, SuiteCard } from "./suite-card.tsx";
import type { PageAssets, PagedRun } from "./types.ts";

export interface IndexPageInput {
  title: string;
  runs: readonly PagedRun[];
  /** What was left out of the set. */
  notes: readonly string[];
  assets: PageAssets;
  madeAt: string;
}

const KEYS = [
  ["/", "filter runs"],
  ["Tab", "walk through the runs"],
] as const;

/** The page of a set of runs: what came out, each suite with its trials, all runs, the measures. Small: runs have their own pages. */
export function renderIndexPage(input: IndexPageInput): string {
  const results = input.runs.map(({ result }) => result);
  const summaries = summarise(results);
  return renderPage({
    title: input.title,
    kind: "index",
    assets: input.assets,
    keys: KEYS,
    madeAt: input.madeAt,
    children: (
      <>
        <Head title={input.title} results={results} />
        <div class="suites">
          {summaries.map((summary) => (
            <SuiteCard
              key={summary.suite}
              summary={summary}
              open={summaries.length <= 4}
              runs={input.runs.filter(({ result }) => result.suite.name === summary.suite)}
            />
          ))}
        </div>
        <Card title="Runs" id="runs" wide>
          <RunsTable runs={input.runs} />
        </Card>
        {results.length > 1 && (
          <Card title="Measures of MobileAgentBench" wide>
            <MeasuresTable groups={measure(results)} />
          </Card>
        )}
        {input.notes.length > 0 && (
          <Card title="Left out" wide>
            <Bullets texts={input.notes} />
          </Card>
        )}
      </>
    ),
  });
}

function Head({ title, results }: { title: string; results: readonly RunResult[] }) {
  const counts = countVerdicts(results);
  const verdict = counts.failed > 0 ? "failed" : counts.incomplete > 0 ? "incomplete" : "passed";
  const embedded = [
    ...new Set(results.map(({ run }) => embeddedWords(run)).filter((words) => words !== null)),
  ];
  const starts = results.map(({ run }) => run.startedAt).sort();
  const several = (values: (string | null | undefined)[]) => {
    const known = [...new Set(values.filter((value): value is string => Boolean(value)))];
    return known.length > 4 ? `${known.length} different` : known.map((value) => line(value, 80)).join(", ");
  };
  const day = (iso: string | undefined) => line((iso ?? "").slice(0, 16).replace("T", " "), 20);
  return (
    <header class={`banner ${verdict}`}>
      <h1>{line(title, 160)}</h1>
      <ul class="totals">
        <li class="passed">
          <b>{counts.passed}</b> passed
        </li>
        <li class="failed">
          <b>{counts.failed}</b> failed
        </li>
        <li class="incomplete">
          <b>{counts.incomplete}</b> incomplete
        </li>
      </ul>
      <Proportions counts={counts} total={results.length} />
      {embedded.map((words) => (
        <p class="embedded" key={words}>
          {words}
        </p>
      ))}
      <Facts
        rows={[
          ["Model", several(results.map(({ claude }) => claude.observedModel ?? claude.requestedModel))],
          ["Claude Code", several(results.map(({ claude }) => claude.version))],
          ["Device", several(results.map(({ device }) => device?.serial))],
          [
            "App",
            several(
              results.map(
                ({ appBuild }) => appBuild && `${appBuild.packageName} ${appBuild.versionName ?? ""}`,
              ),
            ),
          ],
          ["Server build", several(results.map(({ server }) => server.build.digest))],
          [
            "Started",
            starts.length > 1 ? `${day(starts[0])} to ${day(starts.at(-1))} UTC` : `${day(starts[0])} UTC`,
          ],
        ]}
      />
    </header>
  );
}

function Proportions({ counts, total }: { counts: ReturnType<typeof countVerdicts>; total: number }) {
  const parts = (["passed", "failed", "incomplete"] as const).map((verdict) => ({
    verdict,
    share: counts[verdict] / total,
  }));
  const label = parts.map(({ verdict }) => `${counts[verdict]} ${verdict}`).join(", ");
  return (
    <svg class="proportions" viewBox="0 0 100 2" preserveAspectRatio="none" role="img" aria-label={label}>
      {parts.map(({ verdict, share }, index) => (
        <rect
          key={verdict}
          class={verdict}
          x={100 * parts.slice(0, index).reduce((sum, part) => sum + part.share, 0)}
          width={100 * share}
          height="2"
        />
      ))}
    </svg>
  );
}

/** Measures of one or more groups beside each other, each with its definition in words. */
export function MeasuresTable({ groups }: { groups: readonly MeasuredGroup[] }) {
  return (
    <>
      <Scroll label="Measures">
        <table class="measures">
          <thead>
            <tr>
              <th scope="col">Measure</th>
              {groups.map(({ group }) => (
                <th scope="col" key={group}>
                  {line(group, 40)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {MEASURE_ROWS.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.name}
                  <span class="definition">{row.definition}</span>
                </th>
                {groups.map(({ group, measures }) => (
                  <td key={group}>{row.value(measures)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="note">{STOP_NOTE}</p>
    </>
  );
}
