// Long: seeds databases.
import { tmpdir } from 'node:os';
import { type KyselyPlugin, sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from './context.ts';
import { openPostgres, type OpenDatabase } from './db/database.ts';
import { createLogger } from './log.ts';
import { demoIn, prepareData } from './prepareData.ts';
import { keepSetting, readSetting } from './settings.ts';
import { testConfig } from './testing/beginnings.ts';
import { createFakeClock, openTestDatabase } from './testing/platform.ts';

const started = new Date('2026-11-26T06:00:00.000Z');
const seedsAt = '2026-11-26T05:00:00.000Z';
const clock = createFakeClock(started);
const opened: OpenDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

/** A platform on this database or a new one, and what it logged. */
async function platformOver(database?: OpenDatabase): Promise<{ platform: Platform; logged: string[] }> {
  const own = database ?? (await openTestDatabase());
  opened.push(own);
  const logged: string[] = [];
  const config = { ...testConfig(tmpdir()), seedDemo: true, simulation: 'live' as const, databaseUrl: own.connectionString };
  return { platform: createPlatform({ database: own, clock, config, log: createLogger((line) => void logged.push(line)) }), logged };
}
const tenant = { tenant_id: 'half', name: 'Half', place: '', region: '', currency: 'KES', time_zone: 'UTC' };
/** The state left by a process that was killed while seeding. */
async function cutOff({ db }: Platform): Promise<void> {
  await keepSetting(db, 'demo_seed', { at: seedsAt, finished: false });
  await db.insertInto('tenants').values(tenant).execute();
}
const halfIsThere = async ({ db }: Platform): Promise<boolean> =>
  (await db.selectFrom('tenants').select('tenant_id').where('tenant_id', '=', 'half').executeTakeFirst()) !== undefined;
const markOf = ({ db }: Platform) => readSetting<{ at: string; finished: boolean }>(db, 'demo_seed');

describe('a database whose seed was cut off', { tags: ['S-5', 'F-44'] }, () => {
  it('is cleared and seeded anew, once', async () => {
    const { platform, logged } = await platformOver();
    await cutOff(platform);
    let seeded = 0;
    const seed = async (): Promise<void> => void (seeded += 1);
    await prepareData(platform, clock, seed);
    expect([seeded, await halfIsThere(platform), (await markOf(platform))?.finished]).toEqual([1, false, true]);
    await prepareData(platform, clock, seed);
    expect([seeded, logged.filter((line) => line.includes('seed.cut_off')).length]).toEqual([1, 1]);
  });

  it('off loopback is told its new passwords before it counts as finished, and never again', { tags: ['G-7'] }, async () => {
    const { platform } = await platformOver();
    const abroad = { ...platform, config: { ...platform.config, origin: 'https://console.example', secure: true } };
    const told: string[] = [];
    let finishedWhenTold: boolean | undefined;
    await prepareData(
      abroad,
      clock,
      async ({ db }) => void (finishedWhenTold = (await readSetting<{ finished: boolean }>(db, 'demo_seed'))?.finished),
      (made) => void told.push(...made.map(({ password }) => password)),
    );
    expect([told.length, finishedWhenTold, await demoIn(abroad)]).toEqual([5, false, 'own']);
    await prepareData(
      abroad,
      clock,
      () => Promise.reject(new Error('it was seeded')),
      () => {
        throw new Error('it was told');
      },
    );
    // After a move to loopback the passwords are unchanged.
    expect(await demoIn(platform)).toBe('own');
    expect(JSON.stringify(await platform.db.selectFrom('platform_settings').selectAll().execute())).not.toContain(told[0]);
  });

  it('is not called finished by one whose seed another has begun anew meanwhile', async () => {
    const { platform } = await platformOver();
    const others = { at: seedsAt, finished: false, by: 'another' };
    // It stood still; its lock ran out, and the other instance cleared what it had made.
    const seed = async (): Promise<void> => keepSetting(platform.db, 'demo_seed', others);
    await expect(prepareData(platform, clock, seed)).rejects.toThrow('Another instance has begun the seed anew');
    expect(await markOf(platform)).toEqual(others);
  });

  it('has lines of the record that are the seed’s own, which count for nobody’s', async () => {
    const { platform } = await platformOver();
    await cutOff(platform);
    const at = new Date(Date.parse(seedsAt) - 1000).toISOString();
    await writeLine(platform, at, 'usr-demo-admin');
    await prepareData(platform, clock, async () => undefined);
    expect(await halfIsThere(platform)).toBe(false);
  });

  const uses: readonly (readonly [string, (platform: Platform) => Promise<unknown>])[] = [
    [
      'somebody’s session, though over',
      async ({ db }) => {
        await sql`insert into accounts (account_id, email, email_key, name, role, status, tenant_id, created_at)
          values ('usr-1', 'a@half.example', 'a@half.example', 'A', 'admin', 'active', 'half', now())`.execute(db);
        await db
          .insertInto('sessions')
          .values({
            session_id: '7a1f6f0e-0000-4000-8000-000000000001',
            account_id: 'usr-1',
            display_id: null,
            device: 'Test',
            ip: null,
            token_hash: 'h',
            created_at: started,
            last_active_at: started,
            expires_at: started,
            hard_end_at: started,
          })
          .execute();
      },
    ],
    ['what a person did', (platform) => writeLine(platform, started.toISOString(), 'usr-1')],
  ];
  it.each(uses)('is never cleared where it holds %s', async (_what, use) => {
    const { platform, logged } = await platformOver();
    await cutOff(platform);
    await use(platform);
    await prepareData(platform, clock, () => Promise.reject(new Error('it was seeded')));
    expect([await halfIsThere(platform), (await markOf(platform))?.finished]).toEqual([true, false]);
    expect(logged.some((line) => line.includes('seed.in_use'))).toBe(true);
  });
});

async function writeLine({ database, config, log }: Platform, at: string, actor: string): Promise<void> {
  const moment = new Date(at);
  await createPlatform({ database, clock: createFakeClock(moment), config, log }).audit.record(null, {
    tenantId: 'half',
    actor: { id: actor, name: 'A' },
    action: 'incident.note',
    target: 'INC-1',
    outcome: 'done',
    correlationId: 'test',
    ip: null,
  });
}

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('instances that start together', { tags: ['S-5', 'F-44'] }, () => {
  const quiet = createLogger(() => undefined);
  it.each(['an empty', 'a half seeded'])(
    'on %s database have one that seeds while the others wait, and find what it made',
    async (what) => {
      const { platform } = await platformOver();
      if (what === 'a half seeded') await cutOff(platform); // a row with which a second seed would collide
      const url = platform.database.connectionString ?? '';
      const others = [await platformOver(await openPostgres(url, quiet)), await platformOver(await openPostgres(url, quiet))];
      let seeding = 0;
      let most = 0;
      let seeded = 0;
      const seed = async ({ db }: Platform): Promise<void> => {
        most = Math.max(most, (seeding += 1));
        await db.insertInto('tenants').values(tenant).execute();
        await sql`select pg_sleep(0.3)`.execute(db);
        seeding -= 1;
        seeded += 1;
      };
      await Promise.all([platform, ...others.map((one) => one.platform)].map((one) => prepareData(one, clock, seed)));
      expect([seeded, most, await halfIsThere(platform)]).toEqual([1, 1, true]);
    },
  );

  it('end where the lock is lost, since another may have it', async () => {
    const { platform } = await platformOver();
    const cut = prepareData(platform, clock, async ({ db }) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ukweli-alone' and datname = current_database()`.execute(
        db,
      );
      await new Promise(() => undefined); // its unfinished work is not awaited
    });
    await expect(cut).rejects.toThrow('terminating connection');
    expect((await markOf(platform))?.finished).toBe(false);
    // The next start seeds anew.
    await prepareData(platform, clock, async () => undefined);
    expect((await markOf(platform))?.finished).toBe(true);
  });

  it('leave the mark of whoever has seeded, also one that found the database empty and stood still before its own mark', async () => {
    const { platform } = await platformOver();
    const others = { at: seedsAt, finished: true, by: 'another' };
    let asked = 0;
    // It stands still after it found neither a mark nor accounts; its lock runs out, and the other instance seeds completely.
    const thenStoodStill: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        asked += 1;
        if (asked === 2) await keepSetting(platform.db, 'demo_seed', others);
        return result;
      },
    };
    const woken = { ...platform, db: platform.db.withPlugin(thenStoodStill) };
    await expect(prepareData(woken, clock, () => Promise.reject(new Error('it was seeded')))).rejects.toThrow(
      'Another instance has begun the seed anew',
    );
    expect(await markOf(platform)).toEqual(others);
  });

  it('wait with their migrations for whoever seeds', async () => {
    const { platform } = await platformOver();
    let over = false;
    const seeding = prepareData(platform, clock, async ({ db }) => {
      await sql`select pg_sleep(3)`.execute(db); // longer than any other lock timeout
      over = true;
    });
    await expect.poll(async () => (await markOf(platform))?.finished).toBe(false);
    opened.push(await openPostgres(platform.database.connectionString ?? '', quiet));
    expect(over).toBe(true);
    await seeding;
  });
});
