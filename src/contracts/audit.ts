import { countSchema, isoTimeSchema, sha256Schema, textSchema } from './primitives.ts';
import { z } from './zod.ts';

export const auditOutcomes = ['done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/**
 * One line of a tenant's audit record (D-27): who did what, to what, when, from where, under which correlation id, with what outcome. The
 * record is a chain: `hash` is SHA-256 of the RFC 8785 form of the line (domain/auditChain.ts), `prevHash` that of the line before.
 */
export const auditRecordSchema = z.object({
  chainIndex: countSchema,
  at: isoTimeSchema,
  /** Null for people nobody knows and for the platform's own acts. */
  actorId: z.nullable(textSchema),
  actorName: textSchema,
  /** Area and verb: `dead_letter.promote`, `refused.forbidden`. */
  action: textSchema,
  target: textSchema,
  outcome: z.enum(auditOutcomes),
  correlationId: textSchema,
  ip: z.nullable(textSchema),
  details: z.record(z.string(), z.unknown()),
  prevHash: sha256Schema,
  hash: sha256Schema,
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

const placeSchema = z.optional(z.coerce.number().check(z.int(), z.gte(0)));
/** The newest lines; with `before` those below that place, newest first; with `after` those above it, oldest first. Not both. */
export const auditQuerySchema = z.object({
  before: placeSchema,
  after: placeSchema,
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
});

/** GET /api/audit. Places count from 0 without a hole, so `totalCount` is one more than the newest place. */
export const auditResponseSchema = z.object({
  records: z.array(auditRecordSchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});
