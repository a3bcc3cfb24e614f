import type { Permission } from '../../src/contracts/access.ts';
import { type Topic, topicSchema } from '../../src/contracts/realtime/event.ts';
import { z } from '../../src/contracts/zod.ts';
import { allTopics } from './hub.ts';

/** Permission needed to follow a topic; every signed-in reader gets the control topic (D-14). */
const needs: Readonly<Record<Topic, Permission | null>> = {
  kpis: 'view:kpi',
  verifications: 'view:verifications',
  pipeline: 'view:pipeline',
  health: 'view:health',
  system: null,
};

/** True if a reader with the permissions `held` may follow the topic, on any transport. */
export function mayFollow(topic: Topic, held: ReadonlySet<Permission>): boolean {
  const needed = needs[topic];
  return needed === null || held.has(needed);
}

/** The topic with that name, or null; there are no wildcards. */
export function parseTopic(name: string): Topic | null {
  const parsed = z.safeParse(topicSchema, name);
  return parsed.success ? parsed.data : null;
}

/** Parses a seq: digits only, so that nothing else (another tenant's name, say) counts as a cursor. */
function parseSeq(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** What a stream requests: topics with their cursors (null: only new events), or why the request is refused. */
export type Wanted =
  | { readonly ok: true; readonly cursors: Map<Topic, number | null> }
  | { readonly ok: false; readonly code: 'bad_request' | 'forbidden' };

/**
 * Reads `topics=a,b`, `since=a:1,b:2` and Last-Event-ID. Without `topics`, all topics that the reader may follow; a named topic that is
 * not allowed is refused, not skipped. A Last-Event-ID applies to every topic of its stream.
 */
export function readWanted(
  asked: { readonly topics: string | undefined; readonly since: string | undefined; readonly lastEventId: string | undefined },
  held: ReadonlySet<Permission>,
): Wanted {
  const bad: Wanted = { ok: false, code: 'bad_request' };
  const cursors = new Map<Topic, number | null>();
  if (asked.topics === undefined || asked.topics === '') {
    for (const topic of allTopics) if (mayFollow(topic, held)) cursors.set(topic, null);
  } else {
    for (const name of asked.topics.split(',')) {
      const topic = parseTopic(name);
      if (topic === null) return bad;
      if (!mayFollow(topic, held)) return { ok: false, code: 'forbidden' };
      cursors.set(topic, null);
    }
    cursors.set('system', null);
  }
  for (const pair of asked.since === undefined || asked.since === '' ? [] : asked.since.split(',')) {
    const [name = '', text = '', ...more] = pair.split(':');
    const topic = parseTopic(name);
    const seq = parseSeq(text);
    if (topic === null || seq === null || more.length > 0) return bad;
    if (cursors.has(topic)) cursors.set(topic, seq);
    else if (!mayFollow(topic, held)) return { ok: false, code: 'forbidden' };
  }
  if (asked.lastEventId !== undefined && asked.lastEventId !== '') {
    const seq = parseSeq(asked.lastEventId);
    if (seq === null) return bad;
    for (const [topic, cursor] of cursors) cursors.set(topic, Math.max(cursor ?? 0, seq));
  }
  return { ok: true, cursors };
}
