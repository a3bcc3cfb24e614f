import type { Table } from 'dexie';
import type { Problem } from '../contracts/problem.ts';
import type { ResourceKey } from '../contracts/resources.ts';
import type { ChainEntry } from '../contracts/verification.ts';
import { linksOf } from '../domain/records/chainLink.ts';
import { auditKept, auditPlace } from './entities/auditRecord.ts';
import { isTombstone } from './entities/deadLetter.ts';
import { type Entity, type StoredRow, answerTakes, markOf, payloadOf, rowOf } from './entities/entity.ts';
import { chainRow } from './entities/verification.ts';
import { laterFreed, madeRoom } from './freeing.ts';
import { blankSync, stillOwed } from './owed.ts';
import { deleteDamaged, stillDamaged } from './leftOutRows.ts';
import { deleteRows, putRows } from './putRows.ts';
import { mayStand } from './refusePlain.ts';
import { rowsIn } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { type DecryptedRow, decryptedPages, decryptRows, unchanged, veilOf } from './decryptRows.ts';
import { encryptRow, encryptRows } from './encryptRows.ts';
import { sumState } from './rowSum.ts';
import { decryptSync, encryptSync } from './encryptedSync.ts';
import { isEncrypted, samePayload } from './rowCipher.ts';
import { veilRow } from './veiledColumns.ts';
import type { AnswerMeta, ApplyOutcome, SyncRow, ResourceAnswer } from './types.ts';

/**
 * Writes an answer to the store, in one transaction with its sync row (D-32). Age is compared row by row: a row with a newer seq than the
 * answer stays, and so does the tombstone of an item removed since; unknown rows are taken even from an older answer. So an answer that
 * crossed an event neither undoes it nor is lost.
 */
export async function applyAnswer<K extends ResourceKey>(
  db: ConsoleDb,
  resource: K,
  answer: ResourceAnswer<K>,
  meta: AnswerMeta,
  /** When rows were deleted to free space, if the sync row may not say so (`Freeing.freedAt`). */
  freed: number | null = null,
): Promise<ApplyOutcome> {
  const { entity, values, speaksFor, totalCount, lastUpdated, totals } = rowsIn(resource, answer);
  const table = db.rows(entity.table);
  const keys = values.map((value) => entity.keyOf(value));
  const veil = veilOf(db);
  /** The answer's row keys, in plain and in veiled form. */
  const present = new Set(veil === null ? keys : keys.flatMap((key) => [key, veil.text(key)]));
  const payloads = await payloadsFor(db, table, keys, values);
  const links =
    resource === 'verifications' ? linksIn(answer as ResourceAnswer<'verifications'>).map((link) => chainRow(link, meta.epoch)) : []; // safe: the resource determines its answer
  const chain = await encryptRows(db, 'chain', links);
  const said = await saidBy(db, resource, meta, keys, totals);
  const notCut = meta.extent === 'cut' ? await neverCutRows(db, entity, present) : [];
  return db.transaction('rw', [table, db.sync, db.chain, db.manifests], async () => {
    const sync = await db.sync.get(resource);
    const otherLog = meta.epoch !== null && sync !== undefined && sync.epoch !== null && sync.epoch !== meta.epoch;
    const known = otherLog ? null : (sync?.asOfSeq ?? null);
    const epoch = meta.epoch ?? sync?.epoch ?? null;
    const asOfSeq = meta.asOfSeq ?? known ?? 0;
    const older = known !== null && asOfSeq < known;

    // Lines of another log are another history and must not be mixed with this one's.
    if (entity.appendOnly === true && otherLog) await table.clear();
    const held = await table.bulkGet(keys);
    const asItStands = (row: StoredRow): StoredRow => (veil === null ? row : veilRow(veil, table.name, row));
    const puts: StoredRow[] = [];
    values.forEach((value, index) => {
      const row = held[index];
      const version = entity.versionOf(value);
      const mark = markOf(row, version, meta.asOfSeq, asOfSeq, epoch);
      const next = (): StoredRow => asItStands({ ...rowOf(entity, value, asOfSeq, epoch), ...mark, payload: payloads[index] });
      if (entity.appendOnly === true) {
        // Append-only rows are immutable: insert if missing, never compare versions.
        if (row === undefined) puts.push(next());
        return;
      }
      // Without a version only the age of the whole answer decides.
      if (older && version === 0) return;
      if (answerTakes(row, version, meta.asOfSeq, meta.epoch) && !same(db, table.name, row, payloads[index], epoch)) puts.push(next());
    });
    await putRows(table, puts);
    if (meta.extent === 'cut' && otherLog) await deleteOtherLog(table, present, meta.epoch);
    await deleteEnded(table, notCut, asOfSeq);
    if (!older && entity.appendOnly !== true) await deleteDamaged(table, meta, new Set(keys), asOfSeq);
    if (meta.extent === 'whole') await deleteGone(db, entity.table, present, speaksFor, asOfSeq, meta.epoch);
    // A pack that the platform no longer lists loses its manifest too; otherwise a device that runs for weeks would keep them all.
    if (resource === 'evidence' && meta.extent === 'whole' && (await db.manifests.count()) > keys.length)
      await deleteGone(db, 'manifests', present, null, asOfSeq, meta.epoch);
    if (chain.length > 0) await putRows(db.chain, chain);

    if (resource === 'audit') await trimAudit(table);

    const missingSince = laterFreed(sync?.freedAt, freed);
    const allCame = meta.extent !== 'part' || meta.pass?.freedAt === missingSince;
    const freedAt = allCame ? null : missingSince;
    const unread = meta.extent !== 'part' || meta.pass !== undefined ? 0 : (sync?.unread ?? 0);
    // An answer with only the changes since a seq, requested before a damaged row was set aside, lacks that row: all rows are fetched
    // again.
    const makesWhole = meta.asOfSeq !== null && (unread === 0 || known !== null);
    const owed = stillOwed(sync?.owed ?? null, meta);
    const next: SyncRow = {
      resource,
      lastSuccessAt: Math.max(meta.receivedAt, sync?.lastSuccessAt ?? 0),
      lastFailureAt: sync?.lastFailureAt ?? null,
      lastFailure: freedAt === null ? null : madeRoom,
      asOfSeq: makesWhole ? Math.max(asOfSeq, known ?? 0) : known,
      epoch,
      source: 'network',
      lastEventAt: sync?.lastEventAt ?? null,
      totalCount: older ? (sync?.totalCount ?? totalCount) : totalCount,
      lastUpdated: older ? (sync?.lastUpdated ?? lastUpdated) : lastUpdated,
      ...said,
      ...(owed === null ? {} : { owed }),
      ...(freedAt === null ? {} : { freedAt }),
      ...(unread === 0 ? {} : { unread }),
      ...(meta.strayLinks === undefined ? {} : { strayLinks: meta.strayLinks }),
    };
    await db.sync.put(next);
    return older && puts.length === 0 ? 'older' : 'applied';
  });
}

/**
 * The sync row's sums and the ids of rows that arrived damaged. Encrypted under a lock, and therefore computed before the transaction;
 * only this resource's answers write it, one after the other.
 */
async function saidBy(
  db: ConsoleDb,
  resource: ResourceKey,
  meta: AnswerMeta,
  keys: readonly string[],
  totals: SyncRow['totals'],
): Promise<Pick<SyncRow, 'totals' | 'cameDamaged' | 'said'>> {
  const sync = await decryptSync(db, await db.sync.get(resource));
  const isOlder = sync?.epoch === meta.epoch && (meta.asOfSeq ?? Infinity) < (sync?.asOfSeq ?? 0);
  const sums = isOlder ? (sync?.totals ?? totals) : totals;
  const cameDamaged = stillDamaged(sync?.cameDamaged, meta, keys);
  const { said, ...clear } = await encryptSync(db, {
    ...blankSync(resource),
    ...(sums !== undefined && { totals: sums }),
    ...(cameDamaged.length > 0 && { cameDamaged }),
  });
  return said === undefined
    ? {
        ...(clear.totals !== undefined && { totals: clear.totals }),
        ...(clear.cameDamaged !== undefined && { cameDamaged: clear.cameDamaged }),
      }
    : { said };
}

/** Keeps the newest lines: an auditor's device stores only a part of a record of years, and the console says so. */
async function trimAudit(table: Table<StoredRow, string>): Promise<void> {
  if ((await table.count()) <= auditKept) return;
  const newest = await table.orderBy(':id').lastKey();
  await table
    .where(':id')
    .below(auditPlace(Number(newest) - auditKept + 1))
    .delete();
}

/** Every chain link in an answer: those of the rows, and the older ones of the same verifications (D-9). */
function linksIn({ verifications, superseded = [] }: ResourceAnswer<'verifications'>): readonly ChainEntry[] {
  return linksOf([...verifications, ...superseded]);
}

/**
 * True if writing would change nothing: even such a write would wake every live query on the row. Rows without a checksum, or with
 * damaged columns beside an intact payload, are rewritten once.
 */
function same(db: ConsoleDb, table: string, row: StoredRow | undefined, payload: unknown, epoch: string | null): boolean {
  return (
    row !== undefined &&
    row.epoch === epoch &&
    samePayload(row.payload, payload) &&
    (isEncrypted(row.payload) || sumState(db, table, row) === 'holds')
  );
}

/**
 * The values to be stored. Under a lock an unchanged row keeps its envelope: the comparison uses the decrypted payload here, before the
 * transaction, and the envelope within it.
 */
async function payloadsFor(
  db: ConsoleDb,
  table: Table<StoredRow, string>,
  keys: readonly string[],
  values: readonly unknown[],
): Promise<readonly unknown[]> {
  if (db.cipher?.encrypts !== true) return values;
  const stored = new Map<string, StoredRow>();
  (await table.bulkGet([...keys])).forEach((row, place) => row !== undefined && stored.set(keys[place] ?? '', row));
  const rows = [...stored.values()];
  const open = await decryptRows(db, table.name, rows);
  const openOf = new Map(rows.map((row, place) => [row, open[place]]));
  return Promise.all(
    values.map(async (value, place) => {
      const row = stored.get(keys[place] ?? '');
      if (row !== undefined && mayStand(table.name, row) && isEncrypted(row.payload) && samePayload(openOf.get(row)?.payload, value))
        return row.payload;
      return (await encryptRow(db, table.name, { [String(table.schema.primKey.keyPath)]: keys[place], payload: value })).payload;
    }),
  );
}

/** Deletes rows that a whole answer no longer contains, unless they are newer than the answer. */
async function deleteGone(
  db: ConsoleDb,
  tableName: StoredTable,
  present: ReadonlySet<string>,
  speaksFor: ((key: string) => boolean) | null,
  asOfSeq: number,
  epoch: string | null,
): Promise<void> {
  const table = db.rows(tableName);
  const gone: string[] = [];
  await table.each((row, cursor) => {
    const key = String(cursor.primaryKey);
    const otherLog = epoch !== null && row.epoch !== epoch;
    const superseded = otherLog || row.seq <= asOfSeq;
    if ((!present.has(key) || (isTombstone(row) && otherLog)) && superseded && (speaksFor === null || speaksFor(key))) gone.push(key);
  });
  await deleteRows(table, gone);
}

/** Rows that a cut list would contain if they were unchanged. Judged by decrypted payloads, and therefore before the transaction. */
async function neverCutRows(db: ConsoleDb, entity: Entity<never>, sent: ReadonlySet<string>): Promise<readonly DecryptedRow<StoredRow>[]> {
  const found: DecryptedRow<StoredRow>[] = [];
  if (entity.neverCut === undefined) return found;
  for await (const page of decryptedPages<StoredRow>(db, entity.table))
    for (const row of page) {
      const value = payloadOf(entity, row.open);
      if (value !== null && !sent.has(String(row.key)) && entity.neverCut(value)) found.push(row);
    }
  return found;
}

/** Deletes rows whose end the platform has not described, unless they are newer than the answer. */
async function deleteEnded(table: Table<StoredRow, string>, ended: readonly DecryptedRow<StoredRow>[], asOfSeq: number): Promise<void> {
  const held = await table.bulkGet(ended.map(({ key }) => String(key)));
  const gone = ended.filter(({ stored }, place) => stored.seq <= asOfSeq && unchanged(held[place], stored));
  await deleteRows(
    table,
    gone.map(({ key }) => String(key)),
  );
}

/** A cut list says nothing about rows behind the cut, but rows of another log no longer exist at the platform. */
async function deleteOtherLog(table: Table<StoredRow, string>, present: ReadonlySet<string>, epoch: string | null): Promise<void> {
  const gone = await table.filter((row) => row.epoch !== epoch).primaryKeys();
  await deleteRows(
    table,
    gone.filter((key) => !present.has(String(key))),
  );
}

type StoredTable = Parameters<ConsoleDb['rows']>[0];

/** Records a failed fetch: the rows stay, and the panel can say why they are old. */
export function noteFailure(db: ConsoleDb, resource: ResourceKey, problem: Problem, at: number): Promise<void> {
  return db.transaction('rw', db.sync, async () => {
    const sync = await db.sync.get(resource);
    await db.sync.put({ ...(sync ?? blankSync(resource)), lastFailureAt: at, lastFailure: problem });
  });
}
