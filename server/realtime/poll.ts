import type { FastifyInstance } from 'fastify';
import { headers } from '../../src/contracts/endpoints.ts';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import type { Platform } from '../context.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { isGap, readEvents, readHead } from './head.ts';
import { toldTo } from './told.ts';
import { mayFollow, parseTopic } from './topics.ts';

/** Maximum events per answer; X-Newest-Seq shows whether there are more, which the next poll fetches. */
const PAGE = 500;

/** GET /api/poll/{topic}?since=: the transport of last resort. Without `since` it returns only the topic's position. */
export function registerPoll(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'poll', async ({ db, tenantId, session, params, query, reply }) => {
    const topic = parseTopic(params['topic'] ?? '');
    if (topic === null) return refuse('not_found');
    if (!mayFollow(topic, session.permissions)) return refuse('forbidden');
    const head = await readHead(db, tenantId);
    const since = query.since ?? head.seq;
    const isPast = since > head.seq || since < (head.pruned[topic] ?? 0);
    reply.header(headers.logEpoch, head.epoch).header(headers.newestSeq, String(head.topics[topic] ?? 0));
    const events = isPast ? [] : await readEvents(db, tenantId, { after: since, upTo: head.seq, topics: [topic], limit: PAGE });
    const resync = isPast || events.some(isGap);
    if (resync) reply.header(headers.resync, '1');
    return (resync ? [] : events).map((event): EventFrame => JSON.parse(toldTo(session)(event).frame)); // written by `writeTransaction` from this type
  });
}
