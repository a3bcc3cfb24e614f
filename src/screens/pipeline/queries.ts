import { useHalt } from '../../bridge/useHalt.ts';
import { useConnection } from '../../bridge/useHubStatus.ts';
import { usePanel } from '../../bridge/usePanel.ts';
import { useSeries } from '../../bridge/useSeries.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import type { SeriesMetric, SeriesWindow } from '../../contracts/series.ts';
import { readDeadLetters, readSeries, readStages } from '../../store/read.ts';
import { useZone } from '../../ui/time/clock.tsx';
import { stageChanges, wasMeasured } from './changes.ts';
import { latestErrors, pipelineTotals, stageViews } from './model.ts';

const lagMetrics = [
  'stage.saastain_intake.lag',
  'stage.outbox_pump.lag',
  'stage.decision_service.lag',
  'stage.bank_integration.lag',
] as const satisfies readonly SeriesMetric[];

/** The stages with the history of the chosen window, the newest dead letters, and what changed in the last hour. */
export function usePipeline(window: SeriesWindow) {
  useWanted(['pipeline', 'dlq', 'series:1h', `series:${window}`]);
  const stored = useStored(() => readStages(), []);
  const letters = useStored(() => readDeadLetters(), []);
  const series = useSeries(lagMetrics, window);
  const hour = useStored(() => readSeries(lagMetrics, '1h'), []);
  const connection = useConnection();
  const zone = useZone();
  const { value, ...panel } = usePanel('pipeline', stored, ({ rows }) => rows.length);
  const errors = usePanel('dlq', letters, ({ rows }) => rows.length);
  const changes = usePanel('series:1h', hour, (metrics) => metrics.size);
  const stages = value?.rows ?? [];
  const deadLetters = errors.value?.rows ?? [];
  const { freshness } = panel;
  const lastHour = (metric: SeriesMetric) => changes.value?.get(metric) ?? [];
  return {
    ...panel,
    views: stageViews({
      stages,
      deadLetters,
      seriesOf: series.of,
      historyState: series.state,
      window,
      asOf: freshness.kind === 'never' ? null : freshness.at,
      zone,
    }),
    totals: pipelineTotals(stages, value?.corrupt ?? 0),
    deadLetterCount: deadLetters.length,
    errors: latestErrors(deadLetters, 5),
    errorsState: errors.state,
    errorsFreshness: errors.freshness,
    changes: stageChanges(stages, lastHour),
    changesMeasured: wasMeasured(lastHour),
    changesState: changes.state,
    changesFreshness: changes.freshness,
    historyState: series.state,
    /** The link is gone: charts are hatched from their last sample. */
    lost: connection.state !== 'connected',
    halt: useHalt(),
  };
}
