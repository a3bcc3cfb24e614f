import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { EventFrame, Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { topicSchema } from '../../src/contracts/realtime/event.ts';
import { z } from '../../src/contracts/zod.ts';
import { noticeableMs, notBefore } from '../clock.ts';
import type { Platform } from '../context.ts';
import { isReadOnly, ReadOnlyMode } from '../db/readOnly.ts';
import type { Database } from '../db/schema.ts';
import type { LoggedEvent, LogHead } from './head.ts';
import { eventHubOf } from './hub.ts';

/**
 * The only way to change entity rows (D-14). Locks the tenant's `event_heads` row first and holds it to the commit, so that seqs follow
 * the order of commits without gaps, and a reader that has seen seq n has seen all before it.
 */

/**
 * A change to announce. `version` is that of the row after the change; events without a row (notices) omit it and use their seq. The
 * topic is the first dot-separated part of `type` (C-39).
 */
export interface Change {
  readonly type: string;
  readonly resourceId: string;
  readonly version?: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
}

/** Adds an event for a change to the transaction and returns its seq. */
export type Emit = (change: Change) => number;

/** PostgreSQL's channel between instances. The payload is `tenant seq`, ids only (its limit is 8,000 bytes). */
export const NOTIFY_CHANNEL = 'ukweli_events';

/** Maximum rows per insert: with twelve columns each, far below the driver's 65,535 parameters. */
const INSERT_ROWS = 500;

async function lockHead(trx: Transaction<Database>, tenantId: string): Promise<LogHead & { readonly newest_at: string | null }> {
  const read = () => trx.selectFrom('event_heads').selectAll().where('tenant_id', '=', tenantId).forUpdate().executeTakeFirst();
  const held = await read();
  if (held !== undefined) return held;
  await trx
    .insertInto('event_heads')
    .values({ tenant_id: tenantId, epoch: randomUUID(), seq: 0, topics: '{}', pruned: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await read();
  if (made === undefined) throw new Error('the event head just made is not there');
  return made;
}

/**
 * The topic of an event type (C-39).
 * @throws RangeError if the type has no topic
 */
export function topicOf(type: string): Topic {
  const parsed = z.safeParse(topicSchema, type.split('.', 1)[0]);
  if (!parsed.success) throw new RangeError(`no topic for event type ${type}`);
  return parsed.data;
}

/**
 * Runs `work` in a transaction that holds the tenant's log, appends the emitted events, and tells all streams after the commit; on
 * failure nothing is told. Use `trx` for every statement inside. Writes of one tenant run in order of arrival; `urgent` skips the queue.
 * `exempt` skips the check of read-only mode: for the switch itself, and callers that check themselves. `now` dates everything in the
 * transaction: real time, but no earlier than the log's newest event (D-63), so that order and dates agree. `day` is the business clock,
 * for figures. `simulated` marks writes of the simulation, whose newest bounds where the day may be frozen (S-11).
 * @throws ReadOnlyMode in read-only mode, before `work` begins
 */
export async function writeTransaction<T>(
  platform: Platform,
  tenantId: string,
  work: (trx: Transaction<Database>, emit: Emit, now: Date, day: Date) => Promise<T>,
  options: { readonly exempt?: true; readonly urgent?: true; readonly simulated?: true } = {},
): Promise<T> {
  const logged: LoggedEvent[] = [];
  const transact = async (trx: Transaction<Database>): Promise<T> => {
    const head = await lockHead(trx, tenantId);
    // A separate statement after the lock, so that it sees what the transaction it waited for has committed.
    if (options.exempt !== true && (await isReadOnly(trx, tenantId))) throw new ReadOnlyMode();
    const topics: TopicSeqs = { ...head.topics };
    const now = notBefore(platform.clock.now(), head.newest_at);
    const ts = now.toISOString();
    // The clock's own reading; an event dated later than this shows that the clock had gone back.
    const said = platform.clock.now();
    const loggedAt = said.toISOString();
    if (now.getTime() - said.getTime() > noticeableMs) platform.metrics.count('ukweli_times_held_total', { list: 'log' });
    const rows: Parameters<ReturnType<typeof trx.insertInto<'events'>>['values']>[0][] = [];
    let seq = head.seq;

    const emit: Emit = (change) => {
      seq += 1;
      const topic = topicOf(change.type);
      const prev = topics[topic] ?? 0;
      topics[topic] = seq;
      const event: EventFrame = {
        type: change.type,
        tenantId,
        resourceId: change.resourceId,
        version: change.version ?? seq,
        ts,
        correlationId: change.correlationId,
        data: { ...change.data },
        seq,
        prev,
      };
      const frame = JSON.stringify(event);
      logged.push({ seq, prev, topic, frame });
      rows.push({
        tenant_id: tenantId,
        seq,
        prev,
        topic,
        type: change.type,
        resource_id: change.resourceId,
        version: event.version,
        ts,
        correlation_id: change.correlationId,
        frame,
        logged_at: loggedAt,
      });
      return seq;
    };
    const value = await work(trx, emit, now, platform.clock.isFrozen() ? platform.clock.business() : now);

    if (logged.length === 0) return value;
    for (let from = 0; from < rows.length; from += INSERT_ROWS) {
      // Kysely accepts one row or an array; `rows` holds single ones
      await trx
        .insertInto('events')
        .values(rows.slice(from, from + INSERT_ROWS) as never)
        .execute();
    }
    await trx
      .updateTable('event_heads')
      .set({ seq, topics: JSON.stringify(topics), newest_at: ts, ...(options.simulated === true && { simulated_at: ts }) })
      .where('tenant_id', '=', tenantId)
      .execute();
    if (platform.database.kind === 'postgres') await sql`select pg_notify(${NOTIFY_CHANNEL}, ${`${tenantId} ${seq}`})`.execute(trx);
    return value;
  };
  const result = await platform.database.write(tenantId, transact, options.urgent === true ? { urgent: true } : {});
  for (const { topic } of logged) platform.metrics.count('ukweli_events_total', { topic });
  if (logged.length > 0) eventHubOf(platform).announce(tenantId, logged);
  return result;
}
