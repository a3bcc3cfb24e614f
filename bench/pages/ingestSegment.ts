import { contest } from './contest.ts';
import { allRaw, openRaw, putRaw, removeRaw } from './rawDatabase.ts';

/** One record per chunk, no rows: the lower bound for any design that stores the events. */
let db: IDBDatabase | null = null;

contest({
  async open() {
    db = await openRaw('bench-segment', null);
  },
  store: async (chunk) => (db === null ? undefined : putRaw(db, [chunk])),
  async count() {
    if (db === null) return 0;
    const segments = (await allRaw(db)) as readonly (readonly unknown[])[]; // what `store` put
    return segments.reduce((sum, segment) => sum + segment.length, 0);
  },
  async remove() {
    db?.close();
    await removeRaw('bench-segment');
  },
});
