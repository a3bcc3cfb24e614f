import type { KillSwitch } from '../contracts/killSwitch.ts';
import type { RbfTotals } from '../contracts/rbf.ts';
import type { AuditOutcome } from '../contracts/audit.ts';
import type { Checkpoint } from '../contracts/checkpoint.ts';
import type { CameDamaged } from '../domain/cameDamaged.ts';
import type { Answer } from '../contracts/endpoints.ts';
import type { EvidenceManifest, JwksResponse } from '../contracts/evidence.ts';
import type { OutboxItem } from '../contracts/outbox.ts';
import type { Problem, Result } from '../contracts/problem.ts';
import type { HeardFrame, Topic, TopicSeqs } from '../contracts/realtime/event.ts';
import type { HubStatus, ResourceKey, Transport } from '../contracts/rpc.ts';
import type { SeriesWindow } from '../contracts/series.ts';
import type { Tenant, User } from '../contracts/session.ts';
import type { ChainEntry, VerificationStatus } from '../contracts/verification.ts';
import type { KeptClock } from '../domain/clock/deviceClock.ts';
import type { Anchor, HistoryFinding } from '../domain/history.ts';
import type { Term } from './fence.ts';
import type { Freed } from './freeing.ts';
import type { GivenUp, StoredLock } from './storedLock.ts';
import type { Walked } from '../domain/walkedChain.ts';

/** What each resource's fetch answers. */
export type ResourceAnswer<K extends ResourceKey> = K extends 'manifests'
  ? EvidenceManifest
  : K extends `series:${SeriesWindow}`
    ? Answer<'series'>
    : K extends keyof AnswerOf
      ? AnswerOf[K]
      : never;
type AnswerOf = { [Id in Exclude<ResourceKey, 'manifests' | `series:${SeriesWindow}`>]: Answer<Id> };

/** What came with an answer. Times on the server's clock, epoch milliseconds. */
export interface AnswerMeta {
  readonly receivedAt: number;
  /**
   * `X-As-Of-Seq`; null where the call has none. Then it is nobody's to say what the answer contains: it takes the place of rows that count no versions, or that are at an
   * older one, and removes none that a numbered event has brought since the last answer that did say.
   */
  readonly asOfSeq: number | null;
  /** The event log's epoch known when the request was sent; null if none. A change makes stored versions and seqs void. */
  readonly epoch: string | null;
  /** `whole`: rows that are not in the answer are gone. `part`: a page or the changes since a seq: nothing is removed. `cut`: the beginning of a longer list: only rows
   * of another log are gone, and those of a kind that is never cut (`Entity.neverCut`). */
  readonly extent: 'whole' | 'part' | 'cut';
  /** The last of the pages of all there is: `freedAt` as the sync row said when the first was asked for. */
  readonly pass?: { readonly freedAt: number | null };
  /** Names of rows that came damaged and are not among the values (`Answered.damaged`). */
  readonly damaged?: readonly CameDamaged[];
  /** Links in it that may not be drawn as such (`Answered.strayLinks`). */
  readonly strayLinks?: number;
}

/** The row beside each resource's rows: when it was last fetched and how that went. */
export interface SyncRow {
  readonly resource: ResourceKey;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  readonly lastFailure: Problem | null;
  /** Up to which seq an answer made the rows whole; null before the first. Events beyond it are in the rows too. */
  readonly asOfSeq: number | null;
  readonly epoch: string | null;
  readonly source: 'network' | 'events' | null;
  /** When an event of this resource was last applied. */
  readonly lastEventAt: number | null;
  /** As the platform counts: rows there in all (lists), which may be more than are held. */
  readonly totalCount: number | null;
  /** `lastUpdated` of the last answer, ISO 8601. */
  readonly lastUpdated: string | null;
  /** What the rows are to be held as of and are not; absent or null where nothing is owed. */
  readonly owed?: Owed | null;
  /** When older rows were last removed to make room and have not come again since, server's clock, epoch ms; absent or null where none are missing. */
  readonly freedAt?: number | null;
  /** Rows that were damaged, were set aside for it (F-25) and have not come again since; absent where none was. */
  readonly unread?: number;
  /** Rows that the platform gave in no form that can be used and that have not come so since; absent where none was. */
  readonly cameDamaged?: readonly CameDamaged[];
  /** Links of the last answer that are drawn as text, since they may not be followed; absent where none was. */
  readonly strayLinks?: number;
  /** What the platform's answer says of all rows, held or not (payments, C-31); absent where it says nothing. */
  readonly totals?: RbfTotals;
  /** Under a lock: `totals` and `cameDamaged`, sealed (sealedSync.ts). Nobody outside the store sees it. */
  readonly said?: unknown;
}

/**
 * The platform has said that a resource's rows changed up to `seq` of this log, and no answer has brought them so far: a refetch is owed. It
 * stands on the disk, so that the place in the log need not wait for one resource that fails.
 */
export interface Owed {
  readonly seq: number;
  readonly epoch: string;
  /** Since when, server's clock, epoch ms. */
  readonly at: number;
}

/** Outcome of an answer: `older` means that every row held is newer than the answer (D-32), so nothing changed. */
export type ApplyOutcome = 'applied' | 'older';

/** Events of several topics to be written at once, with the cursors they cover (D-13, D-14). */
export interface EventBatch {
  readonly frames: readonly HeardFrame[];
  readonly cursors: TopicSeqs;
  readonly epoch: string;
  /** Server's clock, epoch ms. */
  readonly at: number;
}
export interface BatchOutcome {
  /** Frames that changed a row; the others were not above the stored version. */
  readonly applied: readonly HeardFrame[];
  /** Frames whose data is not what their type says: the rows they mean must be fetched again. */
  readonly unusable: readonly { readonly frame: HeardFrame; readonly detail: string }[];
}

/** A command as it is added: the store gives it its place. */
export type OutboxDraft = Omit<OutboxItem, 'place'>;

/** The outbox on the disk. What answers ok has reached the disk, not only the browser's memory. */
export interface OutboxStore {
  /** All commands in their order. Those that cannot be read are set aside and counted (F-25): nobody may guess what they meant. */
  list(): Promise<Result<{ readonly items: readonly OutboxItem[]; readonly setAside: number }>>;
  /** All of them or none. Where there is no room, room is made of all that may go, for so long where a time is given (milliseconds); the same holds for `save`. */
  add(drafts: readonly OutboxDraft[], roomForMs?: number): Promise<Result<readonly OutboxItem[]>>;
  save(item: OutboxItem, roomForMs?: number): Promise<Result<null>>;
  remove(places: readonly number[]): Promise<Result<null>>;
}

/** Where a hub goes on in the platform's log. */
export interface LogPlace {
  readonly epoch: string | null;
  /** Newest seq of each topic that is recorded here, or that a fetch has made up for. */
  readonly cursors: TopicSeqs;
  /** Topics whose rows are not whole up to their cursor: the hub before ended in the middle of a refetch, which is still owed. */
  readonly owed: readonly Topic[];
}

/** The hub's hold on one tenant's and user's database. Every method answers a Result: storage fails in the field. */
export interface WriteStore {
  readonly tenantId: string;
  readonly userId: string;
  applyAnswer<K extends ResourceKey>(resource: K, answer: ResourceAnswer<K>, meta: AnswerMeta): Promise<Result<ApplyOutcome>>;
  noteFailure(resource: ResourceKey, problem: Problem, at: number): Promise<Result<null>>;
  applyBatch(batch: EventBatch): Promise<Result<BatchOutcome>>;
  /** Notes that a refetch is owed: what is owed already stays so since it was, up to the higher seq. */
  owe(resource: ResourceKey, owed: Owed): Promise<Result<null>>;
  /** Every resource that is owed a refetch. */
  readOwed(): Promise<Result<readonly (readonly [ResourceKey, Owed])[]>>;
  readLog(): Promise<Result<LogPlace>>;
  saveCursors(cursors: TopicSeqs, epoch: string): Promise<Result<null>>;
  readSync(resource: ResourceKey): Promise<Result<SyncRow | null>>;
  /** Ids of the packs whose manifest is not held, or held for another hash, newest first: what pre-warming has to fetch (D-37). */
  missingManifests(limit: number): Promise<Result<readonly string[]>>;
  /** Whether this pack's manifest is held, and, where the list of packs names one, it is that one. */
  holdsManifest(packId: string): Promise<Result<boolean>>;
  /** The platform's log was put back to an earlier state: everything that is held is of another one from now on (F-34). Nothing is removed yet. */
  voidLog(): Promise<Result<null>>;
  /** At the end of a pass over all verifications of this log: removes those of any other, and their links. Answers how many. */
  removeOtherLog(epoch: string): Promise<Result<number>>;
  /** Keeps links that were asked for by their place. */
  putLinks(links: readonly ChainEntry[], epoch: string | null): Promise<Result<null>>;
  /** The link at a place of the chain, as it is stated; null where it is not held, or does not open. */
  linkAt(chainIndex: number): Promise<Result<ChainEntry | null>>;
  /** Links that are held from a place on, `most` places of them, lowest first. */
  linksFrom(from: number, most: number): Promise<Result<readonly ChainEntry[]>>;
  /** The signing keys that are held, in the order of the set. */
  readKeySet(): Promise<Result<JwksResponse['keys']>>;
  /** Where the kill switch stood when the platform last told of it; null where it never did, or the row is damaged. */
  readKillSwitch(): Promise<Result<KillSwitch | null>>;
  /** Places up to the head that no link is held of, lowest first, `most` of them (D-9). */
  missingLinks(headIndex: number, most: number): Promise<Result<readonly number[]>>;
  /** Place of the newest line of the audit record that is held; null where none is. */
  newestAuditPlace(): Promise<Result<number | null>>;
  /** Deletes segments that are older than 24 h or past 50 MB in all (D-12). */
  trimSegments(now: number): Promise<Result<{ readonly deleted: number }>>;
  /** Checks all stored rows, or those of some resources; sets the unreadable aside and says what to fetch again (F-25). */
  audit(only?: readonly ResourceKey[]): Promise<Result<{ readonly setAside: number; readonly refetch: readonly ResourceKey[] }>>;
  /** Commands waiting to be sent, written with strict durability (D-37). */
  readonly outbox: OutboxStore;
  /** Seals every row that stands and every one that is written from now on (D-31). Cut short, it goes on where it ended: what is sealed stays so, and both forms are read. */
  seal(key: CryptoKey): Promise<Result<null>>;
  /** The way back: `key` is the one that they are sealed with. */
  unseal(key: CryptoKey): Promise<Result<null>>;
  /** Resolves once the database was taken away under this store (F-17): whatever is asked of it from then on fails as `storage`, and nothing is written. */
  readonly taken: Promise<void>;
  /** Called whenever rows were removed to make room for others (freeing.ts). */
  onFreed(listener: (freed: Freed) => void): void;
  /** Looks whether the database is still the one that was opened: where no event told of it, `taken` does after this. */
  look(): Promise<Result<null>>;
  /** No write begins after this call; resolves when those under way have ended. */
  close(): Promise<void>;
}

/** What a read answers: rows that are what they should be, and whether some were not (and were left out, F-25). */
export interface Stored<T> {
  readonly rows: readonly T[];
  readonly corrupt: number;
}

export type VerificationSort = 'newest' | 'oldest' | 'site' | 'status';
export interface VerificationsQuery {
  readonly status?: VerificationStatus | undefined;
  readonly siteCode?: string | undefined;
  /** Words; each must begin a word of vrfId, site code, site name or pack id. */
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort: VerificationSort;
  readonly offset: number;
  /** At most 200; screens ask for 40. */
  readonly limit: number;
}

export interface PacksQuery {
  readonly status?: VerificationStatus | undefined;
  /** Words; each must begin a word of pack id, site code or site name. */
  readonly search?: string | undefined;
  readonly offset: number;
  /** At most 200. */
  readonly limit: number;
}

export interface AuditQuery {
  /** Words; each must begin a word of who, what, to what, or the correlation id. */
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

/** A row that is held and cannot be used: its place among all that the query has, from 0, and its key, which its table's index gives; empty under a lock, where nobody can tell. */
export interface DamagedPlace {
  readonly place: number;
  readonly key: string;
}

/** One window of a list, and how many rows the query has in all. */
export interface Page<T> extends Stored<T> {
  readonly count: number;
  /** The places of the window whose row is held and cannot be used (F-25): a list keeps them, and says so there. */
  readonly damaged: readonly DamagedPlace[];
}

/** What a device saw of a tenant's chain as it is stored: its newest link, the places and seals of all that are remembered (`thinned`, domain/history.ts; seals in one text,
 * 64 digits each), and what was found wrong. No personal data; survives log-out (D-9). */
export interface ChainAnchor {
  readonly tenantId: string;
  /** -1 where nothing was seen yet. */
  readonly chainIndex: number;
  readonly seal: string;
  /** Absent in rows of builds before. */
  readonly places?: readonly number[];
  readonly seals?: string;
  readonly finding?: HistoryFinding;
}

/** The same, read. */
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
  /** Under a lock: `user` and `tenant`, of which stand-ins stand in their places (workers/hub/sealedSession.ts). */
  readonly sealed?: unknown;
}

/** A database or cache of somebody who left that is still to be removed. */
export interface Removal {
  readonly name: string;
  /** Nothing can be read in it any more. */
  readonly cleared: boolean;
}

/** The device-wide database `ukweli-meta`. */
export interface MetaStore {
  /** Starts this hub's term: from here on no hub that led before writes anything, here or where this term has entered. */
  claimTerm(): Promise<Result<Term>>;
  /** Whether no other hub has claimed a term since. */
  holdsTerm(): Promise<Result<boolean>>;
  /**
   * Looks whose term stands here. Where there is none this database was taken away (F-17), and all that stood in it is written anew under a new term: nobody but this hub
   * wrote it, so that it knows it. `made anew` is answered once for each time that happened, whichever call noticed it.
   */
  look(): Promise<Result<'kept' | 'made anew' | 'replaced'>>;
  /** Called when this database was taken away, as soon as that is noticed; `look` then makes it anew. */
  onTaken(listener: () => void): void;
  readSession(): Promise<Result<StoredSession | null>>;
  /** Also writes the mark `identity` that the service worker reads, with a new epoch; null clears both, and the word. */
  writeSession(session: StoredSession | null): Promise<Result<null>>;
  /** `at`: when they left, epoch milliseconds on the platform's clock; not there where nobody had confirmed what time it was. */
  readLogoutPending(): Promise<Result<{ readonly reason: 'user' | 'timeout' | 'revoked'; readonly at?: number } | null>>;
  writeLogoutPending(reason: 'user' | 'timeout' | 'revoked' | null, at?: number | null): Promise<Result<null>>;
  /** The platform's simulation mode as last told, so that ages of business facts stay right with the platform gone (D-16). */
  readSimulation(): Promise<Result<HubStatus['simulation']>>;
  writeSimulation(simulation: NonNullable<HubStatus['simulation']>): Promise<Result<null>>;
  /** The platform's newest word to a person (D-56), once a minute; it goes with the remembered session. */
  readWord(): Promise<Result<{ readonly userId: string; readonly word: string } | null>>;
  writeWord(held: { readonly userId: string; readonly word: string }): Promise<Result<null>>;
  /** The rung that whoever uses this device wants connections to begin on (D-14); null where nobody chose. */
  readTransport(): Promise<Result<Transport | null>>;
  writeTransport(transport: Transport): Promise<Result<null>>;
  /** When the link was lost that has not come back since, epoch milliseconds on the server's clock; null where it is there, or nobody saw it go. */
  readLinkLost(): Promise<Result<number | null>>;
  writeLinkLost(at: number | null): Promise<Result<null>>;
  /** Its tries are as this device left them, or `lostTries` (lockCounter.ts). */
  readLock(): Promise<Result<StoredLock | null>>;
  /** While there is one the service worker finds no mark `identity`, and keeps nothing (D-31). */
  writeLock(lock: StoredLock | null): Promise<Result<null>>;
  readGivenUp(): Promise<Result<GivenUp | null>>;
  writeGivenUp(givenUp: GivenUp | null): Promise<Result<null>>;
  /** The databases of this person were taken away: from now on they are the next generation, and whatever may still be there of the old ones is due. Answers the generation. */
  renewStore(tenantId: string, userId: string): Promise<Result<number>>;
  /** Which generation of this person's databases is to be opened (removals.ts). */
  claimStore(tenantId: string, userId: string): Promise<Result<number>>;
  /** Everything of this person is to be removed, and opened by nobody from now on: answers the names of databases and caches. */
  oweRemoval(tenantId: string, userId: string): Promise<Result<readonly string[]>>;
  readRemovals(): Promise<Result<readonly Removal[]>>;
  /** Whose databases are in use here; null where nobody's are. */
  readHolder(): Promise<Result<{ readonly tenantId: string; readonly userId: string } | null>>;
  noteRemoval(name: string, outcome: 'cleared' | 'removed'): Promise<Result<null>>;
  /** What the device keeps of the time: how far its clock is off, when the platform was last heard and when somebody last acted, both on the platform's clock. */
  readClock(): Promise<Result<StoredClock | null>>;
  writeClock(clock: StoredClock): Promise<Result<null>>;
  readSeen(tenantId: string): Promise<Result<SeenHistory>>;
  /** Remembers links above those that are remembered; never another seal at the same or a lower place. */
  addAnchors(tenantId: string, anchors: readonly Anchor[]): Promise<Result<null>>;
  /** Keeps what is wrong with the chain that the platform shows; null: nothing is any more. */
  writeFinding(tenantId: string, finding: HistoryFinding | null): Promise<Result<null>>;
  /** The signed checkpoints of this tenant that were checked on this device (D-47). They hold nothing of a person's, and outlive every session. */
  readCheckpoints(tenantId: string): Promise<Result<readonly Checkpoint[]>>;
  /** Adds those that were checked; of a place the first seal that was kept stays. */
  keepCheckpoints(tenantId: string, checked: readonly Checkpoint[]): Promise<Result<null>>;
  /** The newest of them up to which this device has walked a chain itself; null where there is none. */
  readWalked(tenantId: string, chain: Checkpoint['chain']): Promise<Result<Walked | null>>;
  writeWalked(tenantId: string, chain: Checkpoint['chain'], walked: Walked | null): Promise<Result<null>>;
  close(): void;
}

/** The device-wide mark of the time: nobody's, so it outlives every session. Epoch milliseconds. */
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
