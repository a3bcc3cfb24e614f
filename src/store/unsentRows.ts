import type { Result } from '../contracts/problem.ts';
import { guarded } from './guarded.ts';
import { openExisting } from './removing.ts';

/** Settled: the platform's word is there. Everything else in the outbox, known or not, is not sent. */
const settledStates = ['sent', 'refused'];

/**
 * Counts what is unsent in a database as it lies there: sealed or not, whatever its schema, and without writing to it. For where the store itself is not open: behind a closed
 * lock, or when it cannot be opened.
 */
export function countUnsent(name: string): Promise<Result<number>> {
  return guarded(async () => {
    const db = await openExisting(name);
    if (db === null) return 0;
    db.addEventListener('versionchange', () => db.close());
    try {
      if (!db.objectStoreNames.contains('outbox')) return 0;
      const outbox = db.transaction('outbox').objectStore('outbox'); // one transaction: one moment
      const states = outbox.index('state');
      const [all, ...settled] = await Promise.all([answer(outbox.count()), ...settledStates.map((state) => answer(states.count(state)))]);
      return settled.reduce((left, count) => left - count, all ?? 0);
    } finally {
      db.close();
    }
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
  });
}
