import type { Draft } from '../contracts/draft.ts';
import { payloadOf, rowOf } from './entities/entity.ts';
import { draftEntity } from './entities/draft.ts';
import { deleteRows } from './putRows.ts';
import type { ConsoleDb } from './schema.ts';
import { decryptRows } from './decryptRows.ts';
import { encryptRow } from './encryptRows.ts';

/** A draft is kept for 7 days, and the newest 50. */
export const draftLimits = { ageMs: 7 * 24 * 3_600_000, count: 50 } as const;

/** Keeps what was typed in place of what was kept under its key; without any field the key is forgotten. */
export async function keepDraft(db: ConsoleDb, draft: Draft): Promise<void> {
  await (await draftWrite(db, draft))();
}

/** The same in two steps: encrypted now, written later in the caller's transaction, which cannot wait for the cipher. */
export async function draftWrite(db: ConsoleDb, draft: Draft): Promise<() => PromiseLike<unknown>> {
  const table = db.rows('drafts');
  if (Object.keys(draft.texts).length === 0) return () => table.delete(draft.key);
  const row = await encryptRow(db, 'drafts', rowOf(draftEntity, draft, 0, null));
  return () => table.put(row);
}

/** Deletes drafts beyond `draftLimits`, the oldest first. `now`: epoch milliseconds; 0 if the time is not known, so that only the count counts. */
export async function trimDrafts(db: ConsoleDb, now: number): Promise<{ readonly deleted: number }> {
  const table = db.rows('drafts');
  // By what is written in them: under a lock, and while one is set up, the column `at` cannot be compared with a time.
  const rows = await decryptRows(db, 'drafts', await table.toArray());
  const newestFirst = rows.flatMap((row) => payloadOf(draftEntity, row) ?? []).toSorted((a, b) => b.at - a.at);
  const doomed = newestFirst.filter(({ at }, place) => place >= draftLimits.count || at < now - draftLimits.ageMs);
  await deleteRows(
    table,
    doomed.map(({ key }) => key),
  );
  return { deleted: doomed.length };
}
