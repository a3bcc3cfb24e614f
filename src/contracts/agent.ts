import { countSchema, idSchema, isoTimeSchema, shareSchema } from './primitives.ts';
import { z } from './zod.ts';

/** An AI agent under governance (core document, section 3). `shadow` only watches, `advisory` proposes, `active` decides. */
export const agentSchema = z.object({
  agentId: idSchema,
  name: z.string(),
  mode: z.enum(['shadow', 'advisory', 'active']),
  confidenceScore: shareSchema,
  predictionAccuracy: shareSchema,
  enabled: z.boolean(),
  lastPrediction: z.optional(z.string()),
  version: countSchema,
});
export type Agent = z.infer<typeof agentSchema>;

/** GET /api/ai/agents. */
export const agentsResponseSchema = z.object({ agents: z.array(agentSchema), lastUpdated: isoTimeSchema });
export type AgentsResponse = z.infer<typeof agentsResponseSchema>;
