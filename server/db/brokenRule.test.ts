import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import { brokenRuleOf } from './brokenRule.ts';

let test: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true, config: { simulation: 'off' } });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const letterOf = async (itemId: string): Promise<DeadLetter> => {
  const letter = ((await admin.get('/api/dlq')).json().items as DeadLetter[]).find((one) => one.itemId === itemId);
  if (letter === undefined) throw new Error(`no ${itemId}`);
  return letter;
};
let sent = 0;
const promote = async () => {
  sent += 1;
  const { version } = await letterOf('DLQ-00319');
  return admin.post('/api/dlq/DLQ-00319/promote', { version }, { [headers.idempotency]: `broken-rule-${String(sent).padStart(4, '0')}` });
};
const payment = (id: string) =>
  test.platform.db.selectFrom('rbf_payments').selectAll().where('tenant_id', '=', 'demo').where('payment_id', '=', id).executeTakeFirst();
const lastLine = () =>
  test.platform.db
    .selectFrom('audit_records')
    .select(['action', 'outcome', 'details'])
    .where('tenant_id', '=', 'demo')
    .orderBy('chain_index', 'desc')
    .executeTakeFirstOrThrow();

describe('a person whose act would break a rule', { tags: ['S-12'] }, () => {
  it('is told which payment was made in the place of the one that the bank refused', { tags: ['S-12', 'C-60'] }, async () => {
    const refused = await payment('RBF-0217');
    if (refused === undefined) throw new Error('no RBF-0217');
    const again = { ...refused, payment_id: 'RBF-9001', status: 'pending' as const, jws_signature: '' };
    await test.platform.db.insertInto('rbf_payments').values(again).execute();
    const letter = await letterOf('DLQ-00319');
    const answer = await promote();
    expect([answer.status, answer.json().error]).toMatchObject([
      409,
      {
        code: 'conflict',
        message:
          'DLQ-00319 is not promoted. RBF-0217 is not sent again: RBF-9001 was made for the same verification and milestone and is pending',
      },
    ]);
    expect(await payment('RBF-0217')).toEqual(refused);
    expect(await letterOf('DLQ-00319')).toEqual(letter);
    expect(await lastLine()).toMatchObject({ action: 'dead_letter.promote', outcome: 'refused', details: { code: 'conflict' } });
    // The other payment has failed too: now either may be sent again, but not both.
    await test.platform.db.updateTable('rbf_payments').set({ status: 'failed' }).where('payment_id', '=', 'RBF-9001').execute();
    expect((await promote()).status).toBe(200);
    expect((await payment('RBF-0217'))?.status).toBe('pending');
    await expect(
      test.platform.db.updateTable('rbf_payments').set({ status: 'pending' }).where('payment_id', '=', 'RBF-9001').execute(),
    ).rejects.toMatchObject({ constraint: 'rbf_payments_once' });
  });

  it('is told the rule where no check of the command foresaw it: a conflict on record, nothing changed, and a line in the log', {
    tags: ['S-12'],
  }, async () => {
    const { db } = test.platform;
    await behindTheRules(db, async (trx) => {
      await trx.updateTable('dead_letters').set({ promoted_at: null }).where('item_id', '=', 'DLQ-00319').execute();
      const never = { status: 'failed' as const, jws_signature: '', site_code: 'KE-NKR-018' };
      await trx.updateTable('rbf_payments').set(never).where('payment_id', '=', 'RBF-0217').execute();
    });
    const before = await payment('RBF-0217');
    const answer = await promote();
    expect([answer.status, answer.json().error]).toMatchObject([
      409,
      {
        code: 'conflict',
        message:
          'Nothing was changed, since it would break a rule of the platform. RBF-0217: A payment names the site and the covenant of its verification',
      },
    ]);
    expect(await payment('RBF-0217')).toEqual(before);
    expect(await lastLine()).toMatchObject({ outcome: 'refused' });
    expect(test.logged.join('\n')).toContain('"event":"db.rule"');
  });

  it('is told so by a call that is no command too', { tags: ['S-12'] }, async () => {
    const app = await createApp(test.platform);
    app.get('/breaks', async () => {
      await test.platform.db.updateTable('tenants').set({ currency: 'xx' }).execute();
    });
    const answer = await app.inject({ method: 'GET', url: '/breaks' });
    expect([answer.statusCode, answer.json().error]).toMatchObject([
      409,
      {
        message: 'Nothing was changed, since it would break a rule of the platform. A tenant’s currency is a code of three capital letters',
      },
    ]);
    await app.close();
  });

  it('is told of no other failure in the database’s words', { tags: ['S-12'] }, () => {
    for (const failure of [
      null,
      'text',
      new Error('x'),
      { code: '42P01', message: 'relation does not exist' },
      { code: '23505', constraint: 'accounts_pkey', message: 'duplicate key' },
      { code: '23502', message: 'null value' },
      { constraint: 'rbf_payments_once' },
    ])
      expect(brokenRuleOf(failure)).toBeNull();
    expect(brokenRuleOf({ code: '23505', constraint: 'rbf_payments_once' })).toContain('paid for one milestone once');
  });
});
