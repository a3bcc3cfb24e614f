import type { EventFrame, Topic, TopicSeqs } from '../contracts/realtime/event.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { Verification } from '../contracts/verification.ts';
import { z } from '../contracts/zod.ts';
import { topicOf } from '../domain/realtime/log.ts';
import { redactEvent } from '../domain/redact.ts';
import { componentEntity } from './entities/component.ts';
import { deadLetterEntity, tombstone } from './entities/deadLetter.ts';
import { type Entity, type StoredRow, type TableName, eventTakes, rowOf } from './entities/entity.ts';
import { kpiEntity } from './entities/kpi.ts';
import { stageEntity } from './entities/stage.ts';
import { type ChainRow, chainRow, verificationEntity } from './entities/verification.ts';
import { putRows } from './putRows.ts';
import type { ConsoleDb, SegmentRow } from './schema.ts';
import type { BatchOutcome, EventBatch, SyncRow } from './types.ts';

/** What an event's data becomes: the row's table and key, the version that decides, and the row. */
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
 * Events into the store: entity rows, ONE segment per topic and the cursors in one transaction, so that a crash leaves all
 * of it or nothing (F-15). A row changes only under a version above the stored one, judged here and not in memory (D-13).
 */
export function applyBatch(db: ConsoleDb, batch: EventBatch): Promise<BatchOutcome> {
  const unusable: { frame: EventFrame; detail: string }[] = [];
  const changes: { readonly frame: EventFrame; readonly change: Change | null }[] = [];
  for (const frame of batch.frames) {
    const read = readChange(frame, batch.epoch);
    if (read.ok) changes.push({ frame, change: read.change });
    else unusable.push({ frame, detail: read.detail });
  }
  const tables = [...new Set(changes.flatMap(({ change }) => (change === null ? [] : [change.table])))];
  const stores = [...tables.map((table) => db.rows(table)), db.chain, db.segments, db.cursors, db.sync];
  return db.transaction('rw', stores, async () => {
    const applied = await applyRows(db, changes, tables, batch);
    const log = await db.cursors.get('log');
    const held = log !== undefined && log.epoch === batch.epoch ? log : null;
    const segments = segmentsOf(batch, held?.recorded ?? {});
    await db.segments.bulkAdd(segments);
    await db.cursors.put({
      id: 'log',
      epoch: batch.epoch,
      cursors: { ...held?.cursors, ...batch.cursors },
      recorded: { ...held?.recorded, ...Object.fromEntries(segments.map(({ topic, lastSeq }) => [topic, lastSeq])) },
    });
    return { applied, unusable };
  });
}

async function applyRows(
  db: ConsoleDb,
  changes: readonly { readonly frame: EventFrame; readonly change: Change | null }[],
  tables: readonly TableName[],
  batch: EventBatch,
): Promise<readonly EventFrame[]> {
  const applied: EventFrame[] = [];
  const links: ChainRow[] = [];
  const touched = new Set<ResourceKey>();
  for (const { frame, change } of changes) if (change === null) applied.push(frame);
  for (const table of tables) {
    const mine = changes.flatMap(({ frame, change }) => (change !== null && change.table === table ? [{ frame, change }] : []));
    const keys = [...new Set(mine.map(({ change }) => change.key))];
    const held = await db.rows(table).bulkGet(keys);
    const rows = new Map(keys.map((key, index) => [key, held[index]]));
    const resources = [...new Set(mine.map(({ change }) => change.resource))];
    const syncs = await db.sync.bulkGet(resources);
    const whole = new Map(resources.map((resource, index) => [resource, syncs[index]]));
    const changed = new Set<string>();
    for (const { frame, change } of mine) {
      // A link of the chain is history: it is kept whether or not it is its verification's newest.
      if (change.chain !== null) links.push(change.chain);
      touched.add(change.resource);
      if (!eventTakes(rows.get(change.key), { version: change.version, seq: frame.seq, epoch: batch.epoch }, whole.get(change.resource)))
        continue;
      rows.set(change.key, change.row);
      changed.add(change.key);
      applied.push(frame);
    }
    await putRows(
      db.rows(table),
      [...changed].flatMap((key) => rows.get(key) ?? []),
    );
  }
  await putRows(db.chain, links);
  for (const resource of touched) await noteEvents(db, resource, batch);
  return applied.sort((a, b) => a.seq - b.seq);
}

async function noteEvents(db: ConsoleDb, resource: ResourceKey, batch: EventBatch): Promise<void> {
  const sync = await db.sync.get(resource);
  const blank: SyncRow = {
    resource,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastFailure: null,
    asOfSeq: null,
    epoch: batch.epoch,
    source: null,
    lastEventAt: null,
    totalCount: null,
    lastUpdated: null,
  };
  const known = sync ?? blank;
  // Until the resource itself is fetched from the new log, its sync row stays the old log's: that answer must replace all.
  if (known.epoch !== null && known.epoch !== batch.epoch) return;
  // `asOfSeq` is left alone: it says up to where an ANSWER made the rows whole, and fetching what changed goes on from there.
  await db.sync.put({ ...known, epoch: batch.epoch, source: 'events', lastEventAt: batch.at });
}

/** A batch whose cursor could not be stored with it comes again to the next hub: its rows are judged by version, its record by `recorded`. */
function segmentsOf(batch: EventBatch, recorded: TopicSeqs): readonly SegmentRow[] {
  const byTopic = new Map<Topic, EventFrame[]>();
  for (const frame of batch.frames) {
    const topic = topicOf(frame.type);
    if (topic === null || frame.seq <= (recorded[topic] ?? 0)) continue;
    const frames = byTopic.get(topic);
    if (frames === undefined) byTopic.set(topic, [redactEvent(frame)]);
    else frames.push(redactEvent(frame));
  }
  return [...byTopic].map(([topic, payload]) => ({
    topic,
    firstSeq: Math.min(...payload.map((frame) => frame.seq)),
    lastSeq: Math.max(...payload.map((frame) => frame.seq)),
    storedAt: batch.at,
    sizeBytes: JSON.stringify(payload).length,
    payload,
  }));
}

type Read = { readonly ok: true; readonly change: Change | null } | { readonly ok: false; readonly detail: string };

/** What an event changes; null for those that change no row (control topic). Unknown types of our topics are unusable: the
 * rows that they would change must come by a fetch. */
function readChange(frame: EventFrame, epoch: string): Read {
  switch (frame.type) {
    case 'kpis.updated':
      return change('kpis', kpiEntity, frame, epoch);
    case 'health.component':
      return change('health', componentEntity, frame, epoch);
    case 'pipeline.stage':
      return change('pipeline', stageEntity, frame, epoch);
    case 'verifications.appended':
      return change('verifications', verificationEntity, frame, epoch, (value: Verification) => chainRow(value));
    case 'pipeline.dead_letter': {
      const removal = removalSchema.safeParse(frame.data);
      if (!removal.success) return change('dlq', deadLetterEntity, frame, epoch);
      const row = tombstone(removal.data.itemId, frame.version, frame.seq, epoch);
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
  frame: EventFrame,
  epoch: string,
  link: ((value: T) => ChainRow) | null = null,
): Read {
  const parsed = entity.schema.safeParse(frame.data);
  if (!parsed.success) return { ok: false, detail: z.prettifyError(parsed.error) };
  const value = parsed.data;
  const row = rowOf(entity, value, frame.seq, epoch);
  return {
    ok: true,
    change: {
      resource,
      table: entity.table,
      key: entity.keyOf(value),
      version: entity.versionOf(value),
      row,
      chain: link === null ? null : link(value),
    },
  };
}
