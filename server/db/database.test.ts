import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GENESIS } from '../../src/domain/records/chain.ts';
import { openTestDatabase } from '../testing/platform.ts';
import type { OpenDatabase } from './database.ts';
import { migrate, migrationNames } from './migrations/index.ts';
import type { Database } from './schema.ts';

let database: OpenDatabase;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

/** Runs on the embedded database and, in the project `postgres`, on PostgreSQL: both must behave alike. */
describe('a database of the platform', { tags: ['D-3'] }, () => {
  it('is of the kind that this run asked for', () => {
    expect(database.kind).toBe(process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded');
  });

  it('gives instants as ISO text, numbers as numbers, bytes as bytes, JSON parsed', async () => {
    const { rows } =
      await sql`select '2026-11-21T08:58:41.346+03'::timestamptz as at, 9007199254740991::bigint as whole, 1.25::numeric as share,
      '\\x00ff10'::bytea as bytes, '{"a":[1,null]}'::jsonb as json, '2026-11-21'::date as day, null::timestamptz as never, true as yes`.execute(
        db,
      );
    expect(rows).toEqual([
      {
        at: '2026-11-21T05:58:41.346Z',
        whole: 9007199254740991,
        share: 1.25,
        bytes: new Uint8Array([0, 255, 16]),
        json: { a: [1, null] },
        day: '2026-11-21',
        never: null,
        yes: true,
      },
    ]);
  });

  it('takes instants as Date or text, arrays as JSON text, bytes as they are', async () => {
    const at = new Date('2026-11-21T05:58:41.346Z');
    const { rows } =
      await sql`select ${at}::timestamptz as date, ${at.toISOString()}::timestamptz as text, ${JSON.stringify([{ a: 1 }])}::jsonb as list, ${new Uint8Array([1, 2, 255])}::bytea as bytes`.execute(
        db,
      );
    expect(rows).toEqual([{ date: at.toISOString(), text: at.toISOString(), list: [{ a: 1 }], bytes: new Uint8Array([1, 2, 255]) }]);
  });

  it('has run every migration, runs none twice, and refuses a database that is ahead', async () => {
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
    expect(rows.map((row) => row.name)).toEqual(migrationNames);
    expect(await migrate(db)).toEqual([]);
    await sql`insert into schema_migrations (name) values ('999_tomorrow')`.execute(db);
    await expect(migrate(db)).rejects.toThrow(/newer platform .* point DATA_DIR elsewhere/);
    // [S-13] The message names the variable that was set.
    await expect(migrate(db, 'DATABASE_URL')).rejects.toThrow(/newer platform .* point DATABASE_URL elsewhere/);
    await sql`delete from schema_migrations where name = '999_tomorrow'`.execute(db);
  });

  it('says which step failed, and that nothing was changed, and it was not', { tags: ['S-13'] }, async () => {
    // A migration that cannot run twice: its table exists.
    const name = '137_account_letters';
    expect(migrationNames).toContain(name);
    const tables = async () => (await sql<{ count: number }>`select count(*)::int as count from pg_class`.execute(db)).rows[0]?.count;
    const before = await tables();
    await sql`delete from schema_migrations where name = ${name}`.execute(db);
    await expect(migrate(db)).rejects.toThrow(new RegExp(`Step ${name} .* failed .*exists.* Nothing was changed`));
    expect(await tables()).toBe(before);
    await sql`insert into schema_migrations (name) values (${name})`.execute(db);
    expect(await migrate(db)).toEqual([]);
  });

  it('rolls a failed transaction back and goes on', async () => {
    const tenant = { tenant_id: 'gone', name: 'Gone', place: '', region: '', currency: 'KES', time_zone: 'UTC' };
    const failed = db.transaction().execute(async (trx) => {
      await trx.insertInto('tenants').values(tenant).execute();
      await trx.insertInto('tenants').values(tenant).execute();
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect(await db.selectFrom('tenants').select('tenant_id').where('tenant_id', '=', 'gone').execute()).toEqual([]);
  });

  it('keeps statements of concurrent transactions apart', async () => {
    await db
      .insertInto('tenants')
      .values({ tenant_id: 'count', name: '0', place: '', region: '', currency: 'KES', time_zone: 'UTC' })
      .execute();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction().execute(async (trx) => {
          const row = await trx.selectFrom('tenants').select('name').where('tenant_id', '=', 'count').forUpdate().executeTakeFirstOrThrow();
          await trx
            .updateTable('tenants')
            .set({ name: String(Number(row.name) + 1) })
            .where('tenant_id', '=', 'count')
            .execute();
        }),
      ),
    );
    expect(await db.selectFrom('tenants').select('name').where('tenant_id', '=', 'count').execute()).toEqual([{ name: '20' }]);
  });

  it('counts changed rows', async () => {
    const result = await db.updateTable('tenants').set({ place: 'x' }).where('tenant_id', '=', 'nowhere').executeTakeFirstOrThrow();
    expect(result.numUpdatedRows).toBe(0n);
  });

  it('refuses changes to audit records', async () => {
    await db
      .insertInto('audit_records')
      .values({
        tenant_id: 't',
        chain_index: 0,
        at: new Date(),
        actor_id: null,
        actor_name: 'a',
        action: 'a',
        target: 't',
        outcome: 'done',
        correlation_id: 'c',
        ip: null,
        details: '{}',
        prev_hash: GENESIS,
        hash: '',
      })
      .execute();
    await expect(db.updateTable('audit_records').set({ actor_name: 'b' }).execute()).rejects.toThrow('append-only');
    await expect(db.deleteFrom('audit_records').execute()).rejects.toThrow('append-only');
  });
});
