import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/**
 * The covenant that results or funding are measured against. The SHA-256 of the RFC 8785 form of `terms` is the covenantHash beside it
 * (D-33); the members of `terms` differ by covenant.
 */
export const covenantSchema = z.object({
  title: z.string(),
  version: countSchema,
  agreedAt: isoTimeSchema,
  terms: z.record(z.string(), z.unknown()),
});
export type Covenant = z.infer<typeof covenantSchema>;
