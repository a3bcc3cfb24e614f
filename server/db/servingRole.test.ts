// Long: a database and a platform for each case.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLists, isSound } from '../audit/recordCheck.ts';
import { performKeyAct, SETTLING_MS } from '../evidence/keyActs.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { createLogger } from '../log.ts';
import { prepareSecrets } from '../secrets/prepareSecrets.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { runProgram } from '../testing/process.ts';
import { testKeyFile } from '../testing/testKey.ts';
import { startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { type OpenDatabase, openPostgres } from './database.ts';
import { overOne, prepareSchema } from './ownerConnection.ts';
import { isOwner } from './servingRole.ts';

const quiet = createLogger(() => undefined);
const [ownerRole, servingRole] = [`owner_${process.pid}`, `serving_${process.pid}`];
let server: TestPostgres;
const opened: OpenDatabase[] = [];
const asAdministrator = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};
const as = (role: string, url: string): string => Object.assign(new URL(url), { username: role }).href;

beforeAll(async () => {
  server = await startPostgres();
  await asAdministrator(server.url, `create role ${ownerRole} login`, `create role ${servingRole} login`);
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await server?.stop();
});

/** An empty database as docs/DEPLOY.md sets it up: one role owns it, the other may connect. */
async function emptyDatabase(): Promise<{ readonly admin: string; readonly owner: string; readonly serving: string }> {
  const admin = await server.createDatabase();
  const name = new URL(admin).pathname.slice(1);
  await asAdministrator(admin, `alter database "${name}" owner to ${ownerRole}`);
  return { admin, owner: as(ownerRole, admin), serving: as(servingRole, admin) };
}

describe('the role that serves', { tags: ['G-22'], timeout: 120_000 }, () => {
  let test: TestPlatform;
  let database: OpenDatabase;
  beforeAll(async () => {
    const { owner, serving } = await emptyDatabase();
    database = await openPostgres(serving, quiet, owner);
    test = await createTestPlatform({ database, config: { databaseUrl: serving, databaseOwnerUrl: owner } });
  }, 120_000);
  afterAll(() => test?.close());

  it('does all of the platform’s work: people sign in, decide, and what they did holds together', async () => {
    const admin = await test.signIn('admin@ukweli.example');
    const pulled = { active: true, confirmation: 'STOP', reason: 'Tried by the role that serves' };
    const switched = await admin.call('PUT', '/api/system/kill-switch', pulled, { 'idempotency-key': 'serving-role-000001' });
    expect([switched.status, switched.json().active]).toEqual([200, true]);
    expect((await admin.post('/api/auth/refresh')).status).toBe(200);
    expect((await admin.get('/api/audit?limit=50')).status).toBe(200);
    expect(isSound(await checkLists(test.platform.db))).toBe(true);
  });

  it('ends a key and has its private half gone from the table’s file, which only the owner may write anew', async () => {
    const { kid: before } = await ensureCurrentKey(test.platform.db, await openKeyWrap(test.platform.config), test.clock.business());
    expect((await performKeyAct(test.platform, { act: 'rotate', from: before }, 'test')).ok).toBe(true);
    const fileOf = async () =>
      (await sql<{ file: string }>`select pg_relation_filenode('signing_keys') as file`.execute(database.db)).rows[0]?.file;
    test.clock.advance(SETTLING_MS);
    const file = await fileOf();
    expect((await performKeyAct(test.platform, { act: 'retire', kid: before }, 'test')).ok).toBe(true);
    expect(await fileOf()).not.toBe(file);
  });

  it('says so where nobody came as the owner: the old row stays in the file, and no notice of PostgreSQL’s alone tells of it', async () => {
    const serving = test.platform.config.databaseUrl ?? '';
    const logged: string[] = [];
    const alone = await openPostgres(serving, quiet);
    opened.push(alone);
    const log = createLogger((line) => void logged.push(line));
    const platform = { ...test.platform, db: alone.db, database: alone, log };
    const { kid } = await ensureCurrentKey(alone.db, await openKeyWrap(platform.config), test.clock.business());
    expect((await performKeyAct(platform, { act: 'rotate', from: kid }, 'test')).ok).toBe(true);
    test.clock.advance(SETTLING_MS);
    expect((await performKeyAct(platform, { act: 'retire', kid }, 'test')).ok).toBe(true);
    expect(logged.join()).toContain('"event":"secrets.not_written_anew"');
  });

  it('has what secrets were before they were wrapped gone from the tables’ files, by their owner alone', {
    tags: ['G-2', 'A-23'],
  }, async () => {
    const { platform, clock } = test;
    const filesOf = async () =>
      (
        await sql<{ file: string }>`select pg_relation_filenode(name::regclass)::text as file
          from unnest(array['platform_settings', 'platform_secrets', 'signing_keys']) as name`.execute(database.db)
      ).rows.map(({ file }) => file);
    const noted = async () => database.db.selectFrom('platform_settings').select('key').where('key', '=', 'secrets_to_forget').execute();
    await database.db
      .insertInto('platform_settings')
      .values({ key: 'device_mark_key', value: JSON.stringify('stands there as it is') })
      .execute();
    const before = await filesOf();
    // Without the owner's connection the work stays pending and is logged.
    const logged: string[] = [];
    const alone = await openPostgres(platform.config.databaseUrl ?? '', quiet);
    opened.push(alone);
    await prepareSecrets({ database: alone, clock, config: platform.config, log: createLogger((line) => void logged.push(line)) });
    expect(logged.join()).toContain('"event":"secrets.not_written_anew"');
    expect([await filesOf(), await noted()]).toEqual([before, [{ key: 'secrets_to_forget' }]]);
    await prepareSecrets({ database, clock, config: platform.config, log: quiet });
    const after = await filesOf();
    expect(before.filter((file) => after.includes(file))).toEqual([]);
    expect(await noted()).toEqual([]);
  });

  it('has an operator whose command did not come as the owner told what is left, in words and at once', async () => {
    const url = test.platform.config.databaseUrl ?? '';
    const [{ id }] = await test.platform.secrets.held('idp.signing');
    const one = runProgram(
      'server/cli/keys.ts',
      ['rotate', 'secrets', '--at-once'],
      { DATABASE_URL: url, KEY_FILE: testKeyFile() },
      `${id}\n`,
    );
    expect([await one.ended, one.said()]).toEqual([
      0,
      expect.stringContaining('What was there before is still in the files of the tables'),
    ]);
    const owned = { DATABASE_URL: url, DATABASE_OWNER_URL: test.platform.config.databaseOwnerUrl ?? '', KEY_FILE: testKeyFile() };
    const [next] = await test.platform.secrets.held('idp.signing');
    const two = runProgram('server/cli/keys.ts', ['rotate', 'secrets', '--at-once'], owned, `${next.id}\n`);
    expect([await two.ended, two.said()]).toEqual([0, expect.not.stringContaining('still in the files')]);
  });

  it.each([
    'alter table audit_records disable trigger all',
    'alter table events disable trigger all',
    'set session_replication_role = replica',
    'truncate audit_records',
    'drop table audit_records',
    'drop trigger audit_records_not_cleared on audit_records',
    "create or replace function refuse_clearing() returns trigger language plpgsql as 'begin return null; end'",
    `set role ${ownerRole}`,
    'alter table audit_records owner to current_user',
    'update audit_records set outcome = outcome',
    'delete from audit_records',
    "insert into schema_migrations (name) values ('999_of_mine')",
  ])('cannot take the record’s rules away: %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/permission denied|must be owner|are append-only/);
  });

  it('cannot take the record’s rules in by a temporary table of a name of theirs', async () => {
    const tried = database.db.transaction().execute(async (trx) => {
      await sql`create temporary table audit_records (tenant_id text, chain_index bigint, hash text) on commit drop`.execute(trx);
      await sql`insert into pg_temp.audit_records values ('demo', 99998, 'of my own')`.execute(trx);
      await sql`insert into public.audit_records
        (tenant_id, chain_index, at, actor_name, action, target, outcome, correlation_id, details, prev_hash, hash)
        values ('demo', 99999, now(), 'Somebody else', 'key.rotate', 'forged', 'done', 'forged', '{}', 'of my own', 'as well')`.execute(
        trx,
      );
    });
    await expect(tried).rejects.toThrow('Line 99999: A line of the record follows the one before it');
  });

  it('is not the owner, and no member of it', async () => {
    expect(await isOwner(database.db)).toBe(false);
    expect(await database.asOwner((owner) => isOwner(owner))).toBe(true);
  });
});

describe('the owner’s connection', { tags: ['G-22'], timeout: 120_000 }, () => {
  it('prepares the database once, however many start at once', async () => {
    const { owner, serving } = await emptyDatabase();
    const four = await Promise.all([1, 2, 3, 4].map(() => openPostgres(serving, quiet, owner)));
    opened.push(...four);
    for (const one of four) expect(await one.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });

  it('takes over a database whose tables belonged to the role that serves, as docs/DEPLOY.md says', async () => {
    const { admin, owner, serving } = await emptyDatabase();
    await asAdministrator(admin, `grant create on schema public to ${servingRole}`);
    await (await openPostgres(serving, quiet)).close();
    await asAdministrator(admin, `reassign owned by ${servingRole} to ${ownerRole}`, `revoke create on schema public from ${servingRole}`);
    const database = await openPostgres(serving, quiet, owner);
    opened.push(database);
    expect(await isOwner(database.db)).toBe(false);
    expect(await database.db.selectFrom('audit_records').selectAll().execute()).toEqual([]);
  });

  it('that is the serving one after all is warned of', async () => {
    const { owner } = await emptyDatabase();
    const logged: string[] = [];
    opened.push(
      await openPostgres(
        owner,
        createLogger((line) => void logged.push(line)),
        owner,
      ),
    );
    expect(logged.join()).toContain('"event":"db.serves_as_owner"');
  });

  it('is warned of where the role that serves owns the database alone: whoever owns the schema drops a rule’s function', async () => {
    const { admin, owner, serving } = await emptyDatabase();
    await prepareSchema(owner, servingRole);
    const name = new URL(admin).pathname.slice(1);
    await asAdministrator(admin, `alter database "${name}" owner to ${servingRole}`);
    const logged: string[] = [];
    const database = await openPostgres(
      serving,
      createLogger((line) => void logged.push(line)),
    );
    opened.push(database);
    await sql`drop function refuse_clearing() cascade`.execute(database.db); // what the warning is about: the owner can drop a rule
    expect(logged.join()).toContain('"event":"db.serves_as_owner"');
  });

  it('changes nothing where tables would be made elsewhere than they are looked for, or nobody is there to serve; any name of a role is one', async () => {
    const { admin, owner } = await emptyDatabase();
    const tables = async () =>
      overOne(admin, async (db) => (await sql`select from pg_tables where schemaname !~ '^(pg_|information)'`.execute(db)).rows.length);
    await asAdministrator(admin, `create schema "${ownerRole}" authorization ${ownerRole}`);
    await expect(prepareSchema(owner, servingRole)).rejects.toThrow(
      `The tables belong in the schema public, and ${ownerRole} makes them in ${ownerRole}, since that stands first in its search_path.`,
    );
    await asAdministrator(admin, `drop schema "${ownerRole}"`);
    for (const nobody of ['nobody_here', 'public'])
      await expect(prepareSchema(owner, nobody)).rejects.toThrow(
        `There is no role ${nobody} at this PostgreSQL that could serve. Nothing was changed.`,
      );
    expect(await tables()).toBe(0);
    const quoted = `Who "serves"; it's-${process.pid}`;
    await asAdministrator(admin, `create role "${quoted.replaceAll('"', '""')}" login`);
    const [first, second] = await Promise.all([prepareSchema(owner, quoted), prepareSchema(owner, quoted)]);
    expect([first.length, second.length].sort((a, b) => a - b)).toEqual([0, expect.toSatisfy((taken: number) => taken > 30)]);
    opened.push(await openPostgres(as(encodeURIComponent(quoted), admin), quiet));
  });

  it('is not needed by a platform whose schema is up to date; where it is not, the platform says who brings it there', async () => {
    const { owner, serving } = await emptyDatabase();
    await expect(openPostgres(serving, quiet)).rejects.toThrow(/^The schema of the database has steps to take, .*`npm run migrate`/);
    await prepareSchema(owner, servingRole);
    const logged: string[] = [];
    opened.push(
      await openPostgres(
        serving,
        createLogger((line) => void logged.push(line)),
      ),
    );
    expect(logged).toEqual([]);
    await overOne(owner, (db) => sql`delete from schema_migrations where name = '155_proofs_from'`.execute(db));
    await expect(openPostgres(serving, quiet)).rejects.toThrow(/^The schema of the database has steps to take/);
    await overOne(owner, (db) => sql`insert into schema_migrations (name) values ('155_proofs_from'), ('999_of_tomorrow')`.execute(db));
    await expect(openPostgres(serving, quiet)).rejects.toThrow(/newer platform \(999_of_tomorrow\)/);
  });

  it('npm run migrate says what it did, and what it was not told', async () => {
    const { owner, serving } = await emptyDatabase();
    const run = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
      const one = runProgram('server/cli/migrate.ts', argv, env);
      await one.ended;
      return one.said();
    };
    expect(await run([])).toContain('Whose database? Name it with --database or DATABASE_OWNER_URL.');
    expect(await run(['--database', owner])).toContain('Who serves? Name the role with --serving-role or DATABASE_URL.');
    expect(await run(['--database', 'postgres://db.example/ukweli', '--serving-role', servingRole])).toMatch(
      /^--database leads to db\.example over a network without having that server prove who it is/,
    );
    expect(await run(['--database', owner, '--serving-role', servingRole])).toMatch(
      new RegExp(`^The schema is up to date: \\d\\d steps taken now\\. ${servingRole} may serve\\.\n$`),
    );
    expect(await run([], { DATABASE_OWNER_URL: owner, DATABASE_URL: serving })).toContain('0 steps taken now');
    opened.push(await openPostgres(serving, quiet));
  });

  it('is closed when its work is done', async () => {
    const { owner, serving } = await emptyDatabase();
    const database = await openPostgres(serving, quiet, owner);
    opened.push(database);
    const roles = async () =>
      (
        await sql<{ role: string }>`select distinct usename as role from pg_stat_activity where datname = current_database()`.execute(
          database.db,
        )
      ).rows;
    // PostgreSQL ends the backend process a moment after the connection.
    await expect.poll(roles).toEqual([{ role: servingRole }]);
  });
});
