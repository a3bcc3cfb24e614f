import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from './clock.ts';
import { isOnLoopback } from './config.ts';
import type { Platform } from './context.ts';
import type { Database } from './db/schema.ts';
import { type MadePassword, printPasswords } from './identity/demo/demoPasswords.ts';
import { isEmpty, seedDemoAccounts } from './identity/demo/seedAccounts.ts';
import { FIXED_ANCHOR } from './seed/anchor.ts';
import { beginSetting, changeSetting, readSetting } from './settings.ts';

/**
 * Seed state stored with the data: the moment at which the seed's day ends (business time with SIMULATION=off), and whether seeding was
 * finished.
 */
interface SeedRecord {
  readonly at: string;
  readonly finished: boolean;
  /** True if its accounts have random passwords, which were printed once (G-7). Absent: they have the published one. */
  readonly ownPasswords?: true;
  /** Id of the seeding run: only the run that began may mark it finished. */
  readonly by?: string;
}

/** Error of an instance that stood still while another began the seed anew. */
const anothers = 'Another instance has begun the seed anew';

/** Passwords of the demo's accounts in this database: the published one, or each its own; null if it holds no demo. */
export async function demoIn(platform: Platform): Promise<'published' | 'own' | null> {
  const record = await readSetting<SeedRecord>(platform.db, 'demo_seed');
  if (record?.finished !== true) return null;
  return record.ownPasswords === true ? 'own' : 'published';
}

/**
 * Fills an empty database with the demo if configured (D-4) and sets the business clock (D-16). An interrupted seed is cleared and
 * repeated, unless the database has been used since. Runs under the migrations' lock: of instances that start together one seeds, and the
 * others find the result (F-44).
 * @param tell reports the passwords made for this database, before the seed counts as finished, so that a finished seed's passwords are
 * known to have been reported
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
  // An instance that stood still and lost the lock may wake beside another's seed, possibly finished and in use: keep that mark.
  if (!(await beginSetting(db, 'demo_seed', record))) throw new Error(anothers);
  freeze(record);
  const made = await seedDemoAccounts(platform);
  await seed(platform);
  tell(made);
  // If it lost the lock while it stood still, another may have begun anew: do not mark that seed as finished.
  if (!(await changeSetting(db, 'demo_seed', record, { ...record, finished: true }))) throw new Error(anothers);
  log.info('seed.finished');
}

/**
 * Freezes the business clock where the demo's day ends: at the seed's moment or at the newest row of the simulation since (D-16, S-11).
 * Rows of people, of the record and signatures do not move it.
 */
export async function freezeAsKept(platform: Platform, clock: { freezeBusinessAt(moment: Date): void }): Promise<void> {
  if (platform.config.simulation !== 'off') return;
  const record = await readSetting<SeedRecord>(platform.db, 'demo_seed');
  if (record === null) return;
  const heads = await platform.db.selectFrom('event_heads').select('simulated_at').where('simulated_at', 'is not', null).execute();
  const ends = heads.map(({ simulated_at }) => Date.parse(simulated_at ?? record.at));
  clock.freezeBusinessAt(new Date(Math.max(Date.parse(record.at), ...ends)));
}

/** Interval at which an instance with a frozen day looks for newer simulated rows, milliseconds. */
const lookEveryMs = 1000;

/**
 * Keeps the frozen day at the simulation's newest row while this instance runs: another instance may still simulate until it is restarted
 * with SIMULATION=off. Otherwise each instance would stand where the simulation was at its start, and answer differently.
 */
export function keepFrozen(platform: Platform, clock: { freezeBusinessAt(moment: Date): void }): void {
  if (platform.config.simulation !== 'off') return;
  let looking: Promise<void> | null = null;
  const look = (): void => {
    // If the database is unavailable, the next look catches up.
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
 * Empties a database whose seed was interrupted; false if it is in use and was left alone. One transaction with exclusive locks covers
 * the check and the clearing, since an older platform that does not use our lock may be serving the database.
 */
async function clearCutOff({ database, log }: Platform): Promise<boolean> {
  const clear = (owner: Kysely<Database>) =>
    owner.transaction().execute(async (trx) => {
      // Waits for a seed that stands still until PostgreSQL ends it.
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

/** True if the database contains more than an unfinished seed: a finished one, a session, or a person's line of the record. */
async function isInUse(trx: Transaction<Database>): Promise<boolean> {
  const record = await readSetting<SeedRecord>(trx, 'demo_seed');
  if (record === null || record.finished) return true;
  if ((await trx.selectFrom('sessions').select('session_id').limit(1).executeTakeFirst()) !== undefined) return true;
  // All lines of the seed itself are dated before its moment (seed/auditTrail.ts).
  const line = await trx
    .selectFrom('audit_records')
    .select('audit_id')
    .where('actor_id', 'is not', null)
    .where('at', '>=', record.at)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}
