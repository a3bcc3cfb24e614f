import { useHalt } from '../../bridge/acts/useHalt.ts';
import { useConnection } from '../../bridge/hub/useHubStatus.ts';
import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useSeries } from '../../bridge/reads/useSeries.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { SeriesMetric, SeriesWindow } from '../../contracts/series.ts';
import { readComponents } from '../../store/read.ts';
import { componentViews, healthSummary } from './model.ts';

const metrics = [
  'component.api_gateway.p50',
  'component.database.p50',
  'component.verification_engine.p50',
  'component.evidence_storage.p50',
  'component.api_gateway.p95',
  'component.database.p95',
  'component.verification_engine.p95',
  'component.evidence_storage.p95',
] as const satisfies readonly SeriesMetric[];

/** The stored components with their history. */
export function useHealth(window: SeriesWindow) {
  useSubscription(['health', `series:${window}`]);
  const stored = useStored(() => readComponents(), []);
  const series = useSeries(metrics, window);
  const connection = useConnection();
  const { value, ...frame } = usePanel('health', stored, listRead);
  const components = value?.rows ?? [];
  return {
    ...frame,
    views: componentViews(components, series.of),
    summary: healthSummary(components, frame.unread),
    seriesFreshness: series.freshness,
    seriesState: series.state,
    /** Not connected: charts are hatched from their last sample on. */
    lost: connection.state !== 'connected',
    halt: useHalt(),
  };
}
