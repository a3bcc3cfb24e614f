import PouchDB from 'pouchdb-browser';
import { contest } from '../pages/contest.ts';

/** PouchDB on IndexedDB: one document per event, bulkDocs of 500. */
/** @type {PouchDB.Database} */
let db;

contest({
  async open() {
    db = new PouchDB('bench-pouchdb', { auto_compaction: false });
    await db.info();
  },
  async store(chunk) {
    const answers = await db.bulkDocs(chunk.map((event) => ({ _id: String(event.seq), ...event })));
    if (answers.some((answer) => 'error' in answer)) throw new Error('refused');
  },
  count: async () => (await db.info()).doc_count,
  remove: () => db.destroy(),
});
