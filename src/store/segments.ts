import type { HeardFrame, Topic } from '../contracts/realtime/event.ts';
import { topicOf } from '../domain/realtime/log.ts';
import type { Segment } from './types.ts';
import { deleteRows } from './putRows.ts';
import type { ConsoleDb } from './schema.ts';
import { openRows } from './sealedRows.ts';

/** D-12: how long and how much of the events' record is kept. Their entity rows are written in the same transaction. */
export const segmentLimits = { ageMs: 24 * 3_600_000, sizeBytes: 50_000_000 } as const;

/** Which segments go, given all of them oldest first: those past the age, and the oldest until the rest fits. */
export function segmentsToDelete(
  all: readonly { readonly id: number; readonly storedAt: number; readonly sizeBytes: number }[],
  now: number,
  limits: { readonly ageMs: number; readonly sizeBytes: number } = segmentLimits,
): readonly number[] {
  const doomed: number[] = [];
  let total = all.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  for (const segment of all) {
    if (now - segment.storedAt <= limits.ageMs && total <= limits.sizeBytes) continue;
    doomed.push(segment.id);
    total -= segment.sizeBytes;
  }
  return doomed;
}

export async function trimSegments(db: ConsoleDb, now: number): Promise<{ readonly deleted: number }> {
  const all: { id: number; storedAt: number; sizeBytes: number }[] = [];
  // One cursor pass that keeps three numbers of each, so that 50 MB of events are never in memory together.
  await db.segments.orderBy('storedAt').each((segment, cursor) => {
    all.push({ id: cursor.primaryKey, storedAt: segment.storedAt, sizeBytes: segment.sizeBytes });
  });
  const doomed = segmentsToDelete(all, now);
  await deleteRows(db.segments, doomed);
  return { deleted: doomed.length };
}

/** The newest segments, newest first. */
export async function newestSegments(db: ConsoleDb, limit: number): Promise<readonly Segment[]> {
  const rows = await openRows(db, 'segments', await db.segments.orderBy('storedAt').reverse().limit(limit).toArray());
  return rows.flatMap(({ firstSeq, lastSeq, storedAt, sizeBytes, payload }) => {
    const topic = topicOfFrames(payload);
    return topic === null ? [] : [{ topic, firstSeq, lastSeq, storedAt, sizeBytes, frames: framesIn(payload) }];
  });
}

/** The frames of a segment. Written here alone; one that does not open any more tells of nothing. */
function framesIn(payload: unknown): readonly HeardFrame[] {
  return Array.isArray(payload) ? (payload as readonly HeardFrame[]) : [];
}

/** The one topic that all events of a segment are of; null where it cannot be read. */
export function topicOfFrames(payload: unknown): Topic | null {
  const [first] = framesIn(payload);
  return first === undefined ? null : topicOf(first.type);
}
