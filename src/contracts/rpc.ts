import type { ChainName, Checkpoint } from './checkpoint.ts';
import type { EndpointId } from './endpoints.ts';
import type { LockAct, LockKey, LockStatus } from './lock.ts';
import type { Command, OutboxItem } from './outbox.ts';
import type { Problem, Result } from './problem.ts';
import type { HeardFrame, Topic } from './realtime/event.ts';
import type { SeriesWindow } from './series.ts';
import type { Tenant, User } from './session.ts';

/**
 * The seam between pages and the hub: types only (both sides come from one build). Results, never exceptions: comlink
 * keeps neither class nor code of a thrown error, and does not notice a dead peer (FINDINGS), so callers put a deadline.
 */

/** What the hub keeps on the device, each fetched once for all tabs. */
export type ResourceKey =
  | Extract<
      EndpointId,
      | 'kpis'
      | 'health'
      | 'pipeline'
      | 'dlq'
      | 'verifications'
      | 'evidence'
      | 'jwks'
      | 'activity'
      | 'notifications'
      | 'confidence'
      | 'refinanceSummary'
      | 'rbfSummary'
      | 'refinancePortfolios'
      | 'rbfPayments'
      | 'schools'
      | 'incidents'
      | 'aiAgents'
      | 'aiAgreement'
      | 'aiOverrides'
      | 'aiTrail'
      | 'audit'
      | 'savedViews'
      | 'killSwitch'
    >
  | 'manifests'
  | `series:${SeriesWindow}`;

export const transports = ['sse', 'websocket', 'polling'] as const;
export type Transport = (typeof transports)[number];

/** Connection to the platform, as the indicator shows it (C-9, C-54). Times are epoch milliseconds on the server's clock. */
export type ConnectionStatus = {
  readonly transport: Transport;
  /** As of when the newest data is: when anything was last heard of which nothing is missing; null if nothing ever was. */
  readonly newestAt: number | null;
  /** The same by topic: when the platform last vouched for what its events feed (D-15). */
  readonly heardAt?: Readonly<Partial<Record<Topic, number>>>;
  /** A call has given no byte for 8 s while something else over the link has (`domain/link`). */
  readonly slow?: boolean;
} & (
  | { readonly state: 'connected'; readonly since: number }
  | { readonly state: 'connecting' }
  | {
      readonly state: 'reconnecting';
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly nextTryAt: number;
      /** Since when this hub has been trying. */
      readonly since: number;
      /** When the link was lost, where that is another moment; null where nobody saw it go. */
      readonly lostAt?: number | null;
    }
  | { readonly state: 'disconnected'; readonly since: number | null }
);

/** Who is at the console. `known` is a person the server confirmed within 72 hours whom it cannot confirm just now. */
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
 * What this device still holds of people who left it: `gone`, nothing; `removing`, it is being removed this moment; `cleared`, no row, but an empty database that a tab which
 * does not answer keeps; `kept`, rows that could not be cleared, in a database that the console opens for nobody any more. The last two go as soon as that tab lets go, at the
 * latest at a start of the browser after it. `notKnown`: the device has not been looked at, or cannot be.
 */
export type LeftBehind = 'notKnown' | 'removing' | 'kept' | 'cleared' | 'gone';

/**
 * Decisions that had not been sent and may not stay on this device: shown to their person until they put that away, so that they can be saved. Only in memory.
 */
export interface UnsentGone {
  readonly userId: string;
  /** Their access changed or was ended; or what the device had stored was removed under an open console, and there was no room to keep them again. */
  readonly why: 'access' | 'removed';
  readonly person: string;
  readonly tenant: string;
  readonly items: readonly OutboxItem[];
  /** How many more there were that could not be read (sealed, spoilt); null where that is not known. */
  readonly unread: number | null;
}

/** For whom a page acts: who was in, and where, when the person decided. */
export interface ActsFor {
  readonly userId: string;
  readonly tenantId: string;
}

/** Everything of the hub's that pages show; sent whole on every change, small on purpose. */
export interface HubStatus {
  readonly build: string;
  readonly connection: ConnectionStatus;
  /** The rung that connections begin on (D-14). */
  readonly startTransport: Transport;
  readonly session: SessionStatus;
  readonly unsentGone: UnsentGone | null;
  /**
   * After a sign-out that the platform has not heard of: until when, at the latest, this browser's cookie still opens the session there, epoch milliseconds on the platform's clock. Null where that is
   * not known, or the session was bound to no key, so that whoever has the cookie could go on.
   */
  readonly cookieUntil?: number | null;
  /** While nobody is in: how many decisions wait here for the person who was in last; null where that is not known. */
  readonly unsentHeld: number | null;
  /**
   * What this device held of whoever was in last was taken away while nobody was in, or behind the closed lock (F-17). `unsent`: how many decisions went with it; null where
   * that is not known. Stands until they are in again.
   */
  readonly heldLost: { readonly unsent: number | null } | null;
  /** Decided in one place (src/domain/session/leftBehind.ts). */
  readonly leftBehind: LeftBehind;
  /** Which generation of the databases of whoever is signed in is in use: another one than the first while that could not be removed. */
  readonly storeGeneration: number;
  /** The app lock of this device (D-31). While it is `locked` nothing of anybody is shown, whoever is signed in. */
  readonly lock: LockStatus;
  /** What the platform's newest answers took to begin, milliseconds to a whole second, while most of them are slow (domain/api/pace.ts); null otherwise. */
  readonly answersTakeMs: number | null;
  /** Server clock minus device clock, milliseconds, as measured, or as kept from the last time (D-29); 0 where it never was. */
  readonly serverOffsetMs: number;
  /** Whether the time that this gives is the platform's, as `clockClaim` (domain/clock) decides it. `heardAt`: when the platform was last heard, epoch milliseconds on
   * its own clock, null for never; `why`: nothing heard since this start, or the device's clock jumped or the device slept. */
  readonly clock:
    | { readonly confirmed: true }
    | { readonly confirmed: false; readonly heardAt: number | null; readonly why: 'start' | 'jump' };
  /** Events dropped by the 'drop oldest' buffers since start, by topic (D-12). */
  readonly dropped: Readonly<Record<string, number>>;
  /** Set while the platform shows another past than the one this device saw, or withholds a part of it (D-9; the members are said where it is judged, domain/history.ts). */
  readonly historyFound: {
    readonly kind: 'rewritten' | 'withheld' | 'broken';
    readonly chainIndex: number;
    readonly expectedSeal: string | null;
    readonly foundSeal: string | null;
  } | null;
  /** Set when the platform has signed two seals for one place of a chain (D-47): both are its own word. */
  readonly twoHistories: {
    readonly chain: ChainName;
    readonly index: number;
    readonly heldSeal: string;
    readonly shownSeal: string;
  } | null;
  /** The newest signed checkpoint up to which this device has walked the verification chain itself, and when it last walked all of it (epoch milliseconds). Null: none; absent from hubs
   * of builds before. */
  readonly walked?: { readonly index: number; readonly seal: string; readonly wholeAt: number } | null;
  /** Set while the device's store cannot be written (quota, private mode). */
  readonly storageProblem: Problem | null;
  /** Null while it is off, or nobody knows. `by` is empty and `version` 0 where only a refusal tells of it. */
  readonly killSwitch: {
    readonly active: boolean;
    readonly reason: string;
    readonly by: string;
    /** Their account; absent where it is not told. */
    readonly byId?: string;
    readonly since: string;
    readonly version: number;
  } | null;
  /** True while nobody has said since the link last came, or something was missed, where the kill switch stands: work may have been halted. Absent: it is known, or was told by a hub before. */
  readonly switchDoubt?: boolean;
  /** True when the server wants a newer build than this one. */
  readonly buildTooOld: boolean;
  /** True while a newer build leads in another tab whose words this one does not speak: nothing can be shown or done here until the page is reloaded. */
  readonly superseded: boolean;
  /** Platform's simulation mode and, when off, its frozen business clock (D-16). */
  readonly simulation: { readonly mode: 'live' | 'off'; readonly businessTime: string } | null;
}

/** Messages that the hub sends to every attached page. */
export type HubMessage =
  | { readonly kind: 'status'; readonly status: HubStatus }
  /** Newest applied events, at most one message per 250 ms (C-76). */
  | { readonly kind: 'events'; readonly events: readonly HeardFrame[] }
  /** User state is to be cleared at once: stop reading, show the way in. `wiped` tells that rows are gone too. After `tenant` and `role`
   * the same person comes in again, elsewhere or with other rights: nothing is shown until then. */
  | {
      readonly kind: 'leave';
      readonly reason: 'user' | 'timeout' | 'expired' | 'revoked' | 'locked' | 'tenant' | 'role';
      readonly wiped: boolean;
    }
  /** What sealed rows are opened with from now on; null once the lock is taken off. The hub waits until the page has it. */
  | { readonly kind: 'lockKey'; readonly key: LockKey | null }
  | { readonly kind: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly title: string; readonly text: string };

/** Every call may be made twice with the effect of once: what a hub was ended in the middle of is asked of the next one. */
/** The past of the verification chain as this device saw it (D-9, D-47). */
export interface ChainSeen {
  /** Signed checkpoints whose signatures were checked here. */
  readonly checkpoints: readonly Checkpoint[];
  /** Places with the seals that were computed here. */
  readonly anchors: readonly { readonly chainIndex: number; readonly seal: string }[];
}

export interface HubApi {
  /** First call of a page. `lockName` is the Web Lock the page holds for life, by which the hub sees it die. */
  attach(
    page: { readonly pageId: string; readonly lockName: string; readonly build: string },
    deliver: (message: HubMessage) => void,
  ): Promise<HubStatus>;
  /** The resources the page looks at now; replaces what it wanted before. */
  want(pageId: string, keys: readonly ResourceKey[]): Promise<void>;
  /** Fetch now, whatever the interval says. */
  refresh(keys: readonly ResourceKey[]): Promise<Result<null>>;
  /** The person acted (C-53). Pages send it at most once a second. */
  activity(pageId: string): Promise<void>;
  /** 'Extend Session': refreshes and closes the warning; failure signs out. */
  extendSession(): Promise<Result<null>>;
  /** The headers of a sign-in, by which its session is bound to a key of this device (D-55). Empty where the device can keep none. */
  introduction(): Promise<Readonly<Record<string, string>>>;
  /** A page finished signing in (cookie set): confirm with the server and start. `deviceNonce`: what the platform gave for the key of the sign-in; null where it binds no session to one, absent where
   * nobody signed in: a display came back, or somebody is named anew. */
  signedIn(deviceNonce?: string | null): Promise<Result<User>>;
  /** Leaves for good: pages stop, hub stops, rows and caches of this tenant and user go, then the server is told (D-21). Refused as a
   * `conflict` while commands are unsent and as `storage` where that cannot be told, unless the person chose to discard them. */
  signOut(discardUnsent: boolean): Promise<Result<null>>;
  /** Works in another tenant of the person's from now on, in every tab (C-69): rows and caches of this one go first (C-59). Needs the platform. Refused as
   * a `conflict` while commands are unsent and as `storage` where that cannot be told, unless the person chose to discard them. */
  switchTenant(tenantId: string, discardUnsent: boolean): Promise<Result<null>>;
  /** Fetches everything anew that the person may have: what was cached is not taken for good any more (C-59). */
  invalidate(): Promise<void>;
  retryNow(): Promise<void>;
  /** `lifeLock` is the Web Lock this hub holds for life, by which pages see it die (Android ends shared workers without a word). */
  ping(): Promise<{ readonly build: string; readonly at: number; readonly lifeLock: string }>;
  /** The last 20 events, redacted, for diagnostics (C-81). */
  recentEvents(): Promise<readonly HeardFrame[]>;
  /** Makes sure that a pack's manifest is held; from the store when the network is gone. */
  ensureManifest(packId: string): Promise<Result<null>>;
  /** What this device has seen of the verification chain and checked, also beyond log-outs. */
  chainSeen(): Promise<Result<ChainSeen>>;
  /** What sealed rows are opened with; null where nothing is sealed, or the device is locked. */
  lockKey(): Promise<LockKey | null>;
  /** Sets up, opens, changes or takes off the app lock (D-31). */
  lock(act: LockAct): Promise<Result<null>>;
  /** Begins there at once, and from now on: the device keeps it. */
  setTransport(transport: Transport): Promise<void>;
  /** Keeps commands on the device and sends them in order; ok means that the disk has them, or, where it has no room, that they were sent. `decision` is new for each decision and
   * names it: asked again with the same one, nothing is added. A `conflict` where one touches what is already waiting. Nothing is kept for anybody but `of`: a call may reach a
   * hub that knows of another person or tenant than the page that made it. A page of an older build does not say. */
  enqueue(decision: string, commands: readonly Command[], of?: ActsFor): Promise<Result<null>>;
  /** How many commands the platform has not answered; null where that is not known, which is not none. */
  unsent(): Promise<{ readonly count: number | null }>;
  /** The person has seen what is no longer here (`unsentGone`). */
  dismissGone(): Promise<void>;
  /** Takes back commands that cannot have left yet, by key; answers how many those were. */
  takeBack(keys: readonly string[]): Promise<Result<{ readonly taken: number }>>;
  /** Forgets commands that were sent or refused, by key. */
  dismissSettled(keys: readonly string[]): Promise<Result<null>>;
}
