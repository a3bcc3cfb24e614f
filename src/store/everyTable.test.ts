import 'fake-indexeddb/auto';
import type { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { stageRow, verificationRow } from '../../tests/builders/operations.ts';
import { cipherOf } from '../../tests/builders/cipherOf.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { auditRows } from './audit.ts';
import type { Entity } from './entities/entity.ts';
import { chainRow } from './entities/verification.ts';
import { stageEntity } from './entities/stage.ts';
import { fence } from './fence.ts';
import { PlainUnderLockError } from './refusePlain.ts';
import { convertRows } from './convertRows.ts';
import { ruleOf, type TableRule, tableRules } from './resources.ts';
import { ConsoleDb, databaseName } from './schema.ts';
import { encryptRow } from './encryptRows.ts';
import { isEncrypted } from './rowCipher.ts';
import { keyPathOf, neverEncrypted, schemaVersion } from './tables.ts';
import { takeOver } from './takeOver.ts';
import { columnsUnderLock } from './veiledColumns.ts';
import { openWriteStore, wipe } from './write.ts';
import { WritingDb } from './writingDb.ts';

/**
 * Security-relevant code iterates the database's own tables, so that a newly added table is covered even if it is mentioned nowhere else.
 */

const user = 'u-planted';
const name = databaseName('demo', user);
const canary = 'CANARY-51c2';
const open: Dexie[] = [];

/** The next version, with an additional table that no other code knows. */
class Planted extends WritingDb {
  constructor() {
    super('demo', user);
    this.version(schemaVersion + 1).stores({ planted: 'id, at' });
  }
}

const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

async function planted(): Promise<Planted> {
  const db = new Planted();
  open.push(db);
  await db.open();
  return db;
}

afterEach(async () => {
  for (const db of open.splice(0)) db.close();
  valueOf(await wipe('demo', user));
});

it('every table of the schema is encrypted or stands, with its reason, among those that never are; none in both', {
  tags: ['D-31'],
}, () => {
  const db = new ConsoleDb('demo', user);
  for (const table of Object.keys(tableRules) as (keyof typeof tableRules)[])
    expect(keyPathOf(table), table).toBe(db.table(table).schema.primKey.keyPath);
  const tables = db.tables.map((table) => table.name).sort();
  expect([...Object.keys(tableRules), ...Object.keys(neverEncrypted)].sort()).toEqual(tables);
  for (const [table, reason] of Object.entries(neverEncrypted)) expect(reason.length, table).toBeGreaterThan(20);
});

it('a lock that is set up encrypts the rows of a table that is named nowhere, and taking it off opens them', {
  tags: ['D-31'],
}, async () => {
  const db = await planted();
  await db.table('planted').put({ id: 'a', at: 1, payload: { note: canary } });
  const key = await newKey();
  db.cipher = await cipherOf(key, name);
  await convertRows(db);
  expect(isEncrypted((await db.table('planted').get('a')).payload)).toBe(true);
  db.cipher = await cipherOf(key, name, false);
  await convertRows(db);
  expect(await db.table('planted').get('a')).toMatchObject({ id: 'a', at: 1, payload: { note: canary } });
});

it('a lock that is set up leaves no row in the clear, however many pages of rows a table has', { tags: ['D-31'] }, async () => {
  const db = await planted();
  const rows = Array.from({ length: 601 }, (_, at) => ({ id: `row-${String(at).padStart(4, '0')}`, at, payload: { note: canary } }));
  await db.table('planted').bulkPut(rows);
  const key = await newKey();
  db.cipher = await cipherOf(key, name);
  await convertRows(db);
  const stored: { readonly payload: unknown }[] = await db.table('planted').toArray();
  expect(stored.filter(({ payload }) => isEncrypted(payload))).toHaveLength(601);
  db.cipher = await cipherOf(key, name, false);
  await convertRows(db);
  expect(await db.table('planted').toArray()).toMatchObject(rows);
});

it('rows of a table that only a newer build knows are encrypted by the build before it too', { tags: ['D-31'] }, async () => {
  const newer = await planted();
  await newer.table('planted').put({ id: 'a', at: 1, payload: { note: canary } });
  newer.close();
  const store = valueOf(await openWriteStore('demo', user, { line: 'l', number: 1 }));
  const key = await newKey();
  valueOf(await store.encrypt(key));
  const again = await planted();
  expect(isEncrypted((await again.table('planted').get('a')).payload)).toBe(true);
  again.close();
  valueOf(await store.decrypt(key));
  expect(await (await planted()).table('planted').get('a')).toMatchObject({ id: 'a', at: 1, payload: { note: canary } });
});

it('a hub that another has followed encrypts none of those rows with a key that the other does not have', {
  tags: ['D-31', 'K-7'],
}, async () => {
  const newer = await planted();
  await newer.table('planted').put({ id: 'a', at: 1, payload: { note: canary } });
  newer.close();
  const store = valueOf(await openWriteStore('demo', user, { line: 'l', number: 1 }));
  const other = new ConsoleDb('demo', user);
  open.push(other);
  expect(await fence(other, 'cursors').enter({ line: 'l', number: 2 })).toBe(true);
  other.close();
  expect(await store.encrypt(await newKey())).toMatchObject({ ok: false });
  expect(await (await planted()).table('planted').get('a')).toMatchObject({ id: 'a', at: 1, payload: { note: canary } });
});

it('a table whose rows have no payload fails the lock, which is then not said to stand', { tags: ['D-31'] }, async () => {
  const db = await planted();
  await db.table('planted').put({ id: 'a', at: 1, note: canary });
  db.cipher = await cipherOf(await newKey(), name);
  await expect(convertRows(db)).rejects.toThrow('the rows of planted have no payload that could be encrypted');
});

it('under a lock no row is stored in the clear, whoever forgot to encrypt it and wherever it was to go', { tags: ['D-31'] }, async () => {
  const db = await planted();
  db.cipher = await cipherOf(await newKey(), name);
  db.encryptedOnly = true;
  for (const { name: table } of db.tables.filter((each) => !Object.hasOwn(neverEncrypted, each.name))) {
    const { keyPath, auto } = db.table(table).schema.primKey;
    const row = { ...(auto === true ? {} : { [String(keyPath)]: 'a' }), payload: { note: canary }, row: { payload: canary } };
    await expect(db.table(table).put(row), table).rejects.toThrow(PlainUnderLockError);
    // Also refused if only another part of the row is encrypted.
    const half = { ...row, row: await db.cipher.encrypt(table, canary) };
    if (table !== 'setAside') await expect(db.table(table).put(half), table).rejects.toThrow(PlainUnderLockError);
    // Also refused if the payload is encrypted but a column is not.
    const [column] = columnsUnderLock(table).texts ?? [];
    const named = { ...row, payload: await db.cipher.encrypt(table, canary), ...(column !== undefined && { [column]: canary }) };
    if (column !== undefined && table !== 'setAside') await expect(db.table(table).put(named), table).rejects.toThrow(PlainUnderLockError);
    expect(await db.table(table).count(), table).toBe(0);
  }
  await db.table('planted').put(await encryptRow(db, 'planted', { id: 'a', at: 1, payload: { note: canary } }));
  expect(await db.table('planted').count()).toBe(1);
});

it('the audit reaches a table that is named nowhere: what does not open is set aside', { tags: ['F-25'] }, async () => {
  const db = await planted();
  const theirs = await cipherOf(await newKey(), name);
  const foreign = await theirs.encrypt('planted b', { note: canary });
  db.cipher = await cipherOf(await newKey(), name);
  await db
    .table('planted')
    .bulkPut([await encryptRow(db, 'planted', { id: 'a', payload: { note: canary } }), { id: 'b', payload: foreign }]);
  expect(await auditRows(db, 5)).toEqual({ setAside: 1, refetch: [] });
  expect(await db.table('planted').toCollection().primaryKeys()).toEqual(['a']);
  expect(await db.setAside.toArray()).toMatchObject([{ table: 'planted', key: db.cipher.veil.text('b'), at: 5 }]);
});

it('a link of the chain that does not open is set aside, and the verifications are fetched whole', { tags: ['F-25'] }, async () => {
  const db = await planted();
  const theirs = await cipherOf(await newKey(), name);
  const link = chainRow(verificationRow(0));
  await db.table('sync').put({ resource: 'verifications', asOfSeq: 7 });
  await db.chain.put({ ...link, payload: await theirs.encrypt(`chain ${link.chainIndex}`, link.payload) });
  expect(await auditRows(db, 5)).toEqual({ setAside: 1, refetch: ['verifications'] });
  expect(await db.chain.count()).toBe(0);
  expect(await db.sync.get('verifications')).toMatchObject({ asOfSeq: null });
});

it('what is set aside under a lock is not in the clear', { tags: ['D-31'] }, async () => {
  const db = await planted();
  await db.table('stages').put({ name: 'x', version: 1, seq: 1, epoch: null, payload: { note: canary } });
  db.cipher = await cipherOf(await newKey(), name);
  db.encryptedOnly = true;
  expect(await auditRows(db, 5)).toEqual({ setAside: 1, refetch: ['pipeline'] });
  expect(JSON.stringify(await db.setAside.toArray())).not.toContain(canary);
});

it('taking over derives the columns of every table whose rows have an entity, a planted one too', { tags: ['F-18'] }, async () => {
  const db = await planted();
  const entity: Entity<ReturnType<typeof stageRow>> = {
    ...stageEntity,
    columnsOf: ({ name: id, currentLagMinutes }) => ({ id, at: currentLagMinutes }),
  };
  const rule: TableRule = { entityOf: () => entity as unknown as Entity<never>, columnsOf: () => null, resources: [], refetch: () => null }; // as in tableRules
  await db.table('planted').put({ id: stageRow().name, payload: stageRow({ currentLagMinutes: 9 }) });
  await takeOver(db, null, schemaVersion, (table) => (table === 'planted' ? rule : ruleOf(table)));
  expect(await db.table('planted').where('at').equals(9).count()).toBe(1);
});

it('taking over derives columns after an older build has written, and touches no row after a newer one', {
  tags: ['M-13', 'F-18'],
}, async () => {
  const db = await planted();
  const spoilt = { name: stageRow().name, version: 0, seq: 1, epoch: 'e1', payload: stageRow({ version: 4 }) };
  for (const [before, version] of [
    [schemaVersion - 1, 4],
    [schemaVersion + 1, 0],
  ] as const) {
    await db.table('cursors').put({ id: 'writer', schema: before });
    await db.table('stages').put(spoilt);
    await takeOver(db, null, schemaVersion);
    expect(await db.table('stages').get(spoilt.name), `after ${before}`).toMatchObject({ version });
    expect(await db.table('cursors').get('writer')).toEqual({ id: 'writer', schema: schemaVersion });
  }
});

it('taking over passes what cannot be read, leaves it to the audit, and brings the rows behind it in line', {
  tags: ['M-13', 'F-18', 'F-25'],
}, async () => {
  const db = await planted();
  const { name: spoilt, ...rest } = stageRow({ name: 'bank_integration' });
  await db.table('stages').bulkPut([
    { name: spoilt, version: 1, seq: 1, epoch: 'e1', payload: rest },
    { name: stageRow().name, version: 0, seq: 1, epoch: 'e1', payload: stageRow({ version: 4 }) },
  ]);
  await takeOver(db, null, schemaVersion);
  expect(await db.table('stages').get(spoilt)).toMatchObject({ version: 1, payload: rest });
  expect(await db.table('stages').get(stageRow().name)).toMatchObject({ version: 4 });
});

it('taking over, a row keeps the newest version that it is known to contain, and has its own where an older build wrote none', {
  tags: ['M-13', 'F-18', 'D-13'],
}, async () => {
  const db = await planted();
  const rowOf = (name: ReturnType<typeof stageRow>['name'], held: number) => ({
    name,
    version: held,
    seq: 1,
    epoch: 'e1',
    payload: stageRow({ name, version: 4 }),
  });
  await db.table('stages').bulkPut([rowOf('decision_service', 9), rowOf('outbox_pump', 0)]);
  await takeOver(db, null, schemaVersion);
  const versionOf = async (name: string) => (await db.table('stages').get(name)).version;
  expect([await versionOf('decision_service'), await versionOf('outbox_pump')]).toEqual([9, 4]);
});

it('what was set aside before there was a lock is encrypted with the rest, and under the lock it is not encrypted twice', {
  tags: ['M-13', 'D-31'],
}, async () => {
  const db = await planted();
  await db.setAside.add({ table: 'stages', key: 'x', at: 5, row: { name: 'x', payload: { note: canary } } });
  db.cipher = await cipherOf(await newKey(), name);
  await convertRows(db);
  const [encrypted] = await db.setAside.toArray();
  expect(encrypted).toMatchObject({ table: 'stages', key: db.cipher.veil.text('x'), at: 5 });
  expect(isEncrypted(encrypted?.row)).toBe(true);
  await convertRows(db);
  expect(await db.setAside.toArray()).toEqual([encrypted]);
});

it('taking over from a build that knew no links puts the link of every verification into the chain', {
  tags: ['F-18', 'D-9'],
}, async () => {
  const db = await planted();
  const rows = [verificationRow(1), verificationRow(2)];
  await db.table('verifications').bulkPut(rows.map((payload) => ({ vrfId: payload.vrfId, version: 1, seq: 1, epoch: 'e1', payload })));
  await takeOver(db, null, schemaVersion);
  expect(await db.table('verifications').orderBy('at').count()).toBe(2);
  expect(await db.chain.orderBy('chainIndex').toArray()).toEqual(rows.map((row) => chainRow(row)));
});

it('a wipe takes every table with it', { tags: ['A-11'] }, async () => {
  const db = await planted();
  for (const table of db.tables) {
    const { keyPath, auto } = table.schema.primKey;
    await table.put({ ...(auto === true ? {} : { [String(keyPath)]: 'a' }), payload: canary });
  }
  valueOf(await wipe('demo', user));
  expect((await indexedDB.databases()).map((each) => each.name)).not.toContain(name);
});
