import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import type { Logger } from '../log.ts';
import { type Audit, recordLine } from './audit.ts';

/** What somebody whom nobody knows was refused, or failed at; or a flood of refusals of one account, which its details then name (http/route.ts). */
export interface StrangerAct {
  /** Whose record it goes to: that of the account that was aimed at; empty where there is none. */
  readonly tenantId: string;
  /** Area and verb, as in the record. */
  readonly action: string;
  readonly target: string;
  readonly outcome: 'refused' | 'failed';
  readonly correlationId: string;
  readonly ip: string;
  /** Of few values: acts are summed by them. */
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Puts on record what strangers try (G-12), so that no script fills it: a flood is summed by minute, tenant, act and reason, in memory at first, then in rows that all instances share, and
 * each sum becomes one line when its minute is over. Whoever tries never waits for the record, nor does the record for them.
 */
export interface Strangers {
  /** By a line of its own, of which a tenant's record takes sixty a minute from each instance; beyond, like `sum`. */
  note(act: StrangerAct): Promise<void>;
  /** Counts it, without a line of its own: a call that was turned away since there were too many. */
  sum(act: StrangerAct): void;
  /** Keeps in the database what was counted in memory until now; throws where that cannot be, and it stays counted. */
  keep(): Promise<void>;
  /** Puts on record what was kept of minutes that are over, or of this one too (`all`), each sum once whoever of the instances is first. Throws where a record could not be written; its sums are kept. */
  settle(which?: 'over' | 'all'): Promise<void>;
}

/** Lines a minute of their own that strangers add to a tenant's record, on each instance. */
const linesPerMinute = 60;
const windowMs = 60_000;
/** How often what was counted is kept, and what is due is put on record, milliseconds. */
const keepEveryMs = 2000;
const settleEveryMs = 10_000;
/** Until so long after its end a minute waits for what other instances have yet to keep, milliseconds. */
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

/** Makes one; its timers run from the platform's start, and its end leaves nothing uncounted. */
export function createStrangers(parts: {
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
  const settleTenant = (tenantId: string, before: string): Promise<void> =>
    database.write(recordLine(tenantId), async (trx) => {
      // Taken away by whoever writes the line, in one transaction: of several instances one finds them.
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
          // It is of many calls: an id of its own.
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
          // In one order on every instance: two that keep at once wait for each other's rows, and never both ways round.
          for (const [, sum] of [...keeping].sort(([a], [b]) => (a < b ? -1 : 1))) await keepSum(trx, sum);
        });
      } catch (failure) {
        // Into the minute that goes on, whose sum then tells since when: a database that is away for a day leaves as many sums here as one that is away for a minute.
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
      // Each tenant's by itself: a record that cannot be written keeps no other from its own.
      for (const { tenant_id: tenantId } of due) await settleTenant(tenantId, before).catch((failure: unknown) => failures.push(failure));
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
          // Not lost: counted on, and tried again.
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

/** Adds what was counted to the row that all instances share. */
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
        // Null, for several, where they are not the same one, and from then on.
        target: sql<string | null>`case when refusal_sums.target = excluded.target then excluded.target end`,
        ip: sql<string | null>`case when refusal_sums.ip = excluded.ip then excluded.ip end`,
      }),
    )
    .execute();
}
