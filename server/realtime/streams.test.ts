import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { readHead } from './head.ts';
import { writeTransaction } from './log.ts';
import { pruneEvents } from './retention.ts';
import { openStream } from '../testing/streamReaders.ts';

let test: TestPlatform;
let origin: string;
let admin: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off', realtime: { heartbeatMs: 40, maxBufferedBytes: 262_144 } } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // it listens on TCP
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

let version = 0;
/** Writes events of these types for a tenant and returns their seqs. */
function write(tenantId: string, types: readonly string[], text = 'x'): Promise<number[]> {
  return writeTransaction(test.platform, tenantId, async (_trx, emit) =>
    types.map((type) => emit({ type, resourceId: 'one', version: ++version, data: { text }, correlationId: 'c-1' })),
  );
}
/** All events of the platform have a seq. */
const seqOf = ({ seq = Number.NaN }: { readonly seq?: number | undefined }): number => seq;
const seqs = (frames: readonly DownFrame[]): number[] => frames.flatMap((frame) => (frame.kind === 'event' ? [seqOf(frame)] : []));
const open = (query: string, headers: Record<string, string> = {}, who: TestClient = admin) =>
  openStream(origin, `/api/events?${query}`, who.cookie, headers);

describe('GET /api/events', () => {
  it('says hello with where each topic stands, then gives events in rising seq with their prev', { tags: ['D-14'] }, async () => {
    await write('demo', ['kpis.updated', 'pipeline.stage']);
    const head = await readHead(test.platform.db, 'demo');
    const stream = await open('tenantId=demo');
    const hello = await stream.frame('hello');
    expect(stream.frames[0]).toBe(hello);
    expect(hello).toMatchObject({
      epoch: head.epoch,
      topics: { kpis: head.topics.kpis, pipeline: head.topics.pipeline, verifications: 0 },
      heartbeatMs: 40,
    });
    const written = await write('demo', ['kpis.updated', 'kpis.updated', 'health.component']);
    const last = await stream.frame('event', (frame) => frame.seq === written.at(-1));
    expect(seqs(stream.frames)).toEqual(written);
    expect(stream.frames.filter((frame) => frame.kind === 'event').map((frame) => frame.prev)).toEqual([head.topics.kpis, written[0], 0]);
    expect(last).toMatchObject({ type: 'health.component', tenantId: 'demo', resourceId: 'one' });
    expect(stream.text()).toContain(`id: ${written[0]}\nevent: event\n`);
    stream.close();
  });

  it('beats with named events that carry the newest seq of each topic', { tags: ['C-88', 'D-14'] }, async () => {
    const [seq] = await write('demo', ['verifications.appended']);
    const stream = await open('tenantId=demo');
    const beat = await stream.frame('heartbeat');
    expect(beat.topics.verifications).toBe(seq);
    expect(stream.text()).toContain('event: heartbeat\n');
    stream.close();
  });

  it('beats every 25 s where nobody says otherwise, and says so in its hello', { tags: ['M-13', 'C-88', 'D-14'] }, async () => {
    const plain = await createTestPlatform({ config: { simulation: 'off' } });
    const timers = vi.spyOn(globalThis, 'setInterval');
    try {
      await plain.app.listen({ port: 0, host: '127.0.0.1' });
      await plain.platform.start();
      const address = `http://127.0.0.1:${(plain.app.server.address() as AddressInfo).port}`; // it listens on TCP
      const somebody = await plain.signIn('admin@ukweli.example');
      timers.mockClear();
      const stream = await openStream(address, '/api/events?tenantId=demo', somebody.cookie);
      expect((await stream.frame('hello')).heartbeatMs).toBe(25_000);
      expect(timers.mock.calls.map(([, everyMs]) => everyMs)).toContain(25_000);
      stream.close();
    } finally {
      timers.mockRestore();
      await plain.close();
    }
  });

  it('goes on after Last-Event-ID without losing or doubling, under writers and cuts', { tags: ['D-14'] }, async () => {
    const from = (await write('demo', ['kpis.updated']))[0] ?? 0;
    const written: number[] = [];
    const received: number[] = [];
    let cursor = from;
    const readOn = async (upTo: number): Promise<void> => {
      const stream = await open('tenantId=demo', { 'Last-Event-ID': String(cursor) });
      await stream.frame('event', (frame) => seqOf(frame) >= upTo);
      const got = seqs(stream.frames);
      received.push(...got);
      cursor = got.at(-1) ?? cursor;
      stream.close();
    };
    for (let cut = 0; cut < 12; cut += 1) {
      const writing = Promise.all(Array.from({ length: 6 }, () => write('demo', ['kpis.updated', 'pipeline.stage', 'health.component'])));
      // Cuts the connection during the writes; unread events are left to the next connection.
      await readOn(cursor + 5);
      written.push(...(await writing).flat());
    }
    const last = Math.max(...written);
    if (cursor < last) await readOn(last);
    expect(received).toEqual(written.sort((a, b) => a - b));
  });

  it('takes a cursor for each topic, and only the topics asked for', { tags: ['D-14'] }, async () => {
    const written = await write('demo', ['kpis.updated', 'pipeline.stage', 'kpis.updated', 'pipeline.stage']);
    const [firstKpi = 0, firstStage = 0, secondKpi = 0, secondStage = 0] = written;
    const stream = await open(`tenantId=demo&topics=kpis,pipeline&since=kpis:${firstKpi},pipeline:${firstStage - 1}`);
    await stream.frame('event', (frame) => frame.seq === secondStage);
    expect(seqs(stream.frames)).toEqual([firstStage, secondKpi, secondStage]);
    await write('demo', ['health.component', 'kpis.updated']);
    const next = await stream.frame('event', (frame) => seqOf(frame) > secondStage);
    expect(next.type).toBe('kpis.updated');
    stream.close();
  });

  it('sends one resync where the gap is no longer held, and goes on from there', { tags: ['D-14'] }, async () => {
    const [old = 0] = await write('demo', ['kpis.updated', 'kpis.updated', 'pipeline.stage', 'health.component']);
    await pruneEvents(test.platform, 'demo', { ageMs: 86_400_000, events: 1 });
    const head = await readHead(test.platform.db, 'demo');
    const stream = await open('tenantId=demo', { 'Last-Event-ID': String(old) });
    const resync = await stream.frame('resync');
    expect(resync).toMatchObject({ reason: 'gap', epoch: head.epoch, topics: { kpis: head.topics.kpis } });
    const [next = 0] = await write('demo', ['kpis.updated']);
    await stream.frame('event', (frame) => frame.seq === next);
    expect(seqs(stream.frames)).toEqual([next]);
    expect(stream.frames.filter((frame) => frame.kind === 'resync')).toHaveLength(1);
    stream.close();

    const ahead = await open('tenantId=demo', { 'Last-Event-ID': String(next + 1000) });
    expect((await ahead.frame('resync')).reason).toBe('epoch');
    ahead.close();
  });

  it('lets a reader go that does not read, instead of holding its events without bound', { tags: ['D-14'] }, async () => {
    const stream = await open('tenantId=demo');
    await stream.frame('hello');
    stream.socket.pause();
    const big = 'x'.repeat(60_000);
    // More than the kernel's buffers for a connection hold, so that the server's own limit applies.
    const dropped = async () => (await test.platform.metrics.text()).includes('ukweli_streams_dropped_total 1\n');
    let written = 0;
    for (; !(await dropped()) && written < 1000; written += 20) await write('demo', Array<string>(20).fill('kpis.updated'), big);
    expect(await dropped()).toBe(true);
    stream.socket.resume();
    await stream.ended;
    const given = seqs(stream.frames).length;
    expect(given).toBeLessThan(written);
    // The events received have no gaps, so the client can resume after the last one.
    expect(seqs(stream.frames)).toEqual(Array.from({ length: given }, (_, index) => (seqs(stream.frames)[0] ?? 0) + index));
  });

  it('refuses another tenant in query, cursor or Last-Event-ID, and never gives its events', { tags: ['D-14', 'D-21'] }, async () => {
    expect((await open('tenantId=kampala')).status).toBe(403);
    expect((await open('tenantId=demo&since=kampala:5')).status).toBe(400);
    expect((await open('tenantId=demo&since=kpis:kampala')).status).toBe(400);
    expect((await open('tenantId=demo', { 'Last-Event-ID': 'kampala:5' })).status).toBe(400);
    expect((await open('tenantId=demo&topics=*')).status).toBe(400);
    const nobody = await openStream(origin, '/api/events?tenantId=demo', '');
    expect(nobody.status).toBe(401);

    const mine = await open('tenantId=demo');
    const other = await open('tenantId=kampala', {}, await test.signIn('operator@kampala.example'));
    await Promise.all([mine.frame('hello'), other.frame('hello')]);
    await write('kampala', ['kpis.updated', 'system.notice'], 'only-for-kampala');
    await write('demo', ['kpis.updated'], 'only-for-demo');
    await Promise.all([mine.frame('event'), other.frame('event', (frame) => frame.type === 'system.notice')]);
    expect(mine.text()).not.toContain('only-for-kampala');
    expect(other.text()).not.toContain('only-for-demo');
    mine.close();
    other.close();
  });

  it('ends the streams of a session that is over, and of an account whose role changed, within five seconds', {
    tags: ['D-19'],
  }, async () => {
    const { platform } = test;
    const operator = await test.signIn('operator@ukweli.example');
    const stream = await open('tenantId=demo', {}, operator);
    await stream.frame('hello');
    await platform.sessions.endAll((await operator.get('/api/auth/me')).json().id, 'deactivated');
    await stream.ended;

    const auditor = await test.signIn('auditor@ukweli.example');
    const { id: accountId } = (await auditor.get('/api/auth/me')).json();
    const second = await open('tenantId=demo', {}, auditor);
    await second.frame('hello');
    const changedAt = performance.now();
    await platform.db.updateTable('accounts').set({ role: 'operator' }).where('account_id', '=', accountId).execute();
    await second.ended;
    expect(performance.now() - changedAt).toBeLessThan(5000);
    await platform.db.updateTable('accounts').set({ role: 'auditor' }).where('account_id', '=', accountId).execute();
  });

  it('holds at most eight streams for a session: the oldest gives way to a ninth and is told so, and no other session’s does', {
    tags: ['D-14', 'G-20', 'A-26'],
  }, async () => {
    const bank = await test.signIn('bank@ukweli.example');
    const elsewhere = await open('tenantId=demo', {}, await test.signIn('bank@ukweli.example'));
    const streams = [];
    for (let count = 0; count < 9; count += 1) {
      const stream = await open('tenantId=demo', {}, bank);
      await stream.frame('hello');
      streams.push(stream);
    }
    const [oldest, ...others] = streams;
    await oldest?.ended;
    expect(oldest?.text()).toMatch(/\nevent: displaced\ndata: displaced\n\n$/);
    const [seq] = await write('demo', ['kpis.updated']);
    await Promise.all([...others, elsewhere].map((stream) => stream.frame('event', (frame) => frame.seq === seq)));
    expect(oldest?.text()).not.toContain(`id: ${seq}\n`);
    for (const stream of [...others, elsewhere]) stream.close();
  });

  it('is refused to a page of another origin, of our own site too, and takes nobody’s place', {
    tags: ['G-20', 'A-10', 'A-8'],
  }, async () => {
    const bank = await test.signIn('bank@ukweli.example');
    const own = await open('tenantId=demo', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, bank);
    await own.frame('hello');
    const sister = 'http://localhost:9999';
    const foreign: Record<string, string>[] = [
      { origin: sister },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ];
    for (let round = 0; round < 2; round += 1)
      for (const headers of foreign) {
        const stream = await open('tenantId=demo', headers, bank);
        expect([headers, stream.status]).toEqual([headers, 403]);
        stream.close();
      }
    const [seq] = await write('demo', ['kpis.updated']);
    await own.frame('event', (frame) => frame.seq === seq);
    own.close();
  });
});

describe('GET /api/poll/{topic}', () => {
  it('answers only what came after `since`, with where the topic stands', { tags: ['C-58', 'D-14'] }, async () => {
    const [first = 0, , third = 0] = await write('demo', ['health.component', 'kpis.updated', 'health.component']);
    const answer = await admin.get(`/api/poll/health?since=${first}`);
    expect(answer.status).toBe(200);
    expect(answer.json().map((event: { seq: number; prev: number }) => [event.seq, event.prev])).toEqual([[third, first]]);
    const head = await readHead(test.platform.db, 'demo');
    expect(answer.headers).toMatchObject({ 'x-newest-seq': String(third), 'x-log-epoch': head.epoch });
    expect(answer.headers['x-resync']).toBeUndefined();
    expect((await admin.get('/api/poll/health')).json()).toEqual([]);
  });

  it('says so where the gap is no longer held or the log is another one', { tags: ['D-14'] }, async () => {
    const [old = 0] = await write('demo', ['health.component', 'health.component', 'kpis.updated']);
    await pruneEvents(test.platform, 'demo', { ageMs: 86_400_000, events: 1 });
    for (const since of [old, 9_000_000]) {
      const answer = await admin.get(`/api/poll/health?since=${since}`);
      expect(answer.headers['x-resync']).toBe('1');
      expect(answer.json()).toEqual([]);
    }
    expect((await admin.get('/api/poll/everything')).status).toBe(404);
    expect((await admin.get('/api/poll/kpis?since=kampala')).status).toBe(400);
  });
});
