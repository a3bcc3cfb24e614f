import type { ReactNode } from 'react';
import type { SeriesWindow } from '../../contracts/series.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { HistoryState } from '../../domain/freshness/panelState.ts';
import { axisTime, windowNames, windowLabels } from '../../domain/series/seriesWindows.ts';
import { FilterMenu } from '../controls/FilterMenu.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { useTall } from '../overlay/useMedia.ts';
import { Panel } from '../panel/Panel.tsx';
import { useBusinessNow, useZone } from '../time/clock.tsx';
import { Chart } from './Chart.tsx';
import { lastOf, type Point } from './series.ts';
import './trends.css';

/** One figure with its history. */
export interface Trend {
  readonly id: string;
  readonly title: string;
  readonly points: readonly Point[];
  /** Formats a value with its unit. */
  readonly format: (value: number) => string;
}

interface TrendPanelProps {
  /** Three or four: these numbers fill their rows at every width. */
  readonly trends: readonly Trend[];
  readonly window: SeriesWindow;
  /** Not connected: charts are hatched from their last sample on. */
  readonly lost: boolean;
  readonly freshness: FreshnessState;
  readonly state: HistoryState;
  /** The menu of windows. */
  readonly aside: ReactNode;
}

/** Menu that selects the history window of a screen. */
export function WindowMenu({ window, onChange }: { readonly window: SeriesWindow; readonly onChange: (window: SeriesWindow) => void }) {
  return (
    <FilterMenu
      label="History"
      value={window}
      options={windowNames.map((value) => ({ value, label: windowLabels[value] }))}
      onChange={onChange}
    />
  );
}

/** The first value in the window. */
const firstOf = (points: readonly Point[]): number | null => points.find(([, value]) => value !== null)?.[1] ?? null;

/** Shown in place of the first value. */
const withoutFirst = { ready: 'Nothing measured yet', failed: 'Not known', loading: <Skeleton w={96} h={11} /> } as const;

/** Height of a chart, px; taller on tall screens. */
const useChartHeight = (): number => (useTall() ? 148 : 84);

/** Figures over the same window side by side, each with its last and first value. */
export function TrendPanel({ trends, window, lost, freshness, state, aside }: TrendPanelProps) {
  const zone = useZone();
  const until = useBusinessNow(60_000);
  const height = useChartHeight();
  return (
    <Panel title="Trends" note={windowLabels[window].toLowerCase()} aside={aside} freshness={freshness} busy={state === 'loading'}>
      <div className="uk-trends" data-count={trends.length}>
        {trends.map(({ id, title, points, format }) => {
          const first = firstOf(points);
          const last = lastOf(points);
          return (
            <div key={id} className="uk-trend">
              <div className="uk-trend-top">
                <h3>{title}</h3>
                <b>{last === null ? '–' : format(last[1])}</b>
              </div>
              <p className="uk-trend-from">{first === null ? withoutFirst[state] : `from ${format(first)}`}</p>
              <Chart
                title={title}
                points={points}
                state={state}
                format={format}
                lost={lost}
                halt={freshness.kind === 'halted' ? freshness : null}
                until={until}
                height={height}
                fromZero
                time={(at) => axisTime(window, at, zone)}
              />
            </div>
          );
        })}
      </div>
    </Panel>
  );
}

/** Skeleton of the figures. */
export function TrendSkeleton({ count }: { readonly count: 3 | 4 }) {
  // Compensates for the skeleton boxes above, which are taller than the texts they stand for.
  const height = useChartHeight() - 23;
  return (
    <div className="uk-trends" data-count={count}>
      {Array.from({ length: count }, (_, place) => (
        <div key={place} className="uk-trend">
          <Skeleton w="70%" h={14} block />
          <Skeleton w={96} h={11} block />
          <Skeleton w="100%" h={height} block />
        </div>
      ))}
    </div>
  );
}
