import { afterEach, expect, it, vi } from 'vitest';
import { browserDeps } from './browserDeps.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Blocks this thread, like parsing a large answer. */
function stall(forMs: number): void {
  for (const begun = performance.now(); performance.now() - begun < forMs; );
}

it('an answer that came while the thread could not run is an answer, not one that did not come in time', {
  tags: ['F-30', 'M-14'],
}, async () => {
  const firstByteMs = 20;
  // When the thread is free again, the answer is in the queue behind the expired time limit.
  const fetch = (_url: string, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('given up')));
      setTimeout(() => resolve(new Response('{}')), firstByteMs + 1);
    });
  vi.stubGlobal('fetch', fetch);
  const sent = browserDeps.send({ url: '/api/x', method: 'GET', headers: {}, body: null, timeLimitMs: 30_000, firstByteMs }, null);
  stall(1_500);
  expect(await sent).toMatchObject({ kind: 'answer', raw: { text: '{}' } });
});

it('gives up what has not begun to be answered in time', { tags: ['F-30'] }, async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { readonly signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
      }),
  );
  const request = { url: '/api/x', method: 'GET', headers: {}, body: null, timeLimitMs: 30_000, firstByteMs: 20 } as const;
  expect(await browserDeps.send(request, null)).toEqual({ kind: 'failed', code: 'timeout' });
});

it('what failed leaves no timer behind that waits for its first byte', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  const request = { url: '/api/x', method: 'GET', headers: {}, body: null, timeLimitMs: 30_000, firstByteMs: 4_000 } as const;
  expect(await browserDeps.send(request, null)).toEqual({ kind: 'failed', code: 'network' });
  expect(vi.getTimerCount()).toBe(0);
});

it('the answers that are kept of somebody are said to be gone once the browser has removed them', { tags: ['D-21'] }, async () => {
  const kept = new Set(['ukweli-api:demo:u1', 'ukweli-api:demo:u2']);
  vi.stubGlobal('caches', { delete: async (name: string) => kept.delete(name) });
  await browserDeps.deleteCache('ukweli-api:demo:u1');
  expect([...kept]).toEqual(['ukweli-api:demo:u2']);
});

it('a long answer over a slow link is heard with each of its pieces, and is not taken for silence', {
  tags: ['M-13', 'F-30'],
}, async () => {
  const pieces = ['{"a":', '1', '}'];
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    },
    { highWaterMark: 0 },
  );
  vi.stubGlobal('fetch', async () => new Response(body));
  let heard = 0;
  const request = { url: '/api/x', method: 'GET', headers: {}, body: null, timeLimitMs: 30_000 } as const;
  const sent = await browserDeps.send(request, null, () => void (heard += 1));
  expect(sent).toMatchObject({ kind: 'answer', raw: { text: '{"a":1}' } });
  expect(heard, 'its head, and three pieces').toBe(4);
});
