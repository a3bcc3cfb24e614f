import { useHalt } from '../../bridge/acts/useHalt.ts';
import { useConnection } from '../../bridge/hub/useHubStatus.ts';
import { answerRead, listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useSeries } from '../../bridge/reads/useSeries.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { SeriesMetric, SeriesWindow } from '../../contracts/series.ts';
import { readDeadLetters, readSeries, readStages } from '../../store/read.ts';
import { useZone } from '../../ui/time/clock.tsx';
import { stageChanges, unmeasuredStages } from '../../domain/operations/stageChanges.ts';
import { latestErrors, pipelineTotals, stageViews } from './model.ts';

const lagMetrics = [
  'stage.saastain_intake.lag',
  'stage.outbox_pump.lag',
  'stage.decision_service.lag',
  'stage.bank_integration.lag',
] as const satisfies readonly SeriesMetric[];

/** The stages with the history of the chosen window, the newest dead letters, and the changes in the last hour. */
export function usePipeline(window: SeriesWindow) {
  useSubscription(['pipeline', 'dlq', 'series:1h', `series:${window}`]);
  const stored = useStored(() => readStages(), []);
  const letters = useStored(() => readDeadLetters(), []);
  const series = useSeries(lagMetrics, window);
  const hour = useStored(() => readSeries(lagMetrics, '1h'), []);
  const connection = useConnection();
  const zone = useZone();
  const { value, ...panel } = usePanel('pipeline', stored, listRead);
  const errors = usePanel('dlq', letters, listRead);
  const changes = usePanel('series:1h', hour, (metrics) => answerRead(metrics.size));
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
    totals: pipelineTotals(stages, panel.unread),
    deadLetterCount: deadLetters.length + errors.unread,
    errors: latestErrors(deadLetters, 5),
    errorsState: errors.state,
    errorsUnread: errors.unread,
    errorsDamaged: errors.cameDamaged,
    errorsFreshness: errors.freshness,
    changes: stageChanges(stages, lastHour),
    changesState: changes.state,
    /** Stages without a measurement in the hour, or that are damaged: their changes are unknown. */
    changesUnknown: unmeasuredStages(stages, lastHour),
    changesFreshness: changes.freshness,
    historyState: series.state,
    /** Not connected: charts are hatched from their last sample on. */
    lost: connection.state !== 'connected',
    halt: useHalt(),
  };
}
