import { expect, it } from 'vitest';
import { createTimer } from './timer.ts';

/** A thread with its queue: callbacks due during a stall wait in the order they fell due. */
function thread() {
  let now = 0;
  let busyUntil = 0;
  const due: { readonly at: number; readonly run: () => void }[] = [];
  const add = (run: () => void, delayMs: number): (() => void) => {
    const entry = { at: now + delayMs, run };
    due.push(entry);
    return () => {
      if (due.includes(entry)) due.splice(due.indexOf(entry), 1);
    };
  };
  return {
    monotonic: () => now,
    setTimeout: add,
    standStill: (ms: number): void => {
      busyUntil = now + ms;
    },
    pass: (ms: number): void => {
      const until = now + ms;
      for (;;) {
        const next = due.toSorted((a, b) => a.at - b.at)[0];
        const at = next === undefined ? Number.POSITIVE_INFINITY : Math.max(next.at, busyUntil);
        if (next === undefined || at > until) break;
        due.splice(due.indexOf(next), 1);
        now = Math.max(now, at);
        next.run();
      }
      now = until;
    },
  };
}

it('a timer that is late because the machine was busy lets what came meanwhile be heard first', { tags: ['M-14'] }, () => {
  const it = thread();
  const setTimer = createTimer(it);
  const seen: string[] = [];
  const cancel = setTimer(8_000, () => seen.push('silent'));
  // The answer arrives just after the time limit, during a stall: it is behind the timer in the queue.
  it.setTimeout(() => {
    seen.push('heard');
    cancel();
  }, 8_500);
  it.pass(1_000);
  it.standStill(20_000);
  it.pass(60_000);
  expect(seen).toEqual(['heard']);
});

it('one that nothing comes for fires all the same, two seconds later at most; one in time fires in time', { tags: ['M-14'] }, () => {
  const it = thread();
  const setTimer = createTimer(it);
  const fired: number[] = [];
  setTimer(8_000, () => fired.push(it.monotonic()));
  it.pass(8_000);
  setTimer(1_000, () => fired.push(it.monotonic()));
  it.standStill(600_000);
  it.pass(700_000);
  expect(fired).toEqual([8_000, 8_000 + 600_000 + 2_000]);
});

it('one that is called off while it waits again stays called off', { tags: ['M-14'] }, () => {
  const it = thread();
  const setTimer = createTimer(it);
  let fired = false;
  const cancel = setTimer(1_000, () => {
    fired = true;
  });
  it.standStill(5_000);
  it.pass(5_500);
  cancel();
  it.pass(60_000);
  expect(fired).toBe(false);
});
