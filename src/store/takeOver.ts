import { linksOf } from '../domain/chainLink.ts';
import { isTombstone } from './entities/deadLetter.ts';
import { payloadOf, rowOf } from './entities/entity.ts';
import { type ChainRow, chainRow, verificationEntity } from './entities/verification.ts';
import { putRows } from './putRows.ts';
import { ruleOf } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { resealRows } from './resealing.ts';
import { openedPages, sealedTables, veilOf } from './sealedRows.ts';
import { sealRows } from './sealingRows.ts';
import { schemaVersion } from './tables.ts';
import { isVeiledRow, veilRow } from './veiledColumns.ts';
import type { Term } from './fence.ts';
import type { StoredRow } from './entities/entity.ts';

/**
 * Two builds share a device after a deploy, and after a deploy is taken back (D-30, F-18). IndexedDB knows the newest schema a
 * database ever had; it does not know who wrote last. An older build opens a newer schema, whose tables it finds all there (they are
 * only ever added), and writes rows without the columns it has never heard of: a query by such a column would not find them. So every
 * writer leaves its number, and one that finds a smaller number than its own makes the columns of all rows anew from their payloads.
 */
interface WriterRecord {
  readonly id: 'writer';
  readonly schema: number;
}

function numberOf(record: object | undefined): number | null {
  return record !== undefined && 'schema' in record && typeof record.schema === 'number' ? record.schema : null;
}

/** Called by the one writer once the database is open and before anything else is written. `rules` are those of every table (tests plant one more). */
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
    // Under a lock an older build has sealed payloads beside columns in the clear.
    if (db.sealer?.seals === true) await resealRows(db, term);
  }
  const record: WriterRecord = { id: 'writer', schema: mine };
  await db.table('cursors').put(record);
}

function sameColumns(a: StoredRow, b: StoredRow): boolean {
  return JSON.stringify({ ...a, payload: null }) === JSON.stringify({ ...b, payload: null });
}

/** Brings every row's columns, and the links of the chain, in line with its payload. Rows that cannot be read are the audit's. */
async function deriveColumns(db: ConsoleDb, rules: typeof ruleOf): Promise<void> {
  for (const name of sealedTables(db)) {
    const rule = rules(name);
    const table = db.table<StoredRow, string | number>(name);
    for await (const page of openedPages<StoredRow>(db, name)) {
      const changed: StoredRow[] = [];
      const links: ChainRow[] = [];
      for (const { key, stored, open } of page) {
        const entity = rule?.entityOf(String(key)) ?? null;
        const payload = entity === null || isTombstone(open) ? null : payloadOf(entity, open);
        if (entity === null || payload === null) continue;
        // What decides about newer rows is no column of the payload's: a row that counts no versions has that of an event.
        const { version, seq, epoch } = stored;
        const plain = {
          ...stored,
          ...rowOf(entity, payload, seq, epoch),
          version: version || entity.versionOf(payload),
          payload: stored.payload,
        };
        const veil = veilOf(db);
        // One that stands in the clear under a lock is brought into its form, columns and all, after this.
        const derived = veil !== null && isVeiledRow(name, stored) ? veilRow(veil, name, plain) : plain;
        if (sameColumns(derived, stored)) continue;
        changed.push(derived);
        if (name === verificationEntity.table) links.push(...linksOf([payload]).map((link) => chainRow(link)));
      }
      if (changed.length === 0) continue;
      const chain = await sealRows(db, 'chain', links);
      // Nobody else writes yet: what was read a moment ago still stands.
      await db.transaction('rw', [table, db.chain], async () => {
        await putRows(table, changed);
        await putRows(db.chain, chain);
      });
    }
  }
}
