import type { ResourceKey } from '../contracts/rpc.ts';
import { isTombstone } from './entities/deadLetter.ts';
import { type StoredRow, payloadOf } from './entities/entity.ts';
import { auditedTables } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { openedPages, unchanged } from './sealedRows.ts';

/** Set-aside rows kept for diagnosis; the oldest go. */
const keptAside = 50;

/** Checks every stored row against its shape; moves what does not hold aside and says what to fetch again (F-25). */
export async function auditRows(
  db: ConsoleDb,
  at: number,
): Promise<{ readonly setAside: number; readonly refetch: readonly ResourceKey[] }> {
  let setAside = 0;
  const refetch = new Set<ResourceKey>();
  for (const { table, entityOf, refetch: resourceOf } of auditedTables) {
    for await (const page of openedPages<StoredRow>(db, table)) {
      const bad = page.filter(({ key, open }) => !isTombstone(open) && payloadOf(entityOf(String(key)), open) === null);
      if (bad.length === 0) continue;
      await db.transaction('rw', [db.rows(table), db.setAside, db.sync], async () => {
        for (const { key: place, stored } of bad) {
          const key = String(place);
          // Whoever wrote it anew since made it good.
          const row = await db.rows(table).get(key);
          if (row === undefined || !unchanged(row, stored)) continue;
          setAside += 1;
          await db.rows(table).delete(key);
          await db.setAside.add({ table, key, at, row });
          const resource = resourceOf(key);
          if (resource === null) continue;
          refetch.add(resource);
          // What was held as of then is no longer all there: a fetch of what changed since would never bring this row back.
          await db.sync.update(resource, { asOfSeq: null });
        }
      });
    }
  }
  const spare = (await db.setAside.count()) - keptAside;
  if (spare > 0) await db.setAside.orderBy(':id').limit(spare).delete();
  return { setAside, refetch: [...refetch] };
}
