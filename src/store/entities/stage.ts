import { type PipelineStage, pipelineStageSchema } from '../../contracts/pipeline.ts';
import type { Entity } from './entity.ts';

export const stageEntity: Entity<PipelineStage> = {
  table: 'stages',
  schema: pipelineStageSchema,
  keyOf: (stage) => stage.name,
  versionOf: (stage) => stage.version ?? 0,
  columnsOf: (stage) => ({ name: stage.name }),
};
