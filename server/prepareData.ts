import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from './clock.ts';
import { isOnLoopback } from './config.ts';
import type { Platform } from './context.ts';
import type { Database } from './db/schema.ts';
import { type MadePassword, printPasswords } from './identity/demoPasswords.ts';
import { isEmpty, seedDemoAccounts } from './identity/seedAccounts.ts';
import { FIXED_ANCHOR } from './seed/anchor.ts';
import { beginSetting, changeSetting, readSetting } from './settings.ts';

/** What the data is, as kept in it: the moment the seed's day ends at (business time stands there with SIMULATION=off), and whether that was finished. */
interface SeedRecord {
  readonly at: string;
  readonly finished: boolean;
  /** Whether its accounts have passwords of their own, which were printed once (G-7). Left out: they have the published one. */
  readonly ownPasswords?: true;
  /** Whose seed it is: only whoever began it says that it is finished. */
  readonly by?: string;
}

/** Why an instance ends whose place another has taken while it stood still. */
const anothers = 'Another instance has begun the seed anew';

/** What the demo's accounts in this database sign in with: the published password, or each its own; null where there is no demo in it. */
export async function demoIn(platform: Platform): Promise<'published' | 'own' | null> {
  const record = await readSetting<SeedRecord>(platform.db, 'demo_seed');
  if (record?.finished !== true) return null;
  return record.ownPasswords === true ? 'own' : 'published';
}

/**
 * Fills an empty database with the demo where the configuration wants that (D-4) and sets the business clock (D-16). A seed
 * that was cut off (the process killed in its first seconds) is cleared away and made again, unless somebody has worked with it since: nothing else was in there.
 *
 * All of it under the migrations' lock: of instances that start together one seeds, and the others find what it made (F-44).
 * @param tell says the passwords made for this database, before the seed counts as finished: whoever finds a finished one knows that they were said
 */
export async function prepareData(
  platform: Platform,
  clock: Clock & { freezeBusinessAt(moment: Date): void },
  seed: (platform: Platform) => Promise<void>,
  tell: (made: readonly MadePassword[]) => void = printPasswords,
): Promise<void> {
  const { config } = platform;
  const freeze = (record: SeedRecord): void => {
    if (config.simulation === 'off') clock.freezeBusinessAt(new Date(record.at));
  };
  await platform.database.alone(() => fill(platform, clock, freeze, seed, tell));
  await freezeAsKept(platform, clock);
}

async function fill(
  platform: Platform,
  clock: Clock,
  freeze: (record: SeedRecord) => void,
  seed: (platform: Platform) => Promise<void>,
  tell: (made: readonly MadePassword[]) => void,
): Promise<void> {
  const { db, config, log } = platform;
  const held = await readSetting<SeedRecord>(db, 'demo_seed');
  if (held !== null && (held.finished || !(await clearCutOff(platform)))) return;
  if (!config.seedDemo || !(await isEmpty(platform))) return;
  const record = {
    at: config.simulation === 'off' ? FIXED_ANCHOR : clock.now().toISOString(),
    finished: false,
    by: randomUUID(),
    ...(!isOnLoopback(config) && { ownPasswords: true as const }),
  };
  // One that stood still since its look, and lost the lock, may wake beside another's seed, which may be finished and served by now: its mark stays.
  if (!(await beginSetting(db, 'demo_seed', record))) throw new Error(anothers);
  freeze(record);
  const made = await seedDemoAccounts(platform);
  await seed(platform);
  tell(made);
  // One that stood still meanwhile may have lost the lock without knowing it yet, and another have begun anew: that seed is not this one's to call finished.
  if (!(await changeSetting(db, 'demo_seed', record, { ...record, finished: true }))) throw new Error(anothers);
  log.info('seed.finished');
}

/**
 * Stops the business clock as the data wants it (D-16, S-11): where the demo's day ends, at its seed's moment or at the newest that the simulation wrote since. No row of a person, of the
 * record or of a signature moves it.
 */
export async function freezeAsKept(platform: Platform, clock: { freezeBusinessAt(moment: Date): void }): Promise<void> {
  if (platform.config.simulation !== 'off') return;
  const record = await readSetting<SeedRecord>(platform.db, 'demo_seed');
  if (record === null) return;
  const heads = await platform.db.selectFrom('event_heads').select('simulated_at').where('simulated_at', 'is not', null).execute();
  const ends = heads.map(({ simulated_at }) => Date.parse(simulated_at ?? record.at));
  clock.freezeBusinessAt(new Date(Math.max(Date.parse(record.at), ...ends)));
}

/** How often an instance whose day stands looks where the simulation is, milliseconds. */
const lookEveryMs = 1000;

/**
 * Keeps the day where the simulation's newest row is, for as long as this instance runs: another may simulate meanwhile, until it is told SIMULATION=off as well, one instance after the
 * other. Each would otherwise stand for good where the simulation was when it started, and answer by a day of its own.
 */
export function keepFrozen(platform: Platform, clock: { freezeBusinessAt(moment: Date): void }): void {
  if (platform.config.simulation !== 'off') return;
  let looking: Promise<void> | null = null;
  const look = (): void => {
    // Where the database is away, the next look tells.
    looking ??= freezeAsKept(platform, clock)
      .catch(() => undefined)
      .finally(() => void (looking = null));
  };
  platform.onStart(() => {
    const timer = setInterval(look, lookEveryMs);
    platform.onClose(async () => {
      clearInterval(timer);
      await looking;
    });
  });
}

/**
 * Empties a database whose seed was cut off; false where it is in use and stays as it is. In one transaction that keeps everybody else out, so that nothing comes in between the look
 * and the clearing: a platform that holds no lock of ours (an older one) may be serving it.
 */
async function clearCutOff({ database, log }: Platform): Promise<boolean> {
  const clear = (owner: Kysely<Database>) =>
    owner.transaction().execute(async (trx) => {
      // A seed that stands still is waited for, until PostgreSQL ends it.
      await sql`set local lock_timeout = 0`.execute(trx);
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`lock table sessions, audit_records, platform_settings in access exclusive mode`.execute(trx);
      if (await isInUse(trx)) return false;
      const { rows } = await sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`.execute(
        trx,
      );
      await sql`truncate ${sql.join(rows.map((row) => sql.table(row.name)))} restart identity cascade`.execute(trx);
      return true;
    });
  const cleared = await database.asOwner(clear);
  if (cleared) log.warn('seed.cut_off');
  else
    log.error(
      'seed.in_use',
      new Error('The demo in this database was not made to its end, and somebody works with it: nothing was cleared'),
    );
  return cleared;
}

/** Whether anything in here is more than a seed left: a finished one, somebody's session, or a line of the record of what a person did. */
async function isInUse(trx: Transaction<Database>): Promise<boolean> {
  const record = await readSetting<SeedRecord>(trx, 'demo_seed');
  if (record === null || record.finished) return true;
  if ((await trx.selectFrom('sessions').select('session_id').limit(1).executeTakeFirst()) !== undefined) return true;
  // Every line of the seed's own lies before its moment (seed/auditTrail.ts).
  const line = await trx
    .selectFrom('audit_records')
    .select('audit_id')
    .where('actor_id', 'is not', null)
    .where('at', '>=', record.at)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}
