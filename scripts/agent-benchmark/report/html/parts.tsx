/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import type { Difference } from "../../compare/differences.ts";
import type { DiffLine, RunResult, Verdict } from "../../result.ts";
import { VERDICT_WORDS } from "../words.ts";
import { line } from "./safe.ts";

const SIGNS: Record<Verdict, string> = { passed: "✓", failed: "✗", incomplete: "!" };

/** The verdict as a word in the colour it has everywhere. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return (
    <span class={`badge ${verdict}`}>
      <span aria-hidden="true">{SIGNS[verdict]}</span> {VERDICT_WORDS[verdict]}
    </span>
  );
}

/** The verdict as a small square that leads to its run. */
export function VerdictDot({ run, href }: { run: RunResult; href: string }) {
  const label = `${runLabel(run)}: ${run.verdict}`;
  return (
    <a class={`dot ${run.verdict}`} href={href} aria-label={label} title={label}>
      {SIGNS[run.verdict]}
    </a>
  );
}

/** "bug-repro #3", or without a trial the end of the run's id. */
export function runLabel({ suite, run }: RunResult): string {
  return `${line(suite.name, 80)} ${run.trial === null ? line(run.id, 80) : `#${run.trial}`}`;
}

export function Card({
  title,
  id,
  wide,
  children,
}: {
  title: string;
  id?: string;
  wide?: boolean;
  children: ComponentChildren;
}) {
  return (
    <section class={wide ? "card wide" : "card"} id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Terms and what they are; rows without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A table that scrolls within its own frame on a narrow screen. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

export function Bullets({ texts }: { texts: readonly string[] }) {
  return (
    <ul class="bullets">
      {texts.map((text, index) => (
        <li key={`${index}`}>{line(text)}</li>
      ))}
    </ul>
  );
}

/** Two tool sequences beside each other; signs and words carry the difference, not the colour alone. */
export function SequenceDiff({
  diff,
  note,
  left,
  right,
}: {
  diff: readonly DiffLine[];
  note: string | null;
  left: string;
  right: string;
}) {
  const same = diff.every(({ kind }) => kind === "same" || kind === "gap");
  const words = { same: "in both", missing: `only in ${left}`, extra: `only in ${right}`, gap: "" };
  const signs = { same: " ", missing: "−", extra: "+", gap: "⋯" };
  return (
    <>
      <p class="note">
        {same ? `The same calls as ${left}.` : `− only in ${left}, + only in ${right}`}
        {note ? ` ${line(note)}` : ""}
      </p>
      <ol class="diff">
        {diff.map((entry, index) => (
          <li key={`${index}`} class={entry.kind} title={words[entry.kind]}>
            <span class="at">{entry.baselineIndex ?? ""}</span>
            <span class="at">{entry.actualIndex ?? ""}</span>
            <span class="sign" aria-hidden="true">
              {signs[entry.kind]}
            </span>
            {entry.kind === "gap" ? `${line(entry.tool, 20)} equal calls` : line(entry.tool, 120)}
            {entry.kind === "missing" || entry.kind === "extra" ? (
              <span class="sr">, {words[entry.kind]}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </>
  );
}

export function Differences({ differences }: { differences: readonly Difference[] }) {
  return <Bullets texts={differences.map(({ what, parts }) => `${what}: ${parts.join("; ")}`)} />;
}
