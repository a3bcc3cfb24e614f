import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialLink, type LinkEffect, type LinkEvent, type LinkState, probeAfterMs, silentAfterMs, stepLink } from './machine.ts';

type Told = LinkEvent extends infer E ? (E extends { readonly now: number } ? Omit<E, 'now'> : never) : never;

/** The machine with its own clock and timer. */
function link() {
  let state: LinkState = initialLink;
  let now = 1_000_000;
  let timer: number | null = null;
  const done: { readonly at: number; readonly effect: LinkEffect }[] = [];
  const tell = (event: Told): void => {
    const step = stepLink(state, { ...event, now } as LinkEvent); // the union, with its stamp restored
    state = step.state;
    for (const effect of step.effects) {
      if (effect.type === 'schedule') timer = now + effect.delayMs;
      if (effect.type === 'cancel') timer = null;
      done.push({ at: now, effect });
    }
  };
  const pass = (ms: number): void => {
    const until = now + ms;
    while (timer !== null && timer <= until) {
      now = timer;
      timer = null;
      tell({ type: 'timerFired' });
    }
    now = until;
  };
  const kinds = (type: LinkEffect['type']) => done.filter(({ effect }) => effect.type === type);
  /** Time passes while nothing runs: no timer fires, and incoming data waits. */
  const standStill = (ms: number): void => {
    now += ms;
  };
  return { state: () => state, now: () => now, tell, pass, standStill, kinds, health: () => state.health };
}

describe('the link', { tags: ['M-11', 'F-31'] }, () => {
  it('sends a small probe beside a call that has given no byte for 4 s, and none before', () => {
    const it = link();
    it.tell({ type: 'callBegan', id: 1 });
    it.pass(probeAfterMs - 1);
    expect(it.kinds('probe')).toHaveLength(0);
    it.pass(1);
    expect(it.kinds('probe')).toHaveLength(1);
    expect(it.health()).toBe('clear');
  });

  it('each change is said once, with since when nothing came, and nothing is said while it stays', { tags: ['M-13'] }, () => {
    const it = link();
    const begun = it.now();
    it.tell({ type: 'callBegan', id: 1 });
    it.pass(silentAfterMs - 1);
    expect(it.kinds('publish')).toEqual([]);
    it.pass(60_000);
    expect(it.kinds('publish')).toEqual([{ at: begun + silentAfterMs, effect: { type: 'publish', health: 'silent', since: begun } }]);
    it.tell({ type: 'callEnded', id: 1 });
    expect(it.kinds('publish').slice(1)).toEqual([{ at: it.now(), effect: { type: 'publish', health: 'clear', since: null } }]);
  });

  it('is silent at 8 s where neither call, probe nor stream has given a byte: the stream is cut, once', () => {
    const it = link();
    it.tell({ type: 'streamHeard' });
    it.tell({ type: 'callBegan', id: 1 });
    it.pass(silentAfterMs - 1);
    expect([it.health(), it.kinds('cutStream').length]).toEqual(['clear', 0]);
    it.pass(1);
    expect([it.health(), it.kinds('cutStream').length]).toEqual(['silent', 1]);
    it.pass(60_000);
    expect(it.kinds('cutStream')).toHaveLength(1);
  });

  it.each<[string, Told]>([
    ['the probe is answered', { type: 'probeEnded', heard: true }],
    ['a heartbeat comes', { type: 'streamHeard' }],
    ['another call is answered', { type: 'callHeard', id: 2 }],
  ])('is slow, and cuts nothing, where %s', (_what, heard) => {
    const it = link();
    it.tell({ type: 'callBegan', id: 1 });
    it.tell({ type: 'callBegan', id: 2 });
    it.pass(5000);
    it.tell(heard);
    it.pass(3000);
    expect([it.health(), it.kinds('cutStream').length]).toEqual(['slow', 0]);
    it.tell({ type: 'callEnded', id: 1 });
    it.tell({ type: 'callEnded', id: 2 });
    expect([it.health(), it.state().since]).toEqual(['clear', null]);
  });

  it('is clear again with the first byte of the call itself', () => {
    const it = link();
    it.tell({ type: 'callBegan', id: 1 });
    it.pass(9000);
    expect(it.health()).toBe('silent');
    it.tell({ type: 'callHeard', id: 1 });
    expect(it.health()).toBe('clear');
  });

  it('a body that stops half way is quiet from its last byte on', () => {
    const it = link();
    it.tell({ type: 'callBegan', id: 1 });
    for (let chunk = 0; chunk < 10; chunk += 1) {
      it.pass(3000);
      it.tell({ type: 'callHeard', id: 1 });
    }
    expect([it.health(), it.kinds('probe').length]).toEqual(['clear', 0]);
    it.pass(silentAfterMs);
    expect(it.health()).toBe('silent');
  });

  it('falls silent also after it was slow, 8 s after the last byte of anything', () => {
    const it = link();
    it.tell({ type: 'callBegan', id: 1 });
    it.pass(5000);
    it.tell({ type: 'streamHeard' });
    it.pass(4000);
    expect(it.health()).toBe('slow');
    it.pass(4000);
    expect([it.health(), it.kinds('cutStream').length]).toEqual(['silent', 1]);
  });

  it('a probe that came to nothing is followed by another, 4 s after it was sent', () => {
    const it = link();
    it.tell({ type: 'callBegan', id: 1 });
    it.pass(4000);
    it.tell({ type: 'probeEnded', heard: false });
    expect(it.kinds('probe')).toHaveLength(1);
    it.pass(4000);
    expect(it.kinds('probe')).toHaveLength(2);
    // Only one probe is in flight at a time.
    it.pass(60_000);
    expect(it.kinds('probe')).toHaveLength(2);
  });

  it.each<[string, Told]>([
    ['its timer fires late', { type: 'timerFired' }],
    ['another call is sent first', { type: 'callBegan', id: 2 }],
  ])(
    'a worker that could not run for a minute has not listened: nothing is silent when %s, and what came meanwhile is heard',
    { tags: ['M-14'] },
    (_what, first) => {
      const it = link();
      it.tell({ type: 'streamHeard' });
      it.tell({ type: 'callBegan', id: 1 });
      it.pass(1000);
      it.standStill(60_000);
      it.tell(first);
      expect([it.health(), it.kinds('cutStream').length]).toEqual(['clear', 0]);
      it.tell({ type: 'streamHeard' });
      it.pass(silentAfterMs - 1);
      expect(it.kinds('cutStream')).toHaveLength(0);
      // If nothing has arrived by then, the link is silent after the usual time.
      it.pass(1000);
      expect([it.health(), it.kinds('cutStream').length]).toEqual(['silent', 1]);
    },
  );

  it('with nothing in flight it asks nothing and claims nothing, however long the stream keeps still', () => {
    const it = link();
    it.tell({ type: 'streamHeard' });
    it.pass(600_000);
    expect([it.health(), it.kinds('probe').length, it.kinds('cutStream').length]).toEqual(['clear', 0, 0]);
  });
});

describe('whatever happens', { tags: ['M-11', 'F-31'] }, () => {
  type Act = Told | { readonly type: 'pass'; readonly ms: number };
  const id = fc.integer({ min: 1, max: 4 });
  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('callBegan' as const), id }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('callHeard' as const), id }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('callEnded' as const), id }) },
    { weight: 1, arbitrary: fc.constant({ type: 'streamHeard' as const }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('probeEnded' as const), heard: fc.boolean() }) },
    { weight: 6, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.constantFrom(1, 500, 3000, 4000, 8000, 30_000) }) },
  );

  it('a stream is cut only after 8 s without one byte while a call was out, and what is silent is never called anything else', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const it = link();
        /** The test's own model: when each call was sent or received a byte, when anything did, whether a probe is in flight. */
        const calls = new Map<number, number>();
        let heardAt = Number.NEGATIVE_INFINITY;
        let cuts = 0;
        let probes = 0;
        let out = false;
        for (const each of acts) {
          if (each.type === 'pass') it.pass(each.ms);
          else {
            if (each.type === 'callBegan') calls.set(each.id, it.now());
            if (each.type === 'callHeard' && calls.has(each.id)) {
              calls.set(each.id, it.now());
              heardAt = it.now();
            }
            if (each.type === 'callEnded') calls.delete(each.id);
            if (each.type === 'streamHeard' || (each.type === 'probeEnded' && each.heard)) heardAt = it.now();
            it.tell(each);
            if (each.type === 'probeEnded') out = false;
          }
          const quiet = calls.size === 0 ? null : Math.min(...calls.values());
          const expected =
            quiet === null || it.now() - quiet < silentAfterMs
              ? 'clear'
              : it.now() - Math.max(quiet, heardAt) >= silentAfterMs
                ? 'silent'
                : 'slow';
          expect(it.health()).toBe(expected);
          for (const { at } of it.kinds('cutStream').slice(cuts)) {
            expect(at - heardAt).toBeGreaterThanOrEqual(silentAfterMs);
            expect(quiet === null ? Number.NaN : at - quiet).toBeGreaterThanOrEqual(silentAfterMs);
          }
          cuts = it.kinds('cutStream').length;
          const sent = it.kinds('probe').slice(probes);
          expect(sent.length).toBeLessThanOrEqual(1);
          if (sent.length === 1) {
            expect(out).toBe(false);
            out = true;
          }
          probes += sent.length;
        }
      }),
      { numRuns: 3000 },
    );
  });
});
