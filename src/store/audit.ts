import type { ResourceKey } from '../contracts/rpc.ts';
import { isTombstone } from './entities/deadLetter.ts';
import { payloadOf } from './entities/entity.ts';
import { auditedTables } from './resources.ts';
import type { ConsoleDb } from './schema.ts';

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
    await db.transaction('rw', [db.rows(table), db.setAside, db.sync], async () => {
      const bad: { readonly key: string; readonly row: unknown }[] = [];
      await db.rows(table).each((row, cursor) => {
        const key = String(cursor.primaryKey);
        if (!isTombstone(row) && payloadOf(entityOf(key), row) === null) bad.push({ key, row });
      });
      for (const { key, row } of bad) {
        await db.rows(table).delete(key);
        await db.setAside.add({ table, key, at, row });
        const resource = resourceOf(key);
        if (resource === null) continue;
        refetch.add(resource);
        // What was held as of then is no longer all there: a fetch of what changed since would never bring this row back.
        await db.sync.update(resource, { asOfSeq: null });
      }
      setAside += bad.length;
    });
  }
  const spare = (await db.setAside.count()) - keptAside;
  if (spare > 0) await db.setAside.orderBy(':id').limit(spare).delete();
  return { setAside, refetch: [...refetch] };
}
