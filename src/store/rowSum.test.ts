import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { stageRow, verificationRow } from '../../tests/builders/operations.ts';
import { answered, openedStore, pipeline } from '../../tests/builders/openedStore.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import * as read from './read.ts';
import { readVerifications } from './readVerifications.ts';
import { newOutboxItem } from '../../tests/builders/outboxItem.ts';
import { ConsoleDb } from './schema.ts';

const device = openedStore();

/** Changes a row directly in IndexedDB, bypassing the console's code. */
async function change(table: string, key: string | number, changed: (row: Record<string, unknown>) => object): Promise<void> {
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('ukweli:demo:u1');
    opening.addEventListener('success', () => resolve(opening.result));
  });
  await new Promise<void>((resolve) => {
    const transaction = opened.transaction(table, 'readwrite');
    transaction.addEventListener('complete', () => resolve());
    const reading = transaction.objectStore(table).get(key);
    reading.addEventListener('success', () => transaction.objectStore(table).put(changed(reading.result)));
  });
  opened.close();
}
const stage = (payload: object) => (row: Record<string, unknown>) => ({ ...row, payload: { ...(row['payload'] as object), ...payload } });

it('a state that was changed on the disk, in its own shape, is not shown and is fetched again', {
  tags: ['T-8', 'T-9', 'F-25'],
}, async () => {
  const both = pipeline(stageRow({ status: 'red' }), stageRow({ name: 'outbox_pump' }));
  valueOf(await device.store.applyAnswer('pipeline', both, answered(40)));
  await change('stages', 'decision_service', stage({ status: 'green' }));
  expect(await read.readStages()).toMatchObject({ corrupt: 1, rows: [{ name: 'outbox_pump' }] });
  expect(valueOf(await device.store.audit(['pipeline']))).toEqual({ setAside: 1, refetch: ['pipeline'] });
  valueOf(await device.store.applyAnswer('pipeline', both, answered(41)));
  expect(await read.readStages()).toMatchObject({ corrupt: 0, rows: [{ name: 'outbox_pump' }, { status: 'red' }] });
});

it('the same answer as before mends a row whose columns alone were changed', { tags: ['T-9', 'F-25'] }, async () => {
  const both = pipeline(stageRow(), stageRow({ name: 'outbox_pump' }));
  valueOf(await device.store.applyAnswer('pipeline', both, answered(40)));
  await change('stages', 'decision_service', (row) => ({ ...row, seq: 1 }));
  expect(await read.readStages()).toMatchObject({ corrupt: 1 });
  valueOf(await device.store.applyAnswer('pipeline', both, answered(40)));
  expect(await read.readStages()).toMatchObject({ corrupt: 0 });
});

it('a row of a build before has no sum and is believed; the next answer that brings it gives it one', { tags: ['F-25'] }, async () => {
  const all = pipeline(stageRow());
  valueOf(await device.store.applyAnswer('pipeline', all, answered(40)));
  await change('stages', 'decision_service', (row) => ({ ...row, sum: undefined }));
  expect(await read.readStages()).toMatchObject({ corrupt: 0 });
  valueOf(await device.store.applyAnswer('pipeline', all, answered(41)));
  await change('stages', 'decision_service', stage({ status: 'green', currentLagMinutes: 0.5 }));
  expect(await read.readStages()).toMatchObject({ corrupt: 1 });
});

it('a list keeps the place of a row that was changed, by its key', { tags: ['T-9', 'F-25'] }, async () => {
  const rows = [verificationRow(0), verificationRow(1), verificationRow(2)];
  const page = { verifications: rows, superseded: [], totalCount: 3, nextCursor: null, head: null } as never; // as the hub writes a page
  valueOf(await device.store.applyAnswer('verifications', page, answered(5)));
  const key = rows[1]?.vrfId ?? '';
  await change('verifications', key, stage({ confidenceScore: 1 }));
  const list = await readVerifications({ sort: 'newest', offset: 0, limit: 40 });
  expect(list).toMatchObject({ corrupt: 1, count: 3, damaged: [{ place: 1, key }] });
  expect(list.rows).toHaveLength(2);
});

it('under a lock no sum stands beside an encrypted payload; it comes back with the open rows', { tags: ['D-31', 'F-25'] }, async () => {
  valueOf(await device.store.applyAnswer('pipeline', pipeline(stageRow()), answered(40)));
  const held = async () => {
    const db = new ConsoleDb('demo', 'u1');
    const row = await db.rows('stages').get('decision_service');
    db.close();
    return row;
  };
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  valueOf(await device.store.encrypt(key));
  expect(await held()).not.toHaveProperty('sum');
  valueOf(await device.store.decrypt(key));
  expect(await held()).toHaveProperty('sum');
  expect(await read.readStages()).toMatchObject({ corrupt: 0 });
});

it('a decision that was changed on the disk is set aside and told, not sent', { tags: ['M-3', 'F-25'] }, async () => {
  valueOf(await device.store.outbox.add([newOutboxItem({ key: 'decision-0000001.0', decision: 'decision-0000001' })]));
  const [item] = valueOf(await device.store.outbox.list()).items;
  await change('outbox', item?.place ?? 0, stage({ decision: 'decision-0000002' }));
  expect(valueOf(await device.store.outbox.list())).toEqual({ items: [], setAside: 1 });
});
