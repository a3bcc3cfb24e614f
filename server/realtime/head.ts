import type { Kysely } from 'kysely';
import { quickParse } from '../../src/contracts/quickParse.ts';
import { eventFrameSchema } from '../../src/contracts/realtime/frame.ts';
import type { Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { Database } from '../db/schema.ts';

/** An event as logged and sent; `frame` is its JSON text. */
export interface LoggedEvent {
  readonly seq: number;
  readonly prev: number;
  readonly topic: Topic;
  readonly frame: string;
}

/** Head of a tenant's event log. */
export interface LogHead {
  readonly epoch: string;
  readonly seq: number;
  /** Newest seq of each topic; topics without events are missing. */
  readonly topics: TopicSeqs;
  /** Newest deleted seq of each topic. */
  readonly pruned: TopicSeqs;
}

/** The head of a tenant's log; seq 0 and an empty epoch before the first write. */
export async function readHead(db: Kysely<Database>, tenantId: string): Promise<LogHead> {
  const head = await db.selectFrom('event_heads').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
  return head ?? { epoch: '', seq: 0, topics: {}, pruned: {} };
}

/**
 * Events of these topics after `after` up to and including `upTo`, oldest first, at most `limit`. An event with an unreadable frame is
 * returned as a gap (`isGap`).
 */
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

/** `prev` of a gap: higher than any cursor, so that every reader must refetch. */
const afterAll = Number.MAX_SAFE_INTEGER;

/** True if the logged event is unreadable (written by other software, or damaged; G-14). Its frame is sent to nobody. */
export const isGap = ({ prev }: LoggedEvent): boolean => prev === afterAll;

function isFrame({ frame, seq }: LoggedEvent): boolean {
  try {
    const read = quickParse(eventFrameSchema, JSON.parse(frame));
    return read.success && read.data.seq === seq;
  } catch {
    return false;
  }
}
