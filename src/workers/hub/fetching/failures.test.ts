import { expect, it } from 'vitest';
import type { ResourceKey } from '../../../contracts/rpc.ts';
import { createFailures } from './failures.ts';

const gone = { code: 'network', message: 'gone', retry: true } as const;

/** Failures with controlled timers, and which retries came due. */
function setUp() {
  const timers = new Set<() => void>();
  const due: ResourceKey[] = [];
  const failures = createFailures({
    setTimer: (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    random: () => 0.5,
    due: (key) => void due.push(key),
  });
  return { failures, timers, due };
}

it('an answer that comes while a try is waited for calls the try off: what has just been fetched is not asked for again', {
  tags: ['M-13', 'C-75'],
}, () => {
  const { failures, timers, due } = setUp();
  failures.failed('kpis', gone);
  failures.failed('health', gone);
  failures.answered('kpis');
  expect([failures.has('kpis'), failures.isWaiting('kpis'), failures.has('health')]).toEqual([false, false, true]);
  for (const run of timers) run();
  expect(due).toEqual(['health']);
});
