import { useState } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { formatTime } from '../../domain/formatTime.ts';
import type { Halt } from '../../domain/freshness.ts';
import type { HistoryState } from '../../domain/panelState.ts';
import type { Tone } from '../theme/names.ts';
import { useZone } from '../time/clock.tsx';
import { describeSeries, lastOf, type Point } from './series.ts';
import './chart.css';

export interface ChartProps {
  /** What is drawn; the first words of the description. */
  readonly title: string;
  readonly points: readonly Point[];
  /** Whether the points have come; without any, a chart says that there are none only where they have. Come, where absent. */
  readonly state?: HistoryState;
  /** A value with its unit. */
  readonly format: (value: number) => string;
  readonly tone?: 'accent' | Tone;
  /** Drawn as a dash, labelled once. Beyond it the area is filled. */
  readonly limit?: { readonly value: number; readonly label: string; readonly direction?: 'above' | 'below' };
  /** The link is lost: hatched from the last sample to `until`. */
  readonly lost?: boolean;
  /** Work is stopped: hatched in the danger tone from the last sample to `until`, and named. */
  readonly halt?: Halt | null;
  /** Both ends of the time axis, epoch ms; the samples' own where absent. */
  readonly from?: number;
  readonly until?: number;
  readonly height?: number;
  /** Writes the last value at its place; for charts that have no big number beside them. */
  readonly named?: boolean;
  /** At most three labels on the left. */
  readonly yAxis?: boolean;
  /** The scale starts at zero: for lags and counts. */
  readonly fromZero?: boolean;
  /** Values cannot lie beyond these: no label of the left axis does. */
  readonly within?: readonly [number, number];
  /** How the time axis is written; the tenant's time of day where absent. */
  readonly time?: (at: number) => string;
}

/** For who does not see the hatch. The halt is on the platform's clock, whatever day the chart's axis shows. */
const haltedWords = (halt: Halt | null | undefined, zone: string) => (halt ? ` Halted since ${formatTime(halt.at, zone)}.` : '');

/** What stands in a chart without a point. */
const withoutPoints = { ready: 'No data in this window', failed: 'The history could not be loaded', loading: '' } as const;

const { Part: Plot } = lazyPart(() => import('./Plot.tsx').then(({ Plot: component }) => component));

/** A chart of one series over time. uPlot comes when the first is drawn; its box is there before, at its final size. */
export function Chart(props: ChartProps) {
  const zone = useZone();
  const [missing, setMissing] = useState(false);
  const { title, points, format, limit, height = 148, state = 'ready' } = props;
  const time = props.time ?? ((at: number) => formatTime(at, zone));
  const isEmpty = lastOf(points) === null;
  const words =
    isEmpty && state !== 'ready'
      ? `${title}: ${state === 'failed' ? 'could not be loaded' : 'not loaded yet'}.`
      : describeSeries({ title, points, format, time, ...(limit === undefined ? {} : { limit }) }) + haltedWords(props.halt, zone);
  return (
    <figure className="uk-chart" role="img" aria-label={words} aria-busy={isEmpty && state === 'loading' ? true : undefined}>
      <div className="uk-chart-box" style={{ height }}>
        {isEmpty ? (
          <p className="uk-chart-empty">{withoutPoints[state]}</p>
        ) : missing ? (
          <p className="uk-chart-empty">The drawing did not arrive; reload to fetch it</p>
        ) : (
          <Plot {...props} time={time} height={height} onMissing={() => setMissing(true)} />
        )}
      </div>
    </figure>
  );
}
