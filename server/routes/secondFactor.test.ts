// Roles for which a tenant requires a second factor (issue 17, point 25).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
const path = '/api/v1/admin/second-factor';

describe('the roles that sign in with a second factor', { tags: ['G-25'] }, () => {
  it('are read and set by an administrator, after a proof, once however often it is sent, on record', async () => {
    const admin = await test.signIn('admin@ukweli.example');
    expect((await admin.get(path)).json()).toMatchObject({ roles: [], provider: false });
    const key = { 'idempotency-key': 'second-factor-0001' };
    const set = await admin.call('PUT', path, { roles: ['operator', 'admin', 'admin'] }, key);
    expect([set.status, set.json().roles]).toEqual([200, ['admin', 'operator']]);
    expect((await admin.call('PUT', path, { roles: ['operator', 'admin', 'admin'] }, key)).json()).toEqual(set.json());
    expect((await admin.get(path)).json().roles).toEqual(['admin', 'operator']);
    expect((await admin.call('PUT', path, { roles: ['approver'] }, { 'idempotency-key': 'second-factor-0002' })).status).toBe(400);
    const lines = await test.platform.db
      .selectFrom('audit_records')
      .select(['actor_id', 'tenant_id', 'outcome', 'details'])
      .where('action', '=', 'tenant.second_factor')
      .where('outcome', '=', 'done')
      .execute();
    expect(lines).toEqual([{ actor_id: 'usr-demo-admin', tenant_id: 'demo', outcome: 'done', details: { roles: 'admin operator' } }]);
    test.clock.advance(6 * 60_000);
    const late = await admin.call('PUT', path, { roles: [] }, { 'idempotency-key': 'second-factor-0003' });
    expect(late.json().error.code).toBe('proof_required');
  });

  it('are nobody else’s to see or set, and another tenant’s are its own', async () => {
    for (const email of ['bank@ukweli.example', 'auditor@ukweli.example', 'operator@kampala.example']) {
      const other = await test.signIn(email);
      expect((await other.get(path)).status).toBe(403);
      expect((await other.call('PUT', path, { roles: [] }, { 'idempotency-key': 'second-factor-0004' })).status).toBe(403);
    }
    expect(await test.platform.db.selectFrom('second_factor_roles').select('tenant_id').distinct().execute()).toEqual([
      { tenant_id: 'demo' },
    ]);
  });

  it('take nothing from a session that is open, and ask at the next sign-in', async () => {
    const open = await test.signIn('operator@ukweli.example');
    expect((await open.get('/api/auth/me')).status).toBe(200);
    expect((await open.get('/api/profile/factors')).json()).toMatchObject({ required: true, totp: null });
  });
});
