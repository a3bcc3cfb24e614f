import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

/** A seeded item whose payload names a payee. */
const itemId = 'DLQ-00319';
const personal = ['0112345678901', '+254700000217', 'Homa Bay Mixed Secondary'];

let test: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const letterOf = async (client: TestClient): Promise<DeadLetter | undefined> =>
  (await client.get('/api/dlq')).json().items.find((item: DeadLetter) => item.itemId === itemId);
const show = (client: TestClient, version: number) => client.post(`/api/dlq/${itemId}/show`, { version });
const onRecord = () => test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'dead_letter.show').execute();

describe('personal data of dead letters', () => {
  it('leaves the platform in no list, event or export, whoever asks', { tags: ['G-28'] }, async () => {
    await test.platform.db
      .updateTable('dead_letters')
      .set({ error_message: 'Call amina@school.example or 0712345678 about RBF-0217' })
      .where('item_id', '=', itemId)
      .execute();
    for (const who of ['admin', 'operator', 'auditor', 'bank']) {
      const client = await test.signIn(`${who}@ukweli.example`);
      const answer = await client.get('/api/dlq');
      for (const value of [...personal, 'amina@school.example', '0712345678'])
        expect([who, answer.body.includes(value)]).toEqual([who, false]);
      const history = await client.get('/api/rbf/payments');
      for (const value of ['amina@school.example', '0712345678']) expect([who, history.body.includes(value)]).toEqual([who, false]);
    }
    const letter = await letterOf(admin);
    expect(letter).toMatchObject({
      redacted: true,
      errorMessage: 'Call [redacted] or [redacted] about RBF-0217',
      about: { kind: 'payment', id: 'RBF-0217' },
    });
    expect(letter?.payload).toMatchObject({
      paymentId: 'RBF-0217',
      beneficiary: { name: '[redacted]', accountNumber: '[redacted]', phone: '[redacted]' },
    });
    const exported = await admin.post('/api/exports', { exportType: 'dead_letters', format: 'json', filter: {} });
    expect(exported.status, exported.body).toBe(200);
    for (const value of [...personal, 'amina@school.example']) expect(exported.body).not.toContain(value);
    const events = await test.platform.db.selectFrom('events').select('frame').where('tenant_id', '=', 'demo').execute();
    for (const value of personal) expect(events.filter(({ frame }) => JSON.stringify(frame).includes(value))).toEqual([]);
  });

  it('an item without any says nothing of it', { tags: ['G-28'] }, async () => {
    const items: readonly DeadLetter[] = (await admin.get('/api/dlq')).json().items;
    expect(items.find((item) => item.errorCode === 'DECISION_TIMEOUT')).not.toHaveProperty('redacted');
  });

  it('is given whole to who may promote it, at the version that was seen, and that is on record', { tags: ['G-28'] }, async () => {
    const version = (await letterOf(admin))?.version ?? 0;
    const before = (await onRecord()).length;
    const answer = await show(admin, version);
    expect(answer.status, answer.body).toBe(200);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.json()).toMatchObject({ itemId, payload: { beneficiary: { accountNumber: '0112345678901', phone: '+254700000217' } } });
    const lines = await onRecord();
    expect(lines).toHaveLength(before + 1);
    expect(lines.at(-1)).toMatchObject({ target: itemId, outcome: 'done', actor_name: 'Wanjiru Kamau' });
    // The revealed data itself is not recorded.
    expect(JSON.stringify(lines)).not.toContain('0112345678901');
    expect((await show(admin, version + 1)).json().error).toMatchObject({
      code: 'not_found',
      message: `${itemId} is no longer in the queue as you saw it`,
    });
    expect(await onRecord()).toHaveLength(before + 1);
  });

  it('is given to nobody else, nor to another tenant', { tags: ['G-28'] }, async () => {
    const version = (await letterOf(admin))?.version ?? 0;
    for (const who of ['operator', 'auditor', 'bank'])
      expect([who, (await show(await test.signIn(`${who}@ukweli.example`), version)).status]).toEqual([who, 403]);
    const elsewhere = await test.signIn('admin@ukweli.example');
    expect((await elsewhere.call('PUT', '/api/auth/tenant', { tenantId: 'kampala' })).status).toBe(200);
    expect((await show(elsewhere, version)).status).toBe(404);
  });
});
