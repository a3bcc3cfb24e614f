import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPlatform, openTestDatabase, type TestPlatform } from '../../testing/platform.ts';
import { ensureTenant } from '../accounts.ts';
import { createAdministrator } from '../administrator.ts';
import { demoAccounts, demoPassword, demoTenants } from './demoAccounts.ts';
import { isEmpty } from './seedAccounts.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform({ database: await openTestDatabase() }); // really seeded here: other tests start from an image
});
afterAll(() => test.close());

describe('what the demo begins with', { tags: ['D-4'] }, () => {
  it.each(demoAccounts)('lets $email in by the demo’s password, as $role of $tenantId', async ({ email, role, tenantId, name }) => {
    const answer = await test.anonymous().post('/api/auth/login', { email, password: demoPassword });
    expect([answer.status, answer.json().user]).toEqual([200, expect.objectContaining({ email, role, tenantId, name })]);
  });

  it('is no empty platform, and everybody in it belongs to a tenant of its own: the one that is home', async () => {
    const { db } = test.platform;
    expect(await isEmpty(test.platform)).toBe(false);
    const people = await db.selectFrom('accounts').select(['account_id', 'tenant_id']).orderBy('account_id').execute();
    const members = await db.selectFrom('memberships').selectAll().execute();
    const belongs = ({ account_id, tenant_id }: { account_id: string; tenant_id: string }) =>
      members.some((member) => member.account_id === account_id && member.tenant_id === tenant_id);
    expect(people.length).toBeGreaterThan(demoAccounts.length);
    expect(people.filter((person) => !belongs(person))).toEqual([]);
  });

  it('has staff that was in at one time or another since it came, and one who never was', { tags: ['M-13'] }, async () => {
    const staff = await test.platform.db
      .selectFrom('accounts')
      .select(['name', 'created_at', 'last_login_at as lastIn'])
      .where('password', 'is', null)
      .execute();
    expect(staff.filter(({ lastIn }) => lastIn === null).map(({ name }) => name)).toEqual(['Zawadi Chepkemoi']);
    const now = test.clock.now().toISOString();
    for (const { name, created_at: came, lastIn } of staff)
      if (lastIn !== null) expect([name, came <= lastIn && lastIn <= now]).toEqual([name, true]);
  });

  it('a tenant that is there stays as it is, and a new one is added', async () => {
    const { db } = test.platform;
    const names = async () =>
      (await db.selectFrom('tenants').select(['tenant_id', 'name']).execute()).map(({ tenant_id, name }) => `${tenant_id}: ${name}`).sort();
    const before = await names();
    expect(before).toEqual(demoTenants.map(({ tenantId, name }) => `${tenantId}: ${name}`).sort());
    const [demo] = demoTenants;
    if (demo === undefined) throw new Error('The demo has tenants');
    await ensureTenant(db, { ...demo, name: 'Another' });
    expect(await names()).toEqual(before);
    await ensureTenant(db, { ...demo, tenantId: 'mombasa', name: 'Mombasa' });
    expect(await names()).toEqual([...before, 'mombasa: Mombasa'].sort());
  });
});

describe('an administrator from the command line', { tags: ['D-4'] }, () => {
  const tenant = { tenantId: 'kisumu', name: 'Kisumu', place: 'Kisumu', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };
  const wanted = (id: string, email: string) => ({
    user: { id, email, name: 'Akinyi Otieno', role: 'admin' as const, tenantId: 'kisumu' },
    password: 'Lakeside-2026!',
    tenant,
    federated: { issuer: 'https://idp.example', subject: id },
  });

  it('has a tenant that is made with them, signs in, and is on record; an address that somebody has makes nothing at all', async () => {
    const { db } = test.platform;
    const taken = await createAdministrator(test.platform, wanted('usr-second', 'Operator@Ukweli.example'));
    expect(taken).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    const made = () => db.selectFrom('tenants').selectAll().where('tenant_id', '=', 'kisumu').execute();
    expect(await made()).toEqual([]);

    expect(await createAdministrator(test.platform, wanted('usr-first', 'akinyi@kisumu.example'))).toEqual({ ok: true, value: null });
    expect(await made()).toMatchObject([{ name: 'Kisumu', place: 'Kisumu', currency: 'KES', time_zone: 'Africa/Nairobi' }]);
    const answer = await test.anonymous().post('/api/auth/login', { email: 'akinyi@kisumu.example', password: 'Lakeside-2026!' });
    expect([answer.status, answer.json().user]).toEqual([200, expect.objectContaining({ role: 'admin', tenantId: 'kisumu' })]);
    const lines = await db.selectFrom('audit_records').selectAll().where('tenant_id', '=', 'kisumu').orderBy('chain_index').execute();
    expect(lines[0]).toMatchObject({
      action: 'account.create',
      target: 'usr-first',
      actor_name: 'Command line',
      details: { role: 'admin' },
    });
    expect(await db.selectFrom('federated_identities').selectAll().execute()).toEqual([
      {
        issuer: 'https://idp.example',
        subject: 'usr-first',
        account_id: 'usr-first',
        linked_by: 'operator',
        linked_at: test.clock.now().toISOString(),
      },
    ]);
  });
});
