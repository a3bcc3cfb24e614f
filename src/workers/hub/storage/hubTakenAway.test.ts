// Long: a simulated device for each way in which storage is lost.
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina } from '../../../../tests/builders/fakePlatform.ts';
import { closeDevices, countRows, endBrowser, holdClock, pass, passing, signedInAs } from '../../../../tests/builders/hubDevice.ts';
import { removeDatabase } from '../../../store/removing.ts';

/** The device's storage is deleted while the console is open: by a script, a person, or the browser for lack of space. */
const rowsOf = ({ id }: { readonly id: string }, generation = '') => `ukweli:demo:${id}${generation}`;
type Running = Awaited<ReturnType<typeof signedInAs>>;

const fetched = ['/api/kpis', '/api/pipeline', '/api/dlq', '/api/verifications', '/api/evidence', '/api/health'];
const counts = ({ platform }: Pick<Running, 'platform'>) => fetched.map((path) => platform.count(path));
const notices = ({ page }: Pick<Running, 'page'>) => page.told.flatMap((message) => (message.kind === 'notice' ? [message] : []));
const marksOf = async () => {
  const db = await new Dexie('ukweli-meta').open();
  const names = (await db.table('marks').toCollection().primaryKeys()).map(String);
  db.close();
  return names;
};
/** Like a browser that clears storage without an event: every row goes, and no connection is notified. */
async function emptySilently(name: string): Promise<void> {
  const db = await new Dexie(name).open();
  await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  db.close();
}
async function unreachable(device: Running): Promise<void> {
  device.platform.up = false;
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(100);
}
const decide = (device: Running, decision: string, incidentId: string) =>
  device.api.enqueue(decision, [{ kind: 'acknowledge', incidentId }]);

beforeEach(holdClock);
afterEach(closeDevices);

describe('the rows are taken away', () => {
  it('noticed within 5 s and said in every tab; a fresh database, one cold resync, nobody signed out and nothing reloaded', {
    tags: ['M-1', 'F-17'],
  }, async () => {
    const device = await signedInAs(amina);
    await pass(30_000);
    const second = await device.openPage('p2');
    const before = counts(device);
    await removeDatabase(rowsOf(amina));
    await pass(1_000);
    device.platform.hello();
    await pass(4_000);
    expect(counts(device)).toEqual(before.map((count) => count + 1));
    expect(await countRows(rowsOf(amina, '~1'))).toBeGreaterThan(10);
    expect(device.status()).toMatchObject({
      session: { phase: 'signedIn', user: { id: amina.id } },
      connection: { state: 'connected' },
      storageProblem: null,
      storeGeneration: 1,
    });
    for (const page of [device.page, second]) {
      expect(notices({ page })).toMatchObject([{ level: 'warning', title: 'Stored data was removed' }]);
      expect(page.leaves()).toEqual([]);
    }
    expect(notices(device)[0]?.text).toContain('No action was waiting to be sent.');
    await pass(60_000);
    expect(notices(device)).toHaveLength(1);
  });

  it('unsent actions are named and kept, under the keys they had, and sent once when the platform is back', {
    tags: ['M-1', 'F-17', 'M-3'],
  }, async () => {
    const device = await signedInAs(amina);
    await unreachable(device);
    expect(await decide(device, 'decision-0000001', 'INC-0042')).toMatchObject({ ok: true });
    expect(await decide(device, 'decision-0000002', 'INC-0043')).toMatchObject({ ok: true });
    await removeDatabase(rowsOf(amina));
    await pass(5_000);
    expect(notices(device)).toMatchObject([
      {
        level: 'warning',
        text: expect.stringContaining('2 actions not sent yet were still known and are kept: Acknowledge INC-0042, Acknowledge INC-0043.'),
      },
    ]);
    expect(await device.hub.sessionContext()?.outbox.unsent()).toBe(2);
    // On the disk, not only in memory.
    await endBrowser(device);
    const again = device.start();
    // Earlier attempts reached no server.
    const tried = device.platform.requests.length;
    device.platform.up = true;
    await again.hub.begin();
    await pass(2_000);
    device.platform.hello();
    await pass(10_000);
    const sent = device.platform.requests.slice(tried).filter(({ path }) => path.endsWith('/acknowledge'));
    expect(sent.map(({ path }) => path.split('/').at(-2))).toEqual(['INC-0042', 'INC-0043']);
    expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['decision-0000001.0', 'decision-0000002.0']);
  });

  it('what is decided in the very moment is kept in the fresh database', { tags: ['M-1', 'F-17'] }, async () => {
    const device = await signedInAs(amina);
    await unreachable(device);
    const removed = removeDatabase(rowsOf(amina));
    const kept = decide(device, 'decision-0000001', 'INC-0042');
    await removed;
    await pass(5_000);
    expect(await kept).toEqual({ ok: true, value: null });
    expect(await device.hub.sessionContext()?.outbox.unsent()).toBe(1);
    expect(device.hub.sessionContext()?.outbox.held()).toMatchObject([{ key: 'decision-0000001.0' }]);
  });

  it('taken away without a word to anybody, it is noticed within 5 s all the same', { tags: ['M-1', 'F-17'] }, async () => {
    const device = await signedInAs(amina);
    await emptySilently(rowsOf(amina));
    await pass(5_000);
    expect(notices(device)).toMatchObject([{ title: 'Stored data was removed' }]);
    device.platform.hello();
    await pass(2_000);
    expect(await countRows(rowsOf(amina, '~1'))).toBeGreaterThan(10);
  });

  it('a hub that was replaced makes nothing anew: what is missing is the next one’s to decide', { tags: ['M-1', 'F-17'] }, async () => {
    const device = await signedInAs(amina);
    const next = device.start();
    await next.hub.begin();
    await pass(100);
    await emptySilently(rowsOf(amina));
    const before = device.platform.requests.length;
    await device.hub.sessionContext()?.store.saveCursors({ kpis: 1 }, 'e1');
    await pass(5_000);
    expect(notices(device)).toEqual([]);
    expect(device.status().storeGeneration).toBe(0);
    expect(device.platform.requests.length).toBeGreaterThanOrEqual(before);
  });
});

describe('the marks of the device are taken away', () => {
  it('alone: who is signed in is stored again, it is said, and the next start knows them; nothing is fetched anew', {
    tags: ['M-1', 'F-17'],
  }, async () => {
    const device = await signedInAs(amina);
    await pass(30_000);
    const before = { marks: await marksOf(), calls: counts(device) };
    await removeDatabase('ukweli-meta');
    await pass(5_000);
    expect(notices(device)).toMatchObject([
      { level: 'warning', title: 'Stored data was removed', text: expect.stringContaining('Nothing was lost.') },
    ]);
    expect(await marksOf()).toEqual(before.marks);
    expect(counts(device)).toEqual(before.calls);
    expect(device.status()).toMatchObject({ storageProblem: null, storeGeneration: 0 });
    // Signing out works; it asks whether this hub still leads.
    await endBrowser(device);
    device.platform.up = false;
    const again = device.start();
    await again.hub.begin();
    await pass(2_000);
    expect(again.status().session).toMatchObject({ phase: 'signedIn', user: { id: amina.id }, confirmed: false });
  });

  it('emptied without a word, they are stored again within 5 s', { tags: ['M-1', 'F-17'] }, async () => {
    const device = await signedInAs(amina);
    const before = await marksOf();
    await emptySilently('ukweli-meta');
    await pass(5_000);
    expect(await marksOf()).toEqual(before);
    expect(notices(device)).toHaveLength(1);
  });

  it('with the rows: said once, both are there again, and signing out leaves nothing', { tags: ['M-1', 'F-17'] }, async () => {
    const device = await signedInAs(amina);
    await Promise.all([removeDatabase('ukweli-meta'), removeDatabase(rowsOf(amina)), removeDatabase(`ukweli-queries:demo:${amina.id}`)]);
    await pass(5_000);
    device.platform.hello();
    await pass(2_000);
    expect(notices(device)).toHaveLength(1);
    expect(notices(device)[0]?.text).toContain('It is being fetched again.');
    expect(await countRows(rowsOf(amina, '~1'))).toBeGreaterThan(10);
    const left = device.api.signOut(false);
    await pass(5_000);
    expect(await left).toEqual({ ok: true, value: null });
    expect(await Dexie.getDatabaseNames()).toEqual(['ukweli-meta']);
    expect(await marksOf()).not.toContain('session');
  });
});

describe('nobody reads the rows that are taken away', () => {
  const setUp = async () => {
    const device = await signedInAs(amina);
    const set = device.api.lock({ id: 'act1', act: 'setUp', secret: { kind: 'pin', pin: '48291357' }, passkey: null, escrow: null });
    while (device.status().lock.state !== 'open') await pass(0);
    expect(await set).toMatchObject({ ok: true });
    return device;
  };
  const unlock = async (device: Pick<Running, 'api' | 'status'>) => {
    const opened = device.api.lock({ id: 'act2', act: 'open', secret: { kind: 'pin', pin: '48291357' } });
    while (device.status().lock.state !== 'open') await pass(0);
    expect(await opened).toMatchObject({ ok: true });
    await pass(1_500);
  };

  it('behind a closed lock: said at the lock within a minute with the number of unsent actions, and once more when it is open', {
    tags: ['M-1', 'M-3', 'F-17'],
  }, async () => {
    const device = await setUp();
    await unreachable(device);
    await decide(device, 'decision-0000001', 'INC-0042');
    await decide(device, 'decision-0000002', 'INC-0043');
    await pass(31 * 60_000);
    await pass(61_000); // at the pace of the disk
    expect(device.status()).toMatchObject({ lock: { state: 'locked' }, heldLost: null });
    await removeDatabase(rowsOf(amina));
    await pass(61_000);
    expect(device.status()).toMatchObject({ lock: { state: 'locked' }, heldLost: { unsent: 2 } });
    await unlock(device);
    expect(device.status().heldLost).toBeNull();
    expect(notices(device)).toMatchObject([
      {
        level: 'error',
        title: 'Stored data was removed',
        text: expect.stringContaining('2 actions not sent yet are lost and must be decided again.'),
      },
    ]);
  });

  it('with the marks of the device: nobody says that nothing was lost', { tags: ['M-1', 'M-3', 'F-17'] }, async () => {
    const device = await setUp();
    await unreachable(device);
    await decide(device, 'decision-0000001', 'INC-0042');
    await pass(31 * 60_000);
    await pass(61_000); // at the pace of the disk
    await Promise.all([removeDatabase('ukweli-meta'), removeDatabase(rowsOf(amina))]);
    await pass(5_000);
    expect(notices(device)).toEqual([]);
    expect(device.status()).toMatchObject({ lock: { state: 'locked' }, heldLost: { unsent: 1 } });
  });

  it('while no browser ran: the lock says so at the start, and that what was unsent is not known', {
    tags: ['M-1', 'M-3', 'F-17'],
  }, async () => {
    const device = await setUp();
    device.platform.up = false;
    await endBrowser(device);
    await removeDatabase(rowsOf(amina));
    const again = device.start();
    const page = await again.openPage('p2');
    await again.hub.begin();
    await pass(3_000);
    expect(again.status()).toMatchObject({ lock: { state: 'locked' }, heldLost: { unsent: null } });
    await unlock(again);
    expect(notices({ page })[0]?.text).toContain('It is not known whether an action was waiting to be sent');
  });

  it('at the way in after a session that ended: what waited there is not said to wait any more', {
    tags: ['M-1', 'M-3', 'F-17'],
  }, async () => {
    const device = await signedInAs(amina);
    await unreachable(device);
    await decide(device, 'decision-0000001', 'INC-0042');
    await pass(31 * 60_000);
    await pass(61_000); // at the pace of the disk
    expect(device.status()).toMatchObject({ session: { phase: 'signedOut' }, unsentHeld: 1, heldLost: null });
    await removeDatabase(rowsOf(amina));
    await pass(61_000);
    expect(device.status()).toMatchObject({ unsentHeld: null, heldLost: { unsent: 1 } });
    device.platform.up = true;
    device.platform.signIn(amina);
    const entered = device.api.signedIn();
    await pass(2_000);
    expect(await passing(entered)).toMatchObject({ ok: true });
    expect(notices(device)[0]?.text).toContain('1 action not sent yet is lost and must be decided again.');
    expect(device.status().heldLost).toBeNull();
  });

  it('a moment before the lock is opened: said when it is open all the same', { tags: ['M-1', 'M-3', 'F-17'] }, async () => {
    const device = await setUp();
    await unreachable(device);
    await decide(device, 'decision-0000001', 'INC-0042');
    await pass(31 * 60_000);
    await pass(61_000); // at the pace of the disk
    await removeDatabase(rowsOf(amina));
    await unlock(device);
    expect(notices(device)).toMatchObject([{ level: 'error', title: 'Stored data was removed' }]);
    expect(notices(device)[0]?.text).toContain('1 action not sent yet is lost and must be decided again.');
  });

  it('what goes because its person leaves is not said to be lost', { tags: ['M-1', 'F-17'] }, async () => {
    const device = await setUp();
    const out = device.api.signOut(true);
    await pass(5_000);
    expect(await out).toMatchObject({ ok: true });
    expect(device.status()).toMatchObject({ session: { phase: 'signedOut' }, lock: { state: 'none' }, heldLost: null, unsentHeld: null });
    expect(notices(device)).toEqual([]);
  });
});
