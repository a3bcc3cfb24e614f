import type { ResourceKey } from '../contracts/rpc.ts';
import type { ConsoleDb } from './schema.ts';
import type { AnswerMeta, Owed, SyncRow } from './types.ts';

/** Refetches that are owed, kept in the sync rows: who may say that something is owed, and what pays it. */

/** The sync row of a resource of which nothing is known. */
export function blankSync(resource: ResourceKey): SyncRow {
  return {
    resource,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastFailure: null,
    asOfSeq: null,
    epoch: null,
    source: null,
    lastEventAt: null,
    totalCount: null,
    lastUpdated: null,
  };
}

/** Both debts as one: up to the higher seq, since the earlier moment; a debt in another log replaces. */
export function addOwed(held: Owed | null | undefined, owed: Owed): Owed {
  if (held === null || held === undefined || held.epoch !== owed.epoch) return owed;
  return held.seq >= owed.seq ? held : { ...owed, at: held.at };
}

/** What is still owed after an answer: nothing once it is of that seq or later, or of another log, of which it is all there is. */
export function stillOwed(owed: Owed | null, { epoch, asOfSeq }: Pick<AnswerMeta, 'epoch' | 'asOfSeq'>): Owed | null {
  if (owed === null || epoch === null || asOfSeq === null) return owed;
  return epoch === owed.epoch && asOfSeq < owed.seq ? owed : null;
}

/** Writes down that a refetch is owed. */
export function owe(db: ConsoleDb, resource: ResourceKey, owed: Owed): Promise<void> {
  return db.transaction('rw', db.sync, async () => {
    const sync = (await db.sync.get(resource)) ?? blankSync(resource);
    await db.sync.put({ ...sync, owed: addOwed(sync.owed, owed) });
  });
}
