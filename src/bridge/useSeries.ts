import type { SeriesMetric, SeriesPoint, SeriesWindow } from '../contracts/series.ts';
import type { FreshnessState } from '../domain/freshness.ts';
import type { HistoryState } from '../domain/panelState.ts';
import { readSeries, readSync } from '../store/read.ts';
import { useFreshnessOf } from './useFreshness.ts';
import { useStored } from './useStored.ts';

/** What this device holds of some metrics' history, and how old it is. */
export interface HeldSeries {
  /** Oldest first; none where nothing is held. */
  readonly of: (metric: SeriesMetric) => readonly SeriesPoint[];
  readonly freshness: FreshnessState;
  /** Whether an answer has brought it: before that nothing can be said to be missing. */
  readonly state: HistoryState;
}

/**
 * The history of `metrics` over a window. Points and their age are read together: no line is drawn without its age, and with `keepPrevious`
 * the window before stays, with its own age, until the chosen one is there.
 * @param metrics the same at every call
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
