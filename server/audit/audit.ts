import { type Kysely, type Selectable, sql } from 'kysely';
import type { AuditRecord } from '../../src/contracts/audit.ts';
import { canonicalAuditRecord } from '../../src/domain/auditChain.ts';
import { GENESIS } from '../../src/domain/chain.ts';
import { type Clock, noticeableMs, notBefore } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { sha256 } from '../entities/verification.ts';
import type { Metrics } from '../metrics.ts';

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
  /**
   * Writes within `trx`, or in a transaction of its own when that is null: never null within a transaction. Take the audit's lock last: it is held to the end.
   */
  record(trx: Kysely<Database> | null, entry: AuditEntry): Promise<void>;
  /** Recomputes a tenant's chain: null when whole, else the index of the first broken line. */
  firstBroken(tenantId: string): Promise<number | null>;
}

type Row = Omit<Selectable<Database['audit_records']>, 'audit_id'>;

/** The line (writeQueue.ts) of what writes to a tenant's record and nothing else that others want. */
export function recordLine(tenantId: string): string {
  return `record ${tenantId}`;
}

/**
 * The detail of a line whose own moment is that of the line before it, since the clock had gone back by more than clocks differ: what the clock said. The record never goes back (D-63),
 * and whoever reads it sees where it would have.
 */
export const clockSaid = 'clock_said';

export function createAudit(parts: { database: Pick<OpenDatabase, 'db' | 'write'>; clock: Pick<Clock, 'now'>; metrics?: Metrics }): Audit {
  const append = async (trx: Kysely<Database>, entry: AuditEntry): Promise<void> => {
    // Lines of one tenant are numbered one at a time, whatever instance writes them.
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

/** A line as it goes over the wire and as its hash is taken. */
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

/** The hash of a line of the record, from its content. */
export function sealOf(row: Row): string {
  return sha256(canonicalAuditRecord(row.tenant_id, toAuditRecord(row)));
}

/** PostgreSQL's text holds no NUL and no half of a sign (a cut leaves one of an emoji): what was sealed would not be what stands there. And a line of the record stays one line. */
function clean(text: string): string {
  return written(text.replace(/\p{Cc}/gu, ' ').slice(0, 500));
}

const written = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');

function writableDetails(details: AuditEntry['details'] = {}): Row['details'] {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? written(value) : value]));
}
