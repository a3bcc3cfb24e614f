import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import type { Logger } from '../log.ts';
import { type Audit, recordLine } from './audit.ts';

/** A refused or failed act of an anonymous caller; or a flood of refusals for one account, named in the details (http/route.ts). */
export interface StrangerAct {
  /** Tenant whose record gets the line: that of the targeted account; empty if there is none. */
  readonly tenantId: string;
  /** Area and verb, as in `AuditEntry`. */
  readonly action: string;
  readonly target: string;
  readonly outcome: 'refused' | 'failed';
  readonly correlationId: string;
  readonly ip: string;
  /** Part of the key by which acts are summed, so it must take few values. */
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Records what anonymous callers attempt (G-12) without letting a script fill the record. A flood is summed by minute, tenant, action,
 * outcome and details: first in memory, then in rows shared by all instances. Each sum becomes one line after its minute is over. Neither
 * the callers nor the record's other writers wait for each other.
 */
export interface Strangers {
  /** Writes a line of its own, up to sixty a minute per tenant and instance; beyond that it counts like `sum`. */
  note(act: StrangerAct): Promise<void>;
  /** Counts the act without a line of its own, for calls refused by a rate limit. */
  sum(act: StrangerAct): void;
  /** Stores the counts from memory in the database. Throws if that fails; the counts are then kept in memory. */
  keep(): Promise<void>;
  /**
   * Writes the stored sums of finished minutes (`all`: also of the current one) to the record, each once across all instances. Throws if
   * a record could not be written; its sums are kept.
   */
  settle(which?: 'over' | 'all'): Promise<void>;
}

/** Maximum of individual lines per minute, tenant and instance. */
const linesPerMinute = 60;
const windowMs = 60_000;
/** Intervals for storing counts and for writing due sums, milliseconds. */
const keepEveryMs = 2000;
const settleEveryMs = 10_000;
/** Grace time after a minute ends, in which other instances store their counts for it, milliseconds. */
const lateMs = 2 * keepEveryMs;

interface Sum {
  readonly key: { readonly tenantId: string; readonly windowAt: number; readonly action: string; readonly outcome: StrangerAct['outcome'] };
  readonly cause: string;
  count: number;
  firstAt: number;
  lastAt: number;
  target: string | null;
  ip: string | null;
}

function windowOf(at: number): number {
  return Math.floor(at / windowMs) * windowMs;
}

/** Creates the collector. Its timers run from the platform's start; on close it stores and writes everything. */
export function createAnonymousCallers(parts: {
  readonly database: Pick<OpenDatabase, 'db' | 'write'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly log: Logger;
  readonly onStart: (work: () => void) => void;
  readonly onClose: (work: () => Promise<void>) => void;
}): Strangers {
  const { database, clock, audit, log } = parts;
  let counted = new Map<string, Sum>();
  let lines = { minute: 0, of: new Map<string, number>() };

  const add = (sum: Sum): void => {
    const key = JSON.stringify([sum.key, sum.cause]);
    const held = counted.get(key);
    if (held === undefined) return void counted.set(key, sum);
    held.count += sum.count;
    held.firstAt = Math.min(held.firstAt, sum.firstAt);
    held.lastAt = Math.max(held.lastAt, sum.lastAt);
    if (held.target !== sum.target) held.target = null;
    if (held.ip !== sum.ip) held.ip = null;
  };
  const strangers: Strangers = {
    async note(act) {
      const minute = Math.floor(clock.now().getTime() / windowMs);
      if (lines.minute !== minute) lines = { minute, of: new Map() };
      const taken = lines.of.get(act.tenantId) ?? 0;
      if (taken >= linesPerMinute) return strangers.sum(act);
      lines.of.set(act.tenantId, taken + 1);
      await audit.record(null, { ...act, actor: nobody });
    },
    sum({ tenantId, action, target, outcome, ip, details = {} }) {
      const at = clock.now().getTime();
      add({
        key: { tenantId, windowAt: windowOf(at), action, outcome },
        cause: JSON.stringify(details),
        count: 1,
        firstAt: at,
        lastAt: at,
        target,
        ip,
      });
    },
    async keep() {
      if (counted.size === 0) return;
      const keeping = counted;
      counted = new Map();
      try {
        await database.write('refusal sums', async (trx) => {
          // All instances write in the same order, so concurrent transactions cannot deadlock.
          for (const [, sum] of [...keeping].sort(([a], [b]) => (a < b ? -1 : 1))) await keepSum(trx, sum);
        });
      } catch (failure) {
        // Merge into the current minute, whose sum then tells since when. An outage of a day thus leaves no more sums in memory than one of
        // a minute.
        const windowAt = windowOf(clock.now().getTime());
        for (const sum of keeping.values()) add({ ...sum, key: { ...sum.key, windowAt } });
        throw failure;
      }
    },
    async settle(which = 'over') {
      const beforeMs = clock.now().getTime() + (which === 'all' ? windowMs : -windowMs - lateMs);
      const before = new Date(beforeMs).toISOString();
      const due = await database.db.selectFrom('refusal_sums').select('tenant_id').distinct().where('window_at', '<=', before).execute();
      const failures: unknown[] = [];
      // Per tenant: a record that cannot be written does not block the others.
      for (const { tenant_id: tenantId } of due)
        await settleTenant(parts, tenantId, before).catch((failure: unknown) => failures.push(failure));
      if (failures.length > 0) throw new AggregateError(failures, 'What strangers were refused could not be put on every record');
    },
  };

  parts.onStart(() => {
    const every = (ms: number, what: string, work: () => Promise<void>): NodeJS.Timeout => {
      let underWay = false;
      return setInterval(() => {
        if (underWay) return;
        underWay = true;
        void work()
          // Nothing is lost: the counts are kept and the next run tries again.
          .catch((failure: unknown) => log.error(what, failure))
          .finally(() => (underWay = false));
      }, ms);
    };
    const timers = [
      every(keepEveryMs, 'strangers.keep', strangers.keep),
      every(settleEveryMs, 'strangers.settle', () => strangers.settle()),
    ];
    parts.onClose(async () => {
      for (const timer of timers) clearInterval(timer);
      await strangers.keep();
      await strangers.settle('all');
    });
  });
  return strangers;
}

const nobody = { id: null, name: 'Unknown' } as const;

/** Writes a tenant's stored sums of minutes up to `before` to its record. */
function settleTenant(
  { database, audit }: { readonly database: Pick<OpenDatabase, 'write'>; readonly audit: Pick<Audit, 'record'> },
  tenantId: string,
  before: string,
): Promise<void> {
  return database.write(recordLine(tenantId), async (trx) => {
    // Delete and write in one transaction, so only one instance finds the rows.
    const taken = await trx
      .deleteFrom('refusal_sums')
      .where('tenant_id', '=', tenantId)
      .where('window_at', '<=', before)
      .returningAll()
      .execute();
    taken.sort((a, b) => Date.parse(a.first_at) - Date.parse(b.first_at));
    for (const row of taken)
      await audit.record(trx, {
        tenantId,
        actor: nobody,
        action: row.action,
        target: row.target ?? 'several',
        outcome: row.outcome,
        // The line covers many calls, so it gets an id of its own.
        correlationId: randomUUID(),
        ip: row.ip,
        details: {
          ...(JSON.parse(row.cause) as Record<string, string>), // written by `sum`
          times: row.refusals,
          from: row.first_at,
          until: row.last_at,
        },
      });
  });
}

/** Adds a count to the row shared by all instances. */
async function keepSum(trx: Kysely<Database>, { key, cause, count, firstAt, lastAt, target, ip }: Sum): Promise<void> {
  await trx
    .insertInto('refusal_sums')
    .values({
      tenant_id: key.tenantId,
      window_at: new Date(key.windowAt),
      action: key.action,
      outcome: key.outcome,
      cause,
      refusals: count,
      first_at: new Date(firstAt),
      last_at: new Date(lastAt),
      target,
      ip,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'window_at', 'action', 'outcome', 'cause']).doUpdateSet({
        refusals: sql<number>`refusal_sums.refusals + excluded.refusals`,
        first_at: sql<string>`least(refusal_sums.first_at, excluded.first_at)`,
        last_at: sql<string>`greatest(refusal_sums.last_at, excluded.last_at)`,
        // Becomes null ("several") once two values differ, and stays null.
        target: sql<string | null>`case when refusal_sums.target = excluded.target then excluded.target end`,
        ip: sql<string | null>`case when refusal_sums.ip = excluded.ip then excluded.ip end`,
      }),
    )
    .execute();
}
