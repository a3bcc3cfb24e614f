import type { HeardFrame, Topic } from '../contracts/realtime/event.ts';
import { topicOf } from '../domain/realtime/log.ts';
import type { Segment } from './types.ts';
import { deleteRows } from './putRows.ts';
import type { ConsoleDb, SegmentRow } from './schema.ts';
import { decryptRows } from './decryptRows.ts';

/** D-12: maximum age and total size of the stored event segments. Their entity rows are written in the same transaction. */
export const segmentLimits = { ageMs: 24 * 3_600_000, sizeBytes: 50_000_000 } as const;

/**
 * Ids of the segments to delete, given all of them oldest first: those beyond the maximum age, and the oldest until the rest fits the
 * maximum size.
 */
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

/** Deletes segments beyond `segmentLimits`. `now`: epoch milliseconds; 0 if the time is not known, so that only the size counts. */
export async function trimSegments(db: ConsoleDb, now: number): Promise<{ readonly deleted: number }> {
  const all: { id: number; storedAt: number; sizeBytes: number }[] = [];
  // One cursor pass that keeps three numbers per segment, so that 50 MB of events are never in memory at once.
  await db.segments.orderBy('storedAt').each((segment, cursor) => {
    all.push({ id: cursor.primaryKey, storedAt: segment.storedAt, sizeBytes: segment.sizeBytes });
  });
  const doomed = segmentsToDelete(all, now);
  await deleteRows(db.segments, doomed);
  return { deleted: doomed.length };
}

/** The newest segments, newest first. */
export async function newestSegments(db: ConsoleDb, limit: number): Promise<readonly Segment[]> {
  const rows = await decryptRows(db, 'segments', await db.segments.orderBy('storedAt').reverse().limit(limit).toArray());
  return rows.flatMap(({ firstSeq, lastSeq, storedAt, sizeBytes, payload }) => {
    const topic = topicOfFrames(payload);
    return topic === null ? [] : [{ topic, firstSeq, lastSeq, storedAt, sizeBytes, frames: framesIn(payload) }];
  });
}

/** The frames of a segment; empty if it does not decrypt. Only this module writes them. */
function framesIn(payload: unknown): readonly HeardFrame[] {
  return Array.isArray(payload) ? (payload as readonly HeardFrame[]) : [];
}

/** The topic that all events of a segment share; null if unreadable. */
function topicOfFrames(payload: unknown): Topic | null {
  const [first] = framesIn(payload);
  return first === undefined ? null : topicOf(first.type);
}

/** The column of a segment's row; null for a payload that is no segment. */
export function topicColumn(payload: unknown): Pick<SegmentRow, 'topic'> | null {
  const topic = topicOfFrames(payload);
  return topic === null ? null : { topic };
}
