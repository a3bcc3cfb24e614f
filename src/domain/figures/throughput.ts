import { type PipelineStage, stageNames } from '../../contracts/pipeline.ts';
import { signedFold } from './fold.ts';

/** The stage behind which an item is through. */
export const lastStage: PipelineStage['name'] = stageNames.at(-1) ?? 'bank_integration';

/** Items a minute of the last stage, and how many rows said so (one, or none). */
export interface ThroughputSum {
  readonly perMinute: number;
  readonly stages: number;
}

/**
 * What the pipeline processes a minute: what leaves its last stage. Stages stand in series, so that the same item passes all of them: their
 * rates are not added. Null where the last stage does not report.
 */
export const throughputFold = signedFold<Pick<PipelineStage, 'name' | 'processingRate'>, ThroughputSum, number>(
  { perMinute: 0, stages: 0 },
  (sum, { name, processingRate }, sign) =>
    name !== lastStage ? sum : { perMinute: sum.perMinute + sign * processingRate, stages: sum.stages + sign },
  ({ perMinute, stages }) => (stages === 0 ? null : perMinute),
);
