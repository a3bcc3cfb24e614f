import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { createTestPlatform, openTestDatabase, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { connectBeside } from '../testing/postgres.ts';

const admin = 'usr-demo-admin';
const headLock = `select 1 from event_heads where tenant_id = 'demo' for update`;
const accountRow = `select 1 from accounts where account_id = '${admin}' for update`;

/** Rights that are revoked while a change waits for its lock. PostgreSQL only: there a test can hold a lock from outside. */
describe('rights that end while what they were for waits', { tags: ['S-4', 'D-66'] }, () => {
  let test: TestPlatform;
  let client: TestClient;
  let holder: pg.Client;
  beforeEach(async () => {
    const database = await openTestDatabase('demo');
    test = await createTestPlatform({ database, joins: true, config: { simulation: 'off', databaseUrl: database.connectionString } });
    client = await test.signIn('admin@ukweli.example');
    holder = await connectBeside(database);
  });
  afterEach(async () => {
    await holder.end();
    await test.close();
  });

  /** Sends all requests, runs the SQL `taken` against the sender's rights once they all wait for `lock`, then releases the lock. */
  const meanwhile = async (lock: string, taken: string, send: () => Promise<TestAnswer>[]): Promise<TestAnswer[]> => {
    await holder.query('begin');
    await holder.query(lock);
    const sent = send();
    const waiting = async (): Promise<number> => {
      await holder.query('select pg_stat_clear_snapshot()'); // otherwise the statistics stay as first read in this transaction
      const { rows } = await holder.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return test.platform.database.writersWaiting() + (rows[0]?.n ?? 0);
    };
    // A request that has not passed the session check by then would be refused there, which tests something else. So all must wait first.
    // The lock timeout is 2 s, so the requests are few.
    await expect.poll(waiting, { timeout: 2000, interval: 10 }).toBeGreaterThanOrEqual(sent.length);
    await holder.query(taken);
    await holder.query('commit');
    return Promise.all(sent);
  };
  const keyed = () => ({ [headers.idempotency]: `rights-${randomUUID()}` });
  const statuses = (answers: readonly TestAnswer[]): number[] => answers.map(({ status }) => status);
  const demoted = `update accounts set role = 'auditor' where account_id = '${admin}'`;
  const suspended = `update accounts set status = 'suspended' where account_id = '${admin}'`;
  const signedOut = `update sessions set ended_at = now(), end_reason = 'revoked' where account_id = '${admin}'`;
  const actsOf = async (outcome: string): Promise<string[]> =>
    (
      await test.platform.db
        .selectFrom('audit_records')
        .select('action')
        .where('actor_id', '=', admin)
        .where('outcome', '=', outcome as 'done')
        .where('correlation_id', '=', 'test-correlation')
        .execute()
    ).map(({ action }) => action);

  it('a person demoted while their commands wait has none of them done, the deactivation of another administrator least of all', async () => {
    const other = await test.platform.db
      .selectFrom('accounts')
      .select('account_id')
      .where('name', '=', 'Kamau Njoroge')
      .executeTakeFirstOrThrow();
    const answers = await meanwhile(headLock, demoted, () => [
      client.call('DELETE', `/api/v1/admin/users/${other.account_id}`, undefined, keyed()),
      ...Array.from({ length: 8 }, (_, index) =>
        client.post('/api/incidents/INC-0042/notes', { text: `After the demotion ${index}.` }, keyed()),
      ),
      client.post('/api/v1/admin/users', { name: 'New Person', email: 'new.person@ukweli.example', role: 'admin' }, keyed()),
    ]);
    expect(statuses(answers)).toEqual(Array.from({ length: 10 }, () => 403));
    expect(await actsOf('done')).toEqual([]);
    expect(await actsOf('refused')).toEqual(expect.arrayContaining(['account.deactivate', 'incident.note']));
    const { status } = await test.platform.db
      .selectFrom('accounts')
      .select('status')
      .where('account_id', '=', other.account_id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('active');
    const kept = await test.platform.db.selectFrom('idempotency_keys').select('key').where('key', 'like', 'rights-%').execute();
    expect(kept).toEqual([]);
  });

  it.each([
    ['suspended', suspended],
    ['signed out elsewhere', signedOut],
  ])('%s, they have no change of any kind done', async (_what, taken) => {
    const view = () =>
      client.post(`/api/views/view-${randomUUID()}`, { screen: 'verifications', name: randomUUID(), query: '', version: 0 }, keyed());
    const pull = () => client.call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'Meter fraud' });
    const answers = await meanwhile(headLock, taken, () => [view(), pull()]);
    expect(statuses(answers)).toEqual([401, 401]);
    expect(await actsOf('done')).toEqual([]);
  });

  it('the kill switch is not released by whoever may not any more', async () => {
    const pulled = await client.call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'Meter fraud' });
    const { version } = pulled.json();
    const answers = await meanwhile(headLock, demoted, () => [
      client.call('PUT', '/api/system/kill-switch', { active: false, version, reason: 'Over' }),
    ]);
    expect(statuses(answers)).toEqual([403]);
    expect(await actsOf('done')).toEqual(['kill_switch.activate']);
    expect(await actsOf('refused')).toEqual(['refused.forbidden']);
  });

  it('what is moved to another tenant changes nothing in the one it has left', async () => {
    const answers = await meanwhile(headLock, `update sessions set tenant_id = 'kampala' where account_id = '${admin}'`, () => [
      client.post('/api/incidents/INC-0042/notes', { text: 'In the other tenant.' }, keyed()),
    ]);
    expect(statuses(answers)).toEqual([403]);
    expect(answers[0]?.json().error.code).toBe('wrong_tenant');
  });

  it('one’s own account is not changed, no export signed and no tenant entered by whoever was put out', async () => {
    const name = await meanwhile(accountRow, suspended, () => [client.call('PATCH', '/api/profile', { name: 'Somebody Else' })]);
    expect(statuses(name)).toEqual([401]);
    await holder.query(`update accounts set status = 'active' where account_id = '${admin}'`);
    const password = await meanwhile(accountRow, signedOut, () => [
      client.post('/api/profile/password', { currentPassword: demoPassword, newPassword: 'An entirely new Passw0rd!' }),
    ]);
    expect(statuses(password)).toEqual([401]);
    client = await test.signIn('admin@ukweli.example');
    const moved = await meanwhile(accountRow, demoted, () => [client.call('PUT', '/api/auth/tenant', { tenantId: 'kampala' })]);
    expect(statuses(moved)).toEqual([403]);
    expect((await actsOf('done')).filter((action) => action !== 'session.create')).toEqual([]);
  });

  it('no export is signed for whoever was demoted while it was made', async () => {
    const answers = await meanwhile(accountRow, demoted, () => [
      client.post('/api/exports', { exportType: 'users', format: 'csv', filter: {} }),
    ]);
    expect([statuses(answers), answers[0]?.json().error.code]).toEqual([[403], 'forbidden']);
    expect(await actsOf('done')).toEqual([]);
  });

  it('whoever was signed out while the end that they asked for another session waits ends none', async () => {
    const { db } = test.platform;
    const sessions = () => db.selectFrom('sessions').select(['session_id', 'ended_at']).where('account_id', '=', admin).execute();
    const [mine] = await sessions();
    await test.signIn('admin@ukweli.example');
    const other = (await sessions()).find(({ session_id }) => session_id !== mine?.session_id)?.session_id ?? '';
    const held = `${accountRow}; select 1 from sessions where session_id = '${other}' for update`;
    const out = `update sessions set ended_at = now(), end_reason = 'revoked' where session_id = '${mine?.session_id}'`;
    const answers = await meanwhile(held, out, () => [client.call('DELETE', `/api/auth/sessions/${other}`)]);
    expect(statuses(answers)).toEqual([401]);
    expect((await sessions()).find(({ session_id }) => session_id === other)).toMatchObject({ ended_at: null });
  });
});
