import { describe, expect, it } from 'vitest';
import { makeCheckpoint } from '../../../../tests/builders/checkpoints.ts';
import { makeKey, sha256 } from '../../../../tests/builders/evidencePack.ts';
import type { Checkpoint } from '../../../contracts/checkpoint.ts';
import type { HubStatus } from '../../../contracts/rpc.ts';
import type { Call } from '../../../domain/api/client.ts';
import { keptOf } from '../../../domain/records/checkpoints.ts';
import { createCheckpointWatch, LOOK_AFTER_MS, LOOK_EVERY_MS } from './checkpointWatch.ts';

const key = makeKey('ukweli-2025-11-01-one');
const other = sha256('another link 999');

/** A device whose platform shows these checkpoints, with what it stored and reported. */
function device(
  held: readonly Checkpoint[] = [],
  links: Readonly<Record<number, string>> = {},
  trouble: { readonly cached?: boolean; readonly unread?: boolean; readonly noKeys?: boolean; readonly oldKeys?: boolean } = {},
) {
  let shown: readonly Checkpoint[] = [];
  let kept = held;
  let up = true;
  const told: HubStatus['twoHistories'][] = [];
  const rewritten: HubStatus['historyFound'][] = [];
  const walked: unknown[] = [];
  const timers: { readonly delayMs: number; run: (() => void) | null }[] = [];
  const ending = new AbortController();
  let done = () => {};
  const asked: string[] = [];
  const call = (async (id: string) => {
    asked.push(id);
    const isDown = !up || (trouble.noKeys === true && id === 'jwks');
    if (isDown) done();
    if (isDown) return { ok: false, problem: { code: 'network', message: '', retry: true } };
    const isCopy = id === 'jwks' ? trouble.oldKeys : trouble.cached;
    const cachedAt = isCopy === true ? 1 : null;
    return { ok: true, value: { value: id === 'jwks' ? { keys: [key.jwk] } : { checkpoints: shown, lastUpdated: '' }, cachedAt } };
  }) as unknown as Call<AbortSignal>; // the two calls that are made
  const watch = createCheckpointWatch({
    call,
    meta: {
      readCheckpoints: async () => {
        if (trouble.unread !== true) return { ok: true, value: kept };
        return { ok: false, problem: { code: 'storage', message: 'The disk did not answer.', retry: true } };
      },
      keepCheckpoints: async (_, checked) => {
        kept = keptOf([...kept, ...checked], 200);
        done();
        return { ok: true, value: null };
      },
    },
    tenantId: 'demo',
    now: () => Date.parse('2025-11-18T11:26:06.000Z'),
    setTimer: (delayMs, run) => {
      const timer = { delayMs, run: run as (() => void) | null };
      timers.push(timer);
      return () => void (timer.run = null);
    },
    signal: ending.signal,
    sealAt: async (chainIndex) => ({ ok: true, value: links[chainIndex] ?? null }),
    walk: async (checkpoints) => void walked.push(checkpoints === 'contradicted' ? checkpoints : checkpoints.map(({ index }) => index)),
    raise: (found) => told.push(found),
    rewritten: (found) => rewritten.push(found),
  });
  return {
    told,
    rewritten,
    walked,
    timers,
    asked,
    kept: () => kept,
    end: () => ending.abort(),
    linkUp: watch.lookSoon,
    pending: () => timers.filter(({ run }) => run !== null).map(({ delayMs }) => delayMs),
    goAway: () => void (up = false),
    async shows(checkpoints: readonly Checkpoint[]): Promise<void> {
      shown = checkpoints;
      watch.lookSoon();
      const looked = new Promise<void>((resolve) => {
        done = resolve;
      });
      timers.findLast(({ run }) => run !== null)?.run?.();
      await looked;
    },
  };
}

describe('the checkpoints that a device holds the platform to', () => {
  it('two of one place with different seals are told, also when the first was seen long before', { tags: ['P-9', 'U-32'] }, async () => {
    const here = device();
    await here.shows([makeCheckpoint(key)]);
    await expect.poll(() => here.kept().length).toBe(1);
    expect(here.told).toEqual([]);
    const later = device(here.kept());
    await later.shows([makeCheckpoint(key, { seal: other, at: '2025-11-18T11:20:00.000Z' })]);
    await expect.poll(() => later.told).toEqual([{ chain: 'verifications', index: 999, heldSeal: sha256('link 999'), shownSeal: other }]);
    // The first checkpoint stays, so that the next hub reports it again.
    expect(later.kept().map(({ seal }) => seal)).toEqual([sha256('link 999')]);
  });

  it('what the platform has not signed raises no alarm and is not kept: anybody could say it', { tags: ['P-9'] }, async () => {
    const held = makeCheckpoint(key);
    const here = device([held]);
    for (const forged of [
      { ...held, seal: other },
      makeCheckpoint(makeKey('ukweli-2025-11-01-one'), { seal: other }),
      makeCheckpoint(makeKey('field-unit-07'), { seal: other }),
      makeCheckpoint(key, { tenantId: 'kampala', seal: other }),
      makeCheckpoint(key, { seal: other, at: '2031-01-01T00:00:00.000Z' }),
    ])
      await here.shows([forged, makeCheckpoint(key, { index: 1999 })]);
    await expect.poll(() => here.kept().map(({ index }) => index)).toEqual([1999, 999]);
    expect(here.kept().find(({ index }) => index === 999)).toEqual(held);
    expect(here.told).toEqual([]);
  });

  it('a link held here that is another one than was signed for its place is told, also where that was signed before the device was emptied', {
    tags: ['P-9'],
  }, async () => {
    const found = { kind: 'rewritten', chainIndex: 999, expectedSeal: sha256('link 999'), foundSeal: other };
    const fits = device([makeCheckpoint(key)], { 999: sha256('link 999') });
    await fits.shows([makeCheckpoint(key, { index: 1999, seal: sha256('link 1999') })]);
    const long = device([makeCheckpoint(key)], { 999: other });
    await long.shows([makeCheckpoint(key, { index: 1999 })]);
    await expect.poll(() => long.rewritten).toEqual([found]);
    const now = device([], { 999: other });
    await now.shows([makeCheckpoint(key), makeCheckpoint(key, { chain: 'record', seal: sha256('line 999') })]);
    await expect.poll(() => now.rewritten).toEqual([found]);
    expect([fits.rewritten, long.told, now.told]).toEqual([[], [], []]);
  });

  it('the chain is walked with all checkpoints that are held; two of one place, or a link that is not the signed one, end what was walked', {
    tags: ['P-9'],
  }, async () => {
    const fits = device([makeCheckpoint(key)], { 999: sha256('link 999') });
    await fits.shows([makeCheckpoint(key, { index: 1999, seal: sha256('link 1999') })]);
    await expect.poll(() => fits.walked).toEqual([[1999, 999]]);
    const twice = device([makeCheckpoint(key)]);
    await twice.shows([makeCheckpoint(key, { seal: other, at: '2025-11-18T11:20:00.000Z' })]);
    await expect.poll(() => twice.walked).toEqual(['contradicted']);
    const elsewhere = device([makeCheckpoint(key)], { 999: other });
    await elsewhere.shows([]);
    await expect.poll(() => elsewhere.walked).toEqual(['contradicted']);
  });

  it('asks after what a screen waits for, then every hour; out of reach it keeps what it has, and at the end it stops', {
    tags: ['P-9'],
  }, async () => {
    const held = makeCheckpoint(key);
    const here = device([held]);
    here.goAway();
    await here.shows([]);
    expect(here.timers.map(({ delayMs }) => delayMs)).toEqual([LOOK_AFTER_MS, LOOK_EVERY_MS]);
    expect(here.kept()).toEqual([held]);
    here.end();
    expect(here.timers.at(-1)?.run).toBeNull();
  });

  it('a copy that was kept on the way, and a disk that does not say what is held, are each no word of now: nothing is kept or told of them', {
    tags: ['M-13', 'P-9'],
  }, async () => {
    for (const trouble of [{ cached: true }, { unread: true }]) {
      const here = device([], { 999: other }, trouble);
      void here.shows([makeCheckpoint(key)]);
      await new Promise((resolve) => setImmediate(resolve));
      // Not even the keys for checking it are requested.
      expect([trouble, here.asked, here.kept(), here.rewritten]).toEqual([trouble, ['checkpoints'], [], []]);
    }
  });

  it('a copy of the keys that was kept on the way checks nothing, as one of them may be withdrawn by now: only what the keys of now pass is kept', {
    tags: ['M-13', 'P-9'],
  }, async () => {
    const trouble = { oldKeys: true };
    const here = device([], {}, trouble);
    void here.shows([makeCheckpoint(key)]);
    await expect.poll(() => here.asked).toEqual(['checkpoints', 'jwks']);
    trouble.oldKeys = false;
    await here.shows([makeCheckpoint(key, { index: 1999 })]);
    expect(here.kept().map(({ index }) => index)).toEqual([1999]);
  });

  it('a link that comes and goes has the platform asked once an hour all the same, not once for each time that it came', {
    tags: ['M-13', 'P-9'],
  }, () => {
    const here = device();
    for (let times = 0; times < 3; times += 1) here.linkUp();
    expect(here.pending()).toEqual([LOOK_AFTER_MS]);
  });

  it('what was checked once needs no keys any more: a link here that is another than was signed is told without them', {
    tags: ['M-13', 'P-9'],
  }, async () => {
    const held = makeCheckpoint(key);
    const here = device([held], { 999: other }, { noKeys: true });
    await here.shows([held]);
    await expect.poll(() => here.rewritten).toHaveLength(1);
  });
});
