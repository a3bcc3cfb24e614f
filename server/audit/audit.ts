import { type Kysely, type Selectable, sql } from 'kysely';
import type { AuditRecord } from '../../src/contracts/audit.ts';
import { canonicalAuditRecord } from '../../src/domain/records/auditChain.ts';
import { GENESIS } from '../../src/domain/records/chain.ts';
import { type Clock, noticeableMs, notBefore } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { sha256 } from '../entities/verification.ts';
import type { Metrics } from '../metrics.ts';

/** One line of the record: who, what, when, from where, correlation id and outcome (D-27). */
export interface AuditEntry {
  /** Empty while the tenant is not known yet (for example a sign-in with an unknown address). */
  readonly tenantId: string;
  /** `id` is null for anonymous callers and for the platform's own acts. */
  readonly actor: { readonly id: string | null; readonly name: string };
  /** Area and verb: `session.create`, `dead_letter.promote`. */
  readonly action: string;
  readonly target: string;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly correlationId: string;
  readonly ip: string | null;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Writes and checks the tenants' records (D-27): lists of lines to which only the platform appends, each with the hash of the one before
 * it.
 */
export interface Audit {
  /**
   * Appends a line within `trx`, or in its own transaction if that is null. Inside a transaction always pass it. Call this last: it takes
   * the tenant's audit lock, which is held until the transaction ends.
   */
  record(trx: Kysely<Database> | null, entry: AuditEntry): Promise<void>;
  /** Recomputes a tenant's hash chain. Returns the index of the first broken line, or null if the chain is whole. */
  firstBroken(tenantId: string): Promise<number | null>;
}

type Row = Omit<Selectable<Database['audit_records']>, 'audit_id'>;

/** Write queue (writeQueue.ts) for transactions that only append to a tenant's record, so that they delay no other write. */
export function recordLine(tenantId: string): string {
  return `record ${tenantId}`;
}

/**
 * Detail that holds the clock's own time if the clock went back noticeably and the line was therefore dated like the line before it. The
 * record's times never go back (D-63); this detail shows readers where the clock did.
 */
const clockSaid = 'clock_said';

/**
 * Times of a record never go back: a line whose clock reads earlier than the line before it gets that line's time, and its own reading in
 * `details`.
 */
export function createAudit(parts: { database: Pick<OpenDatabase, 'db' | 'write'>; clock: Pick<Clock, 'now'>; metrics?: Metrics }): Audit {
  const append = async (trx: Kysely<Database>, entry: AuditEntry): Promise<void> => {
    // Serialises appends per tenant across all instances, so that index and previous hash are unambiguous.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${entry.tenantId}`}, 0))`.execute(trx);
    const last = await trx
      .selectFrom('audit_records')
      .select(['chain_index', 'hash', 'at'])
      .where('tenant_id', '=', entry.tenantId)
      .orderBy('chain_index', 'desc')
      .limit(1)
      .executeTakeFirst();
    const said = parts.clock.now();
    const at = notBefore(said, last?.at);
    const held = at.getTime() - said.getTime() > noticeableMs;
    if (held) parts.metrics?.count('ukweli_times_held_total', { list: 'record' });
    const row = {
      tenant_id: entry.tenantId,
      chain_index: (last?.chain_index ?? -1) + 1,
      at: at.toISOString(),
      actor_id: entry.actor.id,
      actor_name: clean(entry.actor.name),
      action: entry.action,
      target: clean(entry.target),
      outcome: entry.outcome,
      correlation_id: clean(entry.correlationId),
      ip: entry.ip,
      details: writableDetails(held ? { ...entry.details, [clockSaid]: said.toISOString() } : entry.details),
      prev_hash: last?.hash ?? GENESIS,
      hash: '',
    } satisfies Row;
    await trx
      .insertInto('audit_records')
      .values({ ...row, details: JSON.stringify(row.details), hash: sealOf(row) })
      .execute();
  };
  return {
    record: (trx, entry) =>
      trx === null ? parts.database.write(recordLine(entry.tenantId), (own) => append(own, entry)) : append(trx, entry),
    async firstBroken(tenantId) {
      const rows = await parts.database.db
        .selectFrom('audit_records')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .orderBy('chain_index')
        .execute();
      let previous = GENESIS;
      for (const [index, row] of rows.entries()) {
        if (row.chain_index !== index || row.prev_hash !== previous || sealOf(row) !== row.hash) return index;
        previous = row.hash;
      }
      return null;
    },
  };
}

/** A database row as a line on the wire, which is also the form that is hashed. */
export function toAuditRecord(row: Row): AuditRecord {
  return {
    chainIndex: row.chain_index,
    at: row.at,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    target: row.target,
    outcome: row.outcome,
    correlationId: row.correlation_id,
    ip: row.ip,
    details: row.details,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** The hash that seals a line of the record, computed from its content. */
export function sealOf(row: Row): string {
  return sha256(canonicalAuditRecord(row.tenant_id, toAuditRecord(row)));
}

/**
 * Control characters become blanks, so a line stays one line. NUL and lone surrogates (cutting can split an emoji) are replaced:
 * PostgreSQL cannot store them, so the stored text would differ from the sealed text.
 */
function clean(text: string): string {
  return written(text.replace(/\p{Cc}/gu, ' ').slice(0, 500));
}

const written = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');

function writableDetails(details: AuditEntry['details'] = {}): Row['details'] {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? written(value) : value]));
}
