import { href } from '../../src/domain/screens/address.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeTransaction } from '../realtime/log.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { addActivity, addNotification } from './notices.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

it('the newest are kept and the oldest go, also where their numbers come to a million', { tags: ['C-16', 'C-18'] }, async () => {
  const { platform } = test;
  await platform.db
    .insertInto('id_counters')
    .values(['activity', 'notification'].map((name) => ({ tenant_id: 'demo', name, value: 999_900 })))
    .execute();
  for (let at = 1; at <= 320; at += 1)
    await writeTransaction(platform, 'demo', async (trx, emit, now, day) => {
      const writing = { trx, emit, tenantId: 'demo', now, day, correlationId: 'test' };
      await addActivity(writing, `Activity ${at}`, href('health'), 'info');
      await addNotification(writing, 'warning', `Warning ${at}`, 'body', href('dlq', { open: `DLQ-${at}` }), { replaces: false });
    });
  const { db } = platform;
  const texts = (await db.selectFrom('activities').select('text').where('tenant_id', '=', 'demo').execute()).map((row) => row.text);
  const titles = (await db.selectFrom('notifications').select('title').where('tenant_id', '=', 'demo').execute()).map((row) => row.title);
  const newest = (word: string, count: number): string[] => Array.from({ length: count }, (_, back) => `${word} ${320 - back}`).sort();
  expect([texts.sort(), titles.sort()]).toEqual([newest('Activity', 200), newest('Warning', 100)]);
});
