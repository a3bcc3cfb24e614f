import type { ResourceKey } from '../contracts/rpc.ts';
import { isTombstone } from './entities/deadLetter.ts';
import { type StoredRow, payloadOf } from './entities/entity.ts';
import { type VerificationColumns, verificationEntity } from './entities/verification.ts';
import { ownLinks, saysItsLink } from './ownLinks.ts';
import { ruleOf, type TableRule } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { type OpenedRow, openedPages, sealedTables, unchanged } from './sealedRows.ts';
import { sealAside } from './sealingRows.ts';
import { isSealed } from './sealing.ts';

/** Set-aside rows kept for diagnosis; the oldest go. */
const keptAside = 50;

/**
 * Checks every stored row against its shape, and records of verifications against their links; moves what does not hold aside and says what to fetch again (F-25). Of rows that are no entity's, and of tables that
 * only a newer build knows, a sealed payload must open.
 */
export async function auditRows(
  db: ConsoleDb,
  at: number,
  /** Only tables that hold rows of these; null: all. */
  only: readonly ResourceKey[] | null = null,
): Promise<{ readonly setAside: number; readonly refetch: readonly ResourceKey[] }> {
  let setAside = 0;
  const refetch = new Set<ResourceKey>();
  for (const name of sealedTables(db)) {
    const rule = ruleOf(name);
    if (rule?.unaudited !== undefined || (only !== null && !holdsSome(rule, only))) continue;
    const table = db.table<StoredRow, string | number>(name);
    for await (const page of openedPages<StoredRow>(db, name)) {
      const saysOther = name === 'verifications' ? await otherThanTheirLinks(db, page) : null;
      const bad = page.filter((row) => !isGood(rule, row) || saysOther?.has(row.key) === true);
      if (bad.length === 0) continue;
      const aside = await Promise.all(bad.map(({ key, stored }) => sealAside(db, { table: name, key: String(key), at, row: stored })));
      await db.transaction('rw', [table, db.setAside, db.sync], async () => {
        for (const [place, { key, stored }] of bad.entries()) {
          // Whoever wrote it anew since made it good.
          if (!unchanged(await table.get(key), stored)) continue;
          setAside += 1;
          await table.delete(key);
          const set = aside[place];
          if (set !== undefined) await db.setAside.add(set);
          const resource = rule?.refetch(String(key)) ?? null;
          if (resource === null) continue;
          refetch.add(resource);
          // What was held as of then is no longer all there: a fetch of what changed since would never bring this row back. Until one has, nobody may call what is left all there is.
          const sync = await db.sync.get(resource);
          if (sync !== undefined) await db.sync.put({ ...sync, asOfSeq: null, unread: (sync.unread ?? 0) + 1 });
        }
      });
    }
  }
  const spare = (await db.setAside.count()) - keptAside;
  if (spare > 0) await db.setAside.orderBy(':id').limit(spare).delete();
  return { setAside, refetch: [...refetch] };
}

/** Whether rows of these resources stand in a table of this rule: of answers that are one row each, and of histories, each has its own key. */
function holdsSome(rule: TableRule | null, keys: readonly ResourceKey[]): boolean {
  return rule !== null && keys.some((key) => rule.refetch(key.replace('series:', '')) === key);
}

/** Keys of the records that say something else than the links that they are. */
async function otherThanTheirLinks(db: ConsoleDb, page: readonly OpenedRow<StoredRow>[]): Promise<ReadonlySet<string | number>> {
  const rows = page as readonly OpenedRow<StoredRow & VerificationColumns>[]; // what this table holds
  const links = await ownLinks(
    db,
    rows.map(({ stored }) => stored),
  );
  const other = rows.filter(({ stored, open }) => {
    const record = payloadOf(verificationEntity, open);
    return record !== null && !saysItsLink(stored, record, links);
  });
  return new Set(other.map(({ key }) => key));
}

function isGood(rule: TableRule | null, { key, stored, open }: OpenedRow<StoredRow>): boolean {
  const entity = rule?.entityOf(String(key)) ?? null;
  if (entity === null) return open.payload !== null || !isSealed(stored.payload);
  return isTombstone(open) || payloadOf(entity, open) !== null;
}
