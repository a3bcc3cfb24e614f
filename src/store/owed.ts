import type { ResourceKey } from '../contracts/rpc.ts';
import type { ConsoleDb } from './schema.ts';
import type { AnswerMeta, Owed, SyncRow } from './types.ts';

/** Due refetches, stored in the sync rows: which changes require one, and which answer settles it. */

/** The sync row of a resource that was never fetched. */
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

/** Merges two due refetches: the higher seq, the earlier time; one in another log replaces the stored one. */
export function addOwed(held: Owed | null | undefined, owed: Owed): Owed {
  if (held === null || held === undefined || held.epoch !== owed.epoch) return owed;
  return held.seq >= owed.seq ? held : { ...owed, at: held.at };
}

/** What is still due after an answer: null if the answer is of that seq or later, or of another log, in which it is complete. */
export function stillOwed(owed: Owed | null, { epoch, asOfSeq }: Pick<AnswerMeta, 'epoch' | 'asOfSeq'>): Owed | null {
  if (owed === null || epoch === null || asOfSeq === null) return owed;
  return epoch === owed.epoch && asOfSeq < owed.seq ? owed : null;
}

/** Records that a refetch is due. */
export function owe(db: ConsoleDb, resource: ResourceKey, owed: Owed): Promise<void> {
  return db.transaction('rw', db.sync, async () => {
    const sync = (await db.sync.get(resource)) ?? blankSync(resource);
    await db.sync.put({ ...sync, owed: addOwed(sync.owed, owed) });
  });
}
