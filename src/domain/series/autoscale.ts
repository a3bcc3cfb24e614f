import type { PipelineStage } from '../../contracts/pipeline.ts';
import { sloOf } from '../operations/slo.ts';

/** What would end a stage's breach (C-85). */
export interface AutoscaleSuggestion {
  readonly addWorkers: 1 | 2 | 3 | 4;
  readonly priority: 'medium' | 'high' | 'critical';
  /** Whole minutes until the queue is empty with the added workers, rounded up; null if nothing is being processed. */
  readonly clearsInMinutes: number | null;
}

/** The steps of the core document, section 9: the ratio of lag to limit that must be exceeded, highest first. */
const ladder = [
  { above: 3, addWorkers: 4, priority: 'critical' },
  { above: 2, addWorkers: 3, priority: 'high' },
  { above: 1.5, addWorkers: 2, priority: 'high' },
  { above: 0, addWorkers: 1, priority: 'medium' },
] as const;

/**
 * The suggestion for a stage; null while it is within its limit. The clearing time assumes, as the document does, that each added worker
 * is as fast as what runs now: depth / (rate × (1 + added)).
 */
export function suggestAutoscale(
  stage: Pick<PipelineStage, 'currentLagMinutes' | 'sloThresholdMinutes' | 'queueDepth' | 'processingRate'>,
): AutoscaleSuggestion | null {
  if (!sloOf(stage).breach) return null;
  const ratio = stage.sloThresholdMinutes > 0 ? stage.currentLagMinutes / stage.sloThresholdMinutes : Number.POSITIVE_INFINITY;
  const { addWorkers, priority } = ladder.find((step) => ratio > step.above) ?? ladder[3];
  const perMinute = stage.processingRate * (1 + addWorkers);
  return { addWorkers, priority, clearsInMinutes: perMinute > 0 ? Math.ceil(stage.queueDepth / perMinute) : null };
}
