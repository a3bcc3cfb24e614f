import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeKeptKey } from './keptKey.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A service worker, and the ports on which it was asked. */
function asked(): readonly MessagePort[] {
  const deps: MessagePort[] = [];
  const postMessage = (_message: unknown, [port]: readonly MessagePort[]) => void (port !== undefined && deps.push(port));
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } });
  return deps;
}

it('a service worker that is slow to answer still gives the key: nobody who reloads on a busy device is locked out', {
  tags: ['D-31'],
}, async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const deps = asked();
  const taken = takeKeptKey('l1');
  await vi.advanceTimersByTimeAsync(4_000);
  deps[0]?.postMessage(key);
  await expect(taken).resolves.toEqual(key);
});

it('where there is no key, no answer or no service worker the lock is asked for its secret', { tags: ['D-31'] }, async () => {
  const deps = asked();
  const none = takeKeptKey('l1');
  deps[0]?.postMessage(null);
  await expect(none).resolves.toBeNull();
  const silent = takeKeptKey('l1');
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(silent).resolves.toBeNull();
  vi.stubGlobal('navigator', {});
  await expect(takeKeptKey('l1')).resolves.toBeNull();
});
