import type { PipelineStage } from '../../contracts/pipeline.ts';
import { formatCount } from '../../domain/format.ts';
import { lagText, minutesText, sloOf } from '../../domain/operations/slo.ts';

/** One stage as the wall shows it: short enough to read from four metres. */
export interface StageTile {
  readonly name: PipelineStage['name'];
  readonly title: string;
  readonly status: PipelineStage['status'];
  readonly lag: string;
  readonly breach: boolean;
  /** Lag and limit on one common scale, 0 to 1. */
  readonly share: number;
  readonly limitShare: number;
  readonly note: string;
}

/** One-word titles, readable from four metres. */
const titles: Readonly<Record<PipelineStage['name'], string>> = {
  saastain_intake: 'Intake',
  outbox_pump: 'Outbox',
  decision_service: 'Decision',
  bank_integration: 'Bank',
};

/** Lag against its limit on a scale that fits both (C-27, C-61). */
export function stageTile(stage: PipelineStage): StageTile {
  const { name, status, currentLagMinutes: lag, sloThresholdMinutes: limit, queueDepth } = stage;
  const scale = Math.max(1, lag * 1.15, limit * 1.6);
  const { breach } = sloOf(stage);
  return {
    name,
    title: titles[name],
    status,
    lag: lagText(stage),
    breach,
    share: lag / scale,
    limitShare: limit / scale,
    note: `${formatCount(queueDepth)} queued · SLO ${minutesText(limit)} min`,
  };
}
