import type { ProblemCode } from '../../contracts/problem.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import type { Tenant, User } from '../../contracts/session.ts';

/** The last confirmed session, as the device-wide database keeps it. `locked` after an inactivity time-out (D-31). */
export interface RememberedSession {
  readonly user: User;
  readonly tenant: Tenant;
  readonly confirmedAt: number;
  readonly locked: boolean;
  /** Who it is stands behind the lock: of `user` and `tenant` only the ids are so. */
  readonly sealed?: true;
}

/** `locked`: the app lock was closed by hand, and the session is parked (D-55). */
export type LeaveReason = 'user' | 'timeout' | 'expired' | 'revoked' | 'locked';
/** Why the same person comes in again at once, to other rows: another tenant, or another role. */
export type ReturnReason = 'tenant' | 'role';

/** Nothing is known yet: the device-wide database is being read, or the platform is being asked who this is. */
export interface Starting {
  readonly name: 'starting';
  /** Whom we knew, to be taken if the platform cannot be reached. */
  readonly remembered: RememberedSession | null;
  readonly asking: boolean;
  /** When somebody last acted at this device, on the platform's confirmed clock, as the hub before this one left it; null where it did not. */
  readonly activeAt?: number | null;
}

export interface SignedOut {
  readonly name: 'signedOut';
  readonly reason: 'none' | LeaveReason;
  /** While not null no `me`, refresh or stream may be sent: the platform has yet to hear of the log-out (D-21). */
  readonly logoutPending: LogoutReason | null;
  /** Failed attempts to tell the platform, or to reach it. */
  readonly tries: number;
  /** Whose rows are still on this device, to be wiped when somebody else signs in (D-31). */
  readonly remembered: RememberedSession | null;
  /** The platform is being asked who this is. */
  readonly asking: boolean;
  /** The platform could not be asked at start: a session may exist, so asking goes on. */
  readonly unsure: boolean;
  /** What is held has turned out to be too old, by the platform's clock, and was taken away but for what is unsent. */
  readonly aged: boolean;
}

export interface SignedIn {
  readonly name: 'signedIn';
  readonly user: User;
  readonly tenant: Tenant;
  /** False while the platform cannot be asked. */
  readonly confirmed: boolean;
  readonly confirmedAt: number;
  /** Idle end at the platform, epoch ms; 0 for a remembered session that is not confirmed in this run. */
  readonly expiresAt: number;
  readonly lastActivityAt: number;
  /** When the platform last extended the session. */
  readonly lastRefreshAt: number;
  /** The call under way; at most one. `extend` is a refresh that the person asked for. */
  readonly asking: 'none' | 'me' | 'refresh' | 'extend';
  /** An extension was asked for while `me` is under way: it is sent once that is answered, whose answer it must not keep from being heard. */
  readonly toExtend: boolean;
  /** After a call that could not reach the platform: when to try again. */
  readonly askAgainAt: number | null;
  /** True once a refresh gave no later end: the hard end (12 h) is near and refreshing is of no use. */
  readonly atHardEnd: boolean;
  /** Set from the warning on: when the time-out comes. */
  readonly warningEndsAt: number | null;
  /** When the timer is set to fire; null when none is set. */
  readonly timerAt: number | null;
  /** Set while the device's clocks disagree (domain/clock): it may have been asleep, or somebody set a clock. Only the platform's answer tells. */
  readonly doubt: ClockDoubt | null;
}

/** How long nobody had acted when the clocks came apart, whether somebody has since, and whether the platform has been asked. */
export interface ClockDoubt {
  readonly idleMs: number;
  readonly acted: boolean;
  readonly asked: boolean;
}

export type SessionState = Starting | SignedOut | SignedIn;
export type SessionStateName = SessionState['name'];
export type LogoutReason = 'user' | 'timeout' | 'revoked';

/**
 * Every event carries the platform's clock as the monotonic one counts it on, epoch milliseconds (`steadyNow`, domain/clock): what is done to the wall clock does not
 * move it. It jumps with `clockCorrected` and `clockSettled` alone, and these say by how much.
 */
export type SessionEvent = {
  readonly now: number;
  /** The same where the platform has confirmed it, null where nobody knows (`confirmedNow`, domain/clock): what may be taken away for its age is judged by this alone. */
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
  /** The session was asked into another tenant, or the control topic said that this person's role changed. What came of it only `me` tells, asked after that. */
  | { readonly type: 'moved' }
  /** Any call but me and refresh was answered 401. */
  | { readonly type: 'unauthenticated' }
  /** The control topic said that this session or account is revoked. */
  | { readonly type: 'revoked' }
  | { readonly type: 'signOut' }
  | { readonly type: 'logoutConfirmed' }
  | { readonly type: 'logoutFailed' }
  /** The one timer of this machine. */
  | { readonly type: 'timerFired' }
  | { readonly type: 'linkReturned' }
  /** The person opened this device's lock: the rows can be read again (D-31). `session`: who was behind it, where that was sealed. */
  | { readonly type: 'unlocked'; readonly session?: Pick<RememberedSession, 'user' | 'tenant'> | null }
  /** The person closes the app lock; whether their session can be parked, which one that is bound to no key cannot. */
  | { readonly type: 'lockNow'; readonly parks: boolean }
  /** What is sealed here can never be opened again: after too many wrong tries, or because whoever is before it gives it up: whoever's session it is, it ends, and what is held goes. */
  | { readonly type: 'lockLost' }
  /** The estimate of the server's clock moved: everything stamped before is shifted by as much (D-29). */
  | { readonly type: 'clockCorrected'; readonly byMs: number }
  /** Wall clock and monotonic clock came apart. */
  | { readonly type: 'clockDoubted' }
  /** The platform has said what that was: the estimate moved by `byMs`, and `passedMs` of it did pass, in sleep. */
  | { readonly type: 'clockSettled'; readonly byMs: number; readonly passedMs: number }
);
export type SessionEventType = SessionEvent['type'];

/**
 * What becomes of decisions that were not sent where rows are wiped: `drop`, their person was asked; `keep`, they stay for the same person, who comes back in another role or
 * after a long time; `name`, they may not stay, and are shown to their person to be saved; `count`, another person is here, who is told only how many there were.
 */
export type Unsent = 'drop' | 'keep' | 'name' | 'count';

/** What the shell is to do, in this order; those marked durable must have reached the disk before the next one begins. */
export type SessionEffect =
  | { readonly type: 'loadMe' }
  | { readonly type: 'refresh' }
  /** POST /api/auth/logout; answer with logoutConfirmed (2xx or 401) or logoutFailed. */
  | { readonly type: 'tellLogout'; readonly reason: LogoutReason }
  /** POST /api/auth/lock, until the platform has answered or the lock is open again. */
  | { readonly type: 'park' }
  /** Replaces the timer set before. */
  | { readonly type: 'schedule'; readonly delayMs: number }
  | { readonly type: 'cancel' }
  /** Durable: the mark that forbids me, refresh and stream until the platform confirmed; null clears it. */
  | { readonly type: 'setLogoutPending'; readonly pending: LogoutReason | null }
  /** Durable: write the last confirmed session, or clear it. */
  | { readonly type: 'remember'; readonly session: RememberedSession | null }
  /** Remove database and caches of this tenant and user, whoever is in now. */
  | { readonly type: 'wipe'; readonly tenantId: string; readonly userId: string; readonly unsent: Unsent }
  /** Open this person's store, pre-warm, start realtime; with the platform gone too (`confirmed` false): their tries find it again. */
  | { readonly type: 'enter'; readonly user: User; readonly tenant: Tenant; readonly confirmed: boolean }
  /** Pages clear user state, hub stops realtime and closes the store. `wiped` is followed by a `wipe`, and a reason to return by an `enter`. */
  | { readonly type: 'leave'; readonly reason: LeaveReason | ReturnReason; readonly wiped: boolean }
  | { readonly type: 'publish'; readonly status: SessionStatus }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warning';
      readonly code: 'session_timeout' | 'refresh_refused' | 'refresh_failed' | 'session_expired' | 'session_revoked';
    };

export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}
