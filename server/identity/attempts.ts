import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import type { Bucket } from './buckets.ts';
import { type Count, type Judgement, judgeTry } from './judgeTry.ts';

/** A try that was let in. */
export interface LetIn {
  readonly waitMs: null;
  /** How long whoever fails now has to wait before the next, milliseconds; 0 where there is no pause. */
  readonly pauseMs: number;
  /** The buckets that it was counted in. */
  readonly counted: readonly Bucket[];
}

/** Counts tries at signing in, over all instances. A try is counted before it is judged, so that a thousand at once are not all 'the first'. */
export interface Attempts {
  /** Lets a try in, or tells how long it has to wait, milliseconds. One that has to wait is counted nowhere: nothing is looked at. */
  begin(buckets: readonly Bucket[]): Promise<LetIn | { readonly waitMs: number }>;
  /** The same of one whose every failure is told alike: null when it may go on, else milliseconds to wait. */
  take(buckets: readonly Bucket[]): Promise<number | null>;
  /** The try succeeded: its buckets start afresh, the shared ones give back this try. */
  succeeded(buckets: readonly Bucket[]): Promise<void>;
  /** The try was not looked at after all: it is given back. Pauses stand, since others may have caused them. */
  takenBack(buckets: readonly Bucket[]): Promise<void>;
}

/** The line (writeQueue.ts) of a try: those that share a count go one after the other. */
function tryLine(buckets: readonly Bucket[]): string {
  const last = buckets.at(-1);
  return last?.line ?? `tries ${last?.key ?? ''}`;
}

/** Makes one, over the counts that all instances share. */
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
    // A look first: whoever has to wait, and tries on regardless, costs one read.
    const { rows: standing } = await sql<Row>`select * from sign_in_attempts where bucket in (${sql.join(keys)})`.execute(database.db);
    const seen = judged(buckets, standing, now);
    if (seen.waitMs !== null) return { waitMs: seen.waitMs };
    return database.write(tryLine(buckets), async (trx) => {
      // Made or found, and locked, in one statement and in one order: between two of them another try's success may take a bucket away, and two tries never wait for each other.
      const rows = await trx
        .insertInto('sign_in_attempts')
        .values(keys.map((key) => ({ bucket: key, failures: 0, last_at: new Date(now) })))
        .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ bucket: sql<string>`excluded.bucket` }))
        .returningAll()
        .execute();
      // By the moment at which it holds the counts: by that of its coming, whoever stood in line would be judged before those who were let in meanwhile.
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

/** In one order, whoever asks. */
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
