import { quickParse } from '../contracts/quickParse.ts';
import type { HeardFrame, Topic, TopicSeqs } from '../contracts/realtime/event.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { Verification } from '../contracts/verification.ts';
import { z } from '../contracts/zod.ts';
import { linkOf } from '../domain/records/chainLink.ts';
import { topicOf } from '../domain/realtime/log.ts';
import { redactEvent } from '../domain/redact.ts';
import { isFedByStream, touchedBy } from '../domain/freshness/resources.ts';
import { componentEntity } from './entities/component.ts';
import { deadLetterEntity, tombstone } from './entities/deadLetter.ts';
import { type Entity, type StoredRow, eventTakes, rowOf } from './entities/entity.ts';
import { kpiEntity } from './entities/kpi.ts';
import { stageEntity } from './entities/stage.ts';
import { type ChainRow, chainRow, verificationEntity } from './entities/verification.ts';
import { heldRows, putExactly } from './exactRows.ts';
import type { ConsoleDb, CursorsRow, SegmentRow } from './schema.ts';
import { addOwed, blankSync } from './owed.ts';
import { mayStand } from './refusePlain.ts';
import { veilOf } from './decryptRows.ts';
import { encryptRow, encryptRows } from './encryptRows.ts';
import type { TableName } from './tables.ts';
import type { BatchOutcome, EventBatch, Owed, SyncRow } from './types.ts';

/** The row change made from an event's data: table, key, deciding version, and the row. */
interface Change {
  readonly resource: ResourceKey;
  readonly table: TableName;
  readonly key: string;
  readonly version: number;
  readonly row: StoredRow;
  readonly chain: ChainRow | null;
}

const removalSchema = z.object({ itemId: z.string(), removed: z.literal(true) });

/**
 * Writes events to the store: entity rows, ONE segment per topic and the cursors in one transaction, so that a crash leaves all of it or
 * nothing (F-15). A row changes only with a version above the stored one, which is compared inside the transaction, not in memory (D-13).
 */
export async function applyBatch(db: ConsoleDb, batch: EventBatch): Promise<BatchOutcome> {
  const unusable: { frame: HeardFrame; detail: string }[] = [];
  const read: FrameChange[] = [];
  for (const frame of batch.frames) {
    const found = readChange(frame, batch.epoch);
    if (found.ok) read.push({ frame, change: found.change });
    else unusable.push({ frame, detail: found.detail });
  }
  let changes = await encryptChanges(db, newestOfEach(read));
  for (;;) {
    const applied = await write(db, batch, changes, await encryptedSegments(db, batch));
    if (applied !== null) return { applied, unusable };
    // The stored rows differ from what was expected when encrypting; encrypt again.
    changes = await encryptChanges(db, changes);
  }
}

/**
 * Of several changes to one row, marks all but the newest version as `passing`: they will not be stored, because seq and version rise
 * together.
 */
function newestOfEach(changes: readonly FrameChange[]): readonly (FrameChange & { readonly passing?: true })[] {
  const newest = new Map<string, Change>();
  for (const { change } of changes) {
    if (change === null) continue;
    const place = `${change.table} ${change.key}`;
    if (change.version > (newest.get(place)?.version ?? -Infinity)) newest.set(place, change);
  }
  return changes.map((each) =>
    each.change === null || newest.get(`${each.change.table} ${each.change.key}`) === each.change ? each : { ...each, passing: true },
  );
}

/** Segments encrypted for a given state of `recorded`. */
interface EncryptedSegments {
  readonly recorded: TopicSeqs;
  readonly segments: readonly SegmentRow[];
}

/**
 * The segments' content depends on `recorded`, but encryption is asynchronous and cannot run inside the transaction. Null without a lock.
 */
async function encryptedSegments(db: ConsoleDb, batch: EventBatch): Promise<EncryptedSegments | null> {
  if (db.cipher?.encrypts !== true) return null;
  const recorded = recordedIn(await db.cursors.get('log'), batch.epoch);
  return { recorded, segments: await encryptRows(db, 'segments', segmentsOf(batch, recorded)) };
}

function recordedIn(log: CursorsRow | undefined, epoch: string): TopicSeqs {
  return log?.epoch === epoch ? (log.recorded ?? {}) : {};
}

/**
 * Under a lock every row that will be stored is encrypted before the transaction, and every chain link too, because links are stored
 * whatever becomes of the row.
 */
async function encryptChanges(
  db: ConsoleDb,
  changes: readonly (FrameChange & { readonly passing?: true })[],
): Promise<readonly FrameChange[]> {
  if (db.cipher?.encrypts !== true) return changes;
  return Promise.all(
    changes.map(async ({ frame, change, passing }) => {
      if (change === null) return { frame, change };
      const [row, chain] = await Promise.all([
        passing === true ? change.row : encryptRow(db, change.table, change.row),
        change.chain === null ? null : encryptRow(db, 'chain', change.chain),
      ]);
      return { frame, change: { ...change, row, chain } };
    }),
  );
}

/**
 * The transaction. Returns null and writes nothing if `recorded` changed since the segments were made, or if a row would be stored in
 * plain text under a lock.
 */
function write(
  db: ConsoleDb,
  batch: EventBatch,
  changes: readonly FrameChange[],
  encrypted: EncryptedSegments | null,
): Promise<readonly HeardFrame[] | null> {
  const tables = [...new Set(changes.flatMap(({ change }) => (change === null ? [] : [change.table])))];
  const told = toldOf(batch);
  const resources = [...new Set(changes.flatMap(({ change }) => (change === null ? [] : [change.resource])))];
  const stores = [...tables.map((table) => db.rows(table)), db.chain, db.segments, db.cursors, db.sync];
  return db.transaction('rw', stores, async () => {
    const keysOf = (table: TableName) => changes.flatMap(({ change }) => (change?.table === table ? [change.key] : []));
    // One parallel read of everything needed for the decision.
    const [held, syncs, logs] = await Promise.all([
      Promise.all(tables.map((table) => heldRows(db.rows(table), keysOf(table), veilOf(db)))),
      heldRows(db.sync, [...resources, ...told.keys()]),
      heldRows(db.cursors, ['log']),
    ]);
    const stored = logs.get('log');
    const log = stored?.epoch === batch.epoch ? stored : null;
    const recorded = recordedIn(stored, batch.epoch);
    if (encrypted !== null && JSON.stringify(encrypted.recorded) !== JSON.stringify(recorded)) return null;
    const segments = encrypted?.segments ?? segmentsOf(batch, recorded);
    const rows = new Map(tables.map((table, place) => [table, held[place] ?? new Map<string, StoredRow>()]));
    const judged = judge(changes, rows, syncs, batch.epoch);
    const stands = [...judged.rows].every(([table, each]) => [...each.values()].every((row) => mayStand(table, row)));
    if (encrypted !== null && !stands) return null;
    for (const table of tables) putExactly(db.rows(table), [...(judged.rows.get(table)?.values() ?? [])], rows.get(table) ?? new Map());
    putExactly(
      db.chain,
      judged.links,
      await heldRows(
        db.chain,
        judged.links.map(({ chainIndex }) => chainIndex),
      ),
    );
    putExactly(
      db.sync,
      [
        ...resources.flatMap((resource) => notedEvents(resource, syncs.get(resource), batch) ?? []),
        ...[...told].flatMap(([resource, seq]) => notedOwed(syncs.get(resource), { seq, epoch: batch.epoch, at: batch.at }) ?? []),
      ],
      syncs,
    );
    const cursors: CursorsRow = {
      id: 'log',
      epoch: batch.epoch,
      cursors: { ...log?.cursors, ...batch.cursors },
      recorded: { ...recorded, ...Object.fromEntries(segments.map(({ topic, lastSeq }) => [topic, lastSeq])) },
    };
    putExactly(db.cursors, [cursors], logs);
    await db.segments.bulkAdd(segments);
    return judged.applied;
  });
}

/** An event and its row change; null if it changes no row. */
interface FrameChange {
  readonly frame: HeardFrame;
  readonly change: Change | null;
}

interface Judged {
  readonly applied: readonly HeardFrame[];
  /** The newest row of each changed key, by table. */
  readonly rows: ReadonlyMap<TableName, ReadonlyMap<string, StoredRow>>;
  readonly links: readonly ChainRow[];
}

/** D-13: decides which events apply, in order, given the stored rows. Each row is written once, however many events change it. */
function judge(
  changes: readonly FrameChange[],
  held: ReadonlyMap<TableName, ReadonlyMap<string, StoredRow>>,
  syncs: ReadonlyMap<ResourceKey, SyncRow>,
  epoch: string,
): Judged {
  const applied: HeardFrame[] = [];
  const links = new Map<number, ChainRow>();
  const rows = new Map<TableName, Map<string, StoredRow>>([...held.keys()].map((table) => [table, new Map()]));
  for (const { frame, change } of changes) {
    if (change === null) continue;
    const { table, key, version, resource, chain } = change;
    // Chain links are history: stored even if they are not their verification's newest.
    if (chain !== null) links.set(chain.chainIndex, chain);
    const before = rows.get(table)?.get(key) ?? held.get(table)?.get(key);
    if (!eventTakes(before, { version, seq: frame.seq, epoch }, syncs.get(resource))) continue;
    // An event without a seq does not advance the row's seq.
    const seq = before?.epoch === epoch ? Math.max(before.seq, change.row.seq) : change.row.seq;
    rows.get(table)?.set(key, seq === change.row.seq ? change.row : { ...change.row, seq });
    applied.push(frame);
  }
  return { applied: applied.sort((a, b) => placeOf(a) - placeOf(b)), rows, links: [...links.values()] };
}

/** Events without a seq follow those with one, in order of arrival. */
function placeOf({ seq }: HeardFrame): number {
  return seq ?? Number.MAX_SAFE_INTEGER;
}

/** The sync row of a resource with an announced change; null if none is stored, or if an answer of that seq or later has arrived. */
function notedOwed(sync: SyncRow | undefined, owed: Owed): SyncRow | null {
  if (sync === undefined || (sync.epoch === owed.epoch && (sync.asOfSeq ?? 0) >= owed.seq)) return null;
  return { ...sync, owed: addOwed(sync.owed, owed) };
}

/** The sync row after these events; null if it must not change. */
function notedEvents(resource: ResourceKey, sync: SyncRow | undefined, batch: EventBatch): SyncRow | null {
  const known = sync ?? { ...blankSync(resource), epoch: batch.epoch };
  // Until the resource is fetched from the new log, its sync row stays the old log's: that answer must replace everything.
  if (known.epoch !== null && known.epoch !== batch.epoch) return null;
  // `asOfSeq` stays: it is the seq up to which an ANSWER made the rows complete, and the next fetch of changes starts there.
  return { ...known, epoch: batch.epoch, source: 'events', lastEventAt: batch.at };
}

/**
 * Resources whose change is announced without data (`system.notice`): their rows are outdated until an answer brings the change. Stored
 * in the transaction that moves the cursor past the event, so that a hub that dies before its refetch does not lose it. An event without
 * a seq is not recorded, because no answer could be known to include it; the hub fetches at once anyway.
 */
function toldOf(batch: EventBatch): ReadonlyMap<ResourceKey, number> {
  const told = new Map<ResourceKey, number>();
  for (const { type, seq } of batch.frames) {
    const topic = topicOf(type);
    if (topic === null || seq === undefined) continue;
    for (const key of touchedBy(topic)) if (!isFedByStream(key)) told.set(key, Math.max(seq, told.get(key) ?? 0));
  }
  return told;
}

/**
 * A batch whose cursor was not stored with it is delivered again to the next hub: its rows are deduplicated by version, its segments by
 * `recorded`.
 */
function segmentsOf(batch: EventBatch, recorded: TopicSeqs): readonly SegmentRow[] {
  const byTopic = new Map<Topic, HeardFrame[]>();
  for (const frame of batch.frames) {
    const topic = topicOf(frame.type);
    if (topic === null || (frame.seq !== undefined && frame.seq <= (recorded[topic] ?? 0))) continue;
    const frames = byTopic.get(topic);
    if (frames === undefined) byTopic.set(topic, [redactEvent(frame)]);
    else frames.push(redactEvent(frame));
  }
  return [...byTopic].map(([topic, payload]) => ({
    topic,
    ...spanOf(payload, recorded[topic] ?? 0),
    storedAt: batch.at,
    sizeBytes: sizeOf(payload),
    payload,
  }));
}

/** First and last seq of a segment; if no event has a seq, the last recorded one. */
function spanOf(frames: readonly HeardFrame[], before: number): { readonly firstSeq: number; readonly lastSeq: number } {
  const seqs = frames.flatMap(({ seq }) => seq ?? []);
  return seqs.length === 0 ? { firstSeq: before, lastSeq: before } : { firstSeq: Math.min(...seqs), lastSeq: Math.max(...seqs) };
}

/** Approximate size of the events on disk, bytes: like the length of their JSON, without serialising. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [name, inner] of Object.entries(value)) size += sizeOf(inner) + name.length + 4;
  return size;
}

type Read = { readonly ok: true; readonly change: Change | null } | { readonly ok: false; readonly detail: string };

/**
 * The row change of an event; null for events that change no row (control topic). Unknown types of our topics are unusable: the rows they
 * would change must be fetched.
 */
function readChange(frame: HeardFrame, epoch: string): Read {
  switch (frame.type) {
    case 'kpis.updated':
      return change('kpis', kpiEntity, frame, epoch);
    case 'health.component':
      return change('health', componentEntity, frame, epoch);
    case 'pipeline.stage':
      return change('pipeline', stageEntity, frame, epoch);
    case 'verifications.appended':
      return change('verifications', verificationEntity, frame, epoch, (value: Verification) => {
        const sealed = linkOf(value);
        return sealed === null ? null : chainRow(sealed, epoch);
      });
    case 'pipeline.dead_letter': {
      const removal = removalSchema.safeParse(frame.data);
      if (!removal.success) return change('dlq', deadLetterEntity, frame, epoch);
      const row = tombstone(removal.data.itemId, frame.version, frame.seq ?? 0, epoch);
      return {
        ok: true,
        change: { resource: 'dlq', table: 'deadLetters', key: removal.data.itemId, version: frame.version, row, chain: null },
      };
    }
    default:
      return topicOf(frame.type) === 'system' ? { ok: true, change: null } : { ok: false, detail: `unknown type ${frame.type}` };
  }
}

function change<T>(
  resource: ResourceKey,
  entity: Entity<T>,
  frame: HeardFrame,
  epoch: string,
  link: ((value: T) => ChainRow | null) | null = null,
): Read {
  const parsed = quickParse(entity.schema, frame.data);
  if (!parsed.success) return { ok: false, detail: z.prettifyError(parsed.error) };
  const value = parsed.data;
  // A row without versions gets the version of its event (D-13).
  const version = entity.versionOf(value) || frame.version;
  const row = { ...rowOf(entity, value, frame.seq ?? 0, epoch), version };
  return {
    ok: true,
    change: {
      resource,
      table: entity.table,
      key: entity.keyOf(value),
      version,
      row,
      chain: link === null ? null : link(value),
    },
  };
}
