import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventFrameSchema } from '../../src/contracts/realtime/frame.ts';
import { z } from '../../src/contracts/zod.ts';
import { createAttempts } from '../identity/guessing/attempts.ts';
import { bucketsOf } from '../identity/guessing/buckets.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { readEvents, readHead } from './head.ts';
import { allTopics, eventHubOf } from './hub.ts';
import { topicOf, writeTransaction } from './log.ts';
import { pruneEvents } from './retention.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

const types = ['kpis.updated', 'verifications.appended', 'pipeline.stage', 'health.component', 'system.notice'] as const;

describe('the event log', () => {
  it('gives ten concurrent writers of 800 events each gap-free seqs and right prevs, and tells them in order', {
    tags: ['D-14'],
    timeout: 60_000,
  }, async () => {
    const { platform } = test;
    const hub = eventHubOf(platform);
    await hub.watch('demo');
    const told: number[] = [];
    const leave = hub.join('demo', { hear: (event) => void told.push(event.seq) });

    const write = async (writer: number): Promise<void> => {
      for (let batch = 0; batch < 40; batch += 1) {
        await writeTransaction(platform, 'demo', async (_trx, emit) => {
          for (let at = 0; at < 20; at += 1) {
            const type = types[(writer + batch + at) % types.length] ?? 'system.notice';
            emit({ type, resourceId: `r-${writer}`, version: batch * 20 + at, data: { writer, batch, at }, correlationId: `w-${writer}` });
          }
        });
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)));
    leave();

    const events = await readEvents(platform.db, 'demo', { after: 0, upTo: Number.MAX_SAFE_INTEGER, topics: allTopics, limit: 20_000 });
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 8000 }, (_, index) => index + 1));
    const newest = new Map<string, number>();
    for (const event of events) {
      expect(event.prev).toBe(newest.get(event.topic) ?? 0);
      newest.set(event.topic, event.seq);
    }
    expect((await readHead(platform.db, 'demo')).topics).toEqual(Object.fromEntries(newest));
    expect(told).toEqual(events.map(({ seq }) => seq));
  });

  it('keeps a tenant’s writes in the order in which they came, among records, tries and reads, on one session as on many', {
    tags: ['S-1'],
  }, async () => {
    const { platform } = test;
    const attempts = createAttempts(platform);
    const line = { tenantId: 'demo', actor: { id: null, name: 'Test' }, action: 'test.line', target: 'x', outcome: 'done' } as const;
    const before = (await readHead(platform.db, 'demo')).seq;
    const writes: Promise<number>[] = [];
    const others: Promise<unknown>[] = [];
    for (let at = 0; at < 40; at += 1) {
      writes.push(
        writeTransaction(platform, 'demo', async (trx, emit) => {
          await platform.audit.record(trx, { ...line, correlationId: `in-${at}`, ip: null });
          return emit({ type: 'kpis.updated', resourceId: `turn-${at}`, data: {}, correlationId: 'c' });
        }),
      );
      others.push(
        platform.audit.record(null, { ...line, correlationId: `own-${at}`, ip: null }),
        attempts.take(bucketsOf({ who: `w-${at}`, ip: '192.0.2.9', device: null, tell: null })),
        platform.sessions.endAll('usr-demo-bank', 'revoked'),
        readHead(platform.db, 'demo'),
      );
    }
    expect(await Promise.all(writes)).toEqual(Array.from({ length: 40 }, (_, at) => before + 1 + at));
    await Promise.all(others);
    expect(platform.database.writersWaiting()).toBe(0);
    expect(await platform.audit.firstBroken('demo')).toBeNull();
  });

  it('stores every event in the documented shape, its topic the first part of its type', { tags: ['C-39'] }, async () => {
    const events = await readEvents(test.platform.db, 'demo', { after: 7000, upTo: 7100, topics: allTopics, limit: 100 });
    for (const event of events) {
      const frame = z.parse(eventFrameSchema, JSON.parse(event.frame));
      expect(frame.tenantId).toBe('demo');
      expect(frame.type.split('.')[0]).toBe(event.topic);
    }
    expect(() => topicOf('secrets.leaked')).toThrow(RangeError);
  });

  it('takes back seqs and events of a transaction that fails, and tells nobody', { tags: ['D-14'] }, async () => {
    const { platform } = test;
    const before = await readHead(platform.db, 'kampala');
    const failing = writeTransaction(platform, 'kampala', async (_trx, emit) => {
      emit({ type: 'system.notice', resourceId: 'activity', data: {}, correlationId: 'c' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await readHead(platform.db, 'kampala')).seq).toBe(before.seq);
    const seq = await writeTransaction(platform, 'kampala', async (_trx, emit) =>
      emit({ type: 'system.notice', resourceId: 'activity', data: {}, correlationId: 'c' }),
    );
    expect(seq).toBe(before.seq + 1);
  });

  it('keeps each tenant its own numbers and names its log by an epoch', { tags: ['D-14'] }, async () => {
    const demo = await readHead(test.platform.db, 'demo');
    const kampala = await readHead(test.platform.db, 'kampala');
    expect(demo.epoch).not.toBe(kampala.epoch);
    expect(demo.epoch).toMatch(/^[0-9a-f-]{36}$/);
    expect(kampala.seq).toBeLessThan(demo.seq);
  });

  it('forgets what is older than a day or past the cap, and remembers how far', { tags: ['D-14'] }, async () => {
    const { platform } = test;
    const head = await readHead(platform.db, 'demo');
    expect(await pruneEvents(platform, 'demo', { ageMs: 86_400_000, events: 100 })).toBe(head.seq - 100);
    const left = await readEvents(platform.db, 'demo', { after: 0, upTo: head.seq, topics: allTopics, limit: 20_000 });
    expect(left).toHaveLength(100);
    const { pruned } = await readHead(platform.db, 'demo');
    expect(Math.max(...Object.values(pruned))).toBe(head.seq - 100);
    test.clock.advance(86_400_001);
    expect(await pruneEvents(platform, 'demo')).toBe(100);
  });
});
