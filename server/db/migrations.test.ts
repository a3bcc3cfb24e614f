import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '../audit/audit.ts';
import { createClock } from '../clock.ts';
import { readEvents, readHead } from '../realtime/head.ts';
import { allTopics } from '../realtime/hub.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey, makeSigner } from '../evidence/signingKeys.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { prepareSecrets } from '../secrets/prepareSecrets.ts';
import { kampalaProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { verifyChain } from '../testing/chain.ts';
import { becomeOlder, older } from '../testing/olderPlatform.ts';
import { createTestPlatform, openTestDatabase, type TestPlatform } from '../testing/platform.ts';
import type { OpenDatabase } from './database.ts';
import { migrate, migrationNames } from './migrations/index.ts';
import type { Database } from './schema.ts';

const pem = (await makeSigner('ukweli-2025-11', 2048)).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
/** Keys of the older platform, which its dump leaves out: the same id on every platform, no dates, and the private half unencrypted. */
const keysOfOld = [
  `insert into signing_keys values ('ukweli-2025-11', 'current', '{"kty": "RSA", "kid": "ukweli-2025-11", "use": "sig", "alg": "RS256", "n": "N", "e": "AQAB"}', 'plain:${pem}', '2026-11-20T08:00:00Z')`,
  `insert into signing_keys values ('ukweli-2025-03', 'retired', '{"kty": "RSA", "kid": "ukweli-2025-03", "use": "sig", "alg": "RS256", "n": "M", "e": "AQAB"}', null, '2026-03-20T08:00:00Z')`,
  `insert into evidence_packs select 'kampala', id, site_code, null, now(), 'locked', repeat('a', 64), '', kid, signed_at, 0, 0, 1
    from (select site_code from sites where tenant_id = 'kampala' limit 1) as site, (values
      ('KP-1', 'ukweli-2025-11', '2026-11-02T08:00:00.000Z'), ('KP-2', 'ukweli-2025-11', '2026-11-21T08:00:00Z'), ('KP-3', 'ukweli-2025-03', '2026-10-02T08:00:00.000Z'),
      ('KP-4', 'ukweli-2025-03', '2026-06-02T08:00:00.000Z'), ('KP-5', 'ukweli-2025-11', '1970-01-01T00:00:00.000Z'), ('KP-6', 'ukweli-2025-11', 'yesterday')) as packs (id, kid, signed_at)`,
];

/** Everything that migrations create, as comparable text. */
async function schemaOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') || ' ' || coalesce(identity_generation, '') as what
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`.execute(db);
  return rows.map(({ what }) => what.replaceAll('public.', ''));
}

describe('a database that an older platform left', () => {
  let fresh: string[] = [];
  let database: OpenDatabase;
  let ran: readonly string[] = [];
  let before: Record<string, unknown>[] = [];
  let test: TestPlatform;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { db } = database;
    fresh = await schemaOf(db);
    await becomeOlder(db, keysOfOld);
    before = (await sql<Record<string, unknown>>`select * from verifications order by vrf_id`.execute(db)).rows;
    ran = await migrate(db);
    test = await createTestPlatform({ database, joins: true });
  });
  afterAll(() => test.close());

  it('is brought forward by exactly the steps it lacks, to what a new database has', { tags: ['D-3'] }, async () => {
    expect(ran).toEqual(migrationNames.filter((name) => !older.some((statement) => statement.includes(`'${name}'`))));
    expect(ran).toContain('014_signed_finance');
    expect(fresh.length).toBeGreaterThan(200);
    expect(await schemaOf(database.db)).toEqual(fresh);
    expect(await migrate(database.db)).toEqual([]);
  });

  it('keeps every row, link, seq and line of the record', async () => {
    const { db } = database;
    expect(before.length).toBe(40);
    const now = (await sql<Record<string, unknown>>`select * from verifications order by vrf_id`.execute(db)).rows;
    expect(now.map((row, index) => ({ ...row, ...before[index] }))).toEqual(now);
    const chain = await db.selectFrom('chain_entries').selectAll().where('tenant_id', '=', 'kampala').orderBy('chain_index').execute();
    expect([chain.length, verifyChain(chain)]).toEqual([40, null]);
    const head = await readHead(db, 'kampala');
    const log = await readEvents(db, 'kampala', { after: 0, upTo: head.seq, topics: allTopics, limit: 1000 });
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: head.seq }, (_, index) => index + 1));
    expect(head.seq).toBeGreaterThan(4);
    expect(await createAudit({ database, clock: createClock() }).firstBroken('kampala')).toBeNull();
  });

  it('keeps its keys under their old ids: valid since their first signature, and what was retired was so since its last', {
    tags: ['P-6'],
  }, async () => {
    const keys = await database.db.selectFrom('signing_keys').selectAll().orderBy('kid', 'desc').execute();
    expect(keys).toMatchObject([
      { kid: 'ukweli-2025-11', state: 'current', private_key: `plain:${pem}`, not_before: '2026-11-02T08:00:00.000Z', retired_at: null },
      {
        kid: 'ukweli-2025-03',
        state: 'retired',
        private_key: null,
        not_before: '2026-03-20T08:00:00.000Z',
        retired_at: '2026-10-02T08:00:00.000Z',
      },
    ]);
    // The test plays a day below. A start wraps the key, and the secrets of the provider and of devices.
    await prepareSecrets(test.platform);
    expect(
      await database.db.selectFrom('signing_keys').select('private_key').where('kid', '=', 'ukweli-2025-11').executeTakeFirst(),
    ).toEqual({
      private_key: expect.stringMatching(/^w1\./),
    });
    const started = await ensureCurrentKey(database.db, await openKeyWrap(test.platform.config), test.clock.business());
    expect(started.kid).toBe('ukweli-2025-11');
  });

  it('is worked with at once: the old password signs in, the screens are served, the day goes on', async () => {
    const login = await test.anonymous().post('/api/auth/login', { email: 'operator@kampala.example', password: demoPassword });
    expect(login.status, login.body).toBe(200);
    const client = await test.signIn('operator@kampala.example');
    for (const path of ['/api/kpis', '/api/pipeline', '/api/health', '/api/dlq', '/api/verifications', '/api/auth/me']) {
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    }
    const { seq } = await readHead(database.db, 'kampala');
    const day = createTenantDayRunner(test.platform, kampalaProfile, createRandom(9));
    for (let step = 0; step < 10; step += 1) await day.step();
    expect((await readHead(database.db, 'kampala')).seq).toBeGreaterThan(seq);
    const chain = await database.db
      .selectFrom('chain_entries')
      .selectAll()
      .where('tenant_id', '=', 'kampala')
      .orderBy('chain_index')
      .execute();
    expect(verifyChain(chain)).toBeNull();
  });

  it('is left alone by a platform that is older than itself', async () => {
    await sql`insert into schema_migrations (name) values ('999_tomorrow')`.execute(database.db);
    await expect(migrate(database.db)).rejects.toThrow('newer platform (999_tomorrow)');
    await sql`delete from schema_migrations where name = '999_tomorrow'`.execute(database.db);
  });
});
