import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialPairing, type PairingEvent, type PairingState, stepPairing } from './pairing.ts';

const given = {
  type: 'codeGiven',
  deviceCode: 'device',
  userCode: 'BCDF-GHJK',
  address: 'https://x/system/displays',
  expiresInS: 600,
  intervalS: 5,
} as const;
type Unstamped<E> = E extends unknown ? Omit<E, 'now'> : never;

/** The machine; `tell` returns the effects. */
function wall() {
  let state: PairingState = initialPairing;
  return {
    state: () => state,
    tell(event: Unstamped<PairingEvent>, now = 0) {
      const step = stepPairing(state, { ...event, now } as PairingEvent); // the union, with its stamp restored
      state = step.state;
      return step.effects;
    },
  };
}

describe('pairing a wall', () => {
  it('asks for a code, shows it, polls at the interval, and takes up its session', { tags: ['K-10'] }, () => {
    const one = wall();
    expect(one.tell({ type: 'begin' })).toEqual([{ type: 'askForCode' }]);
    expect(one.tell(given)).toEqual([{ type: 'schedule', delayMs: 5000 }]);
    expect(one.state()).toMatchObject({ name: 'showing', code: { userCode: 'BCDF-GHJK', expiresAt: 600_000 } });
    expect(one.tell({ type: 'timerFired' }, 5000)).toEqual([{ type: 'poll', deviceCode: 'device' }]);
    expect(one.tell({ type: 'polled', answer: 'pending' }, 5100)).toEqual([{ type: 'schedule', delayMs: 5000 }]);
    one.tell({ type: 'timerFired' }, 10_100);
    expect(one.tell({ type: 'approved', idToken: 'token' }, 10_200)).toEqual([{ type: 'enter', idToken: 'token' }]);
    one.tell({ type: 'entered' }, 10_300);
    expect(one.state()).toEqual({ name: 'entered' });
  });

  it('slows down for good when told to, and keeps its code while the platform is away', { tags: ['K-10'] }, () => {
    const one = wall();
    one.tell({ type: 'begin' });
    one.tell(given);
    one.tell({ type: 'timerFired' }, 5000);
    expect(one.tell({ type: 'polled', answer: 'slowDown' }, 5000)).toEqual([{ type: 'schedule', delayMs: 10_000 }]);
    one.tell({ type: 'timerFired' }, 15_000);
    expect(one.tell({ type: 'polled', answer: 'pending' }, 15_000)).toEqual([{ type: 'schedule', delayMs: 10_000 }]);
    let delayMs = 0;
    for (let go = 0, now = 25_000; go < 6; go++, now += delayMs) {
      one.tell({ type: 'timerFired' }, now);
      const [order] = one.tell({ type: 'polled', answer: 'unreachable' }, now);
      delayMs = order?.type === 'schedule' ? order.delayMs : Number.NaN;
    }
    expect(delayMs).toBe(30_000);
    expect(one.state()).toMatchObject({ name: 'showing', code: { userCode: 'BCDF-GHJK' } });
  });

  it('follows a code that is over, refused or unknown with a new one', { tags: ['K-10'] }, () => {
    for (const end of ['over', 'late'] as const) {
      const one = wall();
      one.tell({ type: 'begin' });
      one.tell(given);
      one.tell({ type: 'timerFired' }, end === 'late' ? 600_000 : 5000);
      if (end === 'over') one.tell({ type: 'polled', answer: 'over' }, 5001);
      expect([end, one.state()]).toEqual([end, { name: 'asking', failures: 0 }]);
    }
    // Polled in time, answered at the moment the code expires.
    const last = wall();
    last.tell({ type: 'begin' });
    last.tell(given);
    last.tell({ type: 'timerFired' }, 599_000);
    expect(last.tell({ type: 'polled', answer: 'pending' }, 600_000)).toEqual([{ type: 'askForCode' }]);
    const refused = wall();
    refused.tell({ type: 'begin' });
    refused.tell(given);
    refused.tell({ type: 'timerFired' }, 5000);
    refused.tell({ type: 'approved', idToken: 'token' }, 5001);
    expect(refused.tell({ type: 'enterFailed', over: true }, 5002)).toEqual([{ type: 'askForCode' }]);
  });

  it('what does not belong to the moment, an answer that is late, changes nothing and asks for nothing', { tags: ['M-13', 'K-10'] }, () => {
    const code = { deviceCode: 'device', userCode: 'BCDF-GHJK', address: 'https://x/system/displays', expiresAt: 600_000 };
    const showing = { name: 'showing', code, intervalMs: 5000, polling: false, failures: 0 } as const;
    const entering = { name: 'entering', idToken: 'token', failures: 0, calling: true } as const;
    const states: readonly PairingState[] = [
      { name: 'unreachable', failures: 2 },
      { name: 'asking', failures: 2 },
      showing,
      { ...showing, polling: true },
      entering,
      { ...entering, calling: false },
      { name: 'entered' },
    ];
    /** In which states, by index, an event has an effect. */
    const belongs: readonly (readonly [Unstamped<PairingEvent>, readonly number[]])[] = [
      [{ type: 'begin' }, [0, 2, 3, 4, 5, 6]],
      [given, [1]],
      [{ type: 'codeRefused', retryAfterMs: null }, [1]],
      [{ type: 'polled', answer: 'pending' }, [3]],
      [{ type: 'approved', idToken: 'other' }, [3]],
      [{ type: 'entered' }, [4, 5]],
      [{ type: 'enterFailed', over: false }, [4]],
      [{ type: 'enterFailed', over: true }, [4]],
      [{ type: 'timerFired' }, [0, 2, 5]],
    ];
    for (const [event, places] of belongs)
      for (const [place, state] of states.entries()) {
        const step = stepPairing(state, { ...event, now: 10 } as PairingEvent); // the union, with its stamp restored
        const changed = step.state !== state || step.effects.length > 0;
        expect([event.type, place, changed]).toEqual([event.type, place, places.includes(place)]);
      }
  });

  it('never stands still and never hurries: something is always under way or scheduled, whatever comes', { tags: ['K-10'] }, () => {
    const event: fc.Arbitrary<Unstamped<PairingEvent>> = fc.oneof(
      fc.constant({ type: 'begin' } as const),
      fc.constant(given),
      fc.record({ type: fc.constant('codeRefused' as const), retryAfterMs: fc.option(fc.integer({ min: 1000, max: 60_000 })) }),
      fc.record({ type: fc.constant('polled' as const), answer: fc.constantFrom('pending', 'slowDown', 'over', 'unreachable') }),
      fc.constant({ type: 'approved', idToken: 'token' } as const),
      fc.record({ type: fc.constant('enterFailed' as const), over: fc.boolean() }),
      fc.constant({ type: 'timerFired' } as const),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.integer({ min: 0, max: 120_000 })), { maxLength: 80 }), (story) => {
        let state: PairingState = stepPairing(initialPairing, { type: 'begin', now: 0 }).state;
        let now = 0;
        let under: 'call' | 'timer' = 'call';
        for (const [told, passedMs] of story) {
          now += passedMs;
          const step = stepPairing(state, { ...told, now } as PairingEvent); // the union, with its stamp restored
          expect(step.effects.length).toBeLessThanOrEqual(1);
          for (const effect of step.effects) {
            under = effect.type === 'schedule' ? 'timer' : 'call';
            if (effect.type === 'schedule') expect(effect.delayMs).toBeGreaterThanOrEqual(0);
          }
          state = step.state;
          // The state's call in flight matches the last effect.
          const calling =
            state.name === 'asking' || (state.name === 'showing' && state.polling) || (state.name === 'entering' && state.calling);
          expect(under).toBe(calling ? 'call' : 'timer');
          if (state.name === 'showing') expect(state.intervalMs).toBeGreaterThanOrEqual(1000);
        }
      }),
      { numRuns: 500 },
    );
  });
});
