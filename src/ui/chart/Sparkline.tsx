import { memo, useId } from 'react';
import type { Tone } from '../theme/names.ts';
import { gapsOf } from '../../domain/series/seriesGaps.ts';
import { lastOf, limitInSight, type Point, scaleOf, stretchesOf } from './series.ts';
import './chart.css';

interface SparklineProps {
  readonly points: readonly Point[];
  readonly tone?: 'accent' | Tone;
  readonly limit?: number;
  /** The limit is crossed or about to be: its dashed line takes the tone. */
  readonly limitHot?: boolean;
  /** Not connected: hatched from the last sample to `until`. */
  readonly lost?: boolean;
  /** Work is halted: hatched in the danger tone from the last sample to `until`. */
  readonly halted?: boolean;
  /** Right end of the time axis; default: the last point. */
  readonly until?: number;
  /** Steps instead of slopes, for counts. */
  readonly stepped?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** Description for screen readers. */
  readonly label: string;
}

const inset = 4; // room for the last point's dot
const unscaled = { vectorEffect: 'non-scaling-stroke' } as const;

function lineOf(
  stretch: readonly (readonly [number, number])[],
  x: (at: number) => number,
  y: (value: number) => number,
  stepped: boolean,
): string {
  return stretch
    .map(
      ([at, value], index) =>
        `${index === 0 ? 'M' : stepped ? `H${x(at).toFixed(1)}V` : 'L'}${index > 0 && stepped ? '' : `${x(at).toFixed(1)} `}${y(value).toFixed(1)}`,
    )
    .join('');
}

/** A trend at a glance, as SVG: cheap enough for a dozen on a page. It ends on the value shown beside it. */
export const Sparkline = memo(function Sparkline({
  points,
  tone = 'accent',
  limit,
  limitHot = false,
  lost = false,
  halted = false,
  until,
  stepped = false,
  width = 144,
  height = 66,
  label,
}: SparklineProps) {
  const id = useId();
  const last = lastOf(points);
  const base = height - 3;
  if (last === null)
    return (
      <svg className="uk-spark" width={width} height={height} role="img" aria-label={`${label}: no data`}>
        <path d={`M0 ${base - 0.5}H${width - inset}`} stroke="var(--line-strong)" strokeDasharray="2 3" />
      </svg>
    );
  const from = points[0]?.[0] ?? last[0];
  const end = Math.max(until ?? last[0], last[0]);
  const [low, high] = scaleOf(points, limit);
  const x = (at: number) => (end === from ? width - inset : ((at - from) / (end - from)) * (width - inset));
  const y = (value: number) => inset + (1 - (value - low) / (high - low)) * (base - inset - 2);
  const stretches = stretchesOf(points);
  const hatch = halted ? 'var(--bad)' : 'var(--warn)';
  const [lastX, lastY] = [x(last[0]), y(last[1])];
  return (
    <svg
      className="uk-spark"
      data-tone={tone}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <defs>
        <linearGradient id={`${id}g`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--tone)" stopOpacity=".16" />
          <stop offset="1" stopColor="var(--tone)" stopOpacity="0" />
        </linearGradient>
        <pattern id={`${id}h`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V6" stroke={hatch} strokeWidth="1.4" opacity=".38" />
        </pattern>
      </defs>
      {(lost || halted) && lastX < width && (
        <>
          <rect x={lastX} y={inset} width={width - lastX} height={base - inset} fill={`url(#${id}h)`} />
          <path d={`M${lastX} ${inset}V${base}`} stroke={hatch} {...unscaled} />
        </>
      )}
      {stretches.map((stretch) => {
        const [first, final] = [stretch[0], stretch.at(-1)];
        if (first === undefined || final === undefined) return null;
        const line = lineOf(stretch, x, y, stepped);
        return (
          <g key={first[0]}>
            <path d={`${line}L${x(final[0]).toFixed(1)} ${base}L${x(first[0]).toFixed(1)} ${base}Z`} fill={`url(#${id}g)`} />
            <path d={line} fill="none" stroke="var(--tone)" strokeWidth="1.6" strokeLinejoin="round" strokeLinecap="round" {...unscaled} />
          </g>
        );
      })}
      {limit !== undefined && limitInSight(points, limit) && (
        <path
          d={`M0 ${Math.round(y(limit)) + 0.5}H${width - inset}`}
          stroke={limitHot ? 'var(--tone)' : 'var(--fg-3)'}
          strokeDasharray="4 3"
          {...unscaled}
        />
      )}
      {gapsOf(points).map((gap) => (
        <path
          key={gap.from}
          d={`M${x(gap.from)} ${base}H${x(gap.to)}`}
          stroke="var(--fg-3)"
          strokeWidth="3"
          strokeDasharray="2 3"
          {...unscaled}
        />
      ))}
      {/* A zero-length round stroke stays a circle when the chart is stretched. */}
      <path d={`M${lastX} ${lastY}h.01`} stroke="var(--surface)" strokeWidth="9" strokeLinecap="round" {...unscaled} />
      <path d={`M${lastX} ${lastY}h.01`} stroke="var(--tone)" strokeWidth="6" strokeLinecap="round" {...unscaled} />
    </svg>
  );
});
