import type { Draft } from '../contracts/draft.ts';
import { rowOf } from './entities/entity.ts';
import { draftEntity } from './entities/draft.ts';
import { deleteRows } from './putRows.ts';
import type { ConsoleDb } from './schema.ts';
import { sealRow } from './sealingRows.ts';

/** A draft is kept for 7 days, and the newest 50. */
export const draftLimits = { ageMs: 7 * 24 * 3_600_000, count: 50 } as const;

/** Keeps what was typed in place of what was kept under its key; without any text the key is forgotten. */
export async function keepDraft(db: ConsoleDb, draft: Draft): Promise<void> {
  const table = db.rows('drafts');
  if (Object.values(draft.texts).every((text) => text === '')) return table.delete(draft.key);
  const row = await sealRow(db, 'drafts', rowOf(draftEntity, draft, 0, null));
  await table.put(row);
}

/** Deletes drafts beyond `draftLimits`, the oldest first. `now`: epoch milliseconds; 0 if the time is not known, so that only the count counts. */
export async function trimDrafts(db: ConsoleDb, now: number): Promise<{ readonly deleted: number }> {
  const table = db.rows('drafts');
  const old = await table
    .where('at')
    .below(now - draftLimits.ageMs)
    .primaryKeys();
  const all = await table.orderBy('at').primaryKeys();
  const doomed = new Set([...old, ...all.slice(0, Math.max(0, all.length - draftLimits.count))]);
  await deleteRows(table, [...doomed]);
  return { deleted: doomed.size };
}
