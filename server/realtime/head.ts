import type { Kysely } from 'kysely';
import { quickParse } from '../../src/contracts/quickParse.ts';
import { eventFrameSchema } from '../../src/contracts/realtime/frame.ts';
import type { Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { Database } from '../db/schema.ts';

/** An event as the log holds it and streams send it; `frame` is its JSON text. */
export interface LoggedEvent {
  readonly seq: number;
  readonly prev: number;
  readonly topic: Topic;
  readonly frame: string;
}

/** Where a tenant's log stands. */
export interface LogHead {
  readonly epoch: string;
  readonly seq: number;
  /** Newest seq of each topic; a topic without events is missing. */
  readonly topics: TopicSeqs;
  /** Newest seq of each topic that is no longer held. */
  readonly pruned: TopicSeqs;
}

/** Where the log of a tenant stands; seq 0 and an empty epoch before its first write. */
export async function readHead(db: Kysely<Database>, tenantId: string): Promise<LogHead> {
  const head = await db.selectFrom('event_heads').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
  return head ?? { epoch: '', seq: 0, topics: {}, pruned: {} };
}

/** Events after `after` up to and including `upTo`, of these topics, oldest first, `limit` at most. One whose frame is none is there as a gap (`isGap`). */
export async function readEvents(
  db: Kysely<Database>,
  tenantId: string,
  range: { readonly after: number; readonly upTo: number; readonly topics: readonly Topic[]; readonly limit: number },
): Promise<LoggedEvent[]> {
  if (range.topics.length === 0) return [];
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'prev', 'topic', 'frame'])
    .where('tenant_id', '=', tenantId)
    .where('seq', '>', range.after)
    .where('seq', '<=', range.upTo)
    .where('topic', 'in', range.topics)
    .orderBy('seq')
    .limit(range.limit)
    .execute();
  return rows.map((row) => (isFrame(row) ? row : { ...row, prev: afterAll, frame: '' }));
}

/** What comes before a gap: nothing that a reader may hold, so that each is sent to fetch anew. */
const afterAll = Number.MAX_SAFE_INTEGER;

/** Whether an event was read from the log and is none: written by nobody of ours, or damaged there (G-14). Its frame is sent to nobody. */
export const isGap = ({ prev }: LoggedEvent): boolean => prev === afterAll;

function isFrame({ frame, seq }: LoggedEvent): boolean {
  try {
    const read = quickParse(eventFrameSchema, JSON.parse(frame));
    return read.success && read.data.seq === seq;
  } catch {
    return false;
  }
}
