// What dead letters reveal about money to readers who may not see finance, in list, event, stream and record (issue 17, point 18).
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import { failPromoted } from '../entities/deadLetters.ts';
import type { LoggedEvent } from '../realtime/head.ts';
import { writeTransaction } from '../realtime/log.ts';
import { toldTo } from '../realtime/told.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { openSocket, openStream } from '../testing/streamReaders.ts';

const itemId = 'DLQ-00319';
const canaries = ['7654321', '7,654,321', 'TX-canary'];

let test: TestPlatform;
let origin: string;
let clients: Readonly<Record<'bank' | 'operator' | 'auditor', TestClient>>;
/** Position of the log before the letter's event. */
let before: number;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true, config: { simulation: 'off' } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // it listens on TCP
  const signIn = (who: string) => test.signIn(`${who}@ukweli.example`);
  clients = { bank: await signIn('bank'), operator: await signIn('operator'), auditor: await signIn('auditor') };
  await test.platform.db
    .updateTable('dead_letters')
    .set({
      error_message: 'Sum of KES 7,654,321 is above the limit, 7654321 in all',
      payload: JSON.stringify({
        paymentId: 'RBF-0217',
        siteCode: 'KE-KSM-0217',
        k: 7_654_321,
        txRef: 'TX-canary',
        of: { due: ' 7,654,321 ' },
      }),
    })
    .where('tenant_id', '=', 'demo')
    .where('item_id', '=', itemId)
    .execute();
  before = (await test.platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow()).seq;
});
afterAll(() => test.close());

/** Fails the letter again; the logged event contains all of it. */
const failAgain = () =>
  writeTransaction(test.platform, 'demo', (trx, emit) =>
    failPromoted(
      { trx, emit, tenantId: 'demo', now: test.platform.clock.business(), correlationId: 'c-again' } as never, // the members that failPromoted needs
      { itemId, stage: 'bank_integration' },
    ),
  );
/** Replaces the letter's stored content. */
const keep = ({ payload, message }: { readonly payload: unknown; readonly message: string }) =>
  test.platform.db
    .updateTable('dead_letters')
    .set({ error_message: message, payload: JSON.stringify(payload) })
    .where('tenant_id', '=', 'demo')
    .where('item_id', '=', itemId)
    .execute();
const namesIn = (text: string): string[] => canaries.filter((canary) => text.includes(canary));

describe('what a dead letter tells of money', { tags: ['G-18', 'A-27'] }, () => {
  it('is for whoever may see finance, in the list', async () => {
    expect(namesIn((await clients.bank.get('/api/dlq')).body)).toEqual(canaries);
    for (const who of ['operator', 'auditor'] as const) {
      const answer = await clients[who].get('/api/dlq');
      expect([who, namesIn(answer.body)]).toEqual([who, []]);
      const items: readonly DeadLetter[] = answer.json().items;
      expect(items.find((item) => item.itemId === itemId)).toMatchObject({
        withheld: true,
        about: { kind: 'payment', id: 'RBF-0217' },
        payload: { siteCode: 'KE-KSM-0217' },
      });
    }
  });

  it('and in its event, by stream, socket, poll and replay', async () => {
    const path = `/api/events?tenantId=demo&topics=pipeline`;
    const live = {
      bank: await openStream(origin, path, clients.bank.cookie),
      operator: await openStream(origin, path, clients.operator.cookie),
    };
    const socket = await openSocket(origin, '/tenants/demo', { cookie: clients.auditor.cookie, origin: test.platform.config.origin });
    await Promise.all([live.bank.frame('hello'), live.operator.frame('hello'), socket.frame('hello')]);
    socket.send({ type: 'subscribe', topic: 'pipeline' });
    socket.send({ type: 'ping' });
    await socket.frame('pong');
    await failAgain();
    const isIt = (frame: { readonly type?: unknown }) => frame.type === 'pipeline.dead_letter';
    await Promise.all([live.bank, live.operator, socket].map((reader) => reader.frame('event', isIt)));
    expect([namesIn(live.bank.text()), namesIn(live.operator.text()), namesIn(JSON.stringify(socket.frames))]).toEqual([canaries, [], []]);
    live.bank.close();
    live.operator.close();
    socket.close();

    const polled = (who: keyof typeof clients) => clients[who].get(`/api/poll/pipeline?since=${before}`);
    expect(namesIn((await polled('bank')).body)).toEqual(canaries);
    for (const who of ['operator', 'auditor'] as const) {
      const body = (await polled(who)).body;
      expect([who, namesIn(body), body.includes(itemId)]).toEqual([who, [], true]);
    }
    const replayed = await openStream(origin, `${path}&since=pipeline:${before}`, clients.operator.cookie);
    await replayed.frame('event', isIt);
    expect(namesIn(replayed.text())).toEqual([]);
    replayed.close();
  });

  it('and of a record’s letter, in the record’s history', async () => {
    const { vrf_id: vrfId } = await test.platform.db
      .selectFrom('verifications')
      .select('vrf_id')
      .where('tenant_id', '=', 'demo')
      .orderBy('ordinal', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await test.platform.db
      .updateTable('dead_letters')
      .set({ payload: JSON.stringify({ vrfId }) })
      .where('tenant_id', '=', 'demo')
      .where('item_id', '=', itemId)
      .execute();
    const path = `/api/verifications/${vrfId}`;
    expect((await clients.bank.get(path)).body).toContain('7,654,321');
    for (const who of ['operator', 'auditor'] as const) {
      const { body } = await clients[who].get(path);
      expect([who, body.includes('7,654,321'), body.includes('Processing failed')]).toEqual([who, false, true]);
    }
  });

  it('and of one that is about a record and its payment, no bare number in that history', async () => {
    const { vrf_id: vrfId } = await test.platform.db
      .selectFrom('verifications')
      .select('vrf_id')
      .where('tenant_id', '=', 'demo')
      .limit(1)
      .executeTakeFirstOrThrow();
    await keep({ payload: { vrfId, paymentId: 'RBF-0217' }, message: 'Refused above 7654321 for TX-canary' });
    const path = `/api/verifications/${vrfId}`;
    expect(namesIn((await clients.bank.get(path)).body)).toEqual(['7654321', 'TX-canary']);
    for (const who of ['operator', 'auditor'] as const) {
      const { body } = await clients[who].get(path);
      expect([who, namesIn(body), body.includes('Processing failed')]).toEqual([who, [], true]);
    }
  });

  it.each([
    ['names of the language’s own', '{"__proto__":{"amount":7654321},"constructor":{"amount":7654321},"toString":1e308,"vrfId":"VRF-1"}'],
    ['JSON as deep as a text is long', JSON.stringify({ vrfId: 'VRF-1', raw: '['.repeat(100_000) + ']'.repeat(100_000) })],
    [
      'many names that are told alike',
      JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`KES ${at}`, 7_654_321]))),
    ],
    ['blanks after signs without end', JSON.stringify({ vrfId: 'VRF-1', raw: `${'9'.repeat(200_000)}${' '.repeat(200_000)},7654321 KES` })],
  ])('keeps the queue and its event whole with %s', async (_what, payload) => {
    await keep({ payload: JSON.parse(payload), message: 'Refused' });
    const answer = await clients.operator.get('/api/dlq');
    expect([answer.status, namesIn(answer.body)]).toEqual([200, []]);
    expect(answer.json().items.some((item: DeadLetter) => item.itemId === itemId)).toBe(true);
    const from = (await test.platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow())
      .seq;
    await failAgain();
    const polled = await clients.operator.get(`/api/poll/pipeline?since=${from}`);
    expect([polled.status, namesIn(polled.body), polled.body.includes(itemId)]).toEqual([200, [], true]);
  });

  it('is told as an event by whatever build wrote it, deeper than one can go', () => {
    const deep = `${'{"a":'.repeat(50_000)}7654321${'}'.repeat(50_000)}`;
    const letter = `{"itemId":"${itemId}","errorCode":"X","errorMessage":"m","retryCount":1,"correlationId":"c","failedAt":"2026-11-23T15:20:00.000Z","version":1,"payload":${deep}}`;
    const event = { topic: 'pipeline', seq: 1, prev: 0, frame: `{"type":"pipeline.dead_letter","data":${letter}}` } as LoggedEvent;
    const told = toldTo({ user: {}, permissions: new Set() } as never)(event); // the members that toldTo reads
    expect([namesIn(told.frame), told.frame.includes(itemId)]).toEqual([[], true]);
  });

  it('is in no line of Recent Activity, which names payments to whoever may see them', async () => {
    await test.platform.db
      .insertInto('activities')
      .values(
        [
          { activity_id: 'ACT-900001', text: 'Paid, KES 7,654,321 to TX-canary', link: '/finance/rbf?id=RBF-0217' },
          { activity_id: 'ACT-900002', text: 'Dead letter: KES 7,654,321 is too much', link: '/operations/dlq' },
        ].map((line) => ({
          ...line,
          tenant_id: 'demo',
          at: test.platform.clock.business().toISOString(),
          status: 'info' as const,
          version: 1,
        })),
      )
      .execute();
    expect(namesIn((await clients.bank.get('/api/activity')).body)).toEqual(['7,654,321', 'TX-canary']);
    for (const who of ['operator', 'auditor'] as const) {
      const { body } = await clients[who].get('/api/activity');
      expect([who, namesIn(body), body.includes('ACT-900001'), body.includes('ACT-900002')]).toEqual([who, [], false, true]);
    }
  });
});
