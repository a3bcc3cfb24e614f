import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { isReadOnly, ReadOnlyMode } from '../db/readOnly.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { demoStaffId } from '../identity/demo/demoStaff.ts';
import { readEvents } from '../realtime/head.ts';
import { writeTransaction } from '../realtime/log.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { bodyFor } from '../testing/bodyFor.ts';
import { createTestPlatform, openedFor, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

const path = everyEndpoint.killSwitch.path;
let test: TestPlatform;
let admin: TestClient;
let auditor: TestClient;
let kampala: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  admin = await test.signIn('admin@ukweli.example');
  auditor = await test.signIn('auditor@ukweli.example');
  kampala = await test.signIn('operator@kampala.example');
});
afterAll(() => test.close());
const state = async (client = admin) => (await client.get(path)).json();
const pull = (
  client = admin,
  body: object = { active: true, confirmation: 'STOP', reason: 'Meter fraud at Kilifi' },
): Promise<TestAnswer> => client.call('PUT', path, body);
const release = async (client = admin, version?: number): Promise<TestAnswer> =>
  client.call('PUT', path, { active: false, version: version ?? (await state()).version, reason: 'Meters replaced' });
afterEach(async () => {
  if ((await state()).active) await release();
});
const seqNow = async () =>
  (await test.platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow()).seq;
const onRecord = () =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', 'like', 'kill_switch.%').orderBy('chain_index').execute();

describe('the kill switch', () => {
  it('is pulled by whoever sees the dashboard, with the word and a reason, and tells every console', {
    tags: ['C-63', 'D-23'],
  }, async () => {
    const before = await seqNow();
    for (const body of [
      { active: true, reason: 'Meter fraud' },
      { active: true, confirmation: 'stop', reason: 'Meter fraud' },
      { active: true, confirmation: 'STOP', reason: '  ' },
      { active: true, confirmation: 'STOP', reason: 'x'.repeat(281) },
    ])
      expect((await pull(auditor, body)).status, JSON.stringify(body)).toBe(400);
    expect(await state()).toMatchObject({ active: false });

    const pulled = await pull(auditor);
    expect(pulled.status, pulled.body).toBe(200);
    const now = await state(auditor);
    expect(now).toMatchObject({ active: true, reason: 'Meter fraud at Kilifi', since: test.clock.now().toISOString() });
    expect(pulled.json()).toEqual(now);
    const events = await readEvents(test.platform.db, 'demo', { after: before, upTo: 1e9, topics: ['system'], limit: 100 });
    expect(events.map(({ frame }) => JSON.parse(frame))).toContainEqual(
      expect.objectContaining({ type: 'system.kill_switch', resourceId: 'kill-switch', version: now.version, data: now }),
    );
  });

  it('is released by an administrator alone, who names the pull that is ended', { tags: ['D-23'] }, async () => {
    const { version } = (await pull(auditor)).json();
    for (const email of ['bank@ukweli.example', 'operator@ukweli.example', 'auditor@ukweli.example']) {
      const refused = await release(await test.signIn(email), version);
      expect([refused.status, refused.json().error.code], email).toEqual([403, 'forbidden']);
    }
    expect((await release(admin, version - 1)).status).toBe(409);
    expect(await state()).toMatchObject({ active: true });
    expect((await release(admin, version)).json()).toMatchObject({ active: false, reason: 'Meters replaced', version: version + 1 });
  });

  it('keeps the first reason where two press at once, and both have what they wanted', { tags: ['D-23'] }, async () => {
    const [one, two] = await Promise.all([pull(), pull(auditor, { active: true, confirmation: 'STOP', reason: 'Another reason' })]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.json()).toEqual(one.json());
  });

  it('puts both acts and every refusal on record', { tags: ['D-27'] }, async () => {
    const before = (await onRecord()).length;
    await pull(auditor);
    await release(auditor);
    await release();
    const [pulled, released] = (await onRecord()).slice(before);
    expect(pulled).toMatchObject({ action: 'kill_switch.activate', outcome: 'done', details: { reason: 'Meter fraud at Kilifi' } });
    expect(released).toMatchObject({ action: 'kill_switch.release', outcome: 'done', details: { reason: 'Meters replaced' } });
    const refused = await test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'refused.forbidden').execute();
    expect(refused.at(-1)).toMatchObject({ target: `PUT ${path}`, actor_id: 'usr-demo-auditor' });
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();
  });

  const rows: readonly (readonly [string, Endpoint])[] = Object.entries(everyEndpoint);
  const changes = rows.filter(([, row]) => row.method !== 'GET' && row.inReadOnlyMode !== 'open');

  it('refuses every change of the table of calls with 423, by whoever holds every permission, and nothing is changed', {
    tags: ['D-23', 'C-63', 'A-9'],
  }, async () => {
    await pull();
    const before = await seqNow();
    expect(changes.length).toBeGreaterThan(10);
    for (const [place, [id, row]] of changes.entries()) {
      // Public calls have no tenant to check, so none may be a change.
      expect(row.needs, id).not.toBe('public');
      const body = row.body === undefined ? undefined : bodyFor(row.body);
      const answer = await admin.call(row.method, row.path.replace(/\{\w+\}/g, 'X-1'), body, {
        [headers.idempotency]: `read-only-mode-${String(place).padStart(4, '0')}`,
      });
      expect([id, answer.status, answer.json().error?.code]).toEqual([id, 423, 'read_only_mode']);
    }
    expect(await seqNow()).toBe(before);
  });

  it('lets through what ends it, signing in and out, and what changes nothing', { tags: ['D-23'] }, async () => {
    const signingIn = [
      'login',
      'createSession',
      'logout',
      'refresh',
      'parkSession',
      'revokeDeviceSession',
      'endOtherSessions',
      'switchTenant',
      'openDisplaySession',
    ];
    // Releasing the switch needs re-authentication.
    const proving = ['proofOptions', 'proveAgain'];
    // The app lock works, and counts attempts, in read-only mode too.
    const unlocking = ['countLockTry', 'clearLockTries'];
    // The administrator who is to release it may have forgotten the password. Confirming an address checks the mode itself, under the
    // account's tenant.
    const waysBack = ['requestReset', 'confirmReset', 'confirmEmail'];
    // They compute, give out a link, or sign a download; they store only the audit line and, for a checkpoint, what was signed.
    const keepNothing = [
      'lookUpPairing',
      'signedUrls',
      'avoidedByEfficiency',
      'avoidedByRenewables',
      'exportTable',
      'showLetter',
      'signCheckpoint',
      'lockEscrow',
    ];
    // Access must be removable, now above all (G-26). Keys are withdrawn at the command line.
    const shutsOut = [
      'deactivateUser',
      'revokeDisplay',
      'endUserSession',
      'removeUserPasskey',
      'removeUserTotp',
      'unlinkUser',
      'startAnew',
    ];
    const open = new Set([
      ...signingIn,
      ...proving,
      ...unlocking,
      ...waysBack,
      ...shutsOut,
      'changeKillSwitch',
      'telemetry',
      ...keepNothing,
    ]);
    expect(new Set(rows.filter(([, row]) => row.inReadOnlyMode === 'open').map(([id]) => id))).toEqual(open);
    expect(rows.filter(([, row]) => row.inReadOnlyMode === 'containment').map(([id]) => id)).toEqual(['changeUser']);
    await pull();
    const login = await test.anonymous().post('/api/auth/login', { email: 'bank@ukweli.example', password: demoPassword });
    expect(login.status, login.body).toBe(200);
    expect((await admin.post('/api/auth/refresh')).status).toBe(200);
    const beacon = { events: [{ name: 'page.view', at: '2025-11-18T11:00:00Z', values: {} }] };
    expect((await admin.post('/api/telemetry', beacon)).status).toBe(200);
    const leaving = await test.signIn('operator@ukweli.example');
    expect((await leaving.post('/api/auth/logout')).status).toBe(200);
    expect((await admin.get('/api/kpis')).status).toBe(200);
  });

  it('every call of the table is exempt or refused: one that is exempt is never told of read-only mode', {
    tags: ['G-26', 'D-23'],
  }, async () => {
    await pull();
    const told: string[] = [];
    // Without the calls that would end the mode or the session in use.
    const last = ['changeKillSwitch', 'logout', 'openDisplaySession', 'endOtherSessions'];
    const walked = rows.filter(([id, row]) => row.method !== 'GET' && row.inReadOnlyMode === 'open' && !last.includes(id));
    for (const [place, [id, row]] of walked.entries()) {
      const walker = await test.signIn('admin@ukweli.example');
      const body = row.body === undefined ? undefined : bodyFor(row.body);
      const answer = await walker.call(row.method, row.path.replace(/\{\w+\}/g, 'X-1'), body, {
        [headers.idempotency]: `containment-walk-${String(place).padStart(4, '0')}`,
      });
      if (answer.status === 423) told.push(id);
    }
    expect([walked.length > 15, told]).toEqual([true, []]);
  });

  const users = everyEndpoint.adminUsers.path;
  const userOf = async (id: string) => (await admin.get(`${users}/${id}`)).json().user;
  const changeOf = async (id: string, body: object) =>
    admin.call('PATCH', `${users}/${id}?version=${(await userOf(id)).version}`, body, {
      [headers.idempotency]: `containment-${crypto.randomUUID()}`,
    });
  /** The tests below use staff accounts without a password; each loses access in one way only. */

  it('an account is deactivated, suspended or lowered while the switch is on, at once, on record, and with all its sessions', {
    tags: ['G-26', 'D-19'],
  }, async () => {
    await pull();
    const sessionOf = async (accountId: string) => test.holding(`ukweli_session=${await openedFor(test.platform, accountId)}`);
    const [gone, suspended, lowered] = [demoStaffId('achieng.odhiambo'), demoStaffId('barasa.wekesa'), demoStaffId('kamau.njoroge')];
    const [their, theirs, lowers] = await Promise.all([gone, suspended, lowered].map(sessionOf));
    const { version } = await userOf(gone);
    const ended = await admin.call('DELETE', `${users}/${gone}?version=${version}`, undefined, {
      [headers.idempotency]: 'containment-end-00001',
    });
    expect([ended.status, ended.json().user?.status]).toEqual([200, 'inactive']);
    expect((await changeOf(suspended, { status: 'suspended' })).json().user).toMatchObject({ status: 'suspended' });
    expect((await changeOf(lowered, { role: 'operator' })).json().user).toMatchObject({ role: 'operator' });
    for (const client of [their, theirs]) expect((await client?.get('/api/auth/me'))?.status).toBe(410);
    // An account with a lowered role keeps the remaining rights and cannot release the switch.
    expect((await lowers?.get('/api/auth/me'))?.json()).toMatchObject({ role: 'operator' });
    expect((await lowers?.call('PUT', path, { active: false, version: (await state()).version, reason: 'Mine' }))?.status).toBe(403);
    const lines = await test.platform.db
      .selectFrom('audit_records')
      .select(['action', 'target', 'outcome'])
      .where('action', 'like', 'account.%')
      .where('target', 'in', [gone, suspended, lowered])
      .orderBy('chain_index')
      .execute();
    expect(lines).toEqual([
      { action: 'account.deactivate', target: gone, outcome: 'done' },
      { action: 'account.change', target: suspended, outcome: 'done' },
      { action: 'account.change', target: lowered, outcome: 'done' },
    ]);
    expect(await state()).toMatchObject({ active: true });
  });

  it.each([
    ['a name', { name: 'Cherono R. Rotich' }],
    ['an address', { email: 'cherono@elsewhere.example' }],
    ['a higher role', { role: 'admin' }],
    ['a name beside an end', { name: 'Cherono R. Rotich', status: 'inactive' }],
    ['a higher role beside an end', { role: 'bank_ops', status: 'suspended' }],
    ['nothing that differs', { role: 'operator' }],
  ])('%s is no containment: 423, and the account stays as it is', { tags: ['G-26', 'D-23'] }, async (_what, body) => {
    await pull();
    const before = await userOf(demoStaffId('cherono.rotich'));
    const refused = await changeOf(demoStaffId('cherono.rotich'), body);
    expect([refused.status, refused.json().error?.code]).toEqual([423, 'read_only_mode']);
    expect(await userOf(demoStaffId('cherono.rotich'))).toEqual(before);
  });

  it('nobody is let back in while it is on, nor reached in another tenant', { tags: ['G-26', 'D-23'] }, async () => {
    await pull();
    expect((await changeOf(demoStaffId('fatuma.abdi'), { status: 'active' })).status).toBe(423);
    const foreign = (id: string) =>
      admin.call('PATCH', `${users}/${id}`, { status: 'inactive' }, { [headers.idempotency]: `containment-${crypto.randomUUID()}` });
    expect([(await foreign('usr-kampala-operator')).status, (await foreign('usr-nobody')).status]).toEqual([423, 423]);
    const ended = await admin.call('DELETE', `${users}/usr-kampala-operator`, undefined, {
      [headers.idempotency]: 'containment-end-00002',
    });
    expect(ended.status).toBe(404);
    expect((await kampala.get('/api/auth/me')).status).toBe(200);
  });

  it('whoever is shut out cannot pull it, not even by a call that was under way', { tags: ['G-26', 'D-66'] }, async () => {
    const accountId = demoStaffId('lokiru.ekal');
    const theirs = test.holding(`ukweli_session=${await openedFor(test.platform, accountId)}`);
    const pulledByThem = () => theirs.call('PUT', path, { active: true, confirmation: 'STOP', reason: 'Because I can' });
    const { version } = await userOf(accountId);
    const end = () =>
      admin.call('DELETE', `${users}/${accountId}?version=${version}`, undefined, { [headers.idempotency]: 'containment-end-00003' });
    // Both at once: one of them gets the tenant's lock first.
    const [ended, raced] = await Promise.all([end(), pulledByThem()]);
    expect(ended.status).toBe(200);
    if (raced.status === 200) await release();
    else expect([401, 410]).toContain(raced.status);
    expect((await pulledByThem()).status).toBe(401);
    expect(await state()).toMatchObject({ active: false });
  });

  it('answers again what it had done before it was pulled, and does nothing anew', { tags: ['D-23', 'F-24'] }, async () => {
    const note = () =>
      admin.post('/api/incidents/INC-0041/notes', { text: 'Before it was pulled.' }, { [headers.idempotency]: 'before-the-pull-0001' });
    const done = await note();
    expect(done.status, done.body).toBe(200);
    await pull();
    const again = await note();
    expect([again.status, again.json()]).toEqual([200, done.json()]);
    const other = await admin.post('/api/incidents/INC-0041/notes', { text: 'After.' }, { [headers.idempotency]: 'after-the-pull-00001' });
    expect(other.status).toBe(423);
  });

  it('halts the simulated day and whatever else writes rows, and they go on after the release', { tags: ['D-23'] }, async () => {
    await pull();
    const day = createTenantDayRunner(test.platform, demoProfile, createRandom(7));
    const before = await seqNow();
    await expect(day.step()).rejects.toBeInstanceOf(ReadOnlyMode);
    let began = false;
    const work = async (): Promise<void> => {
      began = true;
    };
    await expect(writeTransaction(test.platform, 'demo', work)).rejects.toBeInstanceOf(ReadOnlyMode);
    expect([began, await seqNow()]).toEqual([false, before]);
    await release();
    const released = await seqNow();
    // A single step of the day may emit nothing, so take many.
    for (let step = 0; step < 50 && (await seqNow()) === released; step += 1) await day.step();
    expect(await seqNow()).toBeGreaterThan(released);
  });

  it('draws no figure that stands still as a new sample: a chart ends where the work was stopped', {
    tags: ['T-5', 'D-23', 'D-35'],
  }, async () => {
    const before = test.clock.now().getTime();
    await pull();
    const lag = async (): Promise<readonly (readonly [number, number | null])[]> =>
      (await admin.get('/api/series?metric=stage.decision_service.lag&window=1h')).json().series[0].points;
    const last = (points: Awaited<ReturnType<typeof lag>>) => points.findLast(([, value]) => value !== null);
    const [stage] = (await admin.get('/api/pipeline')).json().stages.filter(({ name }: { name: string }) => name === 'decision_service');
    const minute = Math.floor(before / 60_000) * 60_000;
    expect(last(await lag())).toEqual([minute, stage.currentLagMinutes]);
    test.clock.advance(7 * 60_000);
    const halted = await lag();
    expect(halted.at(-1)).toEqual([minute + 7 * 60_000, null]);
    expect(last(halted)).toEqual([minute, stage.currentLagMinutes]);
    const proof = await admin.post('/api/auth/proof', { by: 'password', password: demoPassword });
    admin = test.holding(String(proof.headers['set-cookie']).split(';')[0] ?? '');
    await release();
    expect(last(await lag())).toEqual([minute + 7 * 60_000, stage.currentLagMinutes]);
  });

  it('is one tenant’s: the other goes on, and cannot reach it', { tags: ['D-23', 'A-9'] }, async () => {
    await pull();
    expect(await state(kampala)).toMatchObject({ active: false, version: 0 });
    expect(await isReadOnly(test.platform.db, 'kampala')).toBe(false);
    expect((await kampala.call('PUT', path, { active: false, version: 1, reason: 'Not mine' }, { [headers.tenant]: 'demo' })).status).toBe(
      403,
    );
    expect((await test.anonymous().call('PUT', path, { active: true, confirmation: 'STOP', reason: 'Nobody' })).status).toBe(401);
    expect(await state()).toMatchObject({ active: true });
  });
});
