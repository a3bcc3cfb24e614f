import { type Href, screenHref } from '../../src/domain/screens/link.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addActivity } from '../entities/notices.ts';
import { refusalByRule } from './brokenRule.ts';
import { judgedColumns, UnfitRow } from './judgedWrites.ts';
import { writeTransaction } from '../realtime/log.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
});
afterAll(() => test.close());

const activity = {
  tenant_id: 'demo',
  activity_id: 'ACT-900001',
  text: 'Something',
  at: '2026-11-20T08:00:00Z',
  link: '/system/health',
  status: 'info',
  version: 1,
} as const;
const refused = (table: string, column: string) => new UnfitRow(table, column).message;

describe('a row that no answer could bring', { tags: ['G-14', 'A-12'] }, () => {
  it.each(['javascript:alert(1)', '/\t/evil.example', '//evil.example', 'https://evil.example/', ''])(
    'is written by no insert, alone, among others, and in place of one that is there: link %j',
    { tags: ['G-14'] },
    async (link) => {
      const { db } = test.platform;
      const bad = { ...activity, activity_id: 'ACT-900002', link };
      for (const rows of [[bad], [activity, bad]])
        await expect(db.insertInto('activities').values(rows).execute()).rejects.toThrow(refused('activities', 'link'));
      await expect(
        db
          .insertInto('activities')
          .values(activity)
          .onConflict((conflict) => conflict.columns(['tenant_id', 'activity_id']).doUpdateSet({ link }))
          .execute(),
      ).rejects.toThrow(refused('activities', 'link'));
      await expect(db.updateTable('activities').set({ link }).where('tenant_id', '=', 'demo').execute()).rejects.toThrow(UnfitRow);
      expect(await db.selectFrom('activities').select('activity_id').where('activity_id', 'like', 'ACT-9000%').execute()).toEqual([]);
    },
  );

  it('undoes the transaction that it is part of, in words for who caused it, and names no value', { tags: ['G-14'] }, async () => {
    const { platform } = test;
    const before = await platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow();
    const failure = await writeTransaction(platform, 'demo', async (trx, emit, now, day) => {
      const writing = { trx, emit, tenantId: 'demo', now, day, correlationId: 'x' };
      await addActivity(writing, 'One that is whole', screenHref('health'), 'info');
      await addActivity(writing, 'One that is not', 'javascript:alert(1)' as Href, 'info');
    }).catch((one: unknown) => one);
    expect(refusalByRule(failure)).toMatchObject({
      refused: 'conflict',
      message: 'Nothing was changed, since it would break a rule of the platform. activities.link is not what an answer may bring',
    });
    expect(String(failure)).not.toContain('alert');
    const after = await platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow();
    expect(after).toEqual(before);
    expect(await platform.db.selectFrom('activities').select('text').where('text', 'like', 'One that is%').execute()).toEqual([]);
  });

  it('is none where it is whole, and where the database computes what is written', { tags: ['G-14'] }, async () => {
    const { db } = test.platform;
    await db
      .insertInto('activities')
      .values([activity, { ...activity, activity_id: 'ACT-900003', link: '/' }])
      .execute();
    await db
      .updateTable('activities')
      .set({ version: sql<number>`version + 1`, link: '/operations/dlq?item=DLQ-1' })
      .where('activity_id', 'like', 'ACT-9000%')
      .execute();
    const written = await db.selectFrom('activities').select(['link', 'version']).where('activity_id', 'like', 'ACT-9000%').execute();
    expect(written).toEqual([1, 2].map(() => ({ link: '/operations/dlq?item=DLQ-1', version: 2 })));
    await db.deleteFrom('activities').where('activity_id', 'like', 'ACT-9000%').execute();
  });

  it('every column that is judged is there, and takes what stands in every row of the demo and of the simulated day before it', {
    tags: ['G-14'],
  }, async () => {
    for (const [table, columns] of Object.entries(judgedColumns)) {
      const { rows } = await sql<Readonly<Record<string, unknown>>>`select * from ${sql.table(table)}`.execute(test.platform.db);
      expect(rows.length, `rows of ${table} in the demo (server/seed), without which its columns prove nothing`).toBeGreaterThan(0);
      for (const [column, schema] of Object.entries(columns)) {
        const wrong = rows.filter((row) => !(column in row) || !schema.safeParse(row[column]).success);
        expect(wrong.slice(0, 3), `${table}.${column}`).toEqual([]);
      }
    }
  });
});
