import type { SeriesMetric, SeriesPoint, SeriesWindow } from '../../contracts/series.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { HistoryState } from '../../domain/freshness/panelState.ts';
import { readSeries, readSync } from '../../store/read.ts';
import { useFreshnessOf } from './useFreshness.ts';
import { useStored } from './useStored.ts';

/** The stored history of some metrics, and its age. */
export interface HeldSeries {
  /** Oldest first; empty if nothing is stored. */
  readonly of: (metric: SeriesMetric) => readonly SeriesPoint[];
  readonly freshness: FreshnessState;
  /** Whether an answer has arrived: before that nothing can be called missing. */
  readonly state: HistoryState;
}

/**
 * The history of `metrics` over a window. Points and age are read together: no line is drawn without its age; with `keepPrevious` the
 * former window stays, with its own age, until the chosen one is read.
 * @param metrics must be the same at every call
 */
export function useSeries(
  metrics: readonly SeriesMetric[],
  window: SeriesWindow,
  options?: { readonly keepPrevious?: boolean },
): HeldSeries {
  const key = `series:${window}` as const;
  const read = async () => ({ points: await readSeries(metrics, window), sync: await readSync(key) });
  const stored = useStored(read, [window], options);
  const held = stored.value;
  const sync = held?.sync ?? null;
  const aged = sync !== null && sync.lastSuccessAt !== null;
  const failed = stored.state === 'failed' || (sync !== null && sync.lastFailureAt !== null);
  return {
    state: aged ? 'ready' : failed ? 'failed' : 'loading',
    of: (metric) => (aged ? (held?.points.get(metric) ?? []) : []),
    freshness: useFreshnessOf(sync?.resource ?? key, sync),
  };
}
