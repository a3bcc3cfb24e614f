import { useState } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { formatTime } from '../../domain/formatTime.ts';
import type { Halt } from '../../domain/freshness/freshness.ts';
import type { HistoryState } from '../../domain/freshness/panelState.ts';
import type { Tone } from '../theme/names.ts';
import { textScale } from '../theme/textScale.ts';
import { rem } from '../theme/units.ts';
import { useZone } from '../time/clock.tsx';
import { describeSeries, lastOf, type Point } from './series.ts';
import './chart.css';

export interface ChartProps {
  /** Title; also starts the description. */
  readonly title: string;
  readonly points: readonly Point[];
  /** Load state of the points; only 'ready' lets an empty chart say that there are none. Default: ready. */
  readonly state?: HistoryState;
  /** Formats a value with its unit. */
  readonly format: (value: number) => string;
  readonly tone?: 'accent' | Tone;
  /** Drawn as a dashed line with one label; the area beyond it is filled. */
  readonly limit?: { readonly value: number; readonly label: string; readonly direction?: 'above' | 'below' };
  /** Not connected: hatched from the last sample to `until`. */
  readonly lost?: boolean;
  /** Work is halted: hatched in the danger tone from the last sample to `until`, and mentioned in the description. */
  readonly halt?: Halt | null;
  /** Ends of the time axis, epoch ms; default: those of the samples. */
  readonly from?: number;
  readonly until?: number;
  readonly height?: number;
  /** Labels the last point with its value; for charts without a big number beside them. */
  readonly named?: boolean;
  /** At most three labels on the left. */
  readonly yAxis?: boolean;
  /** The scale starts at zero: for lags and counts. */
  readonly fromZero?: boolean;
  /** Range of possible values; the left axis has no labels outside it. */
  readonly within?: readonly [number, number];
  /** Formats the time axis; default: the tenant's time of day. */
  readonly time?: (at: number) => string;
}

/** For screen readers, in place of the hatching. The halt is on the platform's clock, whatever day the axis shows. */
const haltedLabels = (halt: Halt | null | undefined, zone: string) => (halt ? ` Halted since ${formatTime(halt.at, zone)}.` : '');

/** Text of a chart without points. */
const withoutPoints = { ready: 'No data in this window', failed: 'The history could not be loaded', loading: '' } as const;

const { Part: Plot } = lazyPart(() => import('./Plot.tsx').then(({ Plot: component }) => component));

/** A chart of one series over time. uPlot is loaded when the first chart is drawn; the box has its final size before. */
export function Chart(props: ChartProps) {
  const zone = useZone();
  const [missing, setMissing] = useState(false);
  const { title, points, format, limit, height = 148, state = 'ready' } = props;
  const time = props.time ?? ((at: number) => formatTime(at, zone));
  const isEmpty = lastOf(points) === null;
  const words =
    isEmpty && state !== 'ready'
      ? `${title}: ${state === 'failed' ? 'could not be loaded' : 'not loaded yet'}.`
      : describeSeries({ title, points, format, time, ...(limit === undefined ? {} : { limit }) }) + haltedLabels(props.halt, zone);
  return (
    <figure className="uk-chart" role="img" aria-label={words} aria-busy={isEmpty && state === 'loading' ? true : undefined}>
      <div className="uk-chart-box" style={{ height: rem(height) }}>
        {isEmpty ? (
          <p className="uk-chart-empty">{withoutPoints[state]}</p>
        ) : missing ? (
          <p className="uk-chart-empty">The chart did not load; reload to try again</p>
        ) : (
          <Plot {...props} time={time} height={height * textScale()} onMissing={() => setMissing(true)} />
        )}
      </div>
    </figure>
  );
}
