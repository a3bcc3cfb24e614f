import { countSchema, idSchema, isoTimeSchema, sha256Schema } from './primitives.ts';
import { z } from './zod.ts';

/** The lists that are chained: the verification chain (D-9) and the record of what was done (D-27). */
export const chainNameSchema = z.enum(['verifications', 'record']);
export type ChainName = z.infer<typeof chainNameSchema>;

/**
 * A signed checkpoint (D-47): the platform states which seal stood at a place of a chain of a tenant's, and when. It binds the platform: two of one place with different seals are
 * two histories, both under its own signature.
 */
export const checkpointSchema = z.object({
  tenantId: idSchema,
  chain: chainNameSchema,
  index: countSchema,
  seal: sha256Schema,
  at: isoTimeSchema,
  jws: z.string().check(z.maxLength(16_384)),
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** Most checkpoints in one answer. */
export const CHECKPOINTS_A_PAGE = 500;

/** GET /api/checkpoints. Without `from` the newest, newest first; with it those at this link or after it, the first of them first. */
export const checkpointsQuerySchema = z.object({
  chain: z.optional(chainNameSchema),
  from: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(CHECKPOINTS_A_PAGE))),
});
export const checkpointsResponseSchema = z.object({ checkpoints: z.array(checkpointSchema), lastUpdated: isoTimeSchema });
export type CheckpointsResponse = z.infer<typeof checkpointsResponseSchema>;

/** POST /api/checkpoints/sign: somebody saves a proof that needs a checkpoint at this link of the verification chain or after it. */
export const signCheckpointSchema = z.object({ index: countSchema });
/** The first checkpoint at or after that link: the one that stood there already, or the one that was signed for this. */
export const signedCheckpointSchema = z.object({ checkpoint: checkpointSchema });
