import type { ProblemCode } from '../../contracts/problem.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import type { Tenant, User } from '../../contracts/session.ts';

/** The last confirmed session, as the device-wide database keeps it. `locked` after an inactivity time-out (D-31). */
export interface RememberedSession {
  readonly user: User;
  readonly tenant: Tenant;
  readonly confirmedAt: number;
  readonly locked: boolean;
  /** Identity is encrypted under the lock: only the ids of `user` and `tenant` are real. */
  readonly sealed?: true;
}

/** `locked`: the app lock was closed by hand, and the session is parked (D-55). */
export type LeaveReason = 'user' | 'timeout' | 'expired' | 'revoked' | 'locked';
/** Why the same person re-enters at once with other rows: another tenant, or another role. */
export type ReturnReason = 'tenant' | 'role';

/** Nothing is known yet: the device-wide database is being read, or the platform is being asked who is signed in. */
export interface Starting {
  readonly name: 'starting';
  /** The last known person, used if the platform cannot be reached. */
  readonly remembered: RememberedSession | null;
  readonly asking: boolean;
  /** Last activity on this device, on the platform's confirmed clock, as stored by the previous hub; null if none was stored. */
  readonly activeAt?: number | null;
}

/** Nobody is signed in here, as far as this device knows. Rows of the last person may still be on it. */
export interface SignedOut {
  readonly name: 'signedOut';
  readonly reason: 'none' | LeaveReason;
  /** While not null, no `me`, refresh or stream may be sent: the platform must learn of the sign-out first (D-21). */
  readonly logoutPending: LogoutReason | null;
  /** Failed attempts to report the sign-out or to reach the platform. */
  readonly tries: number;
  /** The person whose rows are still on this device; wiped when somebody else signs in (D-31). */
  readonly remembered: RememberedSession | null;
  /** A `me` request is in flight. */
  readonly asking: boolean;
  /** The platform could not be reached at start: a session may exist, so `me` is retried. */
  readonly unsure: boolean;
  /** The stored rows were too old by the platform's clock and were removed, except for unsent changes. */
  readonly aged: boolean;
}

/** Somebody works here, confirmed by the platform or remembered while it cannot be asked. Times are epoch milliseconds. */
export interface SignedIn {
  readonly name: 'signedIn';
  readonly user: User;
  readonly tenant: Tenant;
  /** False while the platform cannot be asked. */
  readonly confirmed: boolean;
  readonly confirmedAt: number;
  /** Idle end at the platform, epoch ms; 0 for a remembered session not confirmed in this run. */
  readonly expiresAt: number;
  readonly lastActivityAt: number;
  /** When the platform last extended the session. */
  readonly lastRefreshAt: number;
  /** The call in flight; at most one. `extend` is a refresh that the person asked for. */
  readonly asking: 'none' | 'me' | 'refresh' | 'extend';
  /** An extension was requested while `me` is in flight: it is sent after that answer, which it must not suppress. */
  readonly toExtend: boolean;
  /** When to retry after a call could not reach the platform. */
  readonly askAgainAt: number | null;
  /** True once a refresh gave no later end: the hard end (12 h) is near and refreshing is useless. */
  readonly atHardEnd: boolean;
  /** Set while the warning is shown: when the time-out comes. */
  readonly warningEndsAt: number | null;
  /** When the timer fires; null when none is set. */
  readonly timerAt: number | null;
  /** Set while the device's clocks disagree (domain/clock): the device slept, or a clock was set. Only the platform's answer tells. */
  readonly doubt: ClockDoubt | null;
}

/** Idle time when the clocks diverged, whether there was activity since, and whether the platform has been asked. */
export interface ClockDoubt {
  readonly idleMs: number;
  readonly acted: boolean;
  readonly asked: boolean;
}

export type SessionState = Starting | SignedOut | SignedIn;
/** Reasons for a sign-out that the platform has to be told of. */
export type LogoutReason = 'user' | 'timeout' | 'revoked';

/**
 * Every event carries the platform's time, advanced by the monotonic clock, epoch milliseconds (`steadyNow`, domain/clock): changing the
 * wall clock does not move it. It jumps only with `clockCorrected` and `clockSettled`, which say by how much.
 */
export type SessionEvent = {
  readonly now: number;
  /** The same if the platform has confirmed it, else null (`confirmedNow`, domain/clock). Removal because of age uses this only. */
  readonly confirmedNow?: number | null;
} /** The hub has read the device-wide database. */ & (
  | {
      readonly type: 'begin';
      readonly remembered: RememberedSession | null;
      readonly logoutPending: LogoutReason | null;
      readonly activeAt?: number | null;
    }
  /** A page finished signing in: the cookie is new. */
  | { readonly type: 'entered' }
  | { readonly type: 'meAnswered'; readonly user: User; readonly tenant: Tenant; readonly expiresAt: number }
  | { readonly type: 'meFailed'; readonly code: ProblemCode }
  | { readonly type: 'refreshAnswered'; readonly expiresAt: number }
  | { readonly type: 'refreshFailed'; readonly code: ProblemCode }
  /** The person acted (mouse down, key down, scroll, touch) in any tab. */
  | { readonly type: 'activity' }
  /** 'Extend Session'. */
  | { readonly type: 'extend' }
  /** The session was asked to switch tenant, or the control topic reported a role change. Only a `me` asked after that tells the result. */
  | { readonly type: 'moved' }
  /** A call other than me or refresh was answered 401. */
  | { readonly type: 'unauthenticated' }
  /** The control topic reported that this session or account is revoked. */
  | { readonly type: 'revoked' }
  | { readonly type: 'signOut' }
  | { readonly type: 'logoutConfirmed' }
  | { readonly type: 'logoutFailed' }
  /** The machine's only timer. */
  | { readonly type: 'timerFired' }
  | { readonly type: 'linkReturned' }
  /** The person opened this device's lock: the rows can be read again (D-31). `session`: the identity behind it, if it was encrypted. */
  | { readonly type: 'unlocked'; readonly session?: Pick<RememberedSession, 'user' | 'tenant'> | null }
  /** The person closes the app lock. `parks`: the session can be parked, which requires a device key. */
  | { readonly type: 'lockNow'; readonly parks: boolean }
  /**
   * The encrypted rows can never be opened again: too many wrong tries, or the user at the lock gave up. The session ends and all rows
   * are removed.
   */
  | { readonly type: 'lockLost' }
  /** The estimate of the server's clock moved: all earlier timestamps are shifted by as much (D-29). */
  | { readonly type: 'clockCorrected'; readonly byMs: number }
  /** The wall clock and the monotonic clock diverged. */
  | { readonly type: 'clockDoubted' }
  /** The platform explained the jump: the estimate moved by `byMs`, of which `passedMs` really passed, in sleep. */
  | { readonly type: 'clockSettled'; readonly byMs: number; readonly passedMs: number }
);

/**
 * What happens to unsent decisions when rows are wiped. `drop`: the person was asked. `keep`: they stay for the same person, who returns
 * in another role or after a long time. `name`: they may not stay and are shown to their owner to be saved. `count`: another person is
 * signed in and is told only their number.
 */
export type Unsent = 'drop' | 'keep' | 'name' | 'count';

/** What the shell must do, in this order; durable effects must reach the disk before the next one starts. */
export type SessionEffect =
  | { readonly type: 'loadMe' }
  | { readonly type: 'refresh' }
  /** POST /api/auth/logout; answer with logoutConfirmed (2xx or 401) or logoutFailed. */
  | { readonly type: 'tellLogout'; readonly reason: LogoutReason }
  /** POST /api/auth/lock, repeated until the platform answers or the lock is open again. */
  | { readonly type: 'park' }
  /** Replaces the timer set before. */
  | { readonly type: 'schedule'; readonly delayMs: number }
  | { readonly type: 'cancel' }
  /** Durable: the mark that forbids me, refresh and stream until the platform confirms the sign-out; null clears it. */
  | { readonly type: 'setLogoutPending'; readonly pending: LogoutReason | null }
  /** Durable: write the last confirmed session, or clear it. */
  | { readonly type: 'remember'; readonly session: RememberedSession | null }
  /** Remove the database and caches of this tenant and user, whoever is signed in now. */
  | { readonly type: 'wipe'; readonly tenantId: string; readonly userId: string; readonly unsent: Unsent }
  /** Open this person's store, pre-warm, start realtime; also when `confirmed` is false, since their retries find the platform again. */
  | { readonly type: 'enter'; readonly user: User; readonly tenant: Tenant; readonly confirmed: boolean }
  /**
   * Pages clear user state, the hub stops realtime and closes the store. `wiped` is followed by a `wipe`, a return reason by an `enter`.
   */
  | { readonly type: 'leave'; readonly reason: LeaveReason | ReturnReason; readonly wiped: boolean }
  | { readonly type: 'publish'; readonly status: SessionStatus }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warning';
      readonly code: 'session_timeout' | 'refresh_refused' | 'refresh_failed' | 'session_expired' | 'session_revoked';
    };

/** Result of one event: the next state, and what the shell must do in this order. */
export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}
