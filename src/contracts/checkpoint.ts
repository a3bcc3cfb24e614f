import { countSchema, idSchema, isoTimeSchema, sha256Schema } from './primitives.ts';
import { z } from './zod.ts';

/** The hash chains: verifications (D-9) and the audit record (D-27). */
export const chainNameSchema = z.enum(['verifications', 'record']);
export type ChainName = z.infer<typeof chainNameSchema>;

/**
 * A signed checkpoint (D-47): the platform states the seal at a position of a tenant's chain, and the time. Two checkpoints for one
 * position with different seals prove two histories, both under the platform's own signature.
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

/** Maximum number of checkpoints in one answer. */
export const CHECKPOINTS_A_PAGE = 500;

/** GET /api/checkpoints. Without `from` newest first; with `from` those at or after this link, oldest first. */
export const checkpointsQuerySchema = z.object({
  chain: z.optional(chainNameSchema),
  from: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(CHECKPOINTS_A_PAGE))),
});
/** One page of checkpoints, in the order asked for. */
export const checkpointsResponseSchema = z.object({ checkpoints: z.array(checkpointSchema), lastUpdated: isoTimeSchema });

/** POST /api/checkpoints/sign: used when a saved proof needs a checkpoint at or after this link of the verification chain. */
export const signCheckpointSchema = z.object({ index: countSchema });
/** The first checkpoint at or after that link: an existing one, or one signed for this request. */
export const signedCheckpointSchema = z.object({ checkpoint: checkpointSchema });
