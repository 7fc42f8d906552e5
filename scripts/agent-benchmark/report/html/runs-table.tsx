/** @jsxImportSource preact */
import type { RunResult } from "../../result.ts";
import { metricValue } from "../words.ts";
import { Scroll, VerdictBadge } from "./parts.tsx";
import { line } from "./safe.ts";
import type { PagedRun } from "./types.ts";

const COLUMNS = [
  ["turns", "Turns"],
  ["toolCalls", "Tool calls"],
  ["stumbles", "Stumbles"],
  ["costUsd", "Cost"],
  ["wallClockSeconds", "Wall clock"],
] as const;

/** Every run in a table that the page's script can filter and sort; without script it is a table. */
export function RunsTable({ runs }: { runs: readonly PagedRun[] }) {
  return (
    <>
      <div class="tools" data-script-only hidden>
        <label class="search">
          <span class="sr">Filter runs</span>
          <input type="search" placeholder="Filter runs" data-action="filter" />
        </label>
        {(["passed", "failed", "incomplete"] as const).map((verdict) => (
          <label key={verdict}>
            <input type="checkbox" data-verdict={verdict} checked /> {verdict}
          </label>
        ))}
        <span class="note" aria-live="polite" data-count />
      </div>
      <Scroll label="Runs">
        <table class="runs" data-runs>
          <thead>
            <tr>
              <th scope="col" data-sort="text">
                Verdict
              </th>
              <th scope="col" data-sort="text">
                Run
              </th>
              {COLUMNS.map(([name, words]) => (
                <th scope="col" key={name} data-sort="number">
                  {words}
                </th>
              ))}
              <th scope="col" data-sort="text">
                Started (UTC)
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <Row key={run.file} run={run} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

function Row({ run: { result, file } }: { run: PagedRun }) {
  return (
    <tr data-v={result.verdict}>
      <td>
        <VerdictBadge verdict={result.verdict} />
      </td>
      <th scope="row">
        <a href={`runs/${file}`}>
          {line(result.suite.name, 80)}
          {result.run.trial === null ? "" : ` #${result.run.trial}`}
          <span class="id"> {line(result.run.id.slice(-8), 20)}</span>
        </a>
        {result.reasons[0] ? <span class="reason">{line(result.reasons[0], 200)}</span> : null}
      </th>
      {COLUMNS.map(([name]) => (
        <Cell key={name} name={name} result={result} />
      ))}
      <td>{line(result.run.startedAt.slice(0, 16).replace("T", " "), 20)}</td>
    </tr>
  );
}

function Cell({ name, result }: { name: string; result: RunResult }) {
  const value = result.metrics.find((metric) => metric.name === name)?.actual ?? null;
  return <td data-n={value ?? ""}>{value === null ? "–" : metricValue(name, value)}</td>;
}
