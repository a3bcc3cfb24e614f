import { countSchema, isoTimeSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Pipeline stages, in processing order. */
export const stageNames = ['saastain_intake', 'outbox_pump', 'decision_service', 'bank_integration'] as const;
export type StageName = (typeof stageNames)[number];
/** The document's colours; their labels are Idle, Processing, Healthy, Warning, Critical. */
export const stageStatusSchema = z.enum(['gray', 'blue', 'green', 'amber', 'red']);
export type StageStatus = z.infer<typeof stageStatusSchema>;

/** `processingRate` is items per minute; thresholds and lags are minutes. */
export const pipelineStageSchema = z.object({
  name: z.enum(stageNames),
  status: stageStatusSchema,
  queueDepth: countSchema,
  processingRate: z.number(),
  errorCount: countSchema,
  lastProcessedAt: isoTimeSchema,
  sloThresholdMinutes: z.number(),
  currentLagMinutes: z.number(),
  lastCorrelationId: z.optional(z.string()),
  version: versionSchema,
});
export type PipelineStage = z.infer<typeof pipelineStageSchema>;
/** GET /api/pipeline: every stage, whether it reports or not. */
export const pipelineResponseSchema = z.object({ stages: z.array(pipelineStageSchema), lastUpdated: isoTimeSchema });
export type PipelineResponse = z.infer<typeof pipelineResponseSchema>;
