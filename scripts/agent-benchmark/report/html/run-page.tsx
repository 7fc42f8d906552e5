/** @jsxImportSource preact */
import { basename } from "node:path";
import { artifactWords } from "../../artifacts.ts";
import type { Check, RunResult } from "../../result.ts";
import { embeddedWords, metricDelta, metricValue, metricWords, phaseWords } from "../words.ts";
import { renderPage } from "./page.tsx";
import { Bullets, Card, Facts, runLabel, Scroll, SequenceDiff, VerdictBadge } from "./parts.tsx";
import { block, duration, line } from "./safe.ts";
import { ScreenPanel } from "./screen.tsx";
import { TimelineView } from "./timeline.tsx";
import type { PageAssets, PagedRun, RunEvidence } from "./types.ts";

export interface RunPageInput {
  run: PagedRun;
  evidence: RunEvidence;
  previous: PagedRun | null;
  next: PagedRun | null;
  /** Address of the page that lists the runs. */
  index: string;
  assets: PageAssets;
  madeAt: string;
}

const KEYS = [
  ["j k", "next, previous step"],
  ["e", "open or close all"],
  ["[ ]", "previous, next run"],
  ["u", "all runs"],
] as const;

/** One run on a page of its own: verdict, checks beside the screen, timeline, numbers, and the files that show it. */
export function renderRunPage(input: RunPageInput): string {
  const { result } = input.run;
  return renderPage({
    title: `${result.verdict}: ${result.suite.name} ${result.run.id}`,
    kind: "run",
    assets: input.assets,
    keys: KEYS,
    madeAt: input.madeAt,
    children: (
      <>
        <Head {...input} />
        <div class="run">
          <aside>
            <Card title="Final screen">
              <ScreenPanel result={result} evidence={input.evidence} />
            </Card>
          </aside>
          <div class="story">
            <Card title="Checks">
              <Checks result={result} links={input.evidence.links} />
            </Card>
            <Card title="What happened">
              <TimelineView result={result} transcript={input.evidence.links.transcript ?? null} />
            </Card>
            <Numbers result={result} />
            <Background result={result} links={input.evidence.links} />
          </div>
        </div>
      </>
    ),
  });
}

function Head({ run: { result }, previous, next, index }: RunPageInput) {
  const { run, claude, device, appBuild } = result;
  const embedded = embeddedWords(run);
  const problem = run.problem;
  return (
    <header class={`banner ${result.verdict}`}>
      <nav aria-label="Runs">
        <a href={index} data-key="u">
          All runs
        </a>
        <span class="gap" />
        {previous && (
          <a href={previous.file} data-key="[" rel="prev">
            ← {runLabel(previous.result)}
          </a>
        )}
        {next && (
          <a href={next.file} data-key="]" rel="next">
            {runLabel(next.result)} →
          </a>
        )}
      </nav>
      <h1>
        <VerdictBadge verdict={result.verdict} /> {line(result.suite.name, 120)}
        {run.trial !== null && <span class="trial"> trial {run.trial}</span>}
      </h1>
      {result.reasons.length > 0 && <Bullets texts={result.reasons} />}
      {problem && (
        <div class="problem">
          <p>
            <code>{line(problem.code, 80)}</code> {line(problem.message, 1_000)}
            {problem.where ? <span class="where"> {line(problem.where, 300)}</span> : null}
          </p>
          {problem.frame && <pre>{block(problem.frame, 4_000)}</pre>}
          {problem.hint && <p>{line(problem.hint, 1_000)}</p>}
        </div>
      )}
      {embedded && <p class="embedded">{embedded}</p>}
      <Facts
        rows={[
          ["Model", text(claude.observedModel ?? claude.requestedModel)],
          ["Claude Code", text(claude.version)],
          ["Device", text(device?.serial ?? null)],
          ["App", text(appBuild && `${appBuild.packageName} ${appBuild.versionName ?? ""}`)],
          ["Server instructions", result.server.instructions ? "on" : null],
          ["Started", text(run.startedAt.replace("T", " ").replace(/\.\d+Z$/, " UTC"))],
          ["Claude ran", run.wallClockSeconds === null ? null : duration(run.wallClockSeconds)],
          ["Ended", run.endReason === "completed" ? null : text(run.endReason.replaceAll("_", " "))],
        ]}
      />
    </header>
  );
}

function Checks({ result, links }: { result: RunResult; links: RunEvidence["links"] }) {
  if (result.checks.length === 0) return <p class="note">Nothing was checked.</p>;
  return (
    <ul class="checks">
      {result.checks.map((check, index) => (
        <CheckView key={`${index}`} check={check} address={addressOf(check, result, links)} />
      ))}
    </ul>
  );
}

function addressOf({ evidence }: Check, { artifacts }: RunResult, links: RunEvidence["links"]) {
  const artifact = Object.entries(artifacts).find(([, path]) => path === evidence)?.[0];
  return artifact === undefined ? undefined : links[artifact];
}

function CheckView({ check, address }: { check: Check; address: string | undefined }) {
  const kinds = { device: "Device used", answer: "Reply", screen: "Screen" };
  return (
    <li class={check.passed ? "passed" : "failed"}>
      <h3>
        <span aria-hidden="true">{check.passed ? "✓" : "✗"}</span> {kinds[check.kind]}
        <span class="sr">{check.passed ? " holds" : " does not hold"}</span>
      </h3>
      <Facts
        rows={[
          ["expected", line(check.expected, 600)],
          [
            check.kind === "answer" ? "replied" : "showed",
            check.observed === null ? "could not be observed" : line(check.observed, 600) || "nothing",
          ],
        ]}
      />
      {check.reason && <p>{line(check.reason, 600)}</p>}
      {check.evidence && (
        <p class="where">
          shown by {address ? <a href={address}>{line(check.evidence, 80)}</a> : line(check.evidence, 80)}
        </p>
      )}
    </li>
  );
}

function Numbers({ result }: { result: RunResult }) {
  const { sequence, baseline, metrics } = result;
  const compared = baseline.present;
  const warnings = baseline.warnings;
  return (
    <>
      <Card title="Numbers">
        {warnings.length > 0 && (
          <div class="warnings">
            <h3>Not all of it is comparable with the baseline</h3>
            <Bullets texts={warnings} />
          </div>
        )}
        <Scroll label="Metrics">
          <table>
            <thead>
              <tr>
                <th scope="col">Metric</th>
                <th scope="col">This run</th>
                {compared && <th scope="col">Baseline</th>}
                {compared && <th scope="col">Difference</th>}
              </tr>
            </thead>
            <tbody>
              {metrics.map(({ name, actual, baseline: recorded, delta }) => (
                <tr key={name}>
                  <th scope="row">{line(metricWords(name), 80)}</th>
                  <td>{metricValue(name, actual)}</td>
                  {compared && <td>{recorded === null ? "–" : metricValue(name, recorded)}</td>}
                  {compared && <td>{metricDelta(name, delta)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </Card>
      {(sequence.baseline.length > 0 || sequence.actual.length > 0) && (
        <Card title="Tool sequence">
          {sequence.baseline.length > 0 ? (
            <SequenceDiff diff={sequence.diff} note={sequence.note} left="the baseline" right="this run" />
          ) : (
            <p class="sequence">
              {sequence.actual
                .slice(0, 500)
                .map((tool) => line(tool, 80))
                .join(" → ")}
            </p>
          )}
        </Card>
      )}
    </>
  );
}

function Background({ result, links }: { result: RunResult; links: RunEvidence["links"] }) {
  const { audit, run, server, suite, device, artifacts } = result;
  const total = run.phases.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
  return (
    <>
      {audit?.answer && (
        <Card title="Final reply">
          <pre class="reply">{block(audit.answer)}</pre>
        </Card>
      )}
      {run.notes.length > 0 && (
        <Card title="Notes">
          <Bullets texts={run.notes} />
        </Card>
      )}
      <Card title="Where the time went">
        <ul class="phases">
          {run.phases.map(({ name, seconds }, index) => (
            <li key={`${index}`}>
              <span>{line(phaseWords(name), 60)}</span>
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect width={Math.max(0.5, (100 * seconds) / total).toFixed(2)} height="6" />
              </svg>
              <span class="time">{duration(seconds)}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="What it was made with">
        <Facts
          rows={[
            ["Run", line(run.id, 80)],
            ["Suite digest", <code key="d">{line(suite.digest, 40)}</code>],
            ["Server build", text(server.build.digest)],
            ["Device fingerprint", text(device?.fingerprint.digest ?? null)],
            ["Claude command", text(result.claude.command)],
          ]}
        />
        <details>
          <summary>Parts of the fingerprints</summary>
          <Parts title="Suite" parts={suite.digestParts} />
          <Parts title="Server build" parts={server.build.parts} />
          {device && <Parts title="Device" parts={device.fingerprint.parts} />}
        </details>
      </Card>
      <Card title="Files of the run">
        <ul class="files">
          {Object.entries(artifacts).map(([name, path]) => (
            <li key={name}>
              {links[name] ? <a href={links[name]}>{line(path, 200)}</a> : <span>{line(path, 200)}</span>}{" "}
              <span class="where">{line(artifactWords(name), 60)}</span>
            </li>
          ))}
        </ul>
        <p class="note">
          Of the run directory <code>{line(basename(run.directory), 80)}</code>. Links lead to where it was
          when this page was made.
        </p>
      </Card>
    </>
  );
}

function Parts({ title, parts }: { title: string; parts: Record<string, string | null> }) {
  return (
    <>
      <h3>{title}</h3>
      <Facts
        rows={Object.entries(parts).map(([name, value]) => [
          line(name, 80),
          value === null ? "unknown" : line(value, 200),
        ])}
      />
    </>
  );
}

function text(value: string | null): string | null {
  return value === null ? null : line(value, 200);
}
