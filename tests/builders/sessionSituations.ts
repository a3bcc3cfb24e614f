import type { ProblemCode } from '../../src/contracts/problem.ts';
import type { Tenant, User } from '../../src/contracts/session.ts';
import { initialSession, stepSession } from '../../src/domain/session/machine.ts';
import type { RememberedSession, SessionEffect, SessionEvent, SessionState } from '../../src/domain/session/types.ts';

const minute = 60_000;
const startedAt = 1_000_000_000;
const user: User = { id: 'u-operator', email: 'operator@ukweli.example', role: 'operator', tenantId: 'demo', name: 'Wanjiru Kamau' };
const wall: User = { ...user, id: 'd-hall', name: 'Hall', display: { reads: ['kpis'] } };
const tenant: Tenant = {
  tenantId: 'demo',
  name: 'Demo',
  place: 'Nairobi',
  region: 'af-south-1',
  currency: 'KES',
  timeZone: 'Africa/Nairobi',
};
const remembered: RememberedSession = { user, tenant, confirmedAt: startedAt - minute, locked: false };

type Failure = 'offline' | 'refused' | 'gone';
const codes = { offline: 'network', refused: 'unauthenticated', gone: 'gone' } as const satisfies Record<Failure, ProblemCode>;

type Plain = Exclude<SessionEvent['type'], 'begin' | 'meAnswered' | 'meFailed' | 'refreshAnswered' | 'refreshFailed' | 'lockNow'>;
/** Every kind of event; answers and failures are told apart by what they say. A new kind does not compile until every situation has a cell. */
export type SessionEventKey =
  | Plain
  | `begin ${'nobody' | 'remembered' | 'locked' | 'to report'}`
  | `me ${'same' | 'person' | 'tenant' | 'role' | Failure}`
  | `refresh ${'later' | 'no later' | Failure}`
  | `lockNow ${'parks' | 'alone'}`;

/** Situations with different possible events; finer than the three states. */
export const sessionSituations = [
  'new',
  'starting',
  'starting, remembered',
  'starting, locked',
  'out',
  'out, to report',
  'out, unsure',
  'out, timed out',
  'out, lock closed',
  'coming in',
  'in',
  'in, unconfirmed',
  'in, asking',
  'in, refreshing',
  'in, warned',
  'in, in doubt',
  'wall',
] as const;
export type SessionSituation = (typeof sessionSituations)[number];

type Unstamped<E> = E extends unknown ? Omit<E, 'now' | 'confirmedNow'> : never;
type Told = Unstamped<SessionEvent>;

/** The machine with a clock that stands still unless it is moved. */
export interface SessionStory {
  readonly tell: (event: Told) => readonly SessionEffect[];
  readonly pass: (ms: number) => void;
  readonly state: () => SessionState;
}

function story(): SessionStory {
  let state: SessionState = initialSession;
  let now = startedAt;
  return {
    tell: (event) => {
      const step = stepSession(state, { ...event, now, confirmedNow: now } as SessionEvent); // the union, with its stamp restored
      state = step.state;
      return step.effects;
    },
    pass: (ms) => (now += ms),
    state: () => state,
  };
}

const meAnswered = (who: User, where: Tenant = tenant): Told => ({
  type: 'meAnswered',
  user: who,
  tenant: where,
  expiresAt: startedAt + 90 * minute,
});
const begin = (session: RememberedSession | null, logoutPending: 'user' | null = null): Told => ({
  type: 'begin',
  remembered: session,
  logoutPending,
});

/** What brings a machine into each situation; it is never built by hand. */
const into: Readonly<Record<SessionSituation, readonly (Told | number)[]>> = {
  new: [],
  starting: [begin(null)],
  'starting, remembered': [begin(remembered)],
  'starting, locked': [begin({ ...remembered, locked: true })],
  out: [begin(null), { type: 'meFailed', code: 'unauthenticated' }],
  'out, to report': [begin(null), meAnswered(user), { type: 'signOut' }],
  'out, unsure': [begin({ ...remembered, locked: true }), { type: 'meFailed', code: 'network' }],
  'out, timed out': [begin(null), meAnswered(user), 31 * minute, { type: 'timerFired' }],
  'out, lock closed': [begin(null), meAnswered(user), { type: 'lockNow', parks: true }],
  'coming in': [begin({ ...remembered, locked: true }), { type: 'meFailed', code: 'unauthenticated' }, { type: 'entered' }],
  in: [begin(null), meAnswered(user)],
  'in, unconfirmed': [begin(remembered), { type: 'meFailed', code: 'network' }],
  'in, asking': [begin(null), meAnswered(user), { type: 'unauthenticated' }],
  'in, refreshing': [begin(null), meAnswered(user), { type: 'extend' }],
  'in, warned': [begin(null), meAnswered(user), 26 * minute, { type: 'timerFired' }],
  'in, in doubt': [begin(null), meAnswered(user), { type: 'extend' }, minute, { type: 'clockDoubted' }],
  wall: [begin(null), meAnswered(wall)],
};

/** A machine in the situation. */
export function inSessionSituation(situation: SessionSituation): SessionStory {
  const told = story();
  for (const step of into[situation]) {
    if (typeof step === 'number') told.pass(step);
    else told.tell(step);
  }
  return told;
}

const answers: Readonly<Record<SessionEventKey, Told>> = {
  'begin nobody': begin(null),
  'begin remembered': begin(remembered),
  'begin locked': begin({ ...remembered, locked: true }),
  'begin to report': begin(remembered, 'user'),
  entered: { type: 'entered' },
  'me same': meAnswered(user),
  'me person': meAnswered({ ...user, id: 'u-auditor', email: 'auditor@ukweli.example' }),
  'me tenant': meAnswered(user, { ...tenant, tenantId: 'school' }),
  'me role': meAnswered({ ...user, role: 'auditor' }),
  'me offline': { type: 'meFailed', code: codes.offline },
  'me refused': { type: 'meFailed', code: codes.refused },
  'me gone': { type: 'meFailed', code: codes.gone },
  'refresh later': { type: 'refreshAnswered', expiresAt: startedAt + 120 * minute },
  'refresh no later': { type: 'refreshAnswered', expiresAt: startedAt + 90 * minute },
  'refresh offline': { type: 'refreshFailed', code: codes.offline },
  'refresh refused': { type: 'refreshFailed', code: codes.refused },
  'refresh gone': { type: 'refreshFailed', code: codes.gone },
  activity: { type: 'activity' },
  extend: { type: 'extend' },
  moved: { type: 'moved' },
  unauthenticated: { type: 'unauthenticated' },
  revoked: { type: 'revoked' },
  signOut: { type: 'signOut' },
  logoutConfirmed: { type: 'logoutConfirmed' },
  logoutFailed: { type: 'logoutFailed' },
  timerFired: { type: 'timerFired' },
  linkReturned: { type: 'linkReturned' },
  unlocked: { type: 'unlocked' },
  'lockNow parks': { type: 'lockNow', parks: true },
  'lockNow alone': { type: 'lockNow', parks: false },
  lockLost: { type: 'lockLost' },
  clockCorrected: { type: 'clockCorrected', byMs: -5_000 },
  clockDoubted: { type: 'clockDoubted' },
  clockSettled: { type: 'clockSettled', byMs: 40 * minute, passedMs: 40 * minute },
};
/** All kinds of event, in the order of a session. */
export const sessionEventKeys = Object.keys(answers) as SessionEventKey[]; // of the literal above

/** The event of a cell. */
export const sessionEventFor = (key: SessionEventKey): Told => answers[key];
