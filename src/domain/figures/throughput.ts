import { type PipelineStage, stageNames } from '../../contracts/pipeline.ts';
import { signedFold } from './fold.ts';

/** The final stage: items that leave it are done. */
export const lastStage: PipelineStage['name'] = stageNames.at(-1) ?? 'bank_integration';

/** Items per minute of the last stage, and the number of rows counted (0 or 1). */
export interface ThroughputSum {
  readonly perMinute: number;
  readonly stages: number;
}

/**
 * Pipeline throughput per minute: the rate of its last stage. Stages run in series and the same item passes all of them, so rates are not
 * added. Null if the last stage does not report.
 */
export const throughputFold = signedFold<Pick<PipelineStage, 'name' | 'processingRate'>, ThroughputSum, number>(
  { perMinute: 0, stages: 0 },
  (sum, { name, processingRate }, sign) =>
    name !== lastStage ? sum : { perMinute: sum.perMinute + sign * processingRate, stages: sum.stages + sign },
  ({ perMinute, stages }) => (stages === 0 ? null : perMinute),
);
