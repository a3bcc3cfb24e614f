import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Number of one tenant's stored objects signed under one key. */
export const signedUnderSchema = z.object({
  packs: countSchema,
  portfolios: countSchema,
  payments: countSchema,
  reports: countSchema,
});
export type SignedUnder = z.infer<typeof signedUnderSchema>;

/**
 * `current`: signs. `former`: no longer signs, not retired yet. `retired`: signatures made before retirement count. `withdrawn`: no
 * signature counts.
 */
export const keyStateSchema = z.enum(['current', 'former', 'retired', 'withdrawn']);
export type KeyState = z.infer<typeof keyStateSchema>;

/** A platform key and the dates of its life cycle; `reason` is why it was withdrawn. */
export const keyLifeSchema = z.object({
  kid: z.string(),
  state: keyStateSchema,
  notBefore: isoTimeSchema,
  stoppedAt: z.nullable(isoTimeSchema),
  retiredAt: z.nullable(isoTimeSchema),
  withdrawnAt: z.nullable(isoTimeSchema),
  reason: z.nullable(z.string()),
});
export type KeyLife = z.infer<typeof keyLifeSchema>;

/** GET /api/keys. `strange`: key ids named by signatures of this tenant's rows that never belonged to a platform key. */
export const keysResponseSchema = z.object({
  keys: z.array(z.extend(keyLifeSchema, { signed: signedUnderSchema })),
  strange: z.array(z.object({ kid: z.string(), signed: signedUnderSchema })),
  lastUpdated: isoTimeSchema,
});
export type KeysResponse = z.infer<typeof keysResponseSchema>;
