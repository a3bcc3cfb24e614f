import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hearKey, keptForMs } from './keptKey.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('hands the key of a lock from one page to the next, once, within seconds, and to nobody who names another lock', {
  tags: ['D-31'],
}, async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const take = (lockId: string) => {
    const postMessage = vi.fn();
    hearKey({ lockId }, { postMessage });
    return postMessage.mock.calls[0]?.[0] as unknown;
  };
  const keep = () => hearKey({ lockId: 'l1', key }, undefined);
  expect(take('l1')).toBeNull();
  keep();
  expect(take('l1')).toBe(key);
  expect(take('l1')).toBeNull();
  keep();
  expect(take('l2')).toBeNull();
  expect(take('l1')).toBeNull();
  keep();
  vi.advanceTimersByTime(keptForMs - 1);
  expect(take('l1')).toBe(key);
  keep();
  vi.advanceTimersByTime(keptForMs);
  expect(take('l1')).toBeNull();
  // Two tabs closed one after the other: the second key is kept for the full time too.
  keep();
  vi.advanceTimersByTime(keptForMs - 1);
  keep();
  vi.advanceTimersByTime(keptForMs - 1);
  expect(take('l1')).toBe(key);
});
