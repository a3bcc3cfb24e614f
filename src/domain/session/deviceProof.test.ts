import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoundSession, judgeProof, proofSpanMs, proveEveryMs, renewed, spentForMs, tokenStateOf, used } from './deviceProof.ts';

/** A platform of two instances over one row, which derive the same token and nonce from the same proof. */
function platform(firstToken: string) {
  let row: BoundSession = {
    token: firstToken,
    prior: null,
    priorUntil: null,
    priorEnds: null,
    ends: proofSpanMs,
    nonce: null,
    spentNonce: null,
  };
  return {
    row: () => row,
    opens: (token: string, now: number) => tokenStateOf(row, token, now) === 'current',
    /** Uses a token; returns whether it is accepted. */
    use(token: string, now: number): boolean {
      if (token === row.token) row = used(row, now);
      return tokenStateOf(row, token, now) === 'current';
    },
    /** `key`: which key signed the proof. */
    refresh(token: string, over: string, key: string, now: number): { token: string; nonce: string; again: boolean } | 'refused' {
      const judged = key === 'own' ? judgeProof(row, { token, over, brings: over === 'thumbprint' }) : 'refused';
      if (judged === 'refused') return 'refused';
      const next = { token: `token of ${over}`, nonce: `nonce of ${over}` };
      if (judged === 'renew') row = renewed(row, { token, over, brings: false }, next, { now, lastsMs: proofSpanMs });
      return { ...next, again: judged === 'again' };
    },
  };
}

/**
 * Faults of one refresh: the request or answer is lost; it arrives twice; or the browser is killed and keeps only the cookie or only the
 * nonce.
 */
const faults = ['none', 'askLost', 'answerLost', 'doubled', 'cookieAlone', 'nonceAlone', 'otherTab'] as const;

const story = fc.array(
  fc.record({
    fault: fc.constantFrom(...faults),
    passedMs: fc.integer({ min: 0, max: 3 * proofSpanMs }),
    /** The platform's clock is set by this much. */
    clockMs: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -400 * 86_400_000, max: 400 * 86_400_000 }) },
    ),
    copies: fc.boolean(),
  }),
  { maxLength: 60 },
);

describe('a session bound to a key of its device', { tags: ['G-17', 'D-55', 'A-7'] }, () => {
  it('the device is never refused, whatever is lost, doubled or killed, and however long it was away', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const world = platform('first');
        let now = 0;
        let cookie = 'first';
        let nonce: string | null = null;
        for (const { fault, passedMs, clockMs } of steps) {
          now += passedMs + clockMs;
          if (fault === 'askLost') continue;
          const over: string = nonce ?? 'thumbprint';
          const answer = world.refresh(cookie, over, 'own', now);
          if (answer === 'refused') throw new Error(`refused after ${fault}`);
          // A second identical call at the same time gets the same answer, so their order does not matter.
          if (fault === 'doubled' || fault === 'otherTab')
            expect(world.refresh(cookie, over, 'own', now)).toEqual({ ...answer, again: true });
          // A call in flight with the previous cookie is not treated as unknown.
          expect(['current', 'stale']).toContain(answer.again ? 'stale' : tokenStateOf(world.row(), cookie, now));
          if (fault !== 'answerLost' && fault !== 'nonceAlone') ({ token: cookie } = answer);
          if (fault !== 'answerLost' && fault !== 'cookieAlone') ({ nonce } = answer);
          if (fault !== 'none') continue;
          // A repeated answer is renewed at once.
          const renewedNow = answer.again ? world.refresh(cookie, answer.nonce, 'own', now) : answer;
          if (renewedNow === 'refused') throw new Error('refused what was given again');
          ({ token: cookie, nonce } = renewedNow);
          expect([world.opens(cookie, now), world.opens(cookie, now + proofSpanMs - 1)]).toEqual([true, true]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('a cookie that was copied opens nothing once the span is over, is not renewed without the key, and is known as spent once another took its place', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const world = platform('first');
        let now = 0;
        let cookie = 'first';
        let nonce: string | null = null;
        const copied: { readonly token: string; readonly until: number }[] = [];
        for (const { fault, passedMs, copies } of steps) {
          now += passedMs;
          for (const { token, until } of copied) {
            if (now >= until) expect(world.opens(token, now)).toBe(false);
            for (const over of [world.row().nonce, world.row().spentNonce, nonce, 'thumbprint', ''])
              expect(world.refresh(token, over ?? '', 'other', now)).toBe('refused');
          }
          if (copies) copied.push({ token: cookie, until: now + proofSpanMs });
          if (fault === 'askLost') continue;
          const before: string = cookie;
          const answer = world.refresh(cookie, nonce ?? 'thumbprint', 'own', now);
          if (answer === 'refused') throw new Error('refused');
          if (fault !== 'answerLost' && fault !== 'nonceAlone') ({ token: cookie } = answer);
          if (fault !== 'answerLost' && fault !== 'cookieAlone') ({ nonce } = answer);
          if (before === world.row().token || cookie !== world.row().token) continue;
          // After first use of the new token, the previous one lasts a minute.
          world.use(cookie, now);
          expect(tokenStateOf(world.row(), before, now + spentForMs)).toBe('spent');
          expect(world.opens(before, now + spentForMs)).toBe(false);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('a nonce is good until the next one was signed; a key is taken once', () => {
    const world = platform('first');
    const first = world.refresh('first', 'thumbprint', 'own', 0);
    expect(world.refresh('first', 'another thumbprint', 'own', 0)).toBe('refused');
    if (first === 'refused') throw new Error('refused');
    expect(world.refresh('first', 'thumbprint', 'own', 0)).toEqual({ ...first, again: true });
    const second = world.refresh(first.token, first.nonce, 'own', 1);
    if (second === 'refused') throw new Error('refused');
    expect([world.refresh(first.token, 'thumbprint', 'own', 2), world.refresh('first', first.nonce, 'own', 2)]).toEqual([
      'refused',
      'refused',
    ]);
    expect(world.refresh(first.token, first.nonce, 'own', 2)).toEqual({ ...second, again: true });
  });

  it('there is time for more than one refresh to fail', () => {
    expect(2 * proveEveryMs).toBeLessThan(proofSpanMs);
    expect(tokenStateOf({ token: 'a', prior: null, priorUntil: null, priorEnds: null, ends: 400 * 86_400_000 }, 'a', 0)).toBe('stale');
  });
});
