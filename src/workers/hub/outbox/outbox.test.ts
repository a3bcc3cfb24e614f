import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { valueOf } from '../../../../tests/builders/valueOf.ts';
import { headers } from '../../../contracts/endpoints.ts';
import type { Command } from '../../../contracts/outbox.ts';
import type { HubMessage, HubStatus, ResourceKey } from '../../../contracts/rpc.ts';
import type { Sent } from '../../../domain/api/client.ts';
import { createApiClient } from '../../../domain/api/client.ts';
import type { ApiRequest } from '../../../domain/api/request.ts';
import { statusAtStart } from '../../../domain/freshness/statusAtStart.ts';
import { closeReadStore, openReadStore } from '../../../store/read.ts';
import { readOutbox } from '../../../store/readOutbox.ts';
import { ConsoleDb } from '../../../store/schema.ts';
import type { WriteStore } from '../../../store/types.ts';
import { openWriteStore, wipe } from '../../../store/write.ts';
import { createOutbox } from './outbox.ts';

const promote = (...ids: readonly string[]): Command => ({ kind: 'promote', items: ids.map((itemId) => ({ itemId, version: 1 })) });
const user = { id: 'u1', email: 'a@b.example', role: 'admin', tenantId: 'demo', name: 'A' } as const;
const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'r', currency: 'KES', timeZone: 'Africa/Nairobi' };
const status = (over: Partial<HubStatus> = {}): HubStatus => ({
  ...statusAtStart('b'),
  connection: { state: 'connected', transport: 'sse', since: 0, newestAt: 0 },
  leftBehind: 'gone',
  session: { phase: 'signedIn', user, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null },
  clock: { confirmed: true },
  ...over,
});

/** The platform as the outbox sees it: effects by key, and answers that can be delayed or lost. */
function createPlatform() {
  const effects = new Map<string, string>();
  const requests: ApiRequest[] = [];
  const tries: ApiRequest[] = [];
  const platform = {
    effects,
    requests,
    /** The outbox's own short probes, and whether they are answered. */
    tries,
    answersTries: false,
    /** Outcomes of the next requests, in order; 'ok' when empty. */
    fates: [] as ('ok' | 'lostAnswer' | 'hang' | { status: number; body: object })[],
    send: async (request: ApiRequest, signal: AbortSignal | null): Promise<Sent> => {
      if (request.url === '/api/auth/me') {
        tries.push(request);
        return platform.answersTries
          ? answer(request, 200, { ...user, expiresAt: '2026-11-23T12:00:00.000Z' })
          : { kind: 'failed', code: 'network' };
      }
      requests.push(request);
      const fate = platform.fates.shift() ?? 'ok';
      if (typeof fate === 'object') return answer(request, fate.status, fate.body);
      effects.set(request.headers['Idempotency-Key'] ?? 'none', request.url);
      if (fate === 'lostAnswer') return { kind: 'failed', code: 'network' };
      if (fate === 'hang') {
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        return { kind: 'failed', code: 'cancelled' };
      }
      return answer(request, 200, { promoted: [{ itemId: 'DLQ-1', version: 2 }] });
    },
  };
  return platform;
}
function answer(request: ApiRequest, code: number, body: object): Sent {
  return {
    kind: 'answer',
    rttMs: 1,
    receivedAt: 0,
    raw: {
      status: code,
      statusText: '',
      text: JSON.stringify(body),
      header: (name) => (name === headers.correlation ? (request.headers[name] ?? null) : null),
    },
  };
}

let store: WriteStore;
beforeEach(async () => {
  store = valueOf(await openWriteStore('demo', 'u1'));
  openReadStore('demo', 'u1');
});
afterEach(async () => {
  closeReadStore();
  valueOf(await wipe('demo', 'u1'));
});

function start(platform: ReturnType<typeof createPlatform>, over: Partial<WriteStore['outbox']> = {}, now: () => number = Date.now) {
  const told: (HubMessage & { kind: 'notice' })[] = [];
  const refetched: ResourceKey[] = [];
  let timers: (() => void)[] = [];
  const outbox = createOutbox({
    store: { ...store.outbox, ...over },
    call: createApiClient<AbortSignal>({
      send: platform.send,
      newCorrelationId: () => 'c',
      caller: () => ({ tenantId: 'demo', accountId: null, build: 'b' }),
    }),
    setTimer: (_delayMs, run) => {
      timers.push(run);
      return () => {
        timers = timers.filter((timer) => timer !== run);
      };
    },
    random: () => 0.5,
    word: () => 'lk3j2h.word-of-the-platform',
    now,
    confirmedNow: now,
    refetch: (keys) => void refetched.push(...keys),
    notify: (notice) => void told.push(notice),
    storage: () => {},
    isLeft: () => false,
  });
  return { outbox, told, refetched, timers: () => timers };
}
async function until(wanted: () => Promise<boolean> | boolean): Promise<void> {
  for (let turn = 0; turn < 5000; turn += 1) {
    if (await wanted()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it did not come to it');
}
const states = async () => (await readOutbox()).map(({ state, maybeDone }) => `${state}${maybeDone ? '?' : ''}`);

it('keeps a command on the disk, sends it once it may, and fetches what it changed', { tags: ['D-24'] }, async () => {
  const platform = createPlatform();
  const { outbox, told, refetched } = start(platform);
  expect(await outbox.enqueue('decision-0000001', [promote('DLQ-1', 'DLQ-2')])).toEqual({ ok: true, value: null });
  expect(await states()).toEqual(['pending']);
  outbox.handle(status({ session: { ...status().session, confirmed: false } as HubStatus['session'] }));
  expect(platform.requests).toEqual([]);
  outbox.handle(status());
  await until(async () => (await states())[0] === 'sent');
  expect(platform.requests.map(({ url, body }) => [url, body])).toEqual([
    ['/api/dlq/promote', '{"items":[{"itemId":"DLQ-1","version":1},{"itemId":"DLQ-2","version":1}]}'],
  ]);
  await until(() => told.length === 1);
  expect(refetched).toEqual(['dlq', 'pipeline']);
  expect(told[0]).toMatchObject({ level: 'info', title: '2 items promoted' });
  expect(await outbox.unsent()).toBe(0);
  await outbox.end();
});

it('sends again under the same key when the acknowledgement was lost, also from the next hub: one effect', { tags: ['F-24'] }, async () => {
  const platform = createPlatform();
  platform.fates = ['lostAnswer', 'hang'];
  const first = start(platform);
  first.outbox.handle(status());
  await first.outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await until(async () => (await states())[0] === 'pending?');
  // A command that may have taken effect cannot be withdrawn.
  const [item] = await readOutbox();
  expect(await first.outbox.takeBack([item?.key ?? ''])).toEqual({ ok: true, value: { taken: 0 } });
  first.outbox.nudge();
  await until(() => platform.requests.length === 2);
  await first.outbox.end();
  expect(await states()).toEqual(['pending?']);

  const second = start(platform);
  second.outbox.handle(status());
  await until(async () => (await states())[0] === 'sent');
  expect(platform.requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(Array(3).fill('decision-0000001.0'));
  expect(platform.effects.size).toBe(1);
  await second.outbox.end();
});

it('sends again what it sent first, to the letter, though the next hub reads it from the disk: under one key anything else is another command', {
  tags: ['F-24', 'M-12'],
}, async () => {
  const platform = createPlatform();
  platform.fates.push('lostAnswer');
  const before = start(platform);
  const text = '  Half a sign \ud83d, and a zero \u0000.  ';
  expect(await before.outbox.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text }])).toEqual({ ok: true, value: null });
  before.outbox.handle(status());
  await until(() => platform.requests.length === 1);
  await before.outbox.end();
  const next = start(platform);
  next.outbox.handle(status());
  await until(() => platform.requests.length === 2);
  const [first, again] = platform.requests.map(({ body, headers: { 'Idempotency-Key': key } }) => [key, body]);
  expect(again).toEqual(first);
  await next.outbox.end();
});

it('keeps nothing that it could not read again', { tags: ['F-24'] }, async () => {
  const { outbox } = start(createPlatform());
  expect(await outbox.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: '   ' }])).toMatchObject({
    ok: false,
    problem: { code: 'bad_request' },
  });
  expect(await outbox.unsent()).toBe(0);
  await outbox.end();
});

it('answers ok only when the disk has it, and sends nothing otherwise', async () => {
  const platform = createPlatform();
  const full = { code: 'storage', message: 'no room', retry: true } as const;
  const { outbox } = start(platform, { add: async () => ({ ok: false, problem: full }) });
  outbox.handle(status());
  expect(await outbox.enqueue('decision-0000001', [promote('DLQ-1')])).toEqual({ ok: false, problem: full });
  expect(await outbox.unsent()).toBe(0);
  expect(platform.requests).toEqual([]);
  await outbox.end();
});

it('takes one decision of two tabs that touch the same item, and the same decision only once', async () => {
  const { outbox } = start(createPlatform());
  const answers = await Promise.all([
    outbox.enqueue('decision-0000001', [promote('DLQ-1')]),
    outbox.enqueue('decision-0000002', [promote('DLQ-2', 'DLQ-1')]),
    outbox.enqueue('decision-0000001', [promote('DLQ-1')]),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(await outbox.unsent()).toBe(1);
  await outbox.end();
});

it('takes back what has not left, and tells what was refused until it is dismissed', { tags: ['M-13'] }, async () => {
  const platform = createPlatform();
  platform.fates = [
    {
      status: 409,
      body: { error: { code: 'conflict', message: 'Drift', correlationId: 'c', drifted: [{ id: 'DLQ-2', reason: 'gone' }] } },
    },
  ];
  const { outbox, told } = start(platform);
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  expect(await outbox.takeBack(['decision-0000001.0'])).toEqual({ ok: true, value: { taken: 1 } });
  expect(await states()).toEqual([]);
  await outbox.enqueue('decision-0000002', [promote('DLQ-2')]);
  outbox.handle(status());
  await until(async () => (await states())[0] === 'refused');
  await until(() => told.length === 1);
  expect(told[0]).toMatchObject({ level: 'warning', title: 'DLQ-2 not promoted', text: 'DLQ-2 is no longer in the queue.' });
  expect(await outbox.dismiss(['decision-0000002.0'])).toEqual({ ok: true, value: null });
  expect(await states()).toEqual([]);
  await outbox.end();
});

it('sets a damaged command aside, says so, and sends the others', { tags: ['F-25'] }, async () => {
  const platform = createPlatform();
  const db = new ConsoleDb('demo', 'u1');
  await db.outbox.add({ state: 'pending', payload: { key: 'half' } });
  const before = start(platform);
  await before.outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  before.outbox.handle(status());
  await until(async () => (await states()).join() === 'sent');
  expect(before.told[0]).toMatchObject({ level: 'error', title: 'An action could not be read' });
  expect((await db.setAside.toArray()).map(({ table }) => table)).toEqual(['outbox']);
  db.close();
  await before.outbox.end();
});

it('one step that throws silences none after it: what is decided later is kept and sent', { tags: ['M-3'] }, async () => {
  const platform = createPlatform();
  let throws = true;
  const save: WriteStore['outbox']['save'] = async (item) => {
    if (!throws) return store.outbox.save(item);
    throws = false;
    throw new Error('a disk that throws');
  };
  const { outbox } = start(platform, { save });
  outbox.handle(status());
  expect(await outbox.enqueue('decision-0000001', [promote('DLQ-1')])).toMatchObject({ ok: true });
  expect(await outbox.enqueue('decision-0000002', [promote('DLQ-2')])).toMatchObject({ ok: true });
  await until(() => platform.effects.size === 2);
  await until(async () => (await outbox.unsent()) === 0);
  await outbox.end();
});

it('a stream that has come is the platform within reach: without room a decision waits in memory until who is in is confirmed, and goes', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const platform = createPlatform();
  const full = { ok: false, problem: { code: 'storage', cause: 'full', message: 'No room', retry: true } } as const;
  const rooms: (number | undefined)[] = [];
  const takes = (_: unknown, roomForMs?: number) => {
    rooms.push(roomForMs);
    return Promise.resolve(full);
  };
  const { outbox, timers } = start(platform, { add: takes, save: takes });
  const unconfirmed = status({ session: { ...status().session, confirmed: false } as HubStatus['session'] });
  outbox.handle(unconfirmed);
  const first = outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await until(() => timers().length > 0);
  expect(platform.requests).toEqual([]);
  outbox.handle(status());
  expect(await first).toEqual({ ok: true, value: null });
  expect([...platform.effects.keys()]).toEqual(['decision-0000001.0']);
  // Space was made for at most one second, and not at all for its later states.
  await until(() => rooms.length >= 3);
  expect(rooms).toEqual([1_000, 0, 0]);
  // Not confirmed for as long as a page waits: the decision returns to the page.
  outbox.handle(unconfirmed);
  const second = outbox.enqueue('decision-0000002', [promote('DLQ-2')]);
  await until(() => outbox.held()?.some(({ state }) => state === 'pending') === true);
  for (const run of timers()) run();
  expect(await second).toMatchObject({ ok: false, problem: { cause: 'full' } });
  expect([platform.effects.size, await outbox.unsent()]).toEqual([1, 0]);
  await outbox.end();
});

it('an enqueueing that throws keeps no later one from its turn', { tags: ['M-3'] }, async () => {
  let throws = true;
  const { outbox } = start(createPlatform(), {
    add: async (drafts) => {
      if (!throws) return store.outbox.add(drafts);
      throws = false;
      throw new Error('a disk that throws');
    },
  });
  await expect(outbox.enqueue('decision-0000001', [promote('DLQ-1')])).rejects.toThrow('throws');
  expect(await outbox.enqueue('decision-0000002', [promote('DLQ-2')])).toMatchObject({ ok: true });
  await outbox.end();
});

it('needs no stream: its own short try finds the link, and what was decided goes at the answer', { tags: ['M-6', 'D-62'] }, async () => {
  const platform = createPlatform();
  const offline = status({
    connection: { state: 'reconnecting', transport: 'sse', attempt: 3, maxAttempts: 10, nextTryAt: 0, since: 0, newestAt: 0 },
  });
  let now = 0;
  const { outbox, timers } = start(platform, {}, () => now);
  outbox.handle(status());
  outbox.handle(offline);
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await until(() => platform.tries.length === 1 && timers().length === 1);
  expect(platform.tries[0]).toMatchObject({ method: 'GET', firstByteMs: 1500 });
  // Nothing of it has been sent: it can still be withdrawn.
  expect([platform.requests, await states()]).toEqual([[], ['pending']]);
  platform.answersTries = true;
  now = 1100;
  timers()[0]?.();
  await until(async () => (await states())[0] === 'sent');
  expect(platform.requests.map(({ firstByteMs }) => firstByteMs)).toEqual([4000]);
  await outbox.end();
});

it('without a stream the platform is within reach while it answers: only while it does not is room made for as long as it takes', {
  tags: ['M-13', 'M-4', 'F-16'],
}, async () => {
  const platform = createPlatform();
  const rooms: (number | undefined)[] = [];
  const add: WriteStore['outbox']['add'] = (drafts, roomForMs) => {
    rooms.push(roomForMs);
    return store.outbox.add(drafts, roomForMs);
  };
  const { outbox } = start(platform, { add });
  outbox.handle(status());
  outbox.handle(status({ connection: { state: 'connecting', transport: 'sse', newestAt: null } }));
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  outbox.heard();
  await until(async () => (await states())[0] === 'sent');
  await outbox.enqueue('decision-0000002', [promote('DLQ-2')]);
  expect(rooms).toEqual([Number.POSITIVE_INFINITY, 1_000]);
  await outbox.end();
});

it('waits for what is due next with one timer, however often it is told of the world, and with none after its end', {
  tags: ['M-13'],
}, async () => {
  const platform = createPlatform();
  const offline = status({ connection: { state: 'connecting', transport: 'sse', newestAt: null } });
  const { outbox, timers } = start(platform, {}, () => 0);
  outbox.handle(status());
  outbox.handle(offline);
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await until(() => platform.tries.length === 1 && timers().length === 1);
  for (const connection of [status(), offline, offline]) outbox.handle(connection);
  await until(() => timers().length === 1);
  await outbox.end();
  expect(timers()).toEqual([]);
});

it('any answer of the platform sends what was decided, and reads wait behind it', { tags: ['M-6', 'D-62'] }, async () => {
  const platform = createPlatform();
  const { outbox } = start(platform);
  outbox.handle(status());
  outbox.handle(status({ connection: { state: 'connecting', transport: 'sse', newestAt: null } }));
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  const order: string[] = [];
  outbox.ahead(() => void order.push('nothing on its way'));
  outbox.heard();
  outbox.ahead(() => void order.push(`after ${platform.effects.size}`));
  expect(order).toEqual(['nothing on its way']);
  await until(() => order.length === 2);
  expect(order).toEqual(['nothing on its way', 'after 1']);
  await outbox.end();
});

it('sends anew what hangs in a dead link once an answer comes, under the same key, and hears nothing of the dead one', {
  tags: ['M-6'],
}, async () => {
  const platform = createPlatform();
  platform.fates = ['lostAnswer', 'hang'];
  let now = 0;
  const { outbox, timers } = start(platform, {}, () => now);
  outbox.handle(status());
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await until(async () => (await states())[0] === 'pending?' && timers().length === 1);
  now = 1100;
  timers()[0]?.();
  await until(() => platform.requests.length === 2);
  now = 3000;
  outbox.heard(2000);
  await until(async () => (await states())[0] === 'sent');
  expect(platform.requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(Array(3).fill('decision-0000001.0'));
  expect(platform.effects.size).toBe(1);
  await outbox.end();
});

it('sends with a command when it was decided and the word that the platform had given by then, the same each time', {
  tags: ['M-7', 'D-56'],
}, async () => {
  const platform = createPlatform();
  platform.fates = ['lostAnswer'];
  let now = Date.UTC(2026, 10, 23, 6, 10);
  const { outbox } = start(platform, {}, () => now);
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  now = Date.UTC(2026, 10, 23, 15, 2);
  outbox.handle(status());
  await until(async () => (await states())[0] === 'pending?');
  outbox.nudge();
  await until(async () => (await states())[0] === 'sent');
  expect(platform.requests.map(({ headers }) => [headers['X-Decided-At'], headers['X-Platform-Word']])).toEqual(
    Array(2).fill(['2026-11-23T06:10:00.000Z', 'lk3j2h.word-of-the-platform']),
  );
  await outbox.end();
});

it('a command that waits for a busy disk is not on its way yet: no answer to another call takes it for lost, and it is sent once', {
  tags: ['F-30', 'M-6'],
}, async () => {
  const platform = createPlatform();
  let now = 1_000_000;
  let free = () => {};
  const busy = new Promise<void>((resolve) => {
    free = resolve;
  });
  const save: WriteStore['outbox']['save'] = async (item, roomForMs) => {
    await busy;
    return store.outbox.save(item, roomForMs);
  };
  const { outbox } = start(platform, { save }, () => now);
  outbox.handle(status());
  valueOf(await outbox.enqueue('decision-0000000001', [promote('DLQ-1')]));
  for (let second = 1; second <= 5; second += 1) {
    now += 1_000;
    valueOf(await outbox.enqueue(`decision-000000000${second + 1}`, [promote(`DLQ-${second + 1}`)]));
    outbox.heard(now - 100);
  }
  free();
  await until(async () => (await states()).every((state) => state === 'sent'));
  await outbox.end();
  expect(platform.requests.map((request) => request.headers['Idempotency-Key']?.slice(0, 19)).toSorted()).toEqual(
    [1, 2, 3, 4, 5, 6].map((each) => `decision-000000000${each}`),
  );
});

it('has ended once what was on its way is given up and the disk has what became of it, however long that takes', {
  tags: ['D-51'],
}, async () => {
  const platform = createPlatform();
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { send } = platform;
  platform.send = async (request, signal) => {
    const sent = await send(request, signal);
    await released;
    return sent;
  };
  platform.fates = ['hang'];
  const { outbox } = start(platform);
  outbox.handle(status());
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await until(() => platform.requests.length === 1);
  let hasEnded = false;
  const ended = outbox.end().then(() => {
    hasEnded = true;
  });
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([hasEnded, await states()]).toEqual([false, ['sending']]);
  letGo();
  await ended;
  expect(await states()).toEqual(['pending?']);
});

it('a try that throws says nothing: the next one finds the link, and one that is under way at the end keeps nobody from ending', {
  tags: ['M-6', 'D-62'],
}, async () => {
  const platform = createPlatform();
  const { send } = platform;
  let throws = true;
  platform.send = async (request, signal) => {
    if (request.url !== '/api/auth/me' || !throws) return send(request, signal);
    platform.tries.push(request);
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    throw new Error('a line that throws');
  };
  const offline = status({ connection: { state: 'connecting', transport: 'sse', newestAt: null } });
  const { outbox } = start(platform);
  outbox.handle(status());
  outbox.handle(offline);
  await outbox.enqueue('decision-0000001', [promote('DLQ-1')]);
  await until(() => platform.tries.length === 1);
  await outbox.end();
  expect(await states()).toEqual(['pending']);
  throws = false;
  platform.answersTries = true;
  const next = start(platform);
  next.outbox.handle(status());
  await until(async () => (await states())[0] === 'sent');
  await next.outbox.end();
});

it('two decisions without room for either, made at the same moment, wait in memory as two: each is sent, and each has its own answer', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const platform = createPlatform();
  const full = async () => ({ ok: false, problem: { code: 'storage', cause: 'full', message: 'No room', retry: true } }) as const;
  const { outbox } = start(platform, { add: full, save: full }, () => 1_000);
  outbox.handle(status({ session: { ...status().session, confirmed: false } as HubStatus['session'] }));
  const both = Promise.all([
    outbox.enqueue('decision-0000001', [promote('DLQ-1')]),
    outbox.enqueue('decision-0000002', [promote('DLQ-2')]),
  ]);
  await until(() => outbox.held()?.length === 2);
  expect(outbox.held()?.map(({ place }) => place)).toEqual([1_000, 1_001]);
  outbox.handle(status());
  await until(() => platform.effects.size === 2);
  expect(await both).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect([...platform.effects.keys()]).toEqual(['decision-0000001.0', 'decision-0000002.0']);
  await outbox.end();
});

it('what is decided once the outbox has ended, or its person has left, is not taken, and nothing of it reaches the disk', {
  tags: ['D-21', 'M-3'],
}, async () => {
  const added: string[] = [];
  const ended = start(createPlatform(), {
    add: async (drafts, roomForMs) => {
      added.push(...drafts.map(({ key }) => key));
      return store.outbox.add(drafts, roomForMs);
    },
  });
  expect(await ended.outbox.enqueue('decision-0000001', [promote('DLQ-1')])).toMatchObject({ ok: true });
  await ended.outbox.end();
  expect(await ended.outbox.enqueue('decision-0000002', [promote('DLQ-2')])).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect([added, await states()]).toEqual([['decision-0000001.0'], ['pending']]);
});
