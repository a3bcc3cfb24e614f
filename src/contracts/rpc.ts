import type { ChainName, Checkpoint } from './checkpoint.ts';
import type { LockAct, LockKey, LockStatus } from './lock.ts';
import type { Command, OutboxItem } from './outbox.ts';
import type { DraftLeft } from './draft.ts';
import type { Problem, Result } from './problem.ts';
import type { HeardFrame, Topic } from './realtime/event.ts';
import type { ResourceKey } from './resources.ts';
import type { Tenant, User } from './session.ts';

/**
 * Interface between pages and the hub: types only (both sides come from one build). Methods return results and never throw: comlink keeps
 * neither class nor code of an error, and does not notice a dead peer (FINDINGS), so callers set a deadline.
 */
export type { ResourceKey } from './resources.ts';

/** Ways in which events arrive, in order of preference. */
export const transports = ['sse', 'websocket', 'polling'] as const;
export type Transport = (typeof transports)[number];

/** Connection to the platform, as the indicator shows it (C-9, C-54). Times are epoch milliseconds on the server's clock. */
export type ConnectionStatus = {
  readonly transport: Transport;
  /** As-of time of the newest data: when the platform last spoke without anything missing; null if never. */
  readonly newestAt: number | null;
  /** The same per topic: when the platform last confirmed the data that its events update (D-15). */
  readonly heardAt?: Readonly<Partial<Record<Topic, number>>>;
  /** A call has received no byte for 8 s while another call on the same link has (`domain/link`). */
  readonly slow?: boolean;
} & (
  | { readonly state: 'connected'; readonly since: number }
  | { readonly state: 'connecting' }
  | {
      readonly state: 'reconnecting';
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly nextTryAt: number;
      /** Since when this hub has been reconnecting. */
      readonly since: number;
      /** When the connection was lost, if that differs from `since`; null if not observed. */
      readonly lostAt?: number | null;
    }
  | { readonly state: 'disconnected'; readonly since: number | null }
);

/** The session of this console. `confirmed: false`: the server confirmed the person within the last 72 hours but cannot be asked now. */
export type SessionStatus =
  | { readonly phase: 'starting' }
  | {
      readonly phase: 'signedOut';
      readonly reason: 'none' | 'user' | 'timeout' | 'expired' | 'revoked' | 'locked';
      readonly logoutPending: boolean;
    }
  | {
      readonly phase: 'signedIn';
      readonly user: User;
      readonly tenant: Tenant;
      readonly confirmed: boolean;
      readonly expiresAt: number;
      readonly warningEndsAt: number | null;
    };

/**
 * What this device still holds of people who signed out. `gone`: nothing. `removing`: removal is in progress. `cleared`: an empty
 * database that an unresponsive tab keeps open. `kept`: rows that could not be cleared, in a database that the console no longer opens.
 * The last two are removed when that tab closes, at the latest after a browser restart. `notKnown`: not checked, or not checkable.
 */
export type LeftBehind = 'notKnown' | 'removing' | 'kept' | 'cleared' | 'gone';

/** Unsent commands that may not stay on this device: shown to their owner, so that they can be saved, until dismissed. Only in memory. */
export interface UnsentGone {
  readonly userId: string;
  /**
   * `access`: the person's access changed or ended. `removed`: the device's stored data was deleted under an open console, and there was
   * no space to store them again.
   */
  readonly why: 'access' | 'removed';
  readonly person: string;
  readonly tenant: string;
  readonly items: readonly OutboxItem[];
  /** Number of further ones that could not be read (encrypted or damaged); null if unknown. */
  readonly unread: number | null;
}

/** The account and tenant a page acts for: those at the time of the decision. */
export interface ActsFor {
  readonly userId: string;
  readonly tenantId: string;
}

/** The hub's state that pages show; sent as a whole on every change, so it is kept small. */
export interface HubStatus {
  readonly build: string;
  readonly connection: ConnectionStatus;
  /** Transport that connections start with (D-14). */
  readonly startTransport: Transport;
  readonly session: SessionStatus;
  readonly unsentGone: UnsentGone | null;
  /**
   * After a sign-out that did not reach the platform: the latest time until which this browser's cookie still opens the session there,
   * epoch milliseconds on the platform's clock. Null if unknown, or if the session had no device key and the cookie's holder could
   * continue it.
   */
  readonly cookieUntil?: number | null;
  /** While signed out: number of unsent commands stored for the last user; null if unknown. */
  readonly unsentHeld: number | null;
  /**
   * True if these are encrypted under a lock that was given up, for their owner's next sign-in within 72 hours; other people's sign-ins
   * leave them in place.
   */
  readonly unsentSealed?: boolean;
  /**
   * The last user's data on this device was deleted while signed out or locked (F-17). `unsent`: number of commands lost with it; null if
   * unknown. Set until that user signs in again.
   */
  readonly heldLost: { readonly unsent: number | null } | null;
  /** Decided only in src/domain/session/leftBehind.ts. */
  readonly leftBehind: LeftBehind;
  /** Generation of the signed-in user's databases; increases when an older one could not be removed. */
  readonly storeGeneration: number;
  /** The app lock of this device (D-31). While it is `locked` no data of anybody is shown. */
  readonly lock: LockStatus;
  /**
   * Time to first byte of the platform's newest answers, milliseconds rounded to a second, while most of them are slow
   * (domain/api/pace.ts); otherwise null.
   */
  readonly answersTakeMs: number | null;
  /** Server clock minus device clock, milliseconds, measured now or stored from the last time (D-29); 0 if never measured. */
  readonly serverOffsetMs: number;
  /**
   * True if the resulting time is the platform's, as decided by `clockClaim` (domain/clock). `heardAt`: the platform's last answer, epoch
   * milliseconds on its own clock, null if never. `why`: no answer since start, or the device's clock jumped or the device slept.
   */
  readonly clock:
    | { readonly confirmed: true }
    | { readonly confirmed: false; readonly heardAt: number | null; readonly why: 'start' | 'jump' };
  /** Events dropped by the 'drop oldest' buffers since start, by topic (D-12). */
  readonly dropped: Readonly<Record<string, number>>;
  /**
   * Set while the platform shows another history than this device saw, or withholds a part of it (D-9; the members are explained in
   * domain/history.ts).
   */
  readonly historyFound: {
    readonly kind: 'rewritten' | 'withheld' | 'broken';
    readonly chainIndex: number;
    readonly expectedSeal: string | null;
    readonly foundSeal: string | null;
  } | null;
  /** Set if the platform has signed two different seals for one position of a chain (D-47). */
  readonly twoHistories: {
    readonly chain: ChainName;
    readonly index: number;
    readonly heldSeal: string;
    readonly shownSeal: string;
  } | null;
  /**
   * The newest signed checkpoint up to which this device has walked the verification chain itself, and when it last walked all of it
   * (epoch milliseconds). Null: none; absent from hubs of older builds.
   */
  readonly walked?: { readonly index: number; readonly seal: string; readonly wholeAt: number } | null;
  /** Set while the device's store is not writable (quota, private mode). */
  readonly storageProblem: Problem | null;
  /** Null while it is off or unknown. `by` is empty and `version` 0 if only a refused call revealed it. */
  readonly killSwitch: {
    readonly active: boolean;
    readonly reason: string;
    readonly by: string;
    /** Account id; absent if not provided. */
    readonly byId?: string;
    readonly since: string;
    readonly version: number;
  } | null;
  /**
   * True while the switch's state is unconfirmed since the last reconnect or a missed event: work may have been halted. Absent:
   * confirmed, or sent by an older hub.
   */
  readonly switchDoubt?: boolean;
  /** True if the server requires a newer build. */
  readonly buildTooOld: boolean;
  /** True while a newer build with an incompatible relay version leads in another tab: nothing works here until the page is reloaded. */
  readonly superseded: boolean;
  /** The platform's simulation mode and, if off, its frozen business clock (D-16). */
  readonly simulation: { readonly mode: 'live' | 'off'; readonly businessTime: string } | null;
}

/** Messages that the hub sends to every attached page. */
export type HubMessage =
  | { readonly kind: 'status'; readonly status: HubStatus }
  /** Newest applied events, at most one message per 250 ms (C-76). */
  | { readonly kind: 'events'; readonly events: readonly HeardFrame[] }
  /**
   * Clear user state at once: stop reading and show the sign-in page. `wiped`: rows were deleted too. After `tenant` and `role` the same
   * person is signed in again, in another tenant or with other permissions; show nothing until then.
   */
  | {
      readonly kind: 'leave';
      readonly reason: 'user' | 'timeout' | 'expired' | 'revoked' | 'locked' | 'tenant' | 'role';
      readonly wiped: boolean;
    }
  /** Key for the encrypted rows from now on; null once the lock is removed. The hub waits until the page has it. */
  | { readonly kind: 'lockKey'; readonly key: LockKey | null }
  | { readonly kind: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly title: string; readonly text: string };

/** This device's own knowledge of the verification chain (D-9, D-47). */
export interface ChainSeen {
  /** Signed checkpoints whose signatures were verified here. */
  readonly checkpoints: readonly Checkpoint[];
  /** Positions with the seals that were computed here. */
  readonly anchors: readonly { readonly chainIndex: number; readonly seal: string }[];
}

/** The hub's methods. Every call is idempotent: a call that was in flight when a hub ended is repeated at the next hub. */
export interface HubApi {
  /** First call of a page. `lockName` is the Web Lock the page holds while it lives, by which the hub detects its end. */
  attach(
    page: { readonly pageId: string; readonly lockName: string; readonly build: string },
    deliver: (message: HubMessage) => void,
  ): Promise<HubStatus>;
  /** Resources the page shows now; replaces its previous subscription. */
  subscribe(pageId: string, keys: readonly ResourceKey[]): Promise<void>;
  /** Fetches now, regardless of the interval. */
  refresh(keys: readonly ResourceKey[]): Promise<Result<null>>;
  /** The user was active (C-53). Pages send it at most once a second. */
  activity(pageId: string): Promise<void>;
  /** 'Extend Session': refreshes and closes the warning; failure signs out. */
  extendSession(): Promise<Result<null>>;
  /** Headers for a sign-in, which bind the session to a key of this device (D-55). Empty if the device cannot store a key. */
  introduction(): Promise<Readonly<Record<string, string>>>;
  /**
   * A page finished signing in (cookie set): confirm with the server and start. `deviceNonce`: the platform's nonce for the key sent with
   * the sign-in; null if the session is not bound to a key; absent without a sign-in (a display came back, or the user changed their
   * name).
   */
  signedIn(deviceNonce?: string | null): Promise<Result<User>>;
  /**
   * Signs out: pages stop, the hub stops, rows and caches of this tenant and user are removed, then the server is told (D-21). Unless
   * `discardUnsent`, refused as `conflict` while commands are unsent and as `storage` if that is unknown.
   */
  signOut(discardUnsent: boolean): Promise<Result<null>>;
  /**
   * Switches to another tenant of the user, in every tab (C-69): rows and caches of the current one are removed first (C-59). Needs the
   * platform. Unless `discardUnsent`, refused as `conflict` while commands are unsent and as `storage` if that is unknown.
   */
  switchTenant(tenantId: string, discardUnsent: boolean): Promise<Result<null>>;
  /** Refetches everything that the user may see; cached rows no longer count as fresh (C-59). */
  invalidate(): Promise<void>;
  retryNow(): Promise<void>;
  /** `lifeLock` is the Web Lock this hub holds while it lives, by which pages detect its end (Android ends shared workers silently). */
  ping(): Promise<{ readonly build: string; readonly at: number; readonly lifeLock: string }>;
  /** The last 20 events, redacted, for diagnostics (C-81). */
  recentEvents(): Promise<readonly HeardFrame[]>;
  /** Ensures that a pack's manifest is stored on the device; uses the stored one while offline. */
  ensureManifest(packId: string): Promise<Result<null>>;
  /** The verification chain as this device saw and checked it; survives sign-outs. */
  chainSeen(): Promise<Result<ChainSeen>>;
  /** Key for the encrypted rows; null if nothing is encrypted, or while locked. */
  lockKey(): Promise<LockKey | null>;
  /** Sets up, opens, changes or removes the app lock (D-31). */
  lock(act: LockAct): Promise<Result<null>>;
  /** Switches the transport now, and stores the choice on the device. */
  setTransport(transport: Transport): Promise<void>;
  /**
   * Stores commands on the device and sends them in order. Ok means they are on disk or, if there was no space, sent. `decision` is a new
   * id for each decision; a repeated call with the same id adds nothing. `conflict` if one touches an item of a waiting command. Stored
   * only for `of`: the call may reach a hub with another user or tenant than the page had. Absent from pages of older builds.
   * `left`: replaces the draft whose text they carry once they are stored, also if the page has ended by then; not if it was typed on.
   */
  enqueue(decision: string, commands: readonly Command[], of?: ActsFor, left?: DraftLeft): Promise<Result<null>>;
  /** Number of commands without an answer from the platform; null if unknown, which is not zero. */
  unsent(): Promise<{ readonly count: number | null }>;
  /** The user dismissed `unsentGone`. */
  dismissGone(): Promise<void>;
  /** Withdraws commands that cannot have been sent yet, by key; returns how many. */
  takeBack(keys: readonly string[]): Promise<Result<{ readonly taken: number }>>;
  /** Deletes sent or refused commands, by key. */
  dismissSettled(keys: readonly string[]): Promise<Result<null>>;
  /**
   * Keeps what was typed into a form and not sent, by field, under the key of its screen, act and record; forgets it without any
   * field. Only for `of`, as with `enqueue`.
   */
  keepDraft(key: string, texts: Readonly<Record<string, string>>, of: ActsFor): Promise<Result<null>>;
}
