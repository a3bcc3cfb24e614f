import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, endBrowser, holdClock, holdOpen, pass, passing, readRow, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { actOnLock, startAgain } from '../../../tests/builders/lockActs.ts';
import { databaseName } from '../../store/schema.ts';

const hour = 60 * 60_000;
beforeEach(holdClock);
afterEach(closeDevices);

const promote = (id: string) => [{ kind: 'promote' as const, items: [{ itemId: id, version: 1 }] }];
async function offline() {
  const device = await signedInAs(brian);
  device.platform.up = false;
  device.platform.openStreams().forEach((stream) => stream.fail());
  await pass(100);
  return device;
}

describe('between the count and the leaving', () => {
  it('a decision that is being stored counts as unsent: who signs out is asked about it', { tags: ['M-3'] }, async () => {
    const device = await offline();
    const enqueued = device.api.enqueue('decision-0000001', promote('DLQ-1'));
    const left = device.api.signOut(false);
    await pass(6_000);
    expect(await enqueued).toEqual({ ok: true, value: null });
    expect(await left).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(await device.holds(brian)).toBe(true);
  });

  it('a decision that waits for the text typed before it counts as unsent, too', { tags: ['M-3', 'D-61'] }, async () => {
    const device = await offline();
    const key = 'incidents.act:INC-1';
    const typed = device.api.keepDraft(key, { text: 'Pump' }, { userId: brian.id, tenantId: 'demo' });
    const enqueued = device.api.enqueue('decision-0000001', promote('DLQ-1'), undefined, { key, texts: {} });
    const left = device.api.signOut(false);
    await pass(6_000);
    expect(await typed).toEqual({ ok: true, value: null });
    expect(await enqueued).toEqual({ ok: true, value: null });
    expect(await left).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(await device.holds(brian)).toBe(true);
    expect(await readRow(brian, 'drafts', key)).toBeUndefined();
  });

  it('what is typed while a decision is being stored is written after what the decision leaves', { tags: ['D-61'] }, async () => {
    const device = await offline();
    const key = 'incidents.act:INC-1';
    const whose = { userId: brian.id, tenantId: 'demo' };
    void device.api.keepDraft(key, { text: 'Pump' }, whose);
    const enqueued = device.api.enqueue('decision-0000001', promote('DLQ-1'), undefined, { key, texts: {} });
    const typed = device.api.keepDraft(key, { text: 'Pump and valve' }, whose);
    await pass(6_000);
    expect([await enqueued, await typed]).toEqual(Array(2).fill({ ok: true, value: null }));
    await endBrowser(device);
    expect(await readRow(brian, 'drafts', key)).toMatchObject({ payload: { texts: { text: 'Pump and valve' } } });
  });

  it('what another tab decides while the person leaves is not said to be kept', { tags: ['M-3'] }, async () => {
    const device = await offline();
    const left = device.api.signOut(false);
    const answers: ReturnType<typeof device.api.enqueue>[] = [];
    for (let at = 1; at < 8; at += 1) {
      answers.push(device.api.enqueue(`decision-000000${at}`, promote(`DLQ-${at}`)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await pass(6_000);
    expect(await left).toEqual({ ok: true, value: null });
    expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual(Array(7).fill(false));
    expect(await device.holds(brian)).toBe(false);
  });
});

it('past 72 hours what waits is still sent, though the rows beside it could not be cleared and the browser ended before its person came', {
  tags: ['M-3', 'D-31'],
}, async () => {
  const device = await offline();
  await device.api.enqueue('decision-0000001', promote('DLQ-1'));
  await endBrowser(device);
  await pass(96 * hour);
  device.platform.up = true;
  device.platform.cookie = null;
  device.trouble.cache = true;
  const late = device.start();
  await late.hub.begin();
  await pass(8_000);
  expect(late.status()).toMatchObject({ session: { phase: 'signedOut' }, unsentHeld: 1, leftBehind: 'kept' });
  await endBrowser(late);
  device.trouble.cache = false;
  const next = device.start();
  await next.hub.begin();
  await pass(3_000);
  device.platform.signIn(brian);
  const entered = next.api.signedIn();
  await pass(5_000);
  expect(await passing(entered)).toMatchObject({ ok: true });
  expect(device.platform.count('/api/dlq/DLQ-1/promote')).toBeGreaterThan(0);
});

it('what was decided for a tenant that the session has left is no decision of the platform’s: it is named to its person as not sent', {
  tags: ['M-3', 'F-23'],
}, async () => {
  const device = await offline();
  await device.api.enqueue('decision-0000001', promote('DLQ-1'));
  const elsewhere = { error: { code: 'wrong_tenant', message: 'This tenant is not one of yours', correlationId: 'c' } };
  device.platform.replies.set('/api/dlq/DLQ-1/promote', { status: 403, body: elsewhere });
  // The session moved to another tenant without this hub's doing: a switch whose answer was lost.
  device.platform.cookie = { ...device.platform.cookie!, user: { ...brian, tenantId: 'kampala' } }; // signed in above
  device.platform.loses = (path) => path === '/api/auth/me';
  device.platform.up = true;
  await device.api.retryNow();
  await pass(2_000);
  device.platform.hello();
  await pass(4_000);
  expect(device.platform.count('/api/dlq/DLQ-1/promote')).toBeGreaterThan(0);
  device.platform.loses = () => false;
  await device.api.retryNow();
  await pass(8_000);
  expect(device.status().session).toMatchObject({ tenant: { tenantId: 'kampala' } });
  expect(device.status().unsentGone?.items.map(({ key }) => key)).toEqual(['decision-0000001.0']);
});

it.each([0, 1])(
  'a change of role takes nothing that its person has typed, whether something waits to be sent or not (%s)',
  { tags: ['D-61', 'C-73'] },
  async (unsent) => {
    const device = await signedInAs(brian);
    device.platform.replies.set('/api/dlq/DLQ-1/promote', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'Busy', correlationId: 'c' } },
    });
    const key = 'incidents.act:INC-1';
    await device.api.keepDraft(key, { text: 'Pump' }, { userId: brian.id, tenantId: 'demo' });
    if (unsent > 0) await device.api.enqueue('decision-0000001', promote('DLQ-1'));
    device.platform.signIn({ ...brian, role: 'auditor' });
    device.hub.session.send({ type: 'moved' });
    await pass(8_000);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
    expect(await passing(device.api.unsent())).toEqual({ count: unsent });
    const generation = device.status().storeGeneration ?? 0;
    const db = await new Dexie(databaseName('demo', brian.id, generation)).open();
    expect(await db.table('drafts').toArray()).toMatchObject([{ key, payload: { texts: { text: 'Pump' } } }]);
    db.close();
  },
);

describe('a browser that ends once the database is given up, and before what waits is in the next one', () => {
  const secret = { kind: 'pin', pin: '48291357' } as const;
  const busy = { status: 503, body: { error: { code: 'unavailable', message: 'Busy', correlationId: 'c' } } };
  const former = databaseName('demo', brian.id);

  /** A change of role while a tab keeps the database; cut short as soon as that is listed for removal. */
  async function cutShort({ isLocked }: { readonly isLocked: boolean }) {
    const device = await signedInAs(brian);
    if (isLocked) await actOnLock(device, { act: 'setUp', secret, passkey: null, escrow: null });
    device.platform.replies.set('/api/dlq/DLQ-1/promote', busy);
    await device.api.enqueue('decision-0000001', promote('DLQ-1'));
    await pass(1_000);
    const release = await holdOpen(former, true, 'readonly');
    device.platform.signIn({ ...brian, role: 'auditor' });
    device.cut.afterOwed = true;
    device.hub.session.send({ type: 'moved' });
    await pass(8_000);
    await endBrowser(device);
    release();
    device.cut.afterOwed = false;
    return device;
  }

  it.each([false, true])(
    'loses none of it and keeps it once, and the database goes then (under a lock: %s)',
    { tags: ['M-3', 'F-38', 'F-15'] },
    async (isLocked) => {
      const device = await cutShort({ isLocked });
      for (const start of [1, 2]) {
        const next = await startAgain(device, `p${start + 1}`);
        await pass(2_000);
        if (isLocked) expect(await actOnLock(next, { act: 'open', secret })).toEqual({ ok: true, value: null });
        await pass(8_000);
        expect(next.status().session).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
        expect(await passing(next.api.unsent())).toEqual({ count: 1 });
        await pass(61_000);
        expect(await Dexie.exists(former)).toBe(false);
        await endBrowser(next);
      }
    },
  );

  it('is told of to another person who comes instead, and goes', { tags: ['M-3', 'F-38', 'F-15'] }, async () => {
    const device = await cutShort({ isLocked: false });
    device.platform.signIn(amina);
    const next = await startAgain(device);
    await pass(61_000);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', user: { id: amina.id } });
    expect(next.page.told).toContainEqual(expect.objectContaining({ kind: 'notice', title: '1 action of another person removed' }));
    expect(await Dexie.exists(former)).toBe(false);
  });
});

it('a browser that ends while a change of role moves what waits out of a database that a tab keeps loses none of it', {
  tags: ['M-3', 'F-38'],
}, async () => {
  const lost: string[] = [];
  for (const crashAfter of [1_000, 2_000, 3_000, 4_000, 5_000, 6_000]) {
    const device = await signedInAs(brian);
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    await device.api.enqueue('decision-0000001', [{ kind: 'promote', items: [{ itemId: 'DLQ-1', version: 1 }] }]);
    const release = await holdOpen(`ukweli:demo:${brian.id}`, true, 'readonly');
    const busy = { status: 503, body: { error: { code: 'unavailable', message: 'Busy', correlationId: 'c' } } };
    device.platform.replies.set('/api/dlq/DLQ-1/promote', busy);
    device.platform.up = true;
    device.platform.signIn({ ...brian, role: 'auditor' });
    device.hub.session.send({ type: 'moved' });
    await pass(crashAfter);
    await endBrowser(device);
    release();
    const next = device.start();
    await next.hub.begin();
    await pass(8_000);
    const unsent = next.api.unsent();
    await pass(2_000);
    const { count } = await unsent;
    const named = next.status().unsentGone?.items.length ?? 0;
    if (count !== 1 && named !== 1) lost.push(`${crashAfter} ms: ${count} kept, ${named} named`);
    await closeDevices();
    holdClock();
  }
  expect(lost).toEqual([]);
});
