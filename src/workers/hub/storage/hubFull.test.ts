// Long: a simulated device for each way in which a disk is full.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { amina } from '../../../../tests/builders/fakePlatform.ts';
import {
  closeDevices,
  endBrowser,
  holdClock,
  pass,
  passing,
  readIdentity,
  readRow,
  signedInAs,
} from '../../../../tests/builders/hubDevice.ts';
import { type FullDisk, fillDisk } from '../../../../tests/builders/fullDisk.ts';
import { frameOf } from '../../../../tests/builders/operations.ts';
import { ConsoleDb } from '../../../store/schema.ts';

/** A device without space for a single byte, with and without a reachable platform (F-16). */
type Running = Awaited<ReturnType<typeof signedInAs>>;
const notices = ({ page }: Pick<Running, 'page'>) => page.told.flatMap((message) => (message.kind === 'notice' ? [message] : []));
const promotions = ({ platform }: Pick<Running, 'platform'>) => platform.requests.filter(({ path }) => path.endsWith('/promote'));
const promotion = [{ kind: 'promote', items: [{ itemId: 'DLQ-1', version: 1 }] }] as const;
/** Like a page: waits for the answer while time passes. */
async function decide({ api }: Pick<Running, 'api'>, decision = 'decision-0000001', ms = 6_000) {
  const answer = api.enqueue(decision, [{ kind: 'promote', items: [...promotion[0].items] }]);
  await pass(ms);
  return answer;
}
async function outboxRows(user: { readonly id: string }): Promise<readonly unknown[]> {
  const db = new ConsoleDb('demo', user.id);
  const rows = await db.outbox.toArray();
  db.close();
  return rows;
}
const promotePath = '/api/dlq/DLQ-1/promote';
const promoted = { body: { promoted: [{ itemId: 'DLQ-1', version: 2 }] } };

let disk: FullDisk | null = null;
beforeEach(holdClock);
afterEach(async () => {
  disk?.end();
  vi.restoreAllMocks();
  await closeDevices();
});

for (const how of ['request', 'abort', 'commit'] as const)
  it(`no room at all (told at the ${how}): a promotion goes out once, its result is told, and what is not kept is said`, {
    tags: ['M-4', 'F-16'],
  }, async () => {
    const device = await signedInAs(amina);
    device.platform.replies.set(promotePath, promoted);
    disk = fillDisk(how);
    expect(await decide(device)).toEqual({ ok: true, value: null });
    expect(promotions(device).map(({ headers }) => headers['Idempotency-Key'])).toEqual(['decision-0000001.0']);
    expect(notices(device)).toContainEqual(expect.objectContaining({ level: 'info', title: 'DLQ-1 promoted' }));
    expect(device.status().storageProblem).toMatchObject({ code: 'storage', cause: 'full' });
    expect(device.status().storageProblem?.message).toContain(
      'Decisions are still sent while the platform can be reached, but not stored for later.',
    );
    expect(await outboxRows(amina)).toEqual([]);
    expect(await device.hub.sessionContext()?.outbox.unsent()).toBe(0);
    // The same decision, repeated by a page that missed the answer, changes nothing.
    expect(await decide(device)).toEqual({ ok: true, value: null });
    expect(promotions(device)).toHaveLength(1);
  });

it('what the platform refuses is told as a refusal, once', { tags: ['M-4', 'F-16'] }, async () => {
  const device = await signedInAs(amina);
  device.platform.replies.set(promotePath, {
    status: 409,
    body: { error: { code: 'conflict', message: 'Drift', correlationId: 'c', drifted: [{ id: 'DLQ-1', reason: 'gone' }] } },
  });
  disk = fillDisk('commit');
  expect(await decide(device)).toEqual({ ok: true, value: null });
  expect(notices(device)).toContainEqual(expect.objectContaining({ level: 'warning', title: 'DLQ-1 not promoted' }));
  expect(promotions(device)).toHaveLength(1);
});

it('while the platform is read-only nobody waits for what cannot be sent: the answer comes at once', {
  tags: ['M-4', 'F-16', 'D-23'],
}, async () => {
  const device = await signedInAs(amina);
  device.platform.emit(
    frameOf('system.kill_switch', 'kill-switch', { active: true, reason: 'Meter fraud', by: 'Brian', version: 2 }, { seq: 2, prev: 0 }),
  );
  await pass(1_000);
  expect(device.status().killSwitch).toMatchObject({ active: true });
  disk = fillDisk('commit');
  let answer: unknown = null;
  void device.api.enqueue('decision-0000001', [{ kind: 'promote', items: [...promotion[0].items] }]).then((told) => {
    answer = told;
  });
  await pass(1_000);
  expect(answer).toMatchObject({ ok: false, problem: { message: expect.stringContaining('Nothing was stored or sent.') } });
  expect(promotions(device)).toEqual([]);
});

it('without the platform it is neither kept nor sent, then or later, and that is the answer', { tags: ['M-4', 'F-16'] }, async () => {
  const device = await signedInAs(amina);
  device.platform.up = false;
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(1_000);
  disk = fillDisk('commit');
  expect(await decide(device)).toMatchObject({
    ok: false,
    problem: { code: 'storage', message: expect.stringContaining('Nothing was stored or sent.') },
  });
  expect(await device.hub.sessionContext()?.outbox.unsent()).toBe(0);
  disk.end();
  device.platform.up = true;
  device.platform.hello();
  await pass(60_000);
  expect(promotions(device)).toEqual([]);
});

it('what the platform turns away for now (read-only mode) is not kept in secret: the page has it still', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const device = await signedInAs(amina);
  device.platform.replies.set(promotePath, {
    status: 423,
    body: { error: { code: 'read_only_mode', message: 'Read-only mode', correlationId: 'c' } },
  });
  disk = fillDisk('commit');
  expect(await decide(device)).toMatchObject({ ok: false, problem: { cause: 'full' } });
  expect(await device.hub.sessionContext()?.outbox.unsent()).toBe(0);
  device.platform.replies.set(promotePath, promoted);
  await pass(120_000);
  expect(promotions(device)).toHaveLength(1);
});

it('an answer that is lost: said that it is not kept, counted as unsent, and sent again under the same key', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const device = await signedInAs(amina);
  device.platform.replies.set(promotePath, promoted);
  let lost = 0;
  device.platform.loses = (path) => path === promotePath && (lost += 1) === 1;
  disk = fillDisk('commit');
  const answer = device.api.enqueue('decision-0000001', [{ kind: 'promote', items: [...promotion[0].items] }]);
  await pass(20_000);
  expect(await passing(answer)).toEqual({ ok: true, value: null });
  expect(notices(device)).toContainEqual(expect.objectContaining({ level: 'error', title: 'Not kept on this device' }));
  expect(new Set(promotions(device).map(({ headers }) => headers['Idempotency-Key']))).toEqual(new Set(['decision-0000001.0']));
  expect(notices(device).filter(({ title }) => title === 'DLQ-1 promoted')).toHaveLength(1);
});

it('room that comes back keeps what was decided without any, before what is decided after it', { tags: ['M-4', 'F-16'] }, async () => {
  const device = await signedInAs(amina);
  device.platform.hangs = (path) => path === promotePath;
  disk = fillDisk('commit');
  await decide(device);
  expect(await outboxRows(amina)).toEqual([]);
  disk.end();
  await device.api.enqueue('decision-0000002', [{ kind: 'acknowledge', incidentId: 'INC-0042' }]);
  await pass(100);
  const places = (await outboxRows(amina)).map((row) => (row as { readonly payload: { readonly key: string } }).payload.key);
  expect(places).toEqual(['decision-0000001.0', 'decision-0000002.0']);
  delete device.platform.hangs;
  await pass(30_000);
});

it('the hub ends at any moment of it: asked again by the page, the next one sends it under the same key, and nothing is sent that nobody asks for', {
  tags: ['M-4', 'F-16'],
  timeout: 60_000,
}, async () => {
  const crashes = [0, 3, 8, 21, 55, 144];
  for (const [round, turns] of crashes.entries()) {
    const device = await signedInAs(amina);
    device.platform.replies.set(promotePath, promoted);
    disk = fillDisk('commit');
    const decision = `decision-000000${round}`;
    const answer = device.api.enqueue(decision, [{ kind: 'promote', items: [...promotion[0].items] }]);
    // A crash between any two awaits: from here on nothing this hub still does reaches anyone.
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    for (let turn = 0; turn < Math.floor(turns / 8); turn += 1) await new Promise((resolve) => setImmediate(resolve));
    void answer.catch(() => null);
    const before = promotions(device).length;
    await endBrowser(device);
    expect(await outboxRows(amina)).toEqual([]);
    const next = device.start();
    await next.hub.begin();
    await pass(2_000);
    device.platform.hello();
    await pass(2_000);
    // Its page ended with it: nobody asks.
    expect(promotions(device).length, `${turns} turns`).toBeLessThanOrEqual(Math.max(1, before));
    expect(await decide({ api: next.api }, decision)).toEqual({ ok: true, value: null });
    expect(new Set(promotions(device).map(({ headers }) => headers['Idempotency-Key']))).toEqual(new Set([`${decision}.0`]));
    disk.end();
    await closeDevices();
    holdClock();
  }
});

it('begun without room: what stands is kept and shown, the stream comes, a promotion goes out, and who is in has the databases they had', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const device = await signedInAs(amina);
  await pass(5_000);
  await endBrowser(device);
  const next = device.start();
  // Its term is claimed; nothing after that finds space.
  await pass(100);
  disk = fillDisk('commit');
  const page = await next.openPage('p2');
  device.platform.replies.set(promotePath, promoted);
  await next.hub.begin();
  await pass(5_000);
  device.platform.hello();
  await pass(2_000);
  expect(next.status()).toMatchObject({ connection: { state: 'connected' }, storageProblem: { cause: 'full' }, storeGeneration: 0 });
  expect(await decide({ api: next.api })).toEqual({ ok: true, value: null });
  expect(promotions(device)).toHaveLength(1);
  expect(notices({ page })).toContainEqual(expect.objectContaining({ title: 'DLQ-1 promoted' }));
  expect(await readRow(amina, 'sync', 'kpis')).toBeDefined();
  // The first write that finds space also records the term: the previous leader can write nothing more.
  disk.end();
  void next.api.invalidate();
  await pass(5_000);
  expect(next.status().storageProblem).toBeNull();
  expect(await readRow(amina, 'cursors', 'hub')).toMatchObject({ number: 2 });
});

it('a disk that others have filled: what can still be shown is not removed piece by piece for what does not fit anyway', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const device = await signedInAs(amina);
  const db = new ConsoleDb('demo', amina.id);
  for (let n = 0; n < 3_000; n += 1)
    await db.table('notifications').put({ notificationId: `n${n}`, at: n, version: 1, seq: 1, epoch: 'e1', payload: {} });
  disk = fillDisk('commit');
  device.platform.hello();
  void device.api.invalidate();
  await pass(5 * 60_000);
  expect(await db.table('notifications').count()).toBeGreaterThan(10);
  // An unsent command is worth the eviction of all these rows.
  device.platform.up = false;
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(1_000);
  await decide(device);
  expect(await db.table('notifications').count()).toBe(0);
  db.close();
});

it('with the platform in reach a decision does not wait until all that could go has gone: it is sent without room, and the rest stands', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const device = await signedInAs(amina);
  device.platform.replies.set(promotePath, promoted);
  const db = new ConsoleDb('demo', amina.id);
  const row = (n: number) => ({ at: n, version: 1, seq: 1, epoch: 'e1', payload: {} });
  const numbers = Array.from({ length: 3_000 }, (_, n) => n);
  await db.table('activities').bulkPut(numbers.map((n) => ({ ...row(n), activityId: `a${n}` })));
  await db.table('notifications').bulkPut(numbers.map((n) => ({ ...row(n), notificationId: `n${n}` })));
  expect(await db.table('notifications').count()).toBeGreaterThan(2_999);
  disk = fillDisk('commit');
  // Each reading of the clock is 400 ms after the last: a device that removes rows slowly.
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 400));
  expect(await decide(device, 'decision-0000001', 4_900)).toEqual({ ok: true, value: null });
  expect(promotions(device)).toHaveLength(1);
  await pass(1_000);
  expect(notices(device)).toContainEqual(expect.objectContaining({ level: 'info', title: 'DLQ-1 promoted' }));
  expect(await db.table('notifications').count()).toBeGreaterThan(0);
  db.close();
});

for (const how of ['request', 'abort', 'commit'] as const)
  it(`a damaged action on a full disk (told at the ${how}) holds up none beside it: what waits is read, counted and sent, and the damage is said`, {
    tags: ['M-3', 'F-16', 'F-25'],
  }, async () => {
    const device = await signedInAs(amina);
    device.platform.up = false;
    for (const stream of device.platform.openStreams()) stream.fail();
    await pass(1_000);
    expect(await decide(device)).toEqual({ ok: true, value: null });
    await endBrowser(device);
    const db = new ConsoleDb('demo', amina.id);
    await db.outbox.add({ state: 'pending', payload: { key: 'half' } });
    db.close();
    disk = fillDisk(how);
    device.platform.up = true;
    device.platform.replies.set(promotePath, promoted);
    const next = device.start();
    const page = await next.openPage('p2');
    await next.hub.begin();
    await pass(3_000);
    device.platform.hello();
    await pass(20_000);
    expect(promotions(device).map(({ headers }) => headers['Idempotency-Key'])).toEqual(['decision-0000001.0']);
    expect(notices({ page })).toContainEqual(expect.objectContaining({ level: 'error', title: 'An action could not be read' }));
    expect(await next.hub.sessionContext()?.outbox.unsent()).toBe(0);
  });

it('who was locked out for being away stays so through a restart without the platform, though the disk took no mark of it', {
  tags: ['D-31', 'F-16', 'C-53'],
}, async () => {
  const device = await signedInAs(amina);
  disk = fillDisk('commit');
  device.hub.session.send({ type: 'moved' });
  device.platform.cookie = null;
  await pass(3_000);
  expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
  expect(await readIdentity()).toBeNull();
  await endBrowser(device);
  device.platform.up = false;
  const next = device.start();
  await next.hub.begin();
  await pass(10_000);
  expect(next.status().session).toMatchObject({ phase: 'signedOut' });
});

it('a log-out without the platform, of which the disk took no mark, is marked as soon as it does: the next start tells it before it asks who is in', {
  tags: ['D-21', 'F-16'],
}, async () => {
  const device = await signedInAs(amina);
  device.platform.up = false;
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(1_000);
  disk = fillDisk('commit');
  const left = device.api.signOut(true);
  await pass(6_000);
  expect(await left).toMatchObject({ ok: true });
  // Their rows are gone, and with them what filled the disk.
  disk.end();
  await pass(60_000);
  await endBrowser(device);
  device.platform.up = true;
  const asked = device.platform.requests.length;
  const next = device.start();
  await next.hub.begin();
  await pass(5_000);
  expect(device.platform.requests.slice(asked).map(({ path }) => path)).toContain('/api/auth/logout');
  expect(device.platform.requests.slice(asked).map(({ path }) => path)).not.toContain('/api/auth/me');
  expect(next.status().session).toMatchObject({ phase: 'signedOut' });
  expect(device.platform.cookie).toBeNull();
});
