/** @jsxImportSource preact */
import type { SuiteSummary } from "../../compare/summary.ts";
import type { RunResult } from "../../result.ts";
import { percent } from "../rates.ts";
import { FLAKY_WORDS, rateWords } from "../trials.ts";
import { metricValue, metricWords } from "../words.ts";
import { MetricChart, type MetricPoint, RateBar } from "./chart.tsx";
import { runLabel, Scroll, VerdictDot } from "./parts.tsx";
import { line } from "./safe.ts";
import type { PagedRun } from "./types.ts";

/** Metrics worth a chart without asking; the others are in the table. */
const CHARTED = ["turns", "toolCalls", "costUsd", "wallClockSeconds"];
/** Verdict squares of one suite; more runs are found in the table of runs. */
const MOST_DOTS = 400;

/** What the runs of one suite say together: rate, squares, draws, charts. */
export function SuiteCard({
  summary,
  runs,
  open,
}: {
  summary: SuiteSummary;
  runs: readonly PagedRun[];
  open: boolean;
}) {
  const task = runs[0]?.result.suite.task;
  return (
    <section class="card suite" id={`suite-${line(summary.suite, 80)}`}>
      <h2>
        {line(summary.suite, 120)}
        {summary.flaky && (
          <span class="tag warn" title={FLAKY_WORDS}>
            flaky
          </span>
        )}
        {task?.difficulty && <span class="tag">{line(task.difficulty, 20)}</span>}
      </h2>
      <p class="ratewords">{rateWords(summary)}</p>
      <RateBar rate={summary.rate} interval={summary.interval} />
      <p class="dots">
        {runs.slice(0, MOST_DOTS).map((run) => (
          <VerdictDot key={run.file} run={run.result} href={`runs/${run.file}`} />
        ))}
        {runs.length > MOST_DOTS && <span class="note">and {runs.length - MOST_DOTS} more below</span>}
      </p>
      {runs.length > 1 && (
        <details open={open}>
          <summary>Trials: chances and spread</summary>
          <Draws summary={summary} />
          <div class="charts">
            {CHARTED.map((name) => {
              const points = pointsOf(runs, name);
              return points.length > 1 ? <MetricChart key={name} name={name} points={points} /> : null;
            })}
          </div>
          <Spreads summary={summary} />
        </details>
      )}
    </section>
  );
}

function pointsOf(runs: readonly PagedRun[], name: string): MetricPoint[] {
  return runs.flatMap(({ result }) => {
    const value = result.metrics.find((metric) => metric.name === name)?.actual;
    return typeof value === "number" ? [{ label: runLabel(result), value, verdict: result.verdict }] : [];
  });
}

function Draws({ summary }: { summary: SuiteSummary }) {
  if (summary.rate === null) return null;
  const undefinedSome = summary.passAt.some(({ anyOf }) => anyOf === null);
  return (
    <>
      <Scroll label={`Chances of ${line(summary.suite, 80)}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">of k runs</th>
              {summary.passAt.map(({ k }) => (
                <th scope="col" key={k}>
                  k = {k}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">at least one passes (pass@k)</th>
              {summary.passAt.map(({ k, anyOf }) => (
                <td key={k}>{percent(anyOf)}</td>
              ))}
            </tr>
            <tr>
              <th scope="row">all pass (pass^k)</th>
              {summary.passAt.map(({ k, allOf }) => (
                <td key={k}>{percent(allOf)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </Scroll>
      {undefinedSome && <p class="note">– is undefined: it needs at least k judged runs.</p>}
    </>
  );
}

function Spreads({ summary }: { summary: SuiteSummary }) {
  if (summary.metrics.length === 0) return null;
  return (
    <Scroll label={`Spread of the metrics of ${line(summary.suite, 80)}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">judged runs</th>
            <th scope="col">median</th>
            <th scope="col">least – most</th>
            <th scope="col">middle half</th>
            <th scope="col">n</th>
          </tr>
        </thead>
        <tbody>
          {summary.metrics.map(({ name, spread }) => (
            <tr key={name}>
              <th scope="row">{line(metricWords(name), 80)}</th>
              <td>{metricValue(name, spread.median)}</td>
              <td>
                {metricValue(name, spread.min)} – {metricValue(name, spread.max)}
              </td>
              <td>
                {metricValue(name, spread.q1)} – {metricValue(name, spread.q3)}
              </td>
              <td>{spread.n}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** How many runs came out how, for the head of a page. */
export function countVerdicts(results: readonly RunResult[]) {
  const of = (verdict: RunResult["verdict"]) => results.filter((run) => run.verdict === verdict).length;
  return { passed: of("passed"), failed: of("failed"), incomplete: of("incomplete") };
}
