import type { ResourceKey } from '../contracts/rpc.ts';
import { removePieces } from './compacting.ts';
import { isTombstone } from './entities/deadLetter.ts';
import { type StoredRow, payloadOf } from './entities/entity.ts';
import { type VerificationColumns, verificationEntity } from './entities/verification.ts';
import { ownLinks, saysItsLink } from './ownLinks.ts';
import { ruleOf, type TableRule } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { type DecryptedRow, decryptedPages, encryptedTables, unchanged } from './decryptRows.ts';
import { encryptAside } from './encryptRows.ts';
import { isEncrypted } from './rowCipher.ts';

/** Maximum number of set-aside rows kept for diagnosis; the oldest are deleted. */
const keptAside = 50;

/**
 * Checks every stored row against its schema, and verifications against their chain links; sets bad rows aside and returns what to
 * refetch (F-25). For rows without an entity, and in tables that only a newer build knows, an encrypted payload must decrypt.
 */
export async function auditRows(
  db: ConsoleDb,
  at: number,
  /** Only tables with rows of these resources; null: all. */
  only: readonly ResourceKey[] | null = null,
): Promise<{ readonly setAside: number; readonly refetch: readonly ResourceKey[] }> {
  let setAside = 0;
  const refetch = new Set<ResourceKey>();
  for (const name of encryptedTables(db)) {
    const rule = ruleOf(name);
    if (rule?.unaudited !== undefined || (only !== null && !only.some((resource) => rule?.resources.includes(resource)))) continue;
    const table = db.table<StoredRow, string | number>(name);
    for await (const page of decryptedPages<StoredRow>(db, name)) {
      const saysOther = name === 'verifications' ? await otherThanTheirLinks(db, page) : null;
      const bad = page.filter((row) => !isGood(rule, row) || saysOther?.has(row.key) === true);
      if (bad.length === 0) continue;
      const aside = await Promise.all(bad.map(({ key, stored }) => encryptAside(db, { table: name, key: String(key), at, row: stored })));
      await db.transaction('rw', [table, db.setAside, db.sync], async () => {
        for (const [place, { key, stored }] of bad.entries()) {
          // Rewritten in the meantime, and therefore valid.
          if (!unchanged(await table.get(key), stored)) continue;
          setAside += 1;
          await table.delete(key);
          const set = aside[place];
          if (set !== undefined) await db.setAside.add(set);
          const resource = rule?.refetch(String(key)) ?? null;
          if (resource === null) continue;
          refetch.add(resource);
          // The rows are no longer complete as of `asOfSeq`: a fetch of later changes would never bring this row back. Until a full fetch,
          // `unread` marks the rest as incomplete.
          const sync = await db.sync.get(resource);
          if (sync !== undefined) await db.sync.put({ ...sync, asOfSeq: null, unread: (sync.unread ?? 0) + 1 });
        }
      });
    }
  }
  await removePieces(db);
  const spare = (await db.setAside.count()) - keptAside;
  if (spare > 0) await db.setAside.orderBy(':id').limit(spare).delete();
  return { setAside, refetch: [...refetch] };
}

/** Keys of the verifications that differ from their chain links. */
async function otherThanTheirLinks(db: ConsoleDb, page: readonly DecryptedRow<StoredRow>[]): Promise<ReadonlySet<string | number>> {
  const rows = page as readonly DecryptedRow<StoredRow & VerificationColumns>[]; // safe: the rows of this table
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

function isGood(rule: TableRule | null, { key, stored, open }: DecryptedRow<StoredRow>): boolean {
  const entity = rule?.entityOf(String(key)) ?? null;
  if (entity === null) return open.payload !== null || !isEncrypted(stored.payload);
  return isTombstone(open) || payloadOf(entity, open) !== null;
}
