import { describe, expect, it } from 'vitest';
import type { EventFrame } from '../../../contracts/realtime/event.ts';
import { closeCodes } from '../../../contracts/realtime/ends.ts';
import { protocolVersion } from '../../../contracts/version.ts';
import { headers } from '../../../contracts/endpoints.ts';
import { createApiClient } from '../../../domain/api/client.ts';
import { pollTopics } from './polling.ts';
import { readFrame } from './streamFrame.ts';
import { eventsUrl, openSse, openWebSocketStream, type StreamNews } from './streams.ts';

/** The parts of EventSource and WebSocket that the hub uses. */
function fakeSource() {
  const listeners = new Map<string, (event: { data?: unknown; code?: number }) => void>();
  return {
    url: '',
    closed: false,
    sent: [] as string[],
    addEventListener(type: string, listener: (event: { data?: unknown; code?: number }) => void) {
      listeners.set(type, listener);
    },
    send(text: string) {
      this.sent.push(text);
    },
    close() {
      this.closed = true;
    },
    fire: (type: string, event: { data?: unknown; code?: number } = {}) => listeners.get(type)?.(event),
  };
}
function listenTo() {
  const heard: string[] = [];
  const news: StreamNews = {
    opened: () => heard.push('opened'),
    message: (read) => heard.push(read.ok ? read.frame.kind : `refused: ${read.detail}`),
    outdated: () => heard.push('outdated'),
    closed: (reason) => heard.push(`closed ${reason}`),
  };
  return { heard, news };
}
const at = '2026-11-21T08:00:00.000Z';
const heartbeat = JSON.stringify({ kind: 'heartbeat', topics: { health: 3 }, at });

describe('server-sent events', () => {
  it('asks for its topics from where it stands', () => {
    expect(eventsUrl('demo', ['kpis', 'system'], { kpis: 12 })).toBe(
      `/api/events?tenantId=demo&topics=kpis,system&since=kpis%3A12&protocol=${protocolVersion}`,
    );
    expect(eventsUrl('a&b', ['kpis'], {})).toBe(`/api/events?tenantId=a%26b&topics=kpis&protocol=${protocolVersion}`);
  });

  it('is told that another took its place, and then says that once, not that the line broke', { tags: ['G-20'] }, () => {
    const source = fakeSource();
    const { heard, news } = listenTo();
    openSse({ openEventSource: () => source }, 'demo', ['health'], {}, news);
    source.fire('open');
    source.fire('displaced', { data: 'displaced' });
    source.fire('error');
    source.fire('displaced', { data: 'displaced' });
    expect([source.closed, heard]).toEqual([true, ['opened', 'closed displaced']]);
    const socket = fakeSource();
    const second = listenTo();
    openWebSocketStream({ openWebSocket: () => socket }, 'demo', second.news);
    socket.fire('close', { code: closeCodes.displaced });
    expect(second.heard).toEqual(['closed displaced']);
  });

  it('closes on an error by itself, so that the browser’s own reconnection never runs, and is silent afterwards', { tags: ['K-4'] }, () => {
    const source = fakeSource();
    const { heard, news } = listenTo();
    openSse({ openEventSource: () => source }, 'demo', ['health'], {}, news);
    source.fire('open');
    source.fire('heartbeat', { data: heartbeat });
    source.fire('error');
    expect(source.closed).toBe(true);
    source.fire('heartbeat', { data: heartbeat });
    source.fire('error');
    expect(heard).toEqual(['opened', 'heartbeat', 'closed lost']);
  });
});

describe('websocket', () => {
  it('speaks JSON and tells a refused session from a lost line', () => {
    const socket = fakeSource();
    const { heard, news } = listenTo();
    let path = '';
    const stream = openWebSocketStream(
      {
        openWebSocket: (asked) => {
          path = asked;
          return socket;
        },
      },
      'demo',
      news,
    );
    socket.fire('open');
    stream.send({ type: 'subscribe', topic: 'health', since: 4 });
    socket.fire('message', { data: heartbeat });
    socket.fire('close', { code: 4401 });
    socket.fire('close', { code: 1006 });
    stream.send({ type: 'ping' });
    expect(path).toBe(`/tenants/demo?protocol=${protocolVersion}`);
    expect(socket.sent).toEqual(['{"type":"subscribe","topic":"health","since":4}']);
    expect(heard).toEqual(['opened', 'heartbeat', 'closed refused']);
  });
});

it('a close code that says that this build is no longer spoken to is told, and then it is a lost line', { tags: ['M-9', 'D-30'] }, () => {
  const socket = fakeSource();
  const { heard, news } = listenTo();
  openWebSocketStream({ openWebSocket: () => socket }, 'demo', news);
  socket.fire('open');
  socket.fire('close', { code: closeCodes.protocol });
  expect(heard).toEqual(['opened', 'outdated', 'closed lost']);
});

describe('frames', () => {
  it('refuses what is no frame, naming fields and never values', { tags: ['C-65'] }, () => {
    expect(readFrame(new ArrayBuffer(8))).toEqual({ ok: false, detail: 'not text' });
    expect(readFrame('{')).toEqual({ ok: false, detail: 'not JSON' });
    expect(readFrame('x'.repeat(1_048_577))).toEqual({ ok: false, detail: '1048577 characters' });
    const event = {
      kind: 'event',
      type: 'health.component',
      tenantId: 'demo',
      resourceId: 'database',
      version: 'secret',
      ts: at,
      correlationId: 'c',
      data: {},
      seq: 1,
      prev: 0,
    };
    const read = readFrame(JSON.stringify(event));
    expect(read).toEqual({ ok: false, detail: 'unexpected form at version' });
  });
});

describe('polling', () => {
  const frame: EventFrame = {
    type: 'health.component',
    tenantId: 'demo',
    resourceId: 'database',
    version: 2,
    ts: at,
    correlationId: 'c',
    data: {},
    seq: 7,
    prev: 3,
  };
  const told = (code: string) => JSON.stringify({ error: { code, message: 'No', correlationId: 'c' } });
  const poll = (status: number, fields: Record<string, string>, text = JSON.stringify([frame])) => {
    const urls: string[] = [];
    const call = createApiClient<AbortSignal>({
      newCorrelationId: () => 'c',
      caller: () => ({ tenantId: 'demo', accountId: null, build: 'b' }),
      send: async (request) => {
        urls.push(request.url);
        return {
          kind: 'answer',
          rttMs: 1,
          receivedAt: 0,
          raw: { status, statusText: '', text, header: (name) => fields[name] ?? null },
        };
      },
    });
    return pollTopics(call, ['health', 'kpis'], { health: 3 }, new AbortController().signal).then((answers) => ({ answers, urls }));
  };

  it('asks each topic from its own cursor and reads the log’s place from the headers', { tags: ['C-58'] }, async () => {
    const { answers, urls } = await poll(200, { [headers.logEpoch]: 'e1', [headers.newestSeq]: '9', [headers.resync]: '1' });
    expect(urls).toEqual(['/api/poll/health?since=3', '/api/poll/kpis']);
    expect(answers[0]).toEqual({ ok: true, topic: 'health', frames: [frame], epoch: 'e1', newest: 9, resync: true });
  });

  it('counts an answer that cannot be placed in the log as lost, and a refusal as one', async () => {
    expect((await poll(200, {})).answers[0]).toEqual({ ok: false, topic: 'health', reason: 'lost' });
    const refusal = await poll(401, { [headers.correlation]: 'c' }, told('unauthenticated'));
    expect(refusal.answers[0]).toEqual({ ok: false, topic: 'health', reason: 'refused' });
    expect((await poll(503, {}, '')).answers[0]).toEqual({ ok: false, topic: 'health', reason: 'lost' });
  });

  it('takes a stranger’s refusal for a lost answer', { tags: ['M-8', 'F-33', 'D-50'] }, async () => {
    for (const [text, fields] of [
      ['', {}],
      [told('unauthenticated'), {}],
      [told('unauthenticated'), { [headers.correlation]: 'another' }],
    ] as const)
      expect((await poll(401, fields, text)).answers[0]).toEqual({ ok: false, topic: 'health', reason: 'lost' });
  });
});
