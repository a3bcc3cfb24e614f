import { addRxPlugin, createRxDatabase } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { RxDBCleanupPlugin } from 'rxdb/plugins/cleanup';
import { contest } from '../pages/contest.ts';

/** RxDB on its Dexie storage: one document per event, bulkInsert of 500, single instance (the faster mode). */
addRxPlugin(RxDBCleanupPlugin);
const text = { type: 'string' };
const number = { type: 'number' };
const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 20 },
    type: text,
    tenantId: text,
    resourceId: text,
    version: number,
    ts: text,
    correlationId: text,
    data: { type: 'object' },
    seq: number,
    prev: number,
  },
  required: ['id', 'seq', 'type', 'data'],
};
/** @type {import('rxdb').RxDatabase} */
let db;
let round = 0;

contest({
  async open() {
    round += 1;
    db = await createRxDatabase({ name: `bench-rxdb-${round}`, storage: getRxStorageDexie(), multiInstance: false });
    await db.addCollections({ events: { schema } });
  },
  async store(chunk) {
    const { error } = await db.collections.events.bulkInsert(chunk.map((event) => ({ id: String(event.seq), ...event })));
    if (error.length > 0) throw new Error(`${error.length} refused`);
  },
  count: () => db.collections.events.count().exec(),
  remove: () => db.remove(),
});
