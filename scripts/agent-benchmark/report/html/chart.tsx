/** @jsxImportSource preact */
import { scaleLinear } from "d3-scale";
import type { Verdict } from "../../result.ts";
import { type Interval, median } from "../../stats/statistics.ts";
import { percent, percentInterval } from "../rates.ts";
import { metricValue, metricWords } from "../words.ts";
import { line } from "./safe.ts";

export interface MetricPoint {
  label: string;
  value: number;
  verdict: Verdict;
}

const SIZE = { width: 320, height: 132, left: 52, right: 10, top: 10, bottom: 20 };
/** Marks beyond this many lose their tooltips: they would weigh more than the page. */
const MOST_TIPS = 250;

/** One metric across runs in their order: a mark for each run, shaped and coloured by its verdict, and the median of the judged runs as a line. */
export function MetricChart({ name, points }: { name: string; points: readonly MetricPoint[] }) {
  const values = points.map(({ value }) => value);
  const judged = points.filter(({ verdict }) => verdict !== "incomplete").map(({ value }) => value);
  const middle = median(judged);
  if (middle === null) return null;
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(...values) || 1])
    .nice(3)
    .range([SIZE.height - SIZE.bottom, SIZE.top]);
  const x = scaleLinear()
    .domain(points.length > 1 ? [0, points.length - 1] : [-1, 1])
    .range([SIZE.left + 6, SIZE.width - SIZE.right - 6]);
  const words = line(metricWords(name), 80);
  const show = (value: number) => metricValue(name, value);
  const label = `${words} of ${points.length} runs: median of the judged ones ${show(middle)}, from ${show(Math.min(...values))} to ${show(Math.max(...values))}`;
  return (
    <figure class="chart">
      <figcaption>
        {words}, median <b>{show(middle)}</b>
      </figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={label}>
        {y.ticks(3).map((tick) => (
          <g key={tick} class="tick">
            <line x1={SIZE.left} x2={SIZE.width - SIZE.right} y1={round(y(tick))} y2={round(y(tick))} />
            <text x={SIZE.left - 6} y={round(y(tick) + 4)} text-anchor="end">
              {show(tick)}
            </text>
          </g>
        ))}
        <line
          class="median"
          x1={SIZE.left}
          x2={SIZE.width - SIZE.right}
          y1={round(y(middle))}
          y2={round(y(middle))}
        />
        {points.map((point, index) => (
          <Mark
            key={`${index}`}
            x={round(x(index))}
            y={round(y(point.value))}
            verdict={point.verdict}
            tip={
              points.length <= MOST_TIPS
                ? `${line(point.label, 80)}: ${show(point.value)}, ${point.verdict}`
                : null
            }
          />
        ))}
        <text class="axis" x={SIZE.left} y={SIZE.height - 4}>
          first
        </text>
        <text class="axis" x={SIZE.width - SIZE.right} y={SIZE.height - 4} text-anchor="end">
          latest
        </text>
      </svg>
    </figure>
  );
}

/** Circle passed, cross failed, triangle incomplete: the verdict is not told by colour alone. */
function Mark({ x, y, verdict, tip }: { x: number; y: number; verdict: Verdict; tip: string | null }) {
  const path = {
    passed: `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0`,
    failed: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`,
    incomplete: `M${x} ${y - 5}l5 9h-10z`,
  }[verdict];
  return (
    <path class={`mark ${verdict}`} d={path}>
      {tip === null ? null : <title>{tip}</title>}
    </path>
  );
}

/** A pass rate with its interval on a scale from none to all. */
export function RateBar({ rate, interval }: { rate: number | null; interval: Interval | null }) {
  const x = scaleLinear().domain([0, 1]).range([6, 234]);
  const label =
    rate === null || interval === null
      ? "No judged run"
      : `${percent(rate)} passed, 95% interval ${percentInterval(interval)}`;
  return (
    <svg class="rate" viewBox="0 0 240 22" role="img" aria-label={label}>
      <rect class="track" x="6" y="9" width="228" height="4" rx="2" />
      {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
        <line key={tick} class="notch" x1={x(tick)} x2={x(tick)} y1="16" y2="19" />
      ))}
      {interval && (
        <rect
          class="interval"
          x={round(x(interval.low))}
          y="7"
          width={Math.max(2, round(x(interval.high) - x(interval.low)))}
          height="8"
          rx="4"
        />
      )}
      {rate !== null && <circle class="point" cx={round(x(rate))} cy="11" r="5" />}
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
