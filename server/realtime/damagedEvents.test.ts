// An unreadable event in the log (issue 17, point 14) is treated as a gap on every transport and does not block later ones.
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { openSocket, openStream } from '../testing/streamReaders.ts';
import { pairWall } from '../testing/wallBrowser.ts';
import { eventHubOf } from './hub.ts';
import { writeTransaction } from './log.ts';

let test: TestPlatform;
let origin: string;
beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off', checkAnswers: false } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // it listens on TCP
});
afterAll(() => test.close());

const write = () =>
  writeTransaction(test.platform, 'demo', async (_trx, emit) =>
    emit({ type: 'kpis.updated', resourceId: 'kpis', data: {}, correlationId: 'c' }),
  );
const damage = (seq: number, frame: string) =>
  behindTheRules(test.platform.db, (trx) => sql`update events set frame = ${frame} where tenant_id = 'demo' and seq = ${seq}`.execute(trx));

it.each(['no frame', 'null', '[]', '{"type":7}'])(
  '%s in the log is a gap for people and walls, by poll, stream and socket, and what follows is heard',
  { tags: ['G-14', 'G-17', 'A-12'] },
  async (frame) => {
    const bank = await test.signIn('bank@ukweli.example');
    const { wall } = await pairWall(test, { name: `Wall ${frame}` });
    const before = await write();
    const bad = await write();
    await write();
    await damage(bad, frame);
    for (const { cookie } of [bank, wall]) {
      const polled = await test.holding(cookie).get(`/api/poll/kpis?since=${before}`);
      expect([polled.status, polled.headers['x-resync'], polled.json()]).toEqual([200, '1', []]);
      const stream = await openStream(origin, `/api/events?tenantId=demo&topics=kpis&since=kpis:${before}`, cookie);
      const socket = await openSocket(origin, '/tenants/demo', { cookie, origin: test.platform.config.origin });
      socket.send({ type: 'subscribe', topic: 'kpis', since: before });
      await Promise.all([stream.frame('resync'), socket.frame('resync')]);
      const next = await write();
      await Promise.all([stream, socket].map((reader) => reader.frame('event', ({ seq }) => seq === next)));
      stream.close();
      socket.close();
    }
  },
);

it('another instance’s, come while a wall listens, keeps nobody else from hearing', { tags: ['G-14', 'G-17', 'A-12'] }, async () => {
  const { wall } = await pairWall(test, { name: 'First' });
  const bank = await test.signIn('bank@ukweli.example');
  const streams = [];
  for (const { cookie } of [wall, bank]) streams.push(await openStream(origin, '/api/events?tenantId=demo&topics=kpis', cookie));
  await Promise.all(streams.map((stream) => stream.frame('hello')));
  const first = await write();
  await Promise.all(streams.map((stream) => stream.frame('event', ({ seq }) => seq === first)));
  // Written as by another instance: nothing is announced here.
  await behindTheRules(test.platform.db, async (trx) => {
    await sql`insert into events select (jsonb_populate_record(e, jsonb_build_object('seq', e.seq + 1, 'prev', e.seq, 'frame', 'no frame'))).* from events e
      where tenant_id = 'demo' and seq = ${first}`.execute(trx);
    await sql`update event_heads set seq = seq + 1, topics = jsonb_set(topics, '{kpis}', to_jsonb(seq + 1)) where tenant_id = 'demo'`.execute(
      trx,
    );
  });
  eventHubOf(test.platform).hint('demo', first + 1);
  await Promise.all(streams.map((stream) => stream.frame('resync')));
  const next = await write();
  const heard = await Promise.all(streams.map((stream) => stream.frame('event', ({ seq }) => seq === next)));
  expect(heard.map(({ prev }) => prev)).toEqual([first + 1, first + 1]);
  for (const stream of streams) stream.close();
});
