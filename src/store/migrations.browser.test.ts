import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { newOutboxItem, promotes } from '../../tests/builders/outboxItem.ts';
import { rowsV1, storesV1 } from '../../tests/fixtures/storeV1.ts';
import { rowsV2, storesV2 } from '../../tests/fixtures/storeV2.ts';
import { rowsV3, storesV3 } from '../../tests/fixtures/storeV3.ts';
import { openedV4, rowsV4, storesV4 } from '../../tests/fixtures/storeV4.ts';
import { rowsV5, storesV5 } from '../../tests/fixtures/storeV5.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { guarded } from './guarded.ts';
import { openWithin } from './openWithin.ts';
import { closeReadStore, openReadStore, readStages, readSync } from './read.ts';
import { readDraft } from './readDraft.ts';
import { readPack, readPacks } from './readPacks.ts';
import { searchRows } from './readPalette.ts';
import { readVerifications } from './readVerifications.ts';
import { ConsoleDb, databaseName } from './schema.ts';
import { schemaVersion } from './tables.ts';
import { takeOver } from './takeOver.ts';
import type { WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** Databases of other versions in a real IndexedDB: what an upgrade keeps, and how two builds on one device affect each other. */

const user = 'u-migrations';
const name = databaseName('demo', user);
const open: Dexie[] = [];

/** The database as an earlier build left it. */
async function leftBehind(version: number, stores: object, rows: Readonly<Record<string, readonly object[]>>): Promise<void> {
  const old = new Dexie(name);
  old.version(version).stores(stores as Record<string, string>);
  await old.open();
  for (const [table, each] of Object.entries(rows)) await old.table(table).bulkPut([...each]);
  old.close();
}

async function openAsPresent(): Promise<WriteStore> {
  const store = valueOf(await openWriteStore('demo', user));
  openReadStore('demo', user);
  return store;
}

async function raw(): Promise<Dexie> {
  const db = await new Dexie(name).open();
  open.push(db);
  return db;
}

const newest = (search?: string) => readVerifications({ sort: 'newest', search, offset: 0, limit: 40 });
const syncOf = (resource: string, asOfSeq: number) => ({
  ...rowsV2['sync']?.[0],
  resource,
  asOfSeq,
});
const unsent = [
  {
    state: 'pending',
    payload: {
      key: 'decision-0000001.0',
      decision: 'decision-0000001',
      command: { kind: 'promote', items: [{ itemId: 'DLQ-00317', version: 6 }] },
      decidedAt: 1,
      attempts: 0,
      maybeDone: false,
      notBefore: null,
      problem: null,
      settledAt: null,
    },
  },
];

afterEach(async () => {
  closeReadStore();
  for (const db of open.splice(0)) db.close();
  valueOf(await wipe('demo', user));
});

describe('a database of an earlier version', { tags: ['F-18'] }, () => {
  it('1: rows, unsent commands, cursors and segments stay; what cannot be read is asked for again, whole', async () => {
    const segment = { topic: 'pipeline', firstSeq: 30, lastSeq: 41, storedAt: 1, sizeBytes: 10, payload: [] };
    const sync = [syncOf('verifications', 41), syncOf('pipeline', 41)];
    await leftBehind(1, storesV1, { ...rowsV1, outbox: unsent, segments: [segment], sync });
    const store = await openAsPresent();
    expect((await newest('mathare')).rows.map(({ vrfId }) => vrfId)).toEqual(['VRF-2026-0001']);
    expect((await readStages()).rows).toHaveLength(1);
    expect(valueOf(await store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 41 }, owed: [] });
    expect(valueOf(await store.outbox.list())).toMatchObject({ items: [{ key: 'decision-0000001.0', state: 'pending' }], setAside: 0 });
    const db = await raw();
    expect(await db.table('outbox').toArray()).toMatchObject(unsent);
    expect(await db.table('segments').count()).toBe(1);
    expect(await db.table('chain').count()).toBe(1);
    // The second verification of the fixture has an unreadable payload: a fetch of later changes would never bring it.
    expect((await readSync('verifications'))?.asOfSeq).toBeNull();
    expect((await readSync('pipeline'))?.asOfSeq).toBe(41);
  });

  it('2: sync rows and unsent commands stay, and the tables that came later take rows', async () => {
    await leftBehind(2, storesV2, { ...rowsV2, outbox: unsent });
    const store = await openAsPresent();
    expect(await readSync('dlq')).toMatchObject({ asOfSeq: 40, epoch: 'e1' });
    expect(valueOf(await store.outbox.list())).toMatchObject({ items: [{ key: 'decision-0000001.0', state: 'pending' }], setAside: 0 });
    expect((await raw()).verno).toBe(schemaVersion);
  });

  it('3: packs are found by their words, and unsent commands stay', async () => {
    await leftBehind(3, storesV3, { ...rowsV3, outbox: unsent });
    const store = await openAsPresent();
    const may = { verifications: true, packs: true };
    expect((await searchRows('kilifi', may, 6)).packs.map(({ packId }) => packId)).toEqual(['EP-0931']);
    expect((await searchRows('931', may, 6)).packs).toHaveLength(1);
    expect(valueOf(await store.outbox.list())).toMatchObject({ items: [{ key: 'decision-0000001.0', state: 'pending' }], setAside: 0 });
    expect(valueOf(await store.newestAuditPlace())).toBeNull();
    expect((await raw()).verno).toBe(schemaVersion);
  });

  it('5: rows and unsent commands stay, and what is typed from now on is kept', async () => {
    await leftBehind(5, storesV5, rowsV5);
    const store = await openAsPresent();
    expect(await readPack('EP-0931')).toMatchObject({ siteCode: 'KE-KLF-011' });
    expect(valueOf(await store.outbox.list())).toMatchObject({ items: [{ key: 'decision-0000001.0', state: 'pending' }], setAside: 0 });
    const draft = { key: 'incidents.act:INC-0042', texts: { text: 'Pump' }, at: 7 };
    valueOf(await store.keepDraft(draft));
    expect(await readDraft(draft.key)).toEqual(draft);
    const db = await raw();
    expect(db.verno).toBe(schemaVersion);
    expect(await db.table('cursors').get('writer')).toMatchObject({ schema: schemaVersion });
  });

  it('a row that is found unreadable later is asked for again, whole', async () => {
    const store = await openAsPresent();
    const verifications = [verificationRow(1), verificationRow(2)];
    const answer = { verifications, totalCount: 2, nextCursor: null, head: null, lastUpdated: '2026-11-21T08:00:00Z' };
    valueOf(await store.applyAnswer('verifications', answer, { receivedAt: 1, asOfSeq: 50, epoch: 'e1', extent: 'part' }));
    await (await raw()).table('verifications').update('VRF-00001', { payload: { vrfId: 'VRF-00001' } });
    expect(valueOf(await store.audit())).toEqual({ setAside: 1, refetch: ['verifications'] });
    expect((await readSync('verifications'))?.asOfSeq).toBeNull();
  });
});

const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

describe('a database that the build before had encrypted', { tags: ['F-18', 'G-4'] }, () => {
  it('4: is brought under the veil as it is opened with its key, and nothing of it is lost', async () => {
    const key = await newKey();
    await leftBehind(4, storesV4, await rowsV4(key, name));
    const store = valueOf(await openWriteStore('demo', user, null, key));
    openReadStore('demo', user, key);
    expect(await readPacks({ search: 'baobab', offset: 0, limit: 9 })).toMatchObject({ rows: [{ packId: 'EP-0931' }], corrupt: 0 });
    expect(await readPack('EP-0931')).toMatchObject({ siteCode: 'KE-KLF-011' });
    expect(valueOf(await store.outbox.list())).toMatchObject({ items: [{ command: { items: [{ itemId: 'DLQ-00317' }] } }], setAside: 0 });
    const db = await raw();
    const held = JSON.stringify(await Promise.all(db.tables.map((table) => table.toArray())));
    for (const value of ['EP-0931', 'EP-0930', 'KLF', 'baobab', 'pending"},{', 'aaaa', '1763463060000']) expect(held).not.toContain(value);
    expect(await db.table('cursors').get('writer')).toMatchObject({ schema: schemaVersion });
  });

  it('that build opens what this one has encrypted, where its deploy is taken back: the outbox whole, rows by what they stand as', async () => {
    const key = await newKey();
    const store = valueOf(await openWriteStore('demo', user, null, key));
    valueOf(await store.outbox.add([newOutboxItem({ command: promotes(['DLQ-7']) })]));
    const frames = [verificationFrame(6, verificationRow(0))];
    valueOf(await store.applyBatch({ frames, cursors: {}, epoch: 'e1', at: 1 }));
    await store.close();
    const old = new Dexie(name);
    open.push(old);
    old.version(4).stores(storesV4);
    await old.open();
    const [item] = await old.table('outbox').toArray();
    expect(await openedV4(key, name, 'outbox', item.payload)).toMatchObject({ command: { items: [{ itemId: 'DLQ-7' }] } });
    const [row] = await old.table('verifications').toArray();
    expect(await openedV4(key, name, `verifications ${row.vrfId}`, row.payload)).toMatchObject({ vrfId: verificationRow(0).vrfId });
  });
});

describe('two builds on one device', { tags: ['F-18'] }, () => {
  /** The next version of the schema, as a future build would open it. */
  class NextDb extends ConsoleDb {
    constructor() {
      super('demo', user);
      this.version(schemaVersion + 1).stores({
        verifications: 'vrfId, chainIndex, at, *tokens, region, [status+at], [siteCode+at]',
        extras: 'id',
      });
    }
  }
  function nextBuild(): Dexie {
    const db = new NextDb();
    open.push(db);
    return db;
  }
  const answer = (...numbers: number[]) => ({
    verifications: numbers.map((number) => verificationRow(number)),
    totalCount: numbers.length,
    nextCursor: null,
    head: null,
    lastUpdated: '2026-11-21T08:00:00Z',
  });
  const meta = (asOfSeq: number) => ({ receivedAt: 1, asOfSeq, epoch: 'e1', extent: 'part' }) as const;

  it('an old tab that reads does not hold up the upgrade, and goes on reading', async () => {
    const store = await openAsPresent();
    valueOf(await store.applyAnswer('verifications', answer(1), meta(1)));
    expect((await newest()).count).toBe(1);
    const next = nextBuild();
    await next.open();
    expect(next.verno).toBe(schemaVersion + 1);
    expect((await newest()).count).toBe(1);
  });

  it('back and forth: an older build opens a newer schema and works, and leaves its number so that the newer one looks after the rows', async () => {
    const first = await openAsPresent();
    valueOf(await first.applyAnswer('verifications', answer(1), meta(1)));
    await first.close();
    closeReadStore();
    const next = nextBuild();
    await next.open();
    await next.table('extras').put({ id: 'kept' });
    await next.table('cursors').put({ id: 'writer', schema: schemaVersion + 1 });
    await next.table('outbox').bulkAdd(unsent);
    next.close();

    // The deployment is rolled back.
    const store = await openAsPresent();
    valueOf(await store.applyAnswer('verifications', answer(1, 2), meta(2)));
    expect((await newest()).count).toBe(2);
    expect(valueOf(await store.outbox.list())).toMatchObject({ items: [{ key: 'decision-0000001.0', state: 'pending' }], setAside: 0 });
    await store.close();
    closeReadStore();

    const again = nextBuild();
    await again.open();
    expect(again.verno).toBe(schemaVersion + 1);
    expect(await again.table('extras').toArray()).toEqual([{ id: 'kept' }]);
    expect(await again.table('cursors').get('writer')).toEqual({ id: 'writer', schema: schemaVersion });
  });

  it('rows of an older writer get the columns it did not know, before anything else is written', async () => {
    const store = await openAsPresent();
    valueOf(await store.applyAnswer('verifications', answer(1, 2), meta(1)));
    await store.close();
    closeReadStore();
    const old = await raw();
    // As written by a build that knew neither this column nor checksums.
    await old
      .table('verifications')
      .toCollection()
      .modify((row: { tokens?: unknown; sum?: unknown }) => {
        delete row.tokens;
        delete row.sum;
      });
    await old.table('chain').clear();
    await old.table('cursors').put({ id: 'writer', schema: schemaVersion - 1 });
    old.close();

    await openAsPresent();
    expect((await newest('VRF-00002')).rows.map(({ vrfId }) => vrfId)).toEqual(['VRF-00002']);
    const db = await raw();
    expect(await db.table('chain').count()).toBe(2);
    expect(await db.table('cursors').get('writer')).toEqual({ id: 'writer', schema: schemaVersion });
    expect(await db.table('cursors').get('log')).toBeUndefined();
  });

  it('a build that finds its own number touches no row', async () => {
    const store = await openAsPresent();
    valueOf(await store.applyAnswer('verifications', answer(1), meta(1)));
    const db = new ConsoleDb('demo', user);
    open.push(db);
    await db.table('verifications').update('VRF-00001', { tokens: ['mark'] });
    await takeOver(db);
    expect(await db.table('verifications').get('VRF-00001')).toMatchObject({ tokens: ['mark'] });
  });

  it('a connection that does not let go ends the wait with what to do, and the upgrade works once it is gone', async () => {
    await leftBehind(2, storesV2, rowsV2);
    const holder = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('could not be opened')));
    });
    const waiting = new ConsoleDb('demo', user);
    const outcome = await guarded(() => openWithin(waiting, 100));
    waiting.close();
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'storage', message: expect.stringContaining('Close that tab') } });
    holder.close();
    await openAsPresent();
    expect(await readSync('dlq')).toMatchObject({ asOfSeq: 40 });
  });
});
