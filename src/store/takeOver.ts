import { linksOf } from '../domain/records/chainLink.ts';
import { isTombstone } from './entities/deadLetter.ts';
import { payloadOf, rowOf } from './entities/entity.ts';
import { type ChainRow, chainRow, verificationEntity } from './entities/verification.ts';
import { putRows } from './putRows.ts';
import { ruleOf } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { convertRows } from './convertRows.ts';
import { decryptedPages, encryptedTables, veilOf } from './decryptRows.ts';
import { encryptRows } from './encryptRows.ts';
import { schemaVersion } from './tables.ts';
import { isVeiledRow, veilRow } from './veiledColumns.ts';
import type { Term } from './fence.ts';
import type { StoredRow } from './entities/entity.ts';

/**
 * Two builds share a device after a deployment and after a rollback (D-30, F-18). IndexedDB knows the newest schema a database ever had,
 * but not who wrote last. An older build opens a newer schema, because tables are only added, and writes rows without columns it does not
 * know: queries by such a column would miss them. So every writer records its schema number, and one that finds a smaller number derives
 * the columns of all rows from their payloads again.
 */
interface WriterRecord {
  readonly id: 'writer';
  readonly schema: number;
}

function numberOf(record: object | undefined): number | null {
  return record !== undefined && 'schema' in record && typeof record.schema === 'number' ? record.schema : null;
}

/** Called by the only writer after opening the database, before any other write. `rules` are those of every table (tests add one). */
export async function takeOver(
  db: ConsoleDb,
  term: Term | null = null,
  mine: number = schemaVersion,
  rules: typeof ruleOf = ruleOf,
): Promise<void> {
  const before = numberOf(await db.cursors.get('writer'));
  if (before === mine) return;
  if (before === null || before < mine) {
    await deriveColumns(db, rules);
    // Under a lock an older build has stored encrypted payloads with plain columns.
    if (db.cipher?.encrypts === true) await convertRows(db, term);
  }
  const record: WriterRecord = { id: 'writer', schema: mine };
  await db.table('cursors').put(record);
}

function sameColumns(a: StoredRow, b: StoredRow): boolean {
  return JSON.stringify({ ...a, payload: null }) === JSON.stringify({ ...b, payload: null });
}

/** Aligns every row's columns, and the chain links, with its payload. Unreadable rows are left to the audit. */
async function deriveColumns(db: ConsoleDb, rules: typeof ruleOf): Promise<void> {
  for (const name of encryptedTables(db)) {
    const rule = rules(name);
    const table = db.table<StoredRow, string | number>(name);
    for await (const page of decryptedPages<StoredRow>(db, name)) {
      const changed: StoredRow[] = [];
      const links: ChainRow[] = [];
      for (const { key, stored, open } of page) {
        const entity = rule?.entityOf(String(key)) ?? null;
        const payload = entity === null || isTombstone(open) ? null : payloadOf(entity, open);
        if (entity === null || payload === null) continue;
        // These marks are not derived from the payload: a row without versions has the version of an event.
        const { version, seq, epoch } = stored;
        const plain = {
          ...stored,
          ...rowOf(entity, payload, seq, epoch),
          version: version || entity.versionOf(payload),
          payload: stored.payload,
        };
        const veil = veilOf(db);
        // A plain row under a lock is converted afterwards, columns included.
        const derived = veil !== null && isVeiledRow(name, stored) ? veilRow(veil, name, plain) : plain;
        if (sameColumns(derived, stored)) continue;
        changed.push(derived);
        if (name === verificationEntity.table) links.push(...linksOf([payload]).map((link) => chainRow(link)));
      }
      if (changed.length === 0) continue;
      const chain = await encryptRows(db, 'chain', links);
      // Safe: no other writer has started yet, so the rows are unchanged.
      await db.transaction('rw', [table, db.chain], async () => {
        await putRows(table, changed);
        await putRows(db.chain, chain);
      });
    }
  }
}
