import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tenant, User } from '../../contracts/session.ts';
import { displayAskMs, displayKnownForMs } from './limits.ts';
import { initialSession, stepSession } from './machine.ts';
import type { SessionEffect, SessionEvent, SessionState } from './types.ts';

const tenant: Tenant = {
  tenantId: 'demo',
  name: 'Demo',
  place: 'Nairobi',
  region: 'af-south-1',
  currency: 'KES',
  timeZone: 'Africa/Nairobi',
};
const wall = (reads: string[] = ['incidents', 'kpis']): User => ({
  id: 'dsp-1',
  email: 'dsp-1@displays.invalid',
  role: 'auditor',
  tenantId: 'demo',
  name: 'Control room',
  display: { reads },
});
const hourMs = 3_600_000;
const start = 1_000_000_000_000;
const far = start + 400 * 24 * hourMs;
type Unstamped<E> = E extends unknown ? Omit<E, 'now'> : never;

/** A freshly paired display with its clock and timer. `answers`: the platform's answer to `me`. */
function paired(answers: () => Unstamped<SessionEvent> | null) {
  let state: SessionState = initialSession;
  let now = start;
  let timerAt: number | null = null;
  const all: SessionEffect[] = [];
  const tell = (event: Unstamped<SessionEvent>): void => {
    const done = stepSession(state, { ...event, now } as SessionEvent); // the union, with its stamp restored
    state = done.state;
    all.push(...done.effects);
    for (const effect of done.effects) {
      if (effect.type === 'schedule') timerAt = now + effect.delayMs;
      if (effect.type === 'cancel') timerAt = null;
      if (effect.type !== 'loadMe') continue;
      const answer = answers();
      if (answer !== null) tell(answer);
    }
  };
  const pass = (ms: number): void => {
    const until = now + ms;
    while (timerAt !== null && timerAt <= until) {
      now = Math.max(now, timerAt);
      timerAt = null;
      tell({ type: 'timerFired' });
    }
    now = until;
  };
  tell({ type: 'begin', remembered: null, logoutPending: null });
  return { tell, pass, all, state: () => state, types: () => all.map(({ type }) => type) };
}

it('a wall is never warned, locked, refreshed or signed out, whatever happens to it while the platform knows it', {
  tags: ['K-10'],
}, () => {
  const happens = fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40 * hourMs }) }),
    fc.record({ kind: fc.constant('link' as const), up: fc.boolean() }),
    fc.record({
      kind: fc.constant('event' as const),
      type: fc.constantFrom(
        'activity' as const,
        'extend' as const,
        'unauthenticated' as const,
        'linkReturned' as const,
        'entered' as const,
      ),
    }),
  );
  fc.assert(
    fc.property(fc.array(happens, { maxLength: 60 }), (story) => {
      let up = true;
      let sinceMs = 0;
      const display = paired(() =>
        up ? { type: 'meAnswered', user: wall(), tenant, expiresAt: far } : { type: 'meFailed', code: 'network' },
      );
      for (const one of story) {
        if (one.kind === 'link') up = one.up;
        else if (one.kind === 'event') display.tell({ type: one.type });
        else {
          sinceMs = up ? 0 : sinceMs + one.ms;
          // Beyond the platform's own limit it stops showing data; another property tests that.
          if (sinceMs > displayKnownForMs - 48 * hourMs) up = true;
          display.pass(one.ms);
        }
        expect(display.state().name).toBe('signedIn');
      }
      for (const never of ['refresh', 'leave', 'tellLogout', 'wipe'] as const) expect(display.types()).not.toContain(never);
      const delays = display.all.flatMap((effect) => (effect.type === 'schedule' ? [effect.delayMs] : []));
      // A timer beyond 24 days would fire at once, repeatedly.
      expect(Math.max(...delays)).toBeLessThanOrEqual(displayAskMs);
    }),
    { numRuns: 200 },
  );
});

it('asks a few times a day whether it still is a display, and not in a loop', { tags: ['K-10'] }, () => {
  const display = paired(() => ({ type: 'meAnswered', user: wall(), tenant, expiresAt: far }));
  display.pass(48 * hourMs);
  expect(display.types().filter((type) => type === 'loadMe')).toHaveLength(9);
});

it('a refusal wipes what it holds and leaves nobody, at once and after a start', { tags: ['K-10'] }, () => {
  let refused = false;
  const display = paired(() =>
    refused ? { type: 'meFailed', code: 'unauthenticated' } : { type: 'meAnswered', user: wall(), tenant, expiresAt: far },
  );
  refused = true;
  display.tell({ type: 'unauthenticated' });
  expect(display.state()).toMatchObject({ name: 'signedOut', reason: 'revoked', remembered: null, logoutPending: null });
  expect(display.types()).toContain('wipe');

  const remembered = { user: wall(), tenant, confirmedAt: start, locked: false };
  const begun = stepSession(initialSession, { type: 'begin', remembered, logoutPending: null, now: start + hourMs });
  const after = stepSession(begun.state, { type: 'meFailed', code: 'unauthenticated', now: start + hourMs });
  expect(after.effects.map(({ type }) => type)).toEqual(expect.arrayContaining(['wipe', 'remember']));
  expect(after.state).toMatchObject({ name: 'signedOut', reason: 'revoked', remembered: null });
});

it('that a wall lost its pairing is logged as a revocation: whoever finds it blank can learn why', { tags: ['M-13', 'K-10'] }, () => {
  let refused = false;
  const display = paired(() =>
    refused ? { type: 'meFailed', code: 'unauthenticated' } : { type: 'meAnswered', user: wall(), tenant, expiresAt: far },
  );
  refused = true;
  display.tell({ type: 'unauthenticated' });
  expect(display.all.filter(({ type }) => type === 'log')).toEqual([{ type: 'log', level: 'warning', code: 'session_revoked' }]);
});

it('another playlist means other rights: what was held goes, and the same display comes in with the new ones', { tags: ['K-10'] }, () => {
  let reads = ['incidents', 'kpis'];
  const display = paired(() => ({ type: 'meAnswered', user: wall(reads), tenant, expiresAt: far }));
  reads = ['kpis', 'incidents'];
  display.tell({ type: 'entered' });
  expect(display.types()).not.toContain('leave');
  reads = ['incidents', 'schools'];
  display.tell({ type: 'entered' });
  expect(display.types().slice(-8)).toEqual(expect.arrayContaining(['leave', 'wipe', 'enter']));
  expect(display.state()).toMatchObject({ name: 'signedIn', user: { display: { reads } } });
});
