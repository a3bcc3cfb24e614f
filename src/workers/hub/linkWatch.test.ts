import { expect, it } from 'vitest';
import { createLinkWatch } from './linkWatch.ts';

it('[D-15] a watch that is stopped while a call is under way waits for nothing, and asks and says nothing more', async () => {
  const timers = new Set<() => void>();
  const said: string[] = [];
  let now = 0;
  const watch = createLinkWatch({
    now: () => now,
    setTimer: (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    probe: async () => {
      said.push('probe');
      return false;
    },
    cutStream: () => void said.push('cut'),
    publish: (health) => void said.push(health),
  });
  let answer = () => {};
  const send = watch.watched(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ kind: 'failed', code: 'network' });
      }),
  );
  const sent = send({ method: 'GET', url: '/api/kpis', headers: {}, body: null, timeLimitMs: 10_000 }, null);
  expect(timers.size).toBe(1);
  watch.stop();
  expect(timers.size).toBe(0);
  now = 20_000;
  watch.streamHeard();
  answer();
  await sent;
  expect([said, timers.size]).toEqual([[], 0]);
});
