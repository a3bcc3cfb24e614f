import type { Sent } from '../../domain/api/client.ts';
import type { ApiRequest } from '../../domain/api/request.ts';
import { createTimer } from '../../domain/clock/timer.ts';
import { pinRounds } from '../../domain/lock/pin.ts';
import type { HubDeps } from './deps.ts';

/** Timers for everything that waits for others. A timer that fires late first lets events that arrived meanwhile be handled. */
const setTimer = createTimer({
  monotonic: () => performance.now(),
  setTimeout: (run, delayMs) => {
    // A longer delay would overflow and fire at once. This one fires early, finds nothing due and is set again.
    const timer = setTimeout(run, Math.min(delayMs, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
});

/** The worker's own fetch, clock, streams and locks. */
export const browserDeps: HubDeps = {
  now: () => Date.now(),
  monotonic: () => Math.floor(performance.now()),
  setTimer,
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  send,
  openEventSource: (url) => new EventSource(url, { withCredentials: true }),
  openWebSocket: (path) => new WebSocket(new URL(path, location.origin.replace(/^http/, 'ws'))),
  whenLockFree: (name) => navigator.locks.request(name, () => undefined),
  deleteCache: async (name) => {
    await caches.delete(name);
  },
  log: (level, code, detail) => {
    // The console is the worker's only place to report errors to a person who opens its inspector (C-65). Only codes, no values.
    // oxlint-disable-next-line no-console
    const write = { info: console.info, warning: console.warn, error: console.error }[level];
    write(`[hub] ${code}${detail === '' ? '' : `: ${detail}`}`);
  },
  build: __BUILD__,
  pinIterations: pinRounds,
};

async function send(request: ApiRequest, signal: AbortSignal | null, heard: () => void = () => {}): Promise<Sent> {
  const limit = AbortSignal.timeout(request.timeLimitMs);
  const dead = new AbortController();
  const byteCame = request.firstByteMs === undefined ? () => {} : setTimer(request.firstByteMs, () => dead.abort());
  const startedAt = performance.now();
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      credentials: 'include',
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.any([limit, dead.signal, ...(signal === null ? [] : [signal])]),
    });
    byteCame();
    const rttMs = performance.now() - startedAt;
    const receivedAt = Date.now();
    heard();
    const text = await textOf(response, heard);
    return {
      kind: 'answer',
      rttMs,
      receivedAt,
      raw: { status: response.status, statusText: response.statusText, header: (name) => response.headers.get(name), text },
    };
  } catch {
    // fetch only says that it failed; the signal that fired says why.
    return { kind: 'failed', code: signal?.aborted === true ? 'cancelled' : limit.aborted || dead.signal.aborted ? 'timeout' : 'network' };
  } finally {
    byteCame();
  }
}

/** The body as text. `heard` is called for every chunk, so that a long answer on a slow link does not count as silence. */
async function textOf(response: Response, heard: () => void): Promise<string> {
  if (response.body === null) return response.text();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  for (;;) {
    const piece = await reader.read();
    if (piece.done) return text + decoder.decode();
    heard();
    text += decoder.decode(piece.value, { stream: true });
  }
}
