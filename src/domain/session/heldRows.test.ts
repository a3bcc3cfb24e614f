import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LoginRole } from '../../contracts/access.ts';
import type { ProblemCode } from '../../contracts/problem.ts';
import type { Tenant, User } from '../../contracts/session.ts';
import { ageOf, mayShow } from './heldRows.ts';
import { initialSession, stepSession } from './machine.ts';
import type { LogoutReason, RememberedSession, SessionEffect, SessionEvent, SessionState } from './types.ts';

const tenant: Tenant = {
  tenantId: 'demo',
  name: 'Demo',
  place: 'Nairobi',
  region: 'af-south-1',
  currency: 'KES',
  timeZone: 'Africa/Nairobi',
};
const people = ['usr-amina', 'usr-brian'] as const;
const minuteMs = 60_000;
type Unstamped<E> = E extends unknown ? Omit<E, 'now'> : never;

/** An account at the platform, and this browser's cookie. */
interface Account {
  active: boolean;
  role: LoginRole;
}
interface Cookie {
  readonly of: string;
  state: 'open' | 'ended' | 'revoked';
}

/** A platform, and a device with its durable state. Effects run in order; a crash skips the remaining ones and restarts the hub. */
function deviceAndPlatform() {
  const accounts = new Map<string, Account>(people.map((id) => [id, { active: true, role: 'bank_ops' }]));
  let cookie: Cookie | null = null;
  let up = true;
  let now = 1_000_000_000_000;
  let timerAt: number | null = null;
  let state: SessionState = initialSession;
  // Durable: the remembered person, the sign-out mark, and the role under which the rows on the device were read.
  let remembered: RememberedSession | null = null;
  let logoutPending: LogoutReason | null = null;
  const rows = new Map<string, LoginRole>();
  /** The error of the device's clock, and whether the platform has told this hub the time. */
  let skewMs = 0;
  let heard = false;
  /** The event being handled: the reason for a wipe. */
  let why: Unstamped<SessionEvent>['type'] | 'beginAfterLeaving' | 'signOutOfNobody' = 'begin';
  /** Effects to run before the next crash; null if none is due. */
  let untilCrash: number | null = null;
  const queue: Unstamped<SessionEvent>[] = [];

  const hear = (): void => {
    if (heard) return;
    heard = true;
    if (skewMs !== 0) queue.push({ type: 'clockCorrected', byMs: -skewMs });
  };
  const refusal = (): ProblemCode => {
    if (!up) return 'network';
    hear();
    if (cookie === null) return 'unauthenticated';
    return cookie.state === 'revoked' || accounts.get(cookie.of)?.active !== true ? 'gone' : 'unauthenticated';
  };
  const account = (): (Account & { readonly id: string }) | null => {
    if (!up || cookie?.state !== 'open') return null;
    hear();
    const held = accounts.get(cookie.of);
    return held?.active === true ? { ...held, id: cookie.of } : null;
  };
  const me = (): Unstamped<SessionEvent> => {
    const who = account();
    if (who === null) return { type: 'meFailed', code: refusal() };
    const user: User = { id: who.id, email: `${who.id}@ukweli.example`, role: who.role, tenantId: 'demo', name: who.id };
    return { type: 'meAnswered', user, tenant, expiresAt: now + 15 * minuteMs };
  };

  /** No decisions are dropped without asking their person, and nothing is removed because of age by an unconfirmed clock. */
  const judgeUnsent = ({ userId, unsent: what }: Extract<SessionEffect, { type: 'wipe' }>): void => {
    const asked = why === 'signOut' || why === 'lockLost' || why === 'beginAfterLeaving';
    const here = state.name === 'signedIn' ? state.user.id : null;
    if (what === 'drop') expect(asked, `dropped at ${why}`).toBe(true);
    else expect(asked, `${what} at ${why}`).toBe(false);
    if (what === 'count') expect(here).not.toBe(userId);
    if (what === 'name') expect(here === null || here === userId, 'named to their person').toBe(true);
    if (what === 'keep') expect(here === null || here === userId, 'kept for their person').toBe(true);
    const changed = state.name === 'signedIn' && remembered !== null && state.user.role !== remembered.user.role;
    if (what === 'keep' && !changed) {
      expect(heard, 'too old by a clock that is confirmed').toBe(true);
      expect(now - (remembered?.confirmedAt ?? now)).toBeGreaterThan(72 * 60 * minuteMs);
    }
  };

  const perform = (effect: SessionEffect): void => {
    switch (effect.type) {
      case 'loadMe':
        return void queue.push(me());
      case 'refresh':
        return void queue.push(
          account() === null ? { type: 'refreshFailed', code: refusal() } : { type: 'refreshAnswered', expiresAt: now + 15 * minuteMs },
        );
      case 'tellLogout':
        // A sign-out removes the cookie from the browser, whatever its state.
        if (up && cookie !== null) cookie.state = 'ended';
        return void queue.push({ type: up ? 'logoutConfirmed' : 'logoutFailed' });
      case 'schedule':
        timerAt = now + effect.delayMs;
        return;
      case 'cancel':
        timerAt = null;
        return;
      case 'setLogoutPending':
        logoutPending = effect.pending;
        return;
      case 'remember':
        remembered = effect.session;
        return;
      case 'wipe':
        rows.delete(effect.userId);
        judgeUnsent(effect);
        return;
      case 'enter': {
        const { id, role } = effect.user;
        // No person gets rows of another, nor rows that they may no longer read.
        expect([...rows].filter(([holder, readAs]) => holder !== id || readAs !== role)).toEqual([]);
        rows.set(id, role);
        return;
      }
      default:
        return;
    }
  };
  const tell = (event: Unstamped<SessionEvent>): void => {
    queue.push(event);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      why = next.type === 'begin' && next.logoutPending === 'user' ? 'beginAfterLeaving' : next.type;
      // A person who is already signed out is asked nothing: a removal at this point is because of age.
      if (next.type === 'signOut' && state.name === 'signedOut') why = 'signOutOfNobody';
      const stamp = heard ? { now, confirmedNow: now } : { now: now + skewMs, confirmedNow: null };
      const step = stepSession(state, { ...next, ...stamp } as SessionEvent); // the union, with its stamps restored
      state = step.state;
      for (const effect of step.effects) {
        if (untilCrash === 0) return restart();
        if (untilCrash !== null) untilCrash -= 1;
        perform(effect);
        // Rows on the device always belong to a remembered person; otherwise nothing would ever remove them.
        expect([...rows.keys()].filter((holder) => holder !== remembered?.user.id && effect.type !== 'wipe')).toEqual([]);
      }
      const told = 'code' in next ? next.code : null;
      if (told === 'gone') expect([...rows.keys()]).toEqual([]);
    }
  };
  const restart = (): void => {
    untilCrash = null;
    queue.length = 0;
    timerAt = null;
    state = initialSession;
    heard = false;
    tell({ type: 'begin', remembered, logoutPending });
  };
  tell({ type: 'begin', remembered: null, logoutPending: null });

  return {
    tell,
    restart,
    setClock: (byMs: number) => {
      skewMs = byMs;
      restart();
    },
    crashAfter: (effects: number) => void (untilCrash = effects),
    link: (to: boolean) => {
      up = to;
      if (up) tell({ type: 'linkReturned' });
    },
    pass: (ms: number) => {
      const until = now + ms;
      while (timerAt !== null && timerAt <= until) {
        now = Math.max(now, timerAt);
        timerAt = null;
        tell({ type: 'timerFired' });
      }
      now = until;
    },
    /** The browser is closed for this long, then opened again. */
    away: (ms: number) => {
      now += ms;
      restart();
    },
    signIn: (id: string) => {
      if (!up || accounts.get(id)?.active !== true) return;
      cookie = { of: id, state: 'open' };
      tell({ type: 'entered' });
    },
    change: (id: string, change: Partial<Account>, heard: boolean) => {
      const held = accounts.get(id);
      if (held === undefined) return;
      Object.assign(held, change);
      if (!held.active && cookie?.of === id && cookie.state === 'open') cookie.state = 'revoked';
      // The stream reports the change; a sleeping or disconnected device learns it from the next answer.
      if (!heard || !up || state.name !== 'signedIn' || state.user.id !== id) return;
      if (held.active) tell({ type: 'moved' });
      else tell({ type: 'revoked' });
    },
    /** After the platform has answered: whose rows are here, and whether they may be. */
    settle: () => {
      up = true;
      untilCrash = null;
      restart();
      const who = account();
      if (state.name === 'signedIn') expect({ id: state.user.id, role: state.user.role }).toEqual({ id: who?.id, role: who?.role });
      return { rows: [...rows], inactive: people.filter((id) => accounts.get(id)?.active !== true), cookie };
    },
  };
}

const someone = fc.constantFrom(...people);
const happens = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 45 * minuteMs }) }),
  fc.record({ kind: fc.constant('link' as const), up: fc.boolean() }),
  fc.record({ kind: fc.constant('signIn' as const), who: someone }),
  fc.record({
    kind: fc.constant('role' as const),
    who: someone,
    role: fc.constantFrom<LoginRole>('admin', 'bank_ops', 'operator'),
    heard: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('account' as const), who: someone, active: fc.boolean(), heard: fc.boolean() }),
  fc.record({ kind: fc.constant('away' as const), hours: fc.integer({ min: 60, max: 200 }) }),
  fc.record({ kind: fc.constant('setClock' as const), hours: fc.integer({ min: -200_000, max: 200_000 }) }),
  fc.record({ kind: fc.constant('crash' as const), after: fc.integer({ min: 0, max: 6 }) }),
  fc.record({
    kind: fc.constant('event' as const),
    type: fc.constantFrom(
      'activity' as const,
      'extend' as const,
      'unauthenticated' as const,
      'signOut' as const,
      'unlocked' as const,
      'lockLost' as const,
    ),
  }),
);

it('whatever happens to account, role, link and device: nobody comes to rows of another or of a role that he has no more, and whoever is told that he was put out keeps none; nobody’s decisions are dropped unasked, and nothing goes for its age by a clock that the platform has not confirmed', {
  tags: ['C-73', 'D-19', 'D-31', 'M-3'],
}, () => {
  fc.assert(
    fc.property(fc.array(happens, { maxLength: 40 }), (story) => {
      const device = deviceAndPlatform();
      for (const one of story) {
        if (one.kind === 'pass') device.pass(one.ms);
        else if (one.kind === 'link') device.link(one.up);
        else if (one.kind === 'signIn') device.signIn(one.who);
        else if (one.kind === 'role') device.change(one.who, { role: one.role }, one.heard);
        else if (one.kind === 'account') device.change(one.who, { active: one.active }, one.heard);
        else if (one.kind === 'away') device.away(one.hours * 60 * minuteMs);
        else if (one.kind === 'setClock') device.setClock(one.hours * 60 * minuteMs);
        else if (one.kind === 'crash') device.crashAfter(one.after);
        else device.tell({ type: one.type });
      }
      // A deactivated account whose cookie is here is told with the next answer, despite crashes. A console that locked itself meanwhile
      // has no cookie: its rows stay locked and are removed after 72 hours (D-31).
      const { rows, inactive, cookie } = device.settle();
      if (cookie !== null && inactive.some((id) => id === cookie.of) && cookie.state !== 'ended') expect(rows).toEqual([]);
    }),
    {
      numRuns: 1000,
      // A signed-out user presses the button again at the moment when the rows become too old.
      examples: [
        [
          [
            { kind: 'signIn', who: 'usr-amina' },
            { kind: 'event', type: 'unauthenticated' },
            { kind: 'pass', ms: 45 * minuteMs },
            { kind: 'away', hours: 71 },
            { kind: 'link', up: true },
            { kind: 'pass', ms: 45 * minuteMs },
            { kind: 'event', type: 'signOut' },
          ],
        ],
      ],
    },
  );
});

it('what is held is of 72 hours to the moment, a wall’s of 30 days: then doubtful by the device’s clock, old by the platform’s', {
  tags: ['D-31', 'M-3'],
}, () => {
  const person: User = { id: 'usr-amina', email: 'a@x', role: 'bank_ops', tenantId: 'demo', name: 'Amina' };
  const wall: User = { ...person, display: { reads: [] } };
  for (const [user, limitMs] of [
    [person, 72 * 60 * minuteMs],
    [wall, 30 * 24 * 60 * minuteMs],
  ] as const) {
    const held = { user, confirmedAt: 5 };
    const far = 10 * limitMs;
    expect(ageOf(held, { now: 5 + limitMs, confirmedNow: null })).toBe('fresh');
    expect(ageOf(held, { now: 6 + limitMs, confirmedNow: null })).toBe('doubtful');
    expect(ageOf(held, { now: far, confirmedNow: 5 + limitMs })).toBe('fresh');
    expect(ageOf(held, { now: 5, confirmedNow: 6 + limitMs })).toBe('old');
    expect(mayShow(held, { now: 5 + limitMs, confirmedNow: null })).toBe(true);
    expect(mayShow(held, { now: 6 + limitMs, confirmedNow: null })).toBe(user === wall);
    expect(mayShow(held, { now: 5, confirmedNow: 6 + limitMs })).toBe(false);
  }
});
