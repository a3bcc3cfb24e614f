import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it, vi } from 'vitest';
import { fillDisk } from '../../tests/builders/fullDisk.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import type { Result } from '../contracts/problem.ts';
import { openMetaStore } from './meta.ts';
import { databaseName } from './schema.ts';
import type { MetaStore, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await wipe('demo', 'u1');
  await Dexie.delete('ukweli-meta');
});

/** A separate hub, as in another tab: it shares only the databases with the others. */
async function takeLead(): Promise<{ readonly meta: MetaStore; readonly open: () => Promise<Result<WriteStore>> }> {
  const meta = openMetaStore();
  closing.push(() => meta.close());
  const term = valueOf(await meta.claimTerm());
  return {
    meta,
    open: async () => {
      // `openWriteStore` closes this worker's own store of the same name, but cannot reach another worker's.
      const opened = await openWriteStore('demo', 'u1', term);
      if (opened.ok) closing.push(() => opened.value.close());
      return opened;
    },
  };
}

/** The stored cursors, read by an independent connection. */
async function cursors(): Promise<unknown> {
  const db = await new Dexie(databaseName('demo', 'u1')).open();
  const row = (await db.table('cursors').get('log')) as { readonly cursors: unknown } | undefined; // safe: written by saveCursors below
  db.close();
  return row?.cursors;
}

it('a hub whose lead was taken writes nothing any more, even what it had begun to write', { tags: ['K-7', 'F-13'] }, async () => {
  const before = await takeLead();
  const store = valueOf(await before.open());
  expect(await store.saveCursors({ kpis: 1 }, 'e1')).toMatchObject({ ok: true });
  const after = await takeLead();
  // It has claimed a term but not opened this person's rows yet: until then the old hub's writes are valid and complete.
  expect(await store.saveCursors({ kpis: 2 }, 'e1')).toMatchObject({ ok: true });
  const term = valueOf(await after.meta.claimTerm());
  // Opened as if by another worker, beside the old connection; within one worker the own store would be closed first.
  vi.resetModules();
  const other = await import('./write.ts');
  const next = await other.openWriteStore('demo', 'u1', term);
  closing.push(() => valueOf(next).close());
  expect(await store.saveCursors({ kpis: 3 }, 'e1')).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect(await cursors()).toEqual({ kpis: 2 });
  expect(await valueOf(next).saveCursors({ kpis: 4 }, 'e1')).toMatchObject({ ok: true });
  expect(await cursors()).toEqual({ kpis: 4 });
  // Opening again does not help either.
  expect(await before.open()).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
});

it('opened without room to enter, a hub enters with its first write, which is undone where a later one has come meanwhile', {
  tags: ['M-4', 'F-16', 'K-7'],
}, async () => {
  const before = await takeLead();
  const first = valueOf(await before.open());
  valueOf(await first.saveCursors({ kpis: 1 }, 'e1'));
  await first.close();
  const [crammed, later] = [await takeLead(), await takeLead()];
  const disk = fillDisk('commit');
  const store = valueOf(await crammed.open());
  expect(await store.saveCursors({ kpis: 2 }, 'e1')).toMatchObject({ ok: false, problem: { cause: 'full' } });
  expect(await store.readLog()).toMatchObject({ ok: true, value: { cursors: { kpis: 1 } } });
  expect(await store.outbox.list()).toMatchObject({ ok: true });
  disk.end();
  expect(await store.saveCursors({ kpis: 3 }, 'e1')).toMatchObject({ ok: true });
  // From then on its term is checked: if it is missing, the database's content was deleted.
  const outside = await new Dexie(databaseName('demo', 'u1')).open();
  const kept: unknown[] = await outside.table('cursors').toArray();
  await outside.table('cursors').clear();
  expect(await store.saveCursors({ kpis: 5 }, 'e1')).toMatchObject({ ok: false, problem: { code: 'storage' } });
  await outside.table('cursors').bulkPut(kept);
  outside.close();
  await store.close();

  const again = fillDisk('commit');
  const overtaken = valueOf(await crammed.open());
  again.end();
  vi.resetModules();
  const other = await import('./write.ts');
  const next = valueOf(await other.openWriteStore('demo', 'u1', valueOf(await later.meta.claimTerm())));
  closing.push(() => next.close());
  expect(await overtaken.saveCursors({ kpis: 4 }, 'e1')).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect(await cursors()).toEqual({ kpis: 3 });
});

it('marks of the device are fenced too: a stale hub does not bring back a session that was ended', { tags: ['K-7'] }, async () => {
  const before = await takeLead();
  const simulation = { mode: 'live', businessTime: '2026-11-21T08:00:00Z' } as const;
  expect(await before.meta.writeSimulation(simulation)).toMatchObject({ ok: true });
  expect(await before.meta.holdsTerm()).toEqual({ ok: true, value: true });
  const after = await takeLead();
  expect(await before.meta.holdsTerm()).toEqual({ ok: true, value: false });
  expect(await before.meta.writeSimulation({ ...simulation, mode: 'off' })).toMatchObject({ ok: false });
  expect(await after.meta.readSimulation()).toEqual({ ok: true, value: simulation });
  expect(await after.meta.writeLogoutPending('user')).toMatchObject({ ok: true });
});

it('a lost meta database locks nobody out of the rows', async () => {
  const first = await takeLead();
  await first.meta.claimTerm();
  valueOf(await first.open());
  for (const close of closing.splice(0)) await close();
  await Dexie.delete('ukweli-meta');
  const later = await takeLead();
  expect(await valueOf(await later.open()).saveCursors({ kpis: 9 }, 'e1')).toMatchObject({ ok: true });
});

it('a term that is missing is told from another hub’s: rows that were taken away are a fault of the storage, not the end of the lead', {
  tags: ['M-1', 'F-17'],
}, async () => {
  const mine = await takeLead();
  const store = valueOf(await mine.open());
  expect(await store.saveCursors({ kpis: 1 }, 'e1')).toMatchObject({ ok: true });
  const db = await new Dexie(databaseName('demo', 'u1')).open();
  await db.table('cursors').clear();
  db.close();
  expect(await store.saveCursors({ kpis: 2 }, 'e1')).toMatchObject({ ok: false, problem: { code: 'storage', retry: true } });
  await store.taken;
  expect(await cursors()).toBeUndefined();
  expect(await store.outbox.list()).toMatchObject({ ok: false, problem: { code: 'storage' } });
});

it('marks of the device that are missing are written anew by the hub that leads; one that was replaced writes none', {
  tags: ['M-1', 'F-17'],
}, async () => {
  const before = await takeLead();
  const simulation = { mode: 'live', businessTime: '2026-11-21T08:00:00Z' } as const;
  valueOf(await before.meta.writeSimulation(simulation));
  const after = await takeLead();
  valueOf(await after.meta.writeTransport('polling'));
  // A recreated database can be deleted again, even if no mark was read or written since.
  for (const _time of ['once', 'twice']) {
    await Dexie.delete('ukweli-meta');
    expect(await after.meta.look()).toEqual({ ok: true, value: 'made anew' });
  }
  expect(await before.meta.look()).toEqual({ ok: true, value: 'replaced' });
  expect(await before.meta.writeTransport('sse')).toMatchObject({ ok: false });
  expect(await after.meta.readTransport()).toEqual({ ok: true, value: 'polling' });
  expect(await after.meta.readSimulation()).toEqual({ ok: true, value: simulation });
  expect(await after.meta.holdsTerm()).toEqual({ ok: true, value: true });
});

it('a hub writes its term when it enters, and not again with every row: from then on the term is only read', {
  tags: ['M-13', 'K-7'],
}, async () => {
  const terms: unknown[] = [];
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'cursors' && 'line' in Object(given[0])) terms.push(given[0]);
    return put.apply(this, given);
  });
  try {
    const hub = await takeLead();
    const store = valueOf(await hub.open());
    expect(terms).toHaveLength(1);
    for (const seq of [1, 2, 3]) valueOf(await store.saveCursors({ kpis: seq }, 'e1'));
    expect(terms).toHaveLength(1);
    expect(await cursors()).toEqual({ kpis: 3 });
  } finally {
    vi.restoreAllMocks();
  }
});
