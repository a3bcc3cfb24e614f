import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Whole } from '../../src/contracts/whole.ts';
import type { AdminUser, AdminUsersPage } from '../../src/contracts/adminUser.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { readMailbox } from '../testing/mailbox.ts';
import { createTestPlatform, openedFor, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { demoStaffId } from '../identity/demo/demoStaff.ts';

let test: TestPlatform;
let admin: TestClient;
let made = 0;

const path = '/api/v1/admin/users';
const adminId = 'usr-demo-admin';
const secondAdmin = demoStaffId('kamau.njoroge');

beforeAll(async () => {
  test = await createTestPlatform();
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const list = async (query = ''): Promise<AdminUsersPage> => (await admin.get(`${path}${query}`)).json();
const look = async (id: string): Promise<Whole<AdminUser>> => (await admin.get(`${path}/${id}`)).json().user;
const names = ({ users }: AdminUsersPage): string[] => users.map(({ name }) => name);
const create = (body: object = {}, more?: Record<string, string>): Promise<TestAnswer> =>
  admin.post(path, { email: `new.${(made += 1)}@ukweli.example`, name: 'New Person', role: 'operator', ...body }, more);
const change = (id: string, body: object, version?: number): Promise<TestAnswer> =>
  admin.call('PATCH', `${path}/${id}${version === undefined ? '' : `?version=${version}`}`, body);
const remove = (id: string): Promise<TestAnswer> => admin.call('DELETE', `${path}/${id}`);
const lines = (action: string) =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', action).orderBy('audit_id').execute();

describe('the list', () => {
  it('answers users and pagination, ten a page by name, from the offset named', { tags: ['I-23', 'I-18'] }, async () => {
    const first = await list();
    expect(first.pagination).toEqual({ page: 1, limit: 10, total: 23, totalPages: 3 });
    expect(names(first)).toHaveLength(10);
    expect(Object.keys(first.users[0] ?? {}).sort()).toEqual(
      ['created_at', 'email', 'id', 'last_login_at', 'letters', 'name', 'pendingEmail', 'role', 'status', 'version'].sort(),
    );
    const third = await list('?limit=10&offset=20');
    expect([third.pagination.page, names(third)]).toEqual([3, ['Yusuf Hassan', 'Zawadi Chepkemoi', 'Wanjiru Kamau'].sort()]);
    expect(names(await list('?limit=5&offset=5'))).toEqual(names(first).slice(5));
  });

  it('searches name and e-mail whatever the case, and filters by role and status', { tags: ['I-10', 'I-23', 'S-12'] }, async () => {
    expect(names(await list('?search=NJOROGE'))).toEqual(['Kamau Njoroge']);
    expect(names(await list('?search=kamau'))).toEqual(['Kamau Njoroge', 'Wanjiru Kamau']);
    expect(names(await list('?search=bank%40'))).toEqual(['Otieno Odhiambo']);
    expect(names(await list('?role=auditor&status=suspended'))).toEqual(['Fatuma Abdi']);
    expect((await list('?search=%25')).pagination.total).toBe(0);
    expect((await list('?search=kamau%00')).pagination.total).toBe(0);
    expect((await list('?search=_')).pagination.total).toBe(0);
    for (const query of ['?role=root', '?status=gone', '?limit=101', '?limit=0', '?offset=-1', '?sort=password', '?order=up'])
      expect([query, (await admin.get(`${path}${query}`)).status]).toEqual([query, 400]);
  });

  it('is ordered by any of its columns, either way, and the same way every time', { tags: ['I-12'] }, async () => {
    expect(names(await list('?sort=name&order=desc'))[0]).toBe('Zawadi Chepkemoi');
    expect((await list('?sort=role&limit=1')).users[0]?.role).toBe('admin');
    expect(names(await list('?sort=last_login_at&order=desc&search=a&role=bank_ops'))[0]).toBe('Achieng Odhiambo');
    expect((await list('?sort=created_at&limit=2')).users[0]?.name).toBe('Achieng Odhiambo');
    const whole = await list('?sort=status&limit=100');
    const paged = [await list('?sort=status&limit=12'), await list('?sort=status&limit=12&offset=12')].flatMap(names);
    expect(paged).toEqual(names(whole));
  });

  it('holds the tenant’s own accounts, and an id of another tenant leads nowhere', { tags: ['A-9'] }, async () => {
    expect((await list('?limit=100')).users.map(({ email }) => email)).not.toContain('operator@kampala.example');
    for (const answer of [
      await admin.get(`${path}/usr-kampala-operator`),
      await change('usr-kampala-operator', { role: 'admin' }),
      await remove('usr-kampala-operator'),
    ])
      expect([answer.status, answer.json().error.code]).toEqual([404, 'not_found']);
    const stranger = await test.platform.db
      .selectFrom('accounts')
      .select(['role', 'status'])
      .where('account_id', '=', 'usr-kampala-operator')
      .executeTakeFirstOrThrow();
    expect(stranger).toEqual({ role: 'operator', status: 'active' });
  });
});

describe('a new user', () => {
  it('is active unless told otherwise, has no password, and stands on record', { tags: ['I-18', 'I-23', 'D-27', 'G-4'] }, async () => {
    const answer = await create({ email: 'Wairimu.N@ukweli.example', name: '  Wairimu Ndungu ', role: 'bank_ops' });
    expect(answer.status, answer.body).toBe(200);
    const { user } = answer.json<{ user: AdminUser }>();
    expect(user).toMatchObject({
      email: 'Wairimu.N@ukweli.example',
      name: 'Wairimu Ndungu',
      role: 'bank_ops',
      status: 'active',
      last_login_at: null,
      version: 1,
    });
    expect(user.letters).toMatchObject([{ purpose: 'welcome', state: 'waiting' }]);
    // A device names stored data by account id, readable even while locked (G-4), so the id must reveal nothing about the person.
    expect(user.id).toMatch(/^usr-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await look(user.id)).toMatchObject({ ...user, letters: [{ purpose: 'welcome' }] });
    const row = await test.platform.db.selectFrom('accounts').selectAll().where('account_id', '=', user.id).executeTakeFirstOrThrow();
    expect([row.password, row.tenant_id]).toEqual([null, 'demo']);
    const record = (await lines('account.create')).at(-1);
    expect(record).toMatchObject({
      actor_id: adminId,
      target: user.email,
      outcome: 'done',
      details: { role: 'bank_ops', status: 'active' },
    });
  });

  it('is one, however often the same sending arrives', { tags: ['F-24'] }, async () => {
    const key = { [headers.idempotency]: 'create-user-key-000001' };
    const body = { email: 'once@ukweli.example' };
    const [first, second] = [await create(body, key), await create(body, key)];
    expect([first.status, second.json()]).toEqual([200, first.json()]);
    expect((await list('?search=once%40')).pagination.total).toBe(1);
  });

  it('is told by mail once, without a secret, where to choose a password; one who may not come in yet is not', {
    tags: ['I-14', 'F-24'],
  }, async () => {
    const letters = (to: string) => readMailbox(test.platform.config.dataDir).filter((letter) => letter.to === to);
    const key = { [headers.idempotency]: 'create-user-key-000002' };
    const body = { email: 'welcome@ukweli.example', name: 'Welcome Person' };
    for (const sent of [await create(body, key), await create(body, key)]) expect(sent.status, sent.body).toBe(200);
    await create({ email: 'not.yet@ukweli.example', status: 'suspended' });
    // Letters go out in order: once this one has arrived, so have those before it.
    await create({ email: 'after@ukweli.example' });
    await expect.poll(() => letters('after@ukweli.example').length).toBe(1);
    const [letter, ...more] = letters(body.email);
    expect([more, letters('not.yet@ukweli.example')]).toEqual([[], []]);
    expect(letter).toMatchObject({ subject: 'You have an account', token: null });
    // The address is unconfirmed, so the letter contains no text chosen by the administrator.
    expect(letter?.text).toContain('Hello,');
    expect(letter?.text).not.toContain('Welcome Person');
    expect(letter?.text).toContain(`${test.platform.config.origin}/auth/reset-password`);
  });

  it('has an address that nobody else has, whatever its case, in any tenant', async () => {
    for (const email of ['AUDITOR@ukweli.example', 'operator@kampala.example']) {
      const answer = await create({ email });
      expect([answer.status, answer.json().error.message]).toEqual([409, 'This email is already in use']);
    }
    const both = await Promise.all([create({ email: 'race@ukweli.example' }), create({ email: 'Race@ukweli.example' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('has a known role and status, a name of two characters and a real address', { tags: ['I-18'] }, async () => {
    for (const body of [
      { role: 'root' },
      { role: undefined },
      { status: 'deleted' },
      { name: 'A' },
      { name: ' A ' },
      { name: 'Two\nLines' },
      { name: 'x'.repeat(201) },
      { email: 'not an address' },
      { email: 'a@b' },
    ])
      expect([body, (await create(body)).status]).toEqual([body, 400]);
  });
});

describe('what nobody may set', () => {
  it('mass assignment: any other member is refused, changes nothing and is on record', { tags: ['A-9'] }, async () => {
    const before = await look('usr-demo-operator');
    const total = (await list()).pagination.total;
    for (const extra of [
      { id: 'usr-mine' },
      { account_id: 'usr-mine' },
      { tenantId: 'kampala' },
      { tenant_id: 'kampala' },
      { password: 'x' },
      { version: 9 },
      { permissions: ['admin:users'] },
      { created_at: '2020-01-01T00:00:00Z' },
      { __proto__: { role: 'admin' }, constructor: 'x' },
    ]) {
      expect([extra, (await create(extra)).status]).toEqual([extra, 400]);
      expect([extra, (await change('usr-demo-operator', { name: 'Other', ...extra })).status]).toEqual([extra, 400]);
    }
    expect((await change('usr-demo-operator', {})).json().user).toEqual(before);
    expect([await look('usr-demo-operator'), (await list()).pagination.total]).toEqual([before, total]);
    const refused = await lines('refused.bad_request');
    expect(refused.at(-1)).toMatchObject({ actor_id: adminId, target: `PATCH ${path}/:id`, outcome: 'refused' });
    expect(refused.length).toBeGreaterThanOrEqual(19);
  });

  it.each(['bank@ukweli.example', 'auditor@ukweli.example', 'operator@ukweli.example'])(
    '%s may neither look nor change',
    { tags: ['A-9', 'C-72'] },
    async (email) => {
      const client = await test.signIn(email);
      // Letters still in the queue would change their state in between.
      await test.platform.letters.round();
      const before = await list('?limit=100');
      for (const [method, at, body] of [
        ['GET', path, undefined],
        ['GET', `${path}/${adminId}`, undefined],
        ['POST', path, { email: 'mine@ukweli.example', name: 'Mine', role: 'admin' }],
        ['PATCH', `${path}/usr-demo-operator`, { role: 'admin' }],
        ['DELETE', `${path}/${secondAdmin}`, undefined],
      ] as const)
        expect([method, (await client.call(method, at, body)).status]).toEqual([method, 403]);
      expect(await list('?limit=100')).toEqual(before);
    },
  );
});

describe('a change', () => {
  it('moves what is named and nothing else, and the version with it', { tags: ['I-15', 'I-23'] }, async () => {
    const before = await look(demoStaffId('lokiru.ekal'));
    const answer = await change(before.id, { name: 'Lokiru Ekal Lomuria' }, before.version);
    const letters = [expect.objectContaining({ purpose: 'name_changed', state: 'waiting' }), ...before.letters];
    expect(answer.json().user).toEqual({ ...before, name: 'Lokiru Ekal Lomuria', version: before.version + 1, letters });
    const same = await change(before.id, { name: 'Lokiru Ekal Lomuria' }, before.version + 1);
    expect(same.json().user.version).toBe(before.version + 1);
    const moved = await change(before.id, { role: 'auditor', status: 'suspended' });
    expect(moved.json().user).toMatchObject({ role: 'auditor', status: 'suspended' });
    expect((await change(before.id, { email: 'admin@ukweli.example' })).json().error.message).toBe('This email is already in use');
    expect((await change(before.id, { email: 'LOKIRU@ukweli.example' })).json().error.message).toContain('Activate the account first');
  });

  it('of an address waits until the new one has confirmed itself: until then the account is found and reset by the one before, whose owner is told, and no link that lies there holds', {
    tags: ['G-25'],
  }, async () => {
    const { email, version } = await look(demoStaffId('halima.noor'));
    const letters = (to: string, subject: string) =>
      vi.waitFor(
        () => {
          const found = readMailbox(test.platform.config.dataDir).findLast((one) => one.to === to && one.subject === subject);
          if (found === undefined) throw new Error(`no letter '${subject}' to ${to}`);
          return found;
        },
        { timeout: 15_000 },
      );
    await test.anonymous().post('/api/auth/password-reset', { email });
    const { token: reset } = await letters(email, 'Set a new password');
    const wrong = 'thief@elsewhere.example';
    const right = 'halima.n@ukweli.example';
    const first = await change(demoStaffId('halima.noor'), { email: wrong }, version);
    expect(first.json().user).toMatchObject({ email, pendingEmail: wrong, version });
    expect((await letters(email, 'A change of your email address was requested')).text).toContain('Until then nothing changes');
    const chosen = { token: reset, password: 'Nalubaale-Ripon-47!' };
    expect((await test.anonymous().post('/api/auth/password-reset/confirm', chosen)).status).toBe(410);
    // The holder of only the new mailbox gets no letter that opens the account.
    await test.anonymous().post('/api/auth/password-reset', { email: wrong });
    const { token: old } = await letters(wrong, 'Confirm your new email address');

    const second = await change(demoStaffId('halima.noor'), { email: right });
    expect(second.json().user).toMatchObject({ email, pendingEmail: right });
    expect((await test.anonymous().post('/api/auth/email/confirm', { token: old })).status).toBe(410);
    const { token } = await letters(right, 'Confirm your new email address');
    expect((await test.anonymous().post('/api/auth/email/confirm', { token })).json()).toEqual({ email: right });
    expect(await look(demoStaffId('halima.noor'))).toMatchObject({ email: right, pendingEmail: null, version: version + 1 });
    await letters(email, 'Your email address was changed');
    expect(readMailbox(test.platform.config.dataDir).filter(({ to, subject }) => to === wrong && subject === 'Set a new password')).toEqual(
      [],
    );
    const done = (await lines('account.change')).filter(
      ({ target, outcome }) => target === demoStaffId('halima.noor') && outcome === 'done',
    );
    expect(done.map(({ details }) => Object(details)['email'])).toEqual(expect.arrayContaining([wrong, right]));
  });

  it('over a stale version is refused with what drifted, and overwrites nothing, whoever made the other change', async () => {
    const before = await look(demoStaffId('yusuf.hassan'));
    // The owner's own change of name counts like an administrator's.
    await test.platform.db.updateTable('accounts').set({ name: 'Yusuf A. Hassan' }).where('account_id', '=', before.id).execute();
    const late = await change(before.id, { role: 'admin' }, before.version);
    expect([late.status, late.json().error]).toMatchObject([
      409,
      { code: 'conflict', message: 'This user was changed by somebody else', drifted: [{ id: before.id, reason: 'changed' }] },
    ]);
    expect(await look(before.id)).toEqual({ ...before, name: 'Yusuf A. Hassan', version: before.version + 1 });
    const both = await Promise.all([
      change(before.id, { name: 'First' }, before.version + 1),
      change(before.id, { name: 'Second' }, before.version + 1),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await test.platform.db.updateTable('accounts').set({ last_login_at: new Date() }).where('account_id', '=', before.id).execute();
    expect((await look(before.id)).version).toBe(before.version + 2);
  });

  it('never shuts its maker out, and keeps the last active administrator', { tags: ['D-19'] }, async () => {
    const self = await remove(adminId);
    expect([self.status, self.json().error.message]).toEqual([409, 'You cannot deactivate your own account']);
    for (const status of ['inactive', 'suspended'] as const) expect((await change(adminId, { status })).status).toBe(409);
    expect((await remove(secondAdmin)).json().user.status).toBe('inactive');
    const last = await change(adminId, { role: 'operator' });
    expect([last.status, last.json().error.message]).toEqual([409, 'The last active administrator cannot be deactivated or demoted']);
    expect((await change(secondAdmin, { status: 'active' })).json().user.status).toBe('active');
    // Two administrators demote each other at once: one must remain.
    const other = await admin.call('GET', `${path}/${secondAdmin}`);
    expect(other.status).toBe(200);
    const cookie = admin.cookie.replace(/=.*/, `=${await openedFor(test.platform, secondAdmin)}`);
    const demote = (id: string, by: string) => test.anonymous().call('PATCH', `${path}/${id}`, { role: 'operator' }, { cookie: by });
    const outcomes = await Promise.all([demote(secondAdmin, admin.cookie), demote(adminId, cookie)]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    await test.platform.db.updateTable('accounts').set({ role: 'admin' }).where('account_id', 'in', [adminId, secondAdmin]).execute();
  });
});

describe('setting what is set', { tags: ['S-13'] }, () => {
  it('changes nothing and no line says that it was done: ten deactivations of one account are one', { tags: ['S-13'] }, async () => {
    const id = secondAdmin;
    const done = async () =>
      (await lines('account.deactivate')).filter(({ target, outcome }) => target === id && outcome === 'done').length;
    const before = await done();
    for (let again = 0; again < 10; again += 1) {
      const answer = await remove(id);
      expect([answer.status, answer.json().user.status]).toEqual([200, 'inactive']);
    }
    expect(await done()).toBe(before + 1);
    const { version, role, name, email } = await look(id);
    const changes = (await lines('account.change')).length;
    expect((await change(id, { role, name, email, status: 'inactive' })).json().user.version).toBe(version);
    expect((await lines('account.change')).length).toBe(changes);
    expect((await change(id, { status: 'active' })).json().user).toMatchObject({ status: 'active', version: version + 1 });
    expect((await lines('account.change')).length).toBe(changes + 1);
  });
});

describe('an account that is deactivated while its user is at work', () => {
  it('is out at once: sessions end, calls are refused, and its console is told to keep nothing', {
    tags: ['D-19', 'C-73', 'A-7'],
  }, async () => {
    const operator = await test.signIn('operator@ukweli.example');
    const ended: string[] = [];
    const stop = test.platform.sessions.onEnded(({ accountId, reason }) => void ended.push(`${accountId} ${reason}`));
    const once = { [headers.idempotency]: 'deactivate-user-key-0001' };
    const answer = await admin.call('DELETE', `${path}/usr-demo-operator`, undefined, once);
    stop();
    expect(answer.json().user).toMatchObject({ id: 'usr-demo-operator', status: 'inactive' });
    expect(ended).toContain('usr-demo-operator deactivated');
    expect((await operator.get('/api/kpis')).status).toBe(401);
    for (const me of [await operator.get('/api/auth/me'), await operator.post('/api/auth/refresh')])
      expect([me.status, me.json().error.code]).toEqual([410, 'gone']);
    const news = await test.platform.db.selectFrom('events').select(['type', 'resource_id']).where('topic', '=', 'system').execute();
    expect(news).toContainEqual({ type: 'system.revoked', resource_id: 'usr-demo-operator' });
    // Ended sessions stay ended after reactivation, and a repeat of the same request does not end later sessions.
    expect((await change('usr-demo-operator', { status: 'active' })).status).toBe(200);
    expect((await operator.get('/api/auth/me')).status).toBe(410);
    const again = await test.signIn('operator@ukweli.example');
    expect((await admin.call('DELETE', `${path}/usr-demo-operator`, undefined, once)).json()).toEqual(answer.json());
    expect((await again.get('/api/auth/me')).status).toBe(200);
  });

  it('whose session only ran out is asked to sign in again, and told nothing else', { tags: ['C-73'] }, async () => {
    const bank = await test.signIn('bank@ukweli.example');
    await test.platform.db
      .updateTable('sessions')
      .set({ expires_at: test.clock.now() })
      .where('account_id', '=', 'usr-demo-bank')
      .execute();
    expect((await bank.get('/api/auth/me')).json().error.code).toBe('unauthenticated');
    expect((await test.anonymous().call('GET', '/api/auth/me', undefined, { cookie: 'ukweli_session=nobody' })).status).toBe(401);
  });

  it('a role changed counts at the next call, and the console hears of it', { tags: ['C-73'] }, async () => {
    const auditor = await test.signIn('auditor@ukweli.example');
    expect((await auditor.get('/api/audit')).status).toBe(200);
    expect((await change('usr-demo-auditor', { role: 'operator' })).status).toBe(200);
    expect((await auditor.get('/api/audit')).status).toBe(403);
    expect((await auditor.get('/api/auth/me')).json().role).toBe('operator');
    const news = await test.platform.db.selectFrom('events').select(['type', 'resource_id']).where('topic', '=', 'system').execute();
    expect(news).toContainEqual({ type: 'system.role_changed', resource_id: 'usr-demo-auditor' });
  });

  it('an administrator may give a name that another has: both names are on record, and the owner is told at the address they had', {
    tags: ['P-7', 'A-20'],
  }, async () => {
    const id = 'usr-demo-bank';
    const { name: before, email } = await look(id);
    const key = { [headers.idempotency]: 'name-of-another-000001' };
    for (let again = 0; again < 2; again += 1)
      expect((await admin.call('PATCH', `${path}/${id}`, { name: 'Amina Yusuf', email: 'moved@ukweli.example' }, key)).status).toBe(200);
    const told = () =>
      readMailbox(test.platform.config.dataDir).filter(
        ({ subject, text }) => subject === 'Your name was changed' && text.includes('Amina Yusuf'),
      );
    await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 15_000 });
    expect(told()[0]).toMatchObject({ to: email, text: expect.stringContaining('Amina Yusuf from now on, by') });
    const line = (await lines('account.change')).find(({ target, outcome }) => target === id && outcome === 'done');
    expect(line).toMatchObject({ actor_id: adminId, details: { name: 'Amina Yusuf', nameBefore: before } });
    expect((await change(id, { name: before })).json().user).toMatchObject({ email, pendingEmail: 'moved@ukweli.example' });
  });

  it('every act and every refusal is on record, with who, whom and what', { tags: ['D-27'] }, async () => {
    const changes = await lines('account.change');
    expect(changes.find(({ target, outcome }) => target === 'usr-demo-auditor' && outcome === 'done')).toMatchObject({
      actor_id: adminId,
      details: { role: 'operator' },
    });
    expect(changes.some(({ target, outcome }) => target === adminId && outcome === 'refused')).toBe(true);
    expect((await lines('account.deactivate')).map(({ target, outcome }) => `${target} ${outcome}`)).toEqual(
      expect.arrayContaining(['usr-demo-operator done', `${adminId} refused`]),
    );
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();
  });
});
