import type { Draft } from '../contracts/draft.ts';
import type { KillSwitch } from '../contracts/killSwitch.ts';
import type { RbfTotals } from '../contracts/rbf.ts';
import type { AuditOutcome } from '../contracts/audit.ts';
import type { Checkpoint } from '../contracts/checkpoint.ts';
import type { CameDamaged } from '../domain/freshness/cameDamaged.ts';
import type { JwksResponse } from '../contracts/evidence.ts';
import type { OutboxItem } from '../contracts/outbox.ts';
import type { Problem, Result } from '../contracts/problem.ts';
import type { HeardFrame, Topic, TopicSeqs } from '../contracts/realtime/event.ts';
import type { Answer } from '../contracts/endpoints.ts';
import type { CallOf, ResourceKey } from '../contracts/resources.ts';
import type { HubStatus, Transport } from '../contracts/rpc.ts';
import type { Tenant, User } from '../contracts/session.ts';
import type { ChainEntry, VerificationStatus } from '../contracts/verification.ts';
import type { KeptClock } from '../domain/clock/deviceClock.ts';
import type { Anchor, HistoryFinding } from '../domain/history.ts';
import type { Term } from './fence.ts';
import type { Freed } from './freeing.ts';
import type { GivenUp, StoredLock } from './storedLock.ts';
import type { Walked } from '../domain/records/walkedChain.ts';

/** The validated answer that a resource is stored from. */
export type ResourceAnswer<K extends ResourceKey> = K extends ResourceKey ? Answer<CallOf<K>> : never;

/** Metadata of an answer. Times on the server's clock, epoch milliseconds. */
export interface AnswerMeta {
  readonly receivedAt: number;
  /**
   * `X-As-Of-Seq`; null if the call has none. The answer's age is then unknown: it replaces rows without versions or with an older
   * version, and deletes no row that a numbered event has brought since the last answer with a seq.
   */
  readonly asOfSeq: number | null;
  /** Epoch of the event log known when the request was sent; null if none. A change makes stored versions and seqs void. */
  readonly epoch: string | null;
  /**
   * `whole`: rows missing in the answer are deleted. `part`: a page, or the changes since a seq; nothing is deleted. `cut`: the beginning
   * of a longer list; deletes only rows of another log, and rows of a kind that is never cut (`Entity.neverCut`).
   */
  readonly extent: 'whole' | 'part' | 'cut';
  /** Set on the last page of a complete pass: the sync row's `freedAt` when the first page was requested. */
  readonly pass?: { readonly freedAt: number | null };
  /** Names of rows that arrived damaged and are not among the values (`Answered.damaged`). */
  readonly damaged?: readonly CameDamaged[];
  /** Number of links that must not be drawn as links (`Answered.strayLinks`). */
  readonly strayLinks?: number;
}

/** State of a resource: when it was last fetched, and the outcome. */
export interface SyncRow {
  readonly resource: ResourceKey;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  readonly lastFailure: Problem | null;
  /** Seq up to which an answer made the rows complete; null before the first. The rows also contain later events. */
  readonly asOfSeq: number | null;
  readonly epoch: string | null;
  readonly source: 'network' | 'events' | null;
  /** When an event of this resource was last applied. */
  readonly lastEventAt: number | null;
  /** The platform's total number of rows (lists), which may exceed the stored ones. */
  readonly totalCount: number | null;
  /** `lastUpdated` of the last answer, ISO 8601. */
  readonly lastUpdated: string | null;
  /** A refetch that is due; absent or null if none is. */
  readonly owed?: Owed | null;
  /**
   * When older rows were last deleted to free space and have not been fetched again, server's clock, epoch ms; absent or null if none are
   * missing.
   */
  readonly freedAt?: number | null;
  /** Number of damaged rows that were set aside (F-25) and have not been fetched again; absent if none. */
  readonly unread?: number;
  /** Rows that the platform sent in an unusable form and has not sent correctly since; absent if none. */
  readonly cameDamaged?: readonly CameDamaged[];
  /** Number of links in the last answer that are drawn as text because they must not be followed; absent if none. */
  readonly strayLinks?: number;
  /** The platform's totals over all rows, stored or not (payments, C-31); absent if it sends none. */
  readonly totals?: RbfTotals;
  /** Under a lock: `totals` and `cameDamaged`, encrypted (encryptedSync.ts). Only used inside the store. */
  readonly said?: unknown;
}

/**
 * A due refetch: the platform announced changes of a resource up to `seq` of this log, and no answer has brought them yet. Stored, so
 * that the log position need not wait for one failing resource.
 */
export interface Owed {
  readonly seq: number;
  readonly epoch: string;
  /** Due since, server's clock, epoch ms. */
  readonly at: number;
}

/** Outcome of an answer: `older` means that every stored row is newer than the answer (D-32), so nothing changed. */
export type ApplyOutcome = 'applied' | 'older';

/** Events of several topics to be written together, with the cursors they cover (D-13, D-14). */
export interface EventBatch {
  readonly frames: readonly HeardFrame[];
  readonly cursors: TopicSeqs;
  readonly epoch: string;
  /** Server's clock, epoch ms. */
  readonly at: number;
}
/** What became of the frames of a batch. */
export interface BatchOutcome {
  /** Frames that changed a row; the others were not above the stored version. */
  readonly applied: readonly HeardFrame[];
  /** Frames whose data does not match their type: the affected rows must be fetched. */
  readonly unusable: readonly { readonly frame: HeardFrame; readonly detail: string }[];
}

/** A command to be added; the store assigns its place. */
export type NewOutboxItem = Omit<OutboxItem, 'place'>;

/** The outbox on the disk. An ok result means that the disk has the data, not only the browser's memory. */
export interface OutboxStore {
  /** All commands in order. Unreadable ones are set aside and counted (F-25); their meaning is not guessed. */
  list(): Promise<Result<{ readonly items: readonly OutboxItem[]; readonly setAside: number }>>;
  /**
   * Adds all of them or none. Without space, all replaceable data may be deleted, for at most `roomForMs` milliseconds if given; the same
   * holds for `save`. In the same transaction `left` replaces the draft (`store/drafts.ts`) whose text they carry: a page or hub that ends
   * in between leaves neither a sent text as unsent nor the reverse.
   */
  add(newItems: readonly NewOutboxItem[], roomForMs?: number, left?: Draft): Promise<Result<readonly OutboxItem[]>>;
  save(item: OutboxItem, roomForMs?: number): Promise<Result<null>>;
  remove(places: readonly number[]): Promise<Result<null>>;
}

/** Position at which a hub continues in the platform's log. */
export interface LogPlace {
  readonly epoch: string | null;
  /** Newest seq of each topic that is recorded here or covered by a fetch. */
  readonly cursors: TopicSeqs;
  /** Topics whose rows are incomplete up to their cursor: the previous hub ended during a refetch, which is still due. */
  readonly owed: readonly Topic[];
}

/** The hub's write access to one tenant's and user's database. Every method returns a Result, because storage fails in the field. */
export interface WriteStore {
  readonly tenantId: string;
  readonly userId: string;
  applyAnswer<K extends ResourceKey>(resource: K, answer: ResourceAnswer<K>, meta: AnswerMeta): Promise<Result<ApplyOutcome>>;
  noteFailure(resource: ResourceKey, problem: Problem, at: number): Promise<Result<null>>;
  applyBatch(batch: EventBatch): Promise<Result<BatchOutcome>>;
  /** Records a due refetch: keeps the time of an earlier one, and the higher seq. */
  owe(resource: ResourceKey, owed: Owed): Promise<Result<null>>;
  /** Every resource with a due refetch. */
  readOwed(): Promise<Result<readonly (readonly [ResourceKey, Owed])[]>>;
  readLog(): Promise<Result<LogPlace>>;
  saveCursors(cursors: TopicSeqs, epoch: string): Promise<Result<null>>;
  readSync(resource: ResourceKey): Promise<Result<SyncRow | null>>;
  /** Ids of packs whose manifest is missing or has another hash, newest first: what pre-warming has to fetch (D-37). */
  missingManifests(limit: number): Promise<Result<readonly string[]>>;
  /** True if this pack's manifest is stored and, if the pack is in the stored list, has the listed hash. */
  holdsManifest(packId: string): Promise<Result<boolean>>;
  /** The platform's log was restored to an earlier state: marks all stored rows as another log's (F-34). Deletes nothing yet. */
  voidLog(): Promise<Result<null>>;
  /** After a pass over all verifications of this log: deletes those of other logs with their links; returns how many. */
  removeOtherLog(epoch: string): Promise<Result<number>>;
  /** Stores links that were fetched by position. */
  putLinks(links: readonly ChainEntry[], epoch: string | null): Promise<Result<null>>;
  /** The stored link at a chain position; null if missing or not decryptable. */
  linkAt(chainIndex: number): Promise<Result<ChainEntry | null>>;
  /** Stored links within `most` positions from `from`, lowest first. */
  linksFrom(from: number, most: number): Promise<Result<readonly ChainEntry[]>>;
  /** The stored signing keys in the set's order. */
  readKeySet(): Promise<Result<JwksResponse['keys']>>;
  /** Last known state of the kill switch; null if the platform never sent it, or the row is damaged. */
  readKillSwitch(): Promise<Result<KillSwitch | null>>;
  /** Positions up to the head without a stored link, lowest first, at most `most` (D-9). */
  missingLinks(headIndex: number, most: number): Promise<Result<readonly number[]>>;
  /** Position of the newest stored line of the audit record; null if there is none. */
  newestAuditPlace(): Promise<Result<number | null>>;
  /** Keeps what was typed and not sent; a draft without any field is forgotten. */
  keepDraft(draft: Draft): Promise<Result<null>>;
  /** Deletes drafts older than 7 days or beyond 50. `now`: server's clock, epoch ms; 0 if it is not known. */
  trimDrafts(now: number): Promise<Result<{ readonly deleted: number }>>;
  /** Deletes segments older than 24 h or beyond 50 MB in total (D-12). */
  trimSegments(now: number): Promise<Result<{ readonly deleted: number }>>;
  /** Checks all stored rows, or those of some resources; sets damaged ones aside and returns what to refetch (F-25). */
  audit(only?: readonly ResourceKey[]): Promise<Result<{ readonly setAside: number; readonly refetch: readonly ResourceKey[] }>>;
  /** The command outbox, written with strict durability (D-37). */
  readonly outbox: OutboxStore;
  /** Encrypts every stored row and every later one (D-31). If interrupted it continues where it ended: both forms are readable. */
  encrypt(key: CryptoKey): Promise<Result<null>>;
  /** Decrypts all rows again; `key` is the present one. */
  decrypt(key: CryptoKey): Promise<Result<null>>;
  /** Resolves once the database was deleted under this store (F-17): later calls fail with `storage`, and nothing is written. */
  readonly taken: Promise<void>;
  /** Calls the listener whenever rows were deleted to free space (freeing.ts). */
  onFreed(listener: (freed: Freed) => void): void;
  /** Checks that the database is still the opened one; if not, and no event reported it, `taken` resolves. */
  look(): Promise<Result<null>>;
  /** No write starts after this call; resolves when running ones have ended. */
  close(): Promise<void>;
}

/** Result of a read: the valid rows, and the number of damaged ones that were left out (F-25). */
export interface Stored<T> {
  readonly rows: readonly T[];
  readonly corrupt: number;
}

/** Order of the rows; `newest` and `oldest` go by the time of recording. */
export type VerificationSort = 'newest' | 'oldest' | 'site' | 'status';
/** A window of the verifications that match all filters given; `from` and `to` are ISO 8601, both inclusive. */
export interface VerificationsQuery {
  readonly status?: VerificationStatus | undefined;
  readonly siteCode?: string | undefined;
  /** Words; each must be the beginning of a word in vrfId, site code, site name or pack id. */
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort: VerificationSort;
  readonly offset: number;
  /** At most 200; screens ask for 40. */
  readonly limit: number;
}

/** A window of the packs that match all filters given, newest first. */
export interface PacksQuery {
  readonly status?: VerificationStatus | undefined;
  /** Words; each must be the beginning of a word in pack id, site code or site name. */
  readonly search?: string | undefined;
  readonly offset: number;
  /** At most 200. */
  readonly limit: number;
}

/** A window of the audit lines that match all filters given; `from` is ISO 8601, inclusive. */
export interface AuditQuery {
  /** Words; each must be the beginning of a word in actor, action, target or correlation id. */
  readonly search?: string | undefined;
  /** First part of the action: `incident`. */
  readonly area?: string | undefined;
  readonly actor?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly from?: string | undefined;
  readonly sort: 'newest' | 'oldest';
  readonly offset: number;
  /** At most 200. */
  readonly limit: number;
}

/** A damaged row: its position in the whole result, from 0, and its primary key; the key is empty under a lock, where it is unknown. */
export interface DamagedPlace {
  readonly place: number;
  readonly key: string;
}

/** One window of a list, and the total number of rows in the result. */
export interface Page<T> extends Stored<T> {
  readonly count: number;
  /** Position of the window's first row in the whole result, from 0. */
  readonly start: number;
  /** Damaged rows within the window (F-25): a list keeps their positions and marks them. */
  readonly damaged: readonly DamagedPlace[];
}

/**
 * This device's knowledge of a tenant's chain as stored: its newest link, positions and seals of all remembered ones (`thinned`,
 * domain/history.ts; seals concatenated, 64 digits each), and the problem found. No personal data; survives sign-out (D-9).
 */
export interface ChainAnchor {
  readonly tenantId: string;
  /** -1 if nothing was seen yet. */
  readonly chainIndex: number;
  readonly seal: string;
  /** Absent in rows of older builds. */
  readonly places?: readonly number[];
  readonly seals?: string;
  readonly finding?: HistoryFinding;
}

/** The parsed form of `ChainAnchor`. */
export interface SeenHistory {
  readonly anchors: readonly Anchor[];
  readonly finding: HistoryFinding | null;
}

/** The last confirmed session as stored in `ukweli-meta`. */
export interface StoredSession {
  readonly user: User;
  readonly tenant: Tenant;
  readonly confirmedAt: number;
  readonly locked: boolean;
  /** Under a lock: the encrypted `user` and `tenant`, which then hold placeholders (workers/hub/lock/encryptedSession.ts). */
  readonly sealed?: unknown;
}

/** A database or cache of a user who left, due for removal. */
export interface Removal {
  readonly name: string;
  /** True if it was emptied. */
  readonly cleared: boolean;
  /** Whose unsent commands in it are still to be moved to their next database: until then its outbox stays. */
  readonly carries?: { readonly tenantId: string; readonly userId: string } | undefined;
}

/** The device-wide database `ukweli-meta`. */
export interface MetaStore {
  /** Starts this hub's leader term: from now on hubs of earlier terms write nothing, here or in databases that this term has entered. */
  claimTerm(): Promise<Result<Term>>;
  /** True if no other hub has claimed a term since. */
  holdsTerm(): Promise<Result<boolean>>;
  /**
   * Checks whose term is stored here. If there is none, the browser deleted this database (F-17), and its content is rewritten under a
   * new term from memory, because only this hub writes it. Returns `made anew` once per deletion, whichever call noticed it.
   */
  look(): Promise<Result<'kept' | 'made anew' | 'replaced'>>;
  /** Calls the listener as soon as a deletion of this database is noticed; `look` then recreates it. */
  onTaken(listener: () => void): void;
  readSession(): Promise<Result<StoredSession | null>>;
  /** Also writes the mark `identity` that the service worker reads, with a new epoch for a new sign-in; null clears both, and the word. */
  writeSession(session: StoredSession | null): Promise<Result<null>>;
  /** `at`: time of the sign-out, epoch milliseconds on the platform's clock; absent if the clock was not confirmed. */
  readLogoutPending(): Promise<Result<{ readonly reason: 'user' | 'timeout' | 'revoked'; readonly at?: number } | null>>;
  writeLogoutPending(reason: 'user' | 'timeout' | 'revoked' | null, at?: number | null): Promise<Result<null>>;
  /** The platform's last known simulation mode, so that ages of business facts stay right while offline (D-16). */
  readSimulation(): Promise<Result<HubStatus['simulation']>>;
  writeSimulation(simulation: NonNullable<HubStatus['simulation']>): Promise<Result<null>>;
  /** The platform's newest `X-Platform-Word` to a person (D-56), written once a minute; deleted with the remembered session. */
  readWord(): Promise<Result<{ readonly userId: string; readonly word: string } | null>>;
  writeWord(held: { readonly userId: string; readonly word: string }): Promise<Result<null>>;
  /** Transport that the user of this device chose for new connections (D-14); null if none was chosen. */
  readTransport(): Promise<Result<Transport | null>>;
  writeTransport(transport: Transport): Promise<Result<null>>;
  /** When the still missing connection was lost, epoch milliseconds on the server's clock; null if connected, or not observed. */
  readLinkLost(): Promise<Result<number | null>>;
  writeLinkLost(at: number | null): Promise<Result<null>>;
  /** The lock with its attempts as stored, or with `lostTries` (lockCounter.ts). */
  readLock(): Promise<Result<StoredLock | null>>;
  /** While a lock exists the service worker finds no mark `identity`, and caches nothing (D-31). */
  writeLock(lock: StoredLock | null): Promise<Result<null>>;
  readGivenUp(): Promise<Result<GivenUp | null>>;
  writeGivenUp(givenUp: GivenUp | null): Promise<Result<null>>;
  /**
   * The databases of this person were deleted: switches to the next generation, and makes remains of the old ones due for removal.
   * Returns the generation.
   */
  renewStore(tenantId: string, userId: string): Promise<Result<number>>;
  /** Returns the generation of this person's databases to open (removals.ts). */
  claimStore(tenantId: string, userId: string): Promise<Result<number>>;
  /** Makes everything of this person due for removal and never opened again; returns the names of databases and caches. */
  oweRemoval(tenantId: string, userId: string, carries?: boolean): Promise<Result<readonly string[]>>;
  readRemovals(): Promise<Result<readonly Removal[]>>;
  /** Owner of the databases in use; null if there is none. */
  readHolder(): Promise<Result<{ readonly tenantId: string; readonly userId: string } | null>>;
  noteRemoval(name: string, outcome: 'cleared' | 'removed' | 'carried'): Promise<Result<null>>;
  /**
   * Clock data of this device: its offset, and when the platform last answered and a user was last active, both on the platform's clock.
   */
  readClock(): Promise<Result<StoredClock | null>>;
  writeClock(clock: StoredClock): Promise<Result<null>>;
  readSeen(tenantId: string): Promise<Result<SeenHistory>>;
  /** Stores links above the stored ones; never another seal at the same or a lower position. */
  addAnchors(tenantId: string, anchors: readonly Anchor[]): Promise<Result<null>>;
  /** Stores the problem found with the platform's chain; null: there is none any more. */
  writeFinding(tenantId: string, finding: HistoryFinding | null): Promise<Result<null>>;
  /**
   * This tenant's signed checkpoints that were verified on this device (D-47). They contain no personal data, and outlive every session.
   */
  readCheckpoints(tenantId: string): Promise<Result<readonly Checkpoint[]>>;
  /** Adds verified checkpoints; for each position the first stored seal stays. */
  keepCheckpoints(tenantId: string, checked: readonly Checkpoint[]): Promise<Result<null>>;
  /** The newest checkpoint up to which this device has walked a chain itself; null if there is none. */
  readWalked(tenantId: string, chain: Checkpoint['chain']): Promise<Result<Walked | null>>;
  writeWalked(tenantId: string, chain: Checkpoint['chain'], walked: Walked | null): Promise<Result<null>>;
  close(): void;
}

/** The device-wide clock mark: not personal, so it outlives every session. Epoch milliseconds. */
export interface StoredClock extends KeptClock {
  readonly activeAt: number | null;
}

/** A segment as read for diagnostics and tests. */
export interface Segment {
  readonly topic: Topic;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly storedAt: number;
  readonly sizeBytes: number;
  readonly frames: readonly HeardFrame[];
}
