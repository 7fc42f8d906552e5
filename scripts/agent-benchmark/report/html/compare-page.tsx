/** @jsxImportSource preact */
import type { ComparisonVerdict, SuiteComparison } from "../../compare/compare.ts";
import { type ComparisonReport, cellRows, metricInterval } from "../compare-text.ts";
import { points, pointsInterval } from "../rates.ts";
import { rateWords } from "../trials.ts";
import { metricDelta, metricValue, metricWords } from "../words.ts";
import { RateBar } from "./chart.tsx";
import { MeasuresTable } from "./index-page.tsx";
import { renderPage } from "./page.tsx";
import { Bullets, Card, Differences, Facts, Scroll, SequenceDiff } from "./parts.tsx";
import { line } from "./safe.ts";
import type { PageAssets } from "./types.ts";

export interface ComparePageInput {
  report: ComparisonReport;
  paths: { a: string; b: string };
  /** Addresses of the pages of each side's runs. */
  sides: { a: string; b: string };
  assets: PageAssets;
  madeAt: string;
}

/** Two sets of runs beside each other. */
export function renderComparePage({ report, paths, sides, assets, madeAt }: ComparePageInput): string {
  const { comparison, runs, notes, measures } = report;
  return renderPage({
    title: "Comparison of two sets of runs",
    kind: "compare",
    assets,
    keys: [["Tab", "walk through the page"]],
    madeAt,
    children: (
      <>
        <header class="banner">
          <h1>Comparison</h1>
          <Facts
            rows={[
              ["A", <Side key="a" href={sides.a} path={paths.a} runs={runs.a} />],
              ["B", <Side key="b" href={sides.b} path={paths.b} runs={runs.b} />],
            ]}
          />
          <p class="note">A positive difference means more on B.</p>
        </header>
        <Card title="Suites" wide>
          <ul class="cells">
            {cellRows(comparison).map(({ words, suites }) => (
              <li key={words}>
                <b>{suites.length}</b> {words}
                <span class="where">{suites.map((suite) => line(suite, 80)).join(", ")}</span>
              </li>
            ))}
          </ul>
        </Card>
        {comparison.suites.map((suite) => (
          <SuiteView key={suite.suite} suite={suite} />
        ))}
        <Card title="Measures of MobileAgentBench" wide>
          <MeasuresTable groups={measures} />
        </Card>
        {notes.length > 0 && (
          <Card title="Left out" wide>
            <Bullets texts={notes} />
          </Card>
        )}
      </>
    ),
  });
}

function Side({ href, path, runs }: { href: string; path: string; runs: number }) {
  return (
    <>
      <a href={href}>{line(path, 200)}</a> ({runs} run{runs === 1 ? "" : "s"})
    </>
  );
}

function VerdictTag({ verdict }: { verdict: ComparisonVerdict }) {
  return <span class={verdict === "differs" ? "tag warn" : "tag"}>{verdict}</span>;
}

function SuiteView({ suite }: { suite: SuiteComparison }) {
  const { rate } = suite;
  return (
    <section class="card wide">
      <h2>
        {line(suite.suite, 120)} <VerdictTag verdict={rate.verdict} />
      </h2>
      <div class="pair">
        {(["a", "b"] as const).map((side) => (
          <div key={side}>
            <p>
              <b>{side.toUpperCase()}</b> {suite[side] ? rateWords(suite[side]) : "no run"}
            </p>
            <RateBar rate={suite[side]?.rate ?? null} interval={suite[side]?.interval ?? null} />
          </div>
        ))}
      </div>
      {rate.delta !== null && (
        <p>
          B − A: <b>{points(rate.delta)}</b> (95% interval {pointsInterval(rate.interval)})
        </p>
      )}
      {suite.notes.length > 0 && <Bullets texts={suite.notes} />}
      {suite.differences.length > 0 && (
        <>
          <h3>What differs</h3>
          <Differences differences={suite.differences} />
        </>
      )}
      {suite.metrics.length > 0 && <MetricsTable suite={suite} />}
      {suite.sequence && suite.sequence.diff.length > 0 && (
        <>
          <h3>Tool sequence, one run of each side</h3>
          <SequenceDiff diff={suite.sequence.diff} note={suite.sequence.note} left="A" right="B" />
        </>
      )}
    </section>
  );
}

function MetricsTable({ suite }: { suite: SuiteComparison }) {
  return (
    <>
      <h3>Metrics of passing runs, medians</h3>
      <Scroll label={`Metrics of ${line(suite.suite, 80)}`}>
        <table>
          <thead>
            <tr>
              {["Metric", "A", "B", "B − A", "95% interval", "Verdict"].map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {suite.metrics.map((metric) => (
              <tr key={metric.name}>
                <th scope="row">{line(metricWords(metric.name), 80)}</th>
                <td>{metric.a === null ? "–" : metricValue(metric.name, metric.a)}</td>
                <td>{metric.b === null ? "–" : metricValue(metric.name, metric.b)}</td>
                <td>{metricDelta(metric.name, metric.delta)}</td>
                <td>{metricInterval(metric)}</td>
                <td>
                  <VerdictTag verdict={metric.verdict} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
