import { countSchema, isoTimeSchema, sha256Schema, textSchema } from './primitives.ts';
import { z } from './zod.ts';

/** What became of an act: done, refused by a rule, or failed. */
export const auditOutcomes = ['done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/**
 * One line of a tenant's audit record (D-27): actor, action, target, time, address, correlation id, outcome. The record is a hash chain:
 * `hash` is the SHA-256 of the line's RFC 8785 form (domain/records/auditChain.ts), `prevHash` that of the previous line.
 */
export const auditRecordSchema = z.object({
  chainIndex: countSchema,
  at: isoTimeSchema,
  /** Null for anonymous callers and for the platform's own acts. */
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
/**
 * Without `before` or `after` the newest lines. `before`: lines below that position, newest first; `after`: lines above it, oldest first.
 * Not both.
 */
export const auditQuerySchema = z.object({
  before: placeSchema,
  after: placeSchema,
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
});

/** GET /api/audit. Positions count from 0 without gaps, so `totalCount` is the newest position plus one. */
export const auditResponseSchema = z.object({
  records: z.array(auditRecordSchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});
