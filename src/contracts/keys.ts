import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/** What was signed and is kept, of one tenant, under one key. */
export const signedUnderSchema = z.object({
  packs: countSchema,
  portfolios: countSchema,
  payments: countSchema,
  reports: countSchema,
});
export type SignedUnder = z.infer<typeof signedUnderSchema>;

/** `current` signs. `former` signs no more and is not retired yet. `retired`: what it signed until then counts. `withdrawn`: nothing it signed counts. */
export const keyStateSchema = z.enum(['current', 'former', 'retired', 'withdrawn']);
export type KeyState = z.infer<typeof keyStateSchema>;

/** A key of the platform and the moments of its life; `reason` is why it was withdrawn. */
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

/** GET /api/keys. `strange`: ids that signatures of this tenant's rows name, and that no key of the platform ever had. */
export const keysResponseSchema = z.object({
  keys: z.array(z.extend(keyLifeSchema, { signed: signedUnderSchema })),
  strange: z.array(z.object({ kid: z.string(), signed: signedUnderSchema })),
  lastUpdated: isoTimeSchema,
});
export type KeysResponse = z.infer<typeof keysResponseSchema>;
