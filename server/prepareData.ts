import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Platform } from './context.ts';
import { isEmpty, seedDemoAccounts } from './identity/seedAccounts.ts';
import { FIXED_ANCHOR } from './seed/anchor.ts';
import { keepSetting, readSetting } from './settings.ts';

/** What the data is, as kept in it: the moment the seed's day ends at (business time stands there with SIMULATION=off), and whether that was finished. */
interface SeedRecord {
  readonly at: string;
  readonly finished: boolean;
}

/** Whether the demo's accounts are in this database. */
export async function isDemo(platform: Platform): Promise<boolean> {
  return (await readSetting<SeedRecord>(platform.db, 'demo_seed'))?.finished === true;
}

/**
 * Fills an empty database with the demo where the configuration wants that (D-4) and sets the business clock (D-16). A seed
 * that was cut off (the process killed in its first seconds) is cleared away and made again: nothing else was in there.
 */
export async function prepareData(
  platform: Platform,
  clock: Clock & { freezeBusinessAt(moment: Date): void },
  seed: (platform: Platform) => Promise<void>,
): Promise<void> {
  const { db, config, log } = platform;
  let record = await readSetting<SeedRecord>(db, 'demo_seed');
  if (record?.finished === false) {
    log.warn('seed.cut_off');
    await clearAll(platform);
    record = null;
  }
  if (record === null && config.seedDemo && (await isEmpty(platform))) {
    record = { at: config.simulation === 'off' ? FIXED_ANCHOR : clock.now().toISOString(), finished: false };
    await keepSetting(db, 'demo_seed', record);
    if (config.simulation === 'off') clock.freezeBusinessAt(new Date(record.at));
    await seedDemoAccounts(platform);
    await seed(platform);
    await keepSetting(db, 'demo_seed', { ...record, finished: true });
    log.info('seed.finished');
  }
  if (record !== null && config.simulation === 'off') clock.freezeBusinessAt(new Date(record.at));
}

/** Sets the business clock as the data wants it (D-16), for a command that changes what is there and seeds nothing. */
export async function freezeAsKept(platform: Platform, clock: { freezeBusinessAt(moment: Date): void }): Promise<void> {
  const record = await readSetting<SeedRecord>(platform.db, 'demo_seed');
  if (record !== null && platform.config.simulation === 'off') clock.freezeBusinessAt(new Date(record.at));
}

async function clearAll(platform: Platform): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`.execute(
    platform.db,
  );
  await sql`truncate ${sql.join(rows.map((row) => sql.table(row.name)))} restart identity cascade`.execute(platform.db);
}
