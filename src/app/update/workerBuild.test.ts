import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildOf } from './workerBuild.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A worker that answers messages with this function. */
const worker = (answer: (message: unknown, port: MessagePort) => void) => ({
  postMessage: (message: unknown, given: unknown) => answer(message, (given as readonly MessagePort[])[0] as MessagePort), // the form in which it is called
});

it('a waiting worker that says its build is a version of the console', { tags: ['G-16'] }, async () => {
  const asked: unknown[] = [];
  const own = worker((message, port) => {
    asked.push(message);
    port.postMessage('20261128.101500-1234567');
  });
  expect(await buildOf(own)).toBe('20261128.101500-1234567');
  expect(asked).toEqual([{ type: 'BUILD' }]);
});

it.each([['nothing'], [''], [null], [7], [{ build: '20261128.101500-1234567' }]])(
  'one that says %j is none',
  { tags: ['G-16'] },
  async (said) => {
    const other = worker((_message, port) => void (said === 'nothing' ? port.start() : port.postMessage(said)));
    const build = buildOf(other);
    if (said === 'nothing') await vi.advanceTimersByTimeAsync(5_000);
    expect(await build).toBeNull();
  },
);
