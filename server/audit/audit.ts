import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/schema.ts';

/** One line of the record: who, what, when, from where, under which correlation id, with what outcome (D-27). */
export interface AuditEntry {
  /** Empty for what happened before anybody was known. */
  readonly tenantId: string;
  /** Null for people nobody knows and for the platform's own acts. */
  readonly actor: { readonly id: string | null; readonly name: string };
  /** Area and verb: `session.create`, `dead_letter.promote`. */
  readonly action: string;
  readonly target: string;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly correlationId: string;
  readonly ip: string | null;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface Audit {
  /** Writes within `trx`, or in a transaction of its own when that is null. Take the audit's lock last: it is held to the end. */
  record(trx: Kysely<Database> | null, entry: AuditEntry): Promise<void>;
  /** Recomputes a tenant's chain: null when whole, else the index of the first broken line. */
  firstBroken(tenantId: string): Promise<number | null>;
}

/** Seal before the first line. */
const origin = '0'.repeat(64);

export function createAudit(parts: { db: Kysely<Database>; clock: Clock }): Audit {
  const append = async (trx: Kysely<Database>, entry: AuditEntry): Promise<void> => {
    // Lines of one tenant are numbered one at a time, whatever instance writes them.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${entry.tenantId}`}, 0))`.execute(trx);
    const last = await trx
      .selectFrom('audit_records')
      .select(['chain_index', 'hash'])
      .where('tenant_id', '=', entry.tenantId)
      .orderBy('chain_index', 'desc')
      .limit(1)
      .executeTakeFirst();
    const row = {
      tenant_id: entry.tenantId,
      chain_index: (last?.chain_index ?? -1) + 1,
      at: parts.clock.now().toISOString(),
      actor_id: entry.actor.id,
      actor_name: clean(entry.actor.name),
      action: entry.action,
      target: clean(entry.target),
      outcome: entry.outcome,
      correlation_id: clean(entry.correlationId),
      ip: entry.ip,
      details: entry.details ?? {},
      prev_hash: last?.hash ?? origin,
    };
    await trx
      .insertInto('audit_records')
      .values({ ...row, details: JSON.stringify(row.details), hash: sealOf(row) })
      .execute();
  };
  return {
    record: (trx, entry) => (trx === null ? parts.db.transaction().execute((own) => append(own, entry)) : append(trx, entry)),
    async firstBroken(tenantId) {
      const rows = await parts.db
        .selectFrom('audit_records')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .orderBy('chain_index')
        .execute();
      let previous = origin;
      for (const [index, { audit_id: _, hash, ...sealed }] of rows.entries()) {
        if (sealed.chain_index !== index || sealed.prev_hash !== previous || sealOf(sealed) !== hash) return index;
        previous = hash;
      }
      return null;
    },
  };
}

/** SHA-256 of the RFC 8785 form of the line without its own seal. */
function sealOf(row: object): string {
  return createHash('sha256')
    .update(canonicalize(row) ?? '')
    .digest('hex');
}

/** PostgreSQL's text holds no NUL, and a line of the record stays one line. */
function clean(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 500);
}
