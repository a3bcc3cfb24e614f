import { contest } from './contest.ts';
import { allRaw, openRaw, putRaw, removeRaw } from './rawDatabase.ts';

/** One record per event, 500 per transaction, no library. */
let db: IDBDatabase | null = null;

contest({
  async open() {
    db = await openRaw('bench-raw', 'seq');
  },
  store: async (chunk) => (db === null ? undefined : putRaw(db, chunk)),
  count: async () => (db === null ? 0 : (await allRaw(db)).length),
  async remove() {
    db?.close();
    await removeRaw('bench-raw');
  },
});
