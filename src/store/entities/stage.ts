import { type PipelineStage, pipelineStageSchema } from '../../contracts/pipeline.ts';
import { type Entity, ownVersion } from './entity.ts';

export const stageEntity: Entity<PipelineStage> = {
  table: 'stages',
  schema: pipelineStageSchema,
  keyOf: (stage) => stage.name,
  versionOf: ownVersion,
  columnsOf: (stage) => ({ name: stage.name }),
};
