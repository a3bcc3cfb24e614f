import type { Kysely } from 'kysely';
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

/** Events after `after` up to and including `upTo`, of these topics, oldest first, `limit` at most. */
export async function readEvents(
  db: Kysely<Database>,
  tenantId: string,
  range: { readonly after: number; readonly upTo: number; readonly topics: readonly Topic[]; readonly limit: number },
): Promise<LoggedEvent[]> {
  if (range.topics.length === 0) return [];
  return db
    .selectFrom('events')
    .select(['seq', 'prev', 'topic', 'frame'])
    .where('tenant_id', '=', tenantId)
    .where('seq', '>', range.after)
    .where('seq', '<=', range.upTo)
    .where('topic', 'in', range.topics)
    .orderBy('seq')
    .limit(range.limit)
    .execute();
}
