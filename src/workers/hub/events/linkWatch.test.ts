import { expect, it } from 'vitest';
import { createLinkWatch, isHeard } from './linkWatch.ts';

it('a watch that is stopped while a call is under way waits for nothing, and asks and says nothing more', { tags: ['D-15'] }, async () => {
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

it('a call whose answer comes in pieces over a slow link is heard at each of them: nothing is asked beside it, and it is not taken for silent', {
  tags: ['D-15'],
}, async () => {
  let now = 0;
  let due: { readonly at: number; readonly run: () => void } | null = null;
  const said: string[] = [];
  const watch = createLinkWatch({
    now: () => now,
    setTimer: (delayMs, run) => {
      const mine = { at: now + delayMs, run };
      due = mine;
      return () => {
        if (due === mine) due = null;
      };
    },
    probe: async () => {
      said.push('probe');
      return false;
    },
    cutStream: () => void said.push('cut'),
    publish: (health) => void said.push(health),
  });
  let piece = () => {};
  let end = () => {};
  const sent = watch.watched(
    (_request, _signal, heard) =>
      new Promise((resolve) => {
        piece = () => heard?.();
        end = () => resolve({ kind: 'failed', code: 'network' });
      }),
  )({ method: 'GET', url: '/api/kpis', headers: {}, body: null, timeLimitMs: 60_000 }, null);
  const pass = (ms: number): void => {
    for (const until = now + ms; ; ) {
      const next = due;
      if (next === null || next.at > until) {
        now = until;
        return;
      }
      due = null;
      now = next.at;
      next.run();
    }
  };
  for (let pieces = 0; pieces < 10; pieces += 1) {
    pass(3_000);
    piece();
  }
  expect(said).toEqual([]);
  pass(4_000);
  expect(said).toEqual(['probe']);
  end();
  await sent;
});

it.each([
  ['network', false],
  ['timeout', false],
  ['cancelled', false],
  ['not_ours', false],
  ['bad_shape', false],
  ['unauthenticated', true],
  ['unavailable', true],
  ['not_found', true],
] as const)('whether it was the platform that answered a probe: %s, %s', { tags: ['D-15', 'D-50'] }, (code, heard) => {
  expect(isHeard({ ok: false, problem: { code, message: 'x', retry: false } })).toBe(heard);
});
