import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { OpenDatabase } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Bucket } from './buckets.ts';
import { type Count, type Judgement, judgeTry } from './judgeTry.ts';

/** A sign-in attempt that may proceed. */
export interface LetIn {
  readonly waitMs: null;
  /** Wait before the next attempt if this one fails, milliseconds; 0 for none. */
  readonly pauseMs: number;
  /** The buckets that counted this attempt. */
  readonly counted: readonly Bucket[];
}

/**
 * Counts sign-in attempts across all instances. An attempt is counted before it is checked, so that a thousand concurrent ones are not
 * all 'the first'.
 */
export interface Attempts {
  /**
   * Admits an attempt, or returns how long it has to wait, milliseconds. An attempt that has to wait is not counted and must not be
   * checked.
   */
  begin(buckets: readonly Bucket[]): Promise<LetIn | { readonly waitMs: number }>;
  /** Like `begin` where the caller does not need the pause: null when admitted, else milliseconds to wait. */
  take(buckets: readonly Bucket[]): Promise<number | null>;
  /** The attempt succeeded: resets its own buckets, and gives this attempt back to the shared ones. */
  succeeded(buckets: readonly Bucket[]): Promise<void>;
  /** The attempt was not checked after all: gives it back. Pauses stay, since other attempts may have caused them. */
  takenBack(buckets: readonly Bucket[]): Promise<void>;
}

/** Write queue key (writeQueue.ts) of an attempt: attempts that share a count run one after the other. */
function tryLine(buckets: readonly Bucket[]): string {
  const last = buckets.at(-1);
  return last?.line ?? `tries ${last?.key ?? ''}`;
}

/** Creates the counter over the counts in the database, which all instances share. */
export function createAttempts(parts: {
  readonly database: Pick<OpenDatabase, 'write' | 'db'>;
  readonly clock: Pick<Clock, 'now'>;
}): Attempts {
  const { database, clock } = parts;
  const judged = (buckets: readonly Bucket[], rows: readonly Row[], now: number): Judgement => {
    const counts = new Map(rows.map((row) => [row.bucket, countOf(row)]));
    return judgeTry(buckets, (key) => counts.get(key), now);
  };

  const begin: Attempts['begin'] = async (buckets) => {
    const keys = keysOf(buckets);
    const now = clock.now().getTime();
    // Read first: an attempt that has to wait costs one read and no write.
    const { rows: standing } = await sql<Row>`select * from sign_in_attempts where bucket in (${sql.join(keys)})`.execute(database.db);
    const seen = judged(buckets, standing, now);
    if (seen.waitMs !== null) return { waitMs: seen.waitMs };
    return database.write(tryLine(buckets), async (trx) => {
      // Insert or lock in one statement, in sorted order: a concurrent success may delete a row between two statements, and a fixed order
      // avoids deadlocks.
      const rows = await trx
        .insertInto('sign_in_attempts')
        .values(keys.map((key) => ({ bucket: key, failures: 0, last_at: new Date(now) })))
        .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ bucket: sql<string>`excluded.bucket` }))
        .returningAll()
        .execute();
      // Judge by the time at which the rows are locked, not at arrival: others were admitted while this attempt queued.
      const { waitMs, pauseMs, counted } = judged(buckets, rows, clock.now().getTime());
      if (waitMs !== null) return { waitMs };
      await keep(trx, counted);
      return { waitMs, pauseMs, counted: counted.map(({ bucket }) => bucket) };
    });
  };
  const giveBack = (trx: Kysely<Database>, buckets: readonly Bucket[], pause: 'stands' | 'ends') =>
    trx
      .updateTable('sign_in_attempts')
      .set((row) => ({ failures: row('failures', '-', 1), ...(pause === 'ends' && { blocked_until: null }) }))
      .where('bucket', 'in', keysOf(buckets))
      .where('failures', '>', 0)
      .execute();
  return {
    begin,
    take: async (buckets) => (await begin(buckets)).waitMs,
    succeeded: (buckets) =>
      database.write(tryLine(buckets), async (trx) => {
        const afresh = buckets.filter(({ limit }) => limit.onSuccess === 'starts afresh');
        const shared = buckets.filter(({ limit }) => limit.onSuccess === 'gives one back');
        if (afresh.length > 0) await trx.deleteFrom('sign_in_attempts').where('bucket', 'in', keysOf(afresh)).execute();
        if (shared.length > 0) await giveBack(trx, shared, 'ends');
      }),
    takenBack: (buckets) => database.write(tryLine(buckets), async (trx) => void (await giveBack(trx, buckets, 'stands'))),
  };
}

interface Row {
  readonly bucket: string;
  readonly failures: number;
  readonly last_at: string;
  readonly blocked_until: string | null;
}

function countOf({ failures, last_at: last, blocked_until: until }: Row): Count {
  return { failures, lastAt: Date.parse(last), blockedUntil: until === null ? null : Date.parse(until) };
}

/** Sorted, so that all callers lock in the same order. */
function keysOf(buckets: readonly Bucket[]): string[] {
  return buckets.map(({ key }) => key).sort();
}

async function keep(trx: Kysely<Database>, counted: Judgement['counted']): Promise<void> {
  await trx
    .insertInto('sign_in_attempts')
    .values(
      counted.map(({ bucket, count: { failures, lastAt, blockedUntil } }) => ({
        bucket: bucket.key,
        failures,
        last_at: new Date(lastAt),
        blocked_until: blockedUntil === null ? null : new Date(blockedUntil),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        failures: sql<number>`excluded.failures`,
        last_at: sql<string>`excluded.last_at`,
        blocked_until: sql<string | null>`excluded.blocked_until`,
      }),
    )
    .execute();
}
