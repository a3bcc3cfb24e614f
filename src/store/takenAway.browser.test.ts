import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { stageFrame } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { openMetaStore } from './meta.ts';
import { openExisting } from './removing.ts';
import { databaseName } from './schema.ts';
import type { WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** How a real browser treats connections whose storage is deleted: a deletion is announced, clearing the site's data closes them. */

const user = 'u-taken';
const name = databaseName('demo', user);

const term = { line: 'l', number: 1 };
const open = async (): Promise<WriteStore> => valueOf(await openWriteStore('demo', user, term));
const batch = { frames: [stageFrame(1)], cursors: { pipeline: 1 }, epoch: 'e1', at: 1 };
/**
 * True if a database of that name exists. Does not use `indexedDB.databases()`: while an origin is being cleared Chromium sometimes never
 * answers it (18 of 120 times), whereas opening then ends with an AbortError and can be retried.
 */
const isThere = async (): Promise<boolean> => {
  const db = await openExisting(name);
  db?.close();
  return db !== null;
};

interface Devtools {
  readonly send: (
    method: 'Storage.clearDataForOrigin',
    about: { readonly origin: string; readonly storageTypes: string },
  ) => Promise<unknown>;
}
/** Like 'Clear site data', and like the browser itself when it needs space. */
const clearByBrowser = () =>
  (cdp() as unknown as Devtools).send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' }); // the provider's own session, which vitest does not type

afterEach(async () => {
  valueOf(await wipe('demo', user));
  await Dexie.delete('ukweli-meta');
});

for (const [how, takeAway] of [
  ['deleted by a script', () => Dexie.delete(name)],
  ['cleared by the browser', clearByBrowser],
] as const)
  it(`${how}: told at once, nothing is written into a database made anew by the way, and the next one opened is fresh`, {
    tags: ['M-1', 'F-17'],
  }, async () => {
    const store = await open();
    valueOf(await store.applyBatch(batch));
    await takeAway();
    await store.taken;
    expect(await store.applyBatch(batch)).toMatchObject({ ok: false, problem: { code: 'storage', retry: true } });
    expect(await store.outbox.list()).toMatchObject({ ok: false, problem: { code: 'storage' } });
    await expect.poll(isThere).toBe(false);
    await store.close();
    const next = await open();
    expect(valueOf(await next.readLog())).toEqual({ epoch: null, cursors: {}, owed: [] });
    valueOf(await next.applyBatch(batch));
  });

for (const [how, takeAway] of [
  ['deleted by a script', () => Dexie.delete('ukweli-meta')],
  ['cleared by the browser', clearByBrowser],
] as const)
  it(`marks of the device ${how} are written anew, under a new term of this hub's`, { tags: ['M-1', 'F-17'] }, async () => {
    const meta = openMetaStore();
    valueOf(await meta.claimTerm());
    valueOf(await meta.writeTransport('polling'));
    valueOf(await meta.addAnchors('demo', [{ chainIndex: 7, seal: 'f'.repeat(64) }]));
    const told = new Promise<void>((resolve) => meta.onTaken(resolve));
    await takeAway();
    await told;
    await expect.poll(() => meta.look()).toEqual({ ok: true, value: 'made anew' });
    expect(await meta.look()).toEqual({ ok: true, value: 'kept' });
    meta.close();
    const next = openMetaStore();
    valueOf(await next.claimTerm());
    expect(await next.readTransport()).toEqual({ ok: true, value: 'polling' });
    expect(valueOf(await next.readSeen('demo')).anchors).toEqual([{ chainIndex: 7, seal: 'f'.repeat(64) }]);
    expect(await meta.holdsTerm()).not.toEqual({ ok: true, value: true });
    next.close();
  });
