import { expect, it } from 'vitest';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { StoreLost } from '../../../domain/freshness/storeLost.ts';
import type { WriteStore } from '../../../store/types.ts';
import { createStoreLoss, gatherMs, lookEveryMs } from './storeLoss.ts';

const closed: Problem = { code: 'cancelled', message: 'The stored data was closed.', retry: false };
type Look = Result<'kept' | 'made anew' | 'replaced'>;

/** Only the marks are deleted. `answers`: the browser's answers to each check; the last one repeats. */
async function marksTaken(answers: readonly [Look, ...Look[]]): Promise<{ readonly told: readonly StoreLost[]; readonly asked: number }> {
  const told: StoreLost[] = [];
  let asked = 0;
  let notice = () => {};
  let recovered: Promise<void> | null = null;
  createStoreLoss({
    meta: {
      holdsTerm: () => Promise.resolve({ ok: true, value: true }),
      look: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? answers[0]),
      onTaken: (listener) => {
        notice = () => listener();
      },
    },
    setTimer: (_delayMs, run) => {
      queueMicrotask(run);
      return () => {};
    },
    between: (work) => {
      recovered = work();
    },
    store: () => null,
    isLostAway: async () => false,
    beginAnew: () => Promise.resolve(null),
    tell: (lost) => told.push(lost),
  });
  notice();
  await expect.poll(() => recovered).not.toBeNull();
  await recovered;
  return { told, asked };
}

const anew: Look = { ok: true, value: 'made anew' };
const refused: Look = { ok: false, problem: closed };

it('a browser that is still clearing refuses every opening: the marks are asked for again, made anew, and it is said once', {
  tags: ['M-1', 'F-17'],
}, async () => {
  expect(await marksTaken([refused, refused, anew])).toEqual({ told: [{ rows: false, outbox: [], kept: true }], asked: 3 });
});

it('marks that do not open at all are asked for a few times, and nothing is said of what is not known', {
  tags: ['M-1', 'F-17'],
}, async () => {
  const { told, asked } = await marksTaken([refused]);
  expect(told).toEqual([]);
  expect(asked).toBeGreaterThan(3);
  expect(asked).toBeLessThan(20);
});

it('marks that stand as they stood are no loss', { tags: ['M-13', 'F-17'] }, async () => {
  expect(await marksTaken([{ ok: true, value: 'kept' }])).toEqual({ told: [], asked: 1 });
});

it('a hub that another has replaced decides nothing', { tags: ['M-1'] }, async () => {
  expect(await marksTaken([{ ok: true, value: 'replaced' }, anew])).toEqual({ told: [], asked: 1 });
});

it('only a store that was taken away is said to be made anew: what another one refused is not decided a second time', {
  tags: ['M-13', 'F-17'],
}, async () => {
  const stored = () => {
    let take = () => {};
    const taken = new Promise<void>((resolve) => (take = resolve));
    return { store: { taken, look: async () => {} } as unknown as WriteStore, take: () => take() }; // only this is called
  };
  const [here, gone] = [stored(), stored()];
  let begun = 0;
  const loss = createStoreLoss({
    meta: { holdsTerm: async () => ({ ok: true, value: true }), look: async () => anew, onTaken: () => {} },
    setTimer: (delayMs, run) => {
      if (delayMs === gatherMs) queueMicrotask(run);
      return () => {};
    },
    between: (work) => void work(),
    store: () => gone.store,
    isLostAway: async () => false,
    beginAnew: async () => {
      begun += 1;
      return null;
    },
    tell: () => {},
  });
  loss.watch(here.store);
  loss.watch(gone.store);
  expect([await loss.isMadeAnew(here.store), await loss.isMadeAnew(gone.store)]).toEqual([false, false]);
  gone.take();
  await expect.poll(() => loss.isMadeAnew(gone.store)).toBe(true);
  expect(begun).toBe(1);
  expect(await loss.isMadeAnew(here.store)).toBe(false);
});

it('a store is looked at every few seconds as long as it is in use: a worker that was frozen hears no event of what the browser took meanwhile', {
  tags: ['M-13', 'F-17'],
}, async () => {
  let looked = 0;
  let inUse: WriteStore | null = null;
  const store = { taken: new Promise(() => {}), look: async () => void (looked += 1) } as unknown as WriteStore; // only this is called
  const timers: (() => void)[] = [];
  const loss = createStoreLoss({
    meta: { holdsTerm: async () => ({ ok: true, value: true }), look: async () => anew, onTaken: () => {} },
    setTimer: (delayMs, run) => {
      expect(delayMs).toBe(lookEveryMs);
      timers.push(run);
      return () => {};
    },
    between: () => {},
    store: () => inUse,
    isLostAway: async () => false,
    beginAnew: async () => null,
    tell: () => {},
  });
  const passes = async () => {
    timers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    return [looked, timers.length];
  };
  loss.watch(store);
  // Its session context is still being made.
  expect(await passes()).toEqual([0, 1]);
  inUse = store;
  for (const times of [1, 2, 3]) expect(await passes()).toEqual([times, 1]);
  // Nobody is signed in any more.
  inUse = null;
  expect(await passes()).toEqual([3, 0]);
});
