import { Dexie } from 'dexie';
import { contest } from './contest.ts';

/** Typical Dexie use: one row per event keyed by seq, bulkPut of 500, with the console's durability setting. */
let db = new Dexie('bench-dexie');

contest({
  async open() {
    db = new Dexie('bench-dexie', { chromeTransactionDurability: 'relaxed' });
    db.version(1).stores({ events: 'seq' });
    await db.open();
  },
  store: async (chunk) => void (await db.table('events').bulkPut(chunk)),
  count: () => db.table('events').count(),
  remove: () => db.delete(),
});
