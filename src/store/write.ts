import { Dexie } from 'dexie';
import type { Problem, Result } from '../contracts/problem.ts';
import type { Topic, TopicSeqs } from '../contracts/realtime/event.ts';
import { topicsIn } from '../domain/realtime/log.ts';
import { applyAnswer, noteFailure } from './applyAnswer.ts';
import { owe } from './owed.ts';
import { applyBatch } from './applyBatch.ts';
import { auditRows } from './audit.ts';
import { keptSwitch } from './keptSwitch.ts';
import { readKeySet } from './keySet.ts';
import { linkAt, linksFrom, missingLinks, putLinks } from './chainLinks.ts';
import { keepDraft, trimDrafts } from './drafts.ts';
import { fence, type Term } from './fence.ts';
import { createFreeing, laterFreed } from './freeing.ts';
import { fullAtOpeningMessage, isFull } from './guarded.ts';
import { type CursorsRow, databaseName } from './schema.ts';
import { holdsManifest, missingManifests } from './manifestsHeld.ts';
import { removeOtherLog, voidLog } from './otherLog.ts';
import { openWithin } from './openWithin.ts';
import { removeDatabase } from './removing.ts';
import { convertRows } from './convertRows.ts';
import { createRooms, withRoom, type Room } from './room.ts';
import { createRowCipher } from './aesGcm.ts';
import type { RowCipher } from './rowCipher.ts';
import { trimSegments } from './segments.ts';
import { takeOver } from './takeOver.ts';
import { takenProblem, watchTakenAway } from './takenAway.ts';
import type { LogPlace, WriteStore } from './types.ts';
import { openOutbox } from './writeOutbox.ts';
import { WritingDb } from './writingDb.ts';

/** For workers only: the single writer of a person's database. Pages read through `read.ts`. */

const openStores = new Map<string, () => Promise<void>>();

/** Another hub has become leader and decides about pending writes. */
const replaced: Problem = { code: 'cancelled', message: 'Another tab manages the stored data now.', retry: false };

/**
 * Opens the database of this tenant and user, upgrading it if needed. An open store of theirs is closed first. With a term, nothing is
 * written once a later term has entered; without one there must be no other writer (tests). With a key, rows are encrypted on writing and
 * decrypted on reading (D-31). `generation` comes from `ukweli-meta` (`MetaStore.claimStore`).
 */
export async function openWriteStore(
  tenantId: string,
  userId: string,
  term: Term | null = null,
  key: CryptoKey | null = null,
  generation = 0,
): Promise<Result<WriteStore>> {
  const name = databaseName(tenantId, userId, generation);
  await openStores.get(name)?.();
  const db = new WritingDb(tenantId, userId, 'relaxed', generation);
  const guard = fence(db, 'cursors');
  const freeing = createFreeing(db, () => Date.now());
  const { roomForAnswers, roomForDecisions } = createRooms(freeing.free, () => Date.now());
  const cipherOf = (held: CryptoKey, encrypts = true): Promise<RowCipher> => createRowCipher(held, name, encrypts);
  const cipher = key === null ? null : await cipherOf(key);
  const opened = await withRoom(async () => {
    await openWithin(db);
    if (term !== null && !(await guard.enter(term))) return false;
    db.cipher = cipher;
    await takeOver(db, term);
    return true;
  }, roomForAnswers());
  // The disk is full and nothing can be deleted: stored rows are readable, commands are sent from memory, and the first successful write
  // enters the term.
  const isCrammed = !opened.ok && isFull(opened.problem) && db.isOpen();
  if (isCrammed) db.cipher = cipher;
  if (isCrammed && term !== null) guard.enterLater(term);
  if (!isCrammed && (!opened.ok || !opened.value)) {
    db.close();
    if (opened.ok) return { ok: false, problem: replaced };
    return isFull(opened.problem) ? { ok: false, problem: { ...opened.problem, message: fullAtOpeningMessage } } : opened;
  }
  const outbox = openOutbox(tenantId, userId, term, { tracked, roomForDecisions }, generation, isCrammed);
  const underWay = new Set<Promise<unknown>>();
  let closing = false;
  let isTaken = false;
  let tellTaken = () => {};
  const taken = new Promise<void>((resolve) => {
    tellTaken = resolve;
  });

  /** The database was deleted. Nothing is written into one that Dexie would recreate; the opener decides what comes next. */
  function takenAway(): void {
    if (closing || isTaken) return;
    isTaken = true;
    outbox.close();
    db.close();
    tellTaken();
  }
  watchTakenAway(db, takenAway);

  /** Tracks running writes, so that closing can wait: a write that outlives a wipe would recreate the database. */
  function tracked<T>(work: () => Promise<T>, room: Room = roomForAnswers()): Promise<Result<T>> {
    const running = withRoom(async () => {
      if (closing || isTaken) throw new Dexie.DatabaseClosedError('closing');
      return work();
    }, room).then((outcome): Result<T> => {
      if (guard.missing() || outbox.missing()) takenAway();
      if (outcome.ok) return outcome;
      if (guard.lost() || outbox.lost()) return { ok: false, problem: replaced };
      return isTaken ? { ok: false, problem: takenProblem } : outcome;
    });
    underWay.add(running);
    void running.finally(() => underWay.delete(running));
    return running;
  }

  async function close(): Promise<void> {
    closing = true;
    await Promise.all(underWay);
    outbox.close();
    db.close();
    if (openStores.get(name) === close) openStores.delete(name);
  }
  openStores.set(name, close);

  const setCipher = (next: RowCipher | null): void => {
    db.cipher = next;
    outbox.setCipher(next);
  };
  /** From now on plain-text writes under the lock fail: no write prepared without the lock is running any more. */
  const refusePlainRows = (refuse: boolean): void => {
    db.encryptedOnly = refuse;
    outbox.refusePlainRows(refuse);
  };
  setCipher(db.cipher);
  refusePlainRows(key !== null);

  /** Later writes use the new form; after the running ones have ended, the stored rows are converted. */
  async function convertWith(next: RowCipher): Promise<Result<null>> {
    setCipher(next);
    await Promise.all(underWay);
    refusePlainRows(next.encrypts);
    const done = await tracked(async () => {
      await convertRows(db, term);
      return null;
    });
    if (done.ok && !next.encrypts) setCipher(null);
    return done;
  }

  const store: WriteStore = {
    tenantId,
    userId,
    ...rowCalls(db, tracked, freeing),
    outbox: outbox.store,
    onFreed: freeing.listen,
    taken,
    look: () =>
      tracked(async () => {
        await guard.standing();
        return null;
      }),
    encrypt: async (held) => convertWith(await cipherOf(held)),
    decrypt: async (held) => convertWith(await cipherOf(held, false)),
    close,
  };
  return { ok: true, value: store };
}

/** Reads and writes of the rows themselves, each tracked. */
function rowCalls(
  db: WritingDb,
  tracked: <T>(work: () => Promise<T>) => Promise<Result<T>>,
  freeing: Pick<ReturnType<typeof createFreeing>, 'freedAt' | 'noted'>,
): Omit<WriteStore, 'tenantId' | 'userId' | 'outbox' | 'onFreed' | 'taken' | 'look' | 'encrypt' | 'decrypt' | 'close'> {
  return {
    applyAnswer: (resource, answer, meta) =>
      tracked(async () => {
        const freed = freeing.freedAt(resource);
        const outcome = await applyAnswer(db, resource, answer, meta, freed);
        freeing.noted(resource, freed);
        return outcome;
      }),
    noteFailure: (resource, problem, at) =>
      tracked(async () => {
        await noteFailure(db, resource, problem, at);
        return null;
      }),
    owe: (resource, owed) =>
      tracked(async () => {
        await owe(db, resource, owed);
        return null;
      }),
    readOwed: () =>
      tracked(async () => (await db.sync.toArray()).flatMap(({ resource, owed }) => (owed ? [[resource, owed] as const] : []))),
    applyBatch: (batch) => tracked(() => applyBatch(db, batch)),
    readLog: () => tracked(async () => placeOf(await db.cursors.get('log'))),
    saveCursors: (cursors, epoch) =>
      tracked(() =>
        db.transaction('rw', db.cursors, async () => {
          const log = await db.cursors.get('log');
          const held = log?.epoch === epoch ? log : null;
          await db.cursors.put({ ...held, id: 'log', epoch, cursors: { ...held?.cursors, ...cursors } });
          return null;
        }),
      ),
    readSync: (resource) =>
      tracked(async () => {
        const row = await db.sync.get(resource);
        const freedAt = laterFreed(row?.freedAt, freeing.freedAt(resource));
        return row === undefined ? null : { ...row, ...(freedAt !== null && { freedAt }) };
      }),
    missingManifests: (limit) => tracked(() => missingManifests(db, limit)),
    holdsManifest: (packId) => tracked(() => holdsManifest(db, packId)),
    voidLog: () =>
      tracked(async () => {
        await voidLog(db);
        return null;
      }),
    removeOtherLog: (epoch) => tracked(() => removeOtherLog(db, epoch)),
    putLinks: (links, epoch) =>
      tracked(async () => {
        await putLinks(db, links, epoch);
        return null;
      }),
    linkAt: (chainIndex) => tracked(() => linkAt(db, chainIndex)),
    linksFrom: (from, most) => tracked(() => linksFrom(db, from, most)),
    readKeySet: () => tracked(() => readKeySet(db)),
    readKillSwitch: () => tracked(() => keptSwitch(db)),
    missingLinks: (headIndex, most) => tracked(() => missingLinks(db, headIndex, most)),
    newestAuditPlace: () =>
      tracked(async () => {
        const newest = await db.rows('auditRecords').orderBy(':id').lastKey();
        return newest === undefined ? null : Number(newest);
      }),
    keepDraft: (draft) =>
      tracked(async () => {
        await keepDraft(db, draft);
        return null;
      }),
    trimDrafts: (at) => tracked(() => trimDrafts(db, at)),
    trimSegments: (at) => tracked(() => trimSegments(db, at)),
    audit: (only) => tracked(() => auditRows(db, Date.now(), only ?? null)),
  };
}

/**
 * Continues where the recorded segments end, even if a refetch held their cursor back: from the cursor alone, a hub that dies during its
 * first refetch would leave a gap in the segments, because the next hub would start at the platform's newest event.
 */
function placeOf(log: CursorsRow | undefined): LogPlace {
  if (log === undefined) return { epoch: null, cursors: {}, owed: [] };
  const cursors: TopicSeqs = { ...log.cursors };
  const owed: Topic[] = [];
  for (const topic of topicsIn(log.recorded ?? {})) {
    const recorded = log.recorded?.[topic] ?? 0;
    if (recorded <= (cursors[topic] ?? -1)) continue;
    cursors[topic] = recorded;
    owed.push(topic);
  }
  return { epoch: log.epoch, cursors, owed };
}

/** Stops the writer of a database and waits for its running writes, which a worker frozen in a transaction can delay indefinitely. */
export async function letGo(name: string): Promise<void> {
  await openStores.get(name)?.();
}

/** Removes a person's database of the first generation. Stops and awaits the writer first; readers close by themselves. */
export async function wipe(tenantId: string, userId: string): Promise<Result<null>> {
  const name = databaseName(tenantId, userId);
  await letGo(name);
  return removeDatabase(name);
}
