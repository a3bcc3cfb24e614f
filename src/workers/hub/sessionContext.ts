import type { KillSwitch } from '../../contracts/killSwitch.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HeardFrame } from '../../contracts/realtime/event.ts';
import type { ChainSeen, ConnectionStatus, HubMessage, HubStatus, ResourceKey, Transport } from '../../contracts/rpc.ts';
import type { Platform } from './platform.ts';
import type { Call } from '../../domain/api/client.ts';
import { topicOf } from '../../domain/realtime/log.ts';
import { linkMemory, withLostAt } from '../../domain/realtime/lostAt.ts';
import { step } from '../../domain/realtime/machine.ts';
import { otherLogNotice } from '../../domain/realtime/otherLogLabels.ts';
import { topicsFor } from '../../domain/freshness/resources.ts';
import type { Rights } from '../../domain/accounts/rights.ts';
import type { MetaStore, WriteStore } from '../../store/types.ts';
import type { FetchContext } from './fetching/fetchContext.ts';
import { fetchResource } from './fetching/fetchers.ts';
import { createHistoryWatch } from './fetching/historyWatch.ts';
import { canonicalChainEntry } from '../../domain/records/chain.ts';
import { sha256Hex } from '../../evidence/bytes.ts';
import { createCheckpointWatch } from './fetching/checkpointWatch.ts';
import { createIngest } from './events/ingest.ts';
import { ensureManifest } from './fetching/manifests.ts';
import { oneAtATime } from './oneAtATime.ts';
import { createDrafts, type Drafts } from './storage/drafts.ts';
import { beginTrimming } from './storage/trimming.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import type { HubDeps } from './deps.ts';
import { createRoomMade } from './storage/roomMade.ts';
import { createRealtimeShell } from './events/realtimeShell.ts';
import { createScheduler } from './fetching/scheduler.ts';
import { judgeCheckpoint } from '../../evidence/checkpoint.ts';
import { lintKeys } from '../../evidence/keys.ts';
import { createChainWalk } from './fetching/chainWalk.ts';

/**
 * One person's session context: open store, fetchers, events. Created when they sign in; `end` waits for every write, so that what
 * follows (a wipe, another person) does not collide with it.
 */
export interface SessionContextDeps {
  readonly hubDeps: HubDeps;
  readonly call: Call<AbortSignal>;
  readonly meta: MetaStore;
  readonly store: WriteStore;
  readonly rights: Rights;
  readonly transport: Transport;
  /** Whether the platform has just confirmed the person: then an earlier loss of the link is over. */
  readonly reached: boolean;
  readonly now: () => number;
  /** The same clock if the platform has confirmed it; null otherwise. */
  readonly confirmedNow: () => number | null;
  /** The newest platform word for this person (D-56); null if there is none. */
  readonly word: () => string | null;
  readonly connection: (status: ConnectionStatus) => void;
  readonly historyFound: (found: HubStatus['historyFound']) => void;
  readonly twoHistories: (found: HubStatus['twoHistories']) => void;
  readonly walked: (walked: NonNullable<HubStatus['walked']> | null) => void;
  readonly storage: (problem: Problem | null) => void;
  readonly dropped: (counts: Readonly<Record<string, number>>) => void;
  /** Applied events, at most once per 250 ms. */
  readonly applied: (events: readonly HeardFrame[]) => void;
  readonly notify: (notice: HubMessage & { readonly kind: 'notice' }) => void;
  /** Whether this person has decided to leave, although the context has not ended yet. */
  readonly isLeft: () => boolean;
  /** The platform no longer holds all missed control events: what only events report must be asked for. */
  readonly missed: () => void;
  /** Reports about the platform itself: another log or an earlier state, its protocol versions, the stored kill switch. */
  readonly platform: Pick<Platform, 'otherLog' | 'spoken' | 'remembered'>;
  readonly outdated: () => void;
  /** A stream opened, or sent something. */
  readonly streamHeard: () => void;
  /** A stream was refused: check whether the session is still valid. */
  readonly refused: () => void;
}

/** What the hub holds for the signed-in person, from sign-in to sign-out. */
export interface SessionContext {
  readonly subscribe: (keys: ReadonlySet<ResourceKey>) => void;
  readonly refresh: (keys: readonly ResourceKey[]) => Promise<Result<null>>;
  /** Marks all stored data as stale; resolves once all of it was requested again. */
  readonly invalidate: () => Promise<void>;
  readonly ensureManifest: (packId: string) => Promise<Result<null>>;
  readonly chainSeen: () => Promise<Result<ChainSeen>>;
  /** Stores the platform's statement about its kill switch, with its time (D-15). */
  readonly keepSwitch: (killSwitch: KillSwitch) => void;
  /** The stored kill switch may be outdated: no stream confirms it until the platform has said where it stands. */
  readonly doubtSwitch: (why: Problem) => void;
  readonly recentEvents: () => readonly HeardFrame[];
  readonly drafts: Pick<Drafts, 'keep' | 'around'>;
  readonly outbox: Outbox;
  readonly store: WriteStore;
  readonly setTransport: (transport: Transport) => void;
  readonly retryNow: () => void;
  readonly linkReturned: () => void;
  /** No bytes arrive any more: replaces the stream. */
  readonly linkSilent: () => void;
  /** The displayed time moved by this much: corrects time stamps made with it (`clockMoved`, domain/realtime, domain/outbox). */
  readonly clockMoved: (byMs: number, all: boolean) => void;
  /** Stops everything; resolves when no write is under way any more. */
  readonly end: () => Promise<void>;
}

/**
 * Everything is fetched once at start (D-37), after the platform has named its log: answers requested earlier would have to be fetched
 * again. Without a stream it waits no longer than this, milliseconds.
 */
const prewarmAfterMs = 1_500;

/** Resolves once the context can answer calls; fetching goes on behind it. */
export async function beginSessionContext(deps: SessionContextDeps): Promise<SessionContext> {
  // Started at once, in parallel with the reads below.
  const linkLost = deps.meta.readLinkLost();
  const { hubDeps, store, rights } = deps;
  const ending = new AbortController();
  let wasConnected = false;
  let looked = false;

  const context: FetchContext = {
    call: deps.call,
    store,
    now: deps.now,
    epoch: () => realtime.state().log.epoch,
    removed: (count) => deps.notify(otherLogNotice(count)),
    history: createHistoryWatch({
      meta: deps.meta,
      tenantId: store.tenantId,
      sha256: sha256Hex,
      now: deps.now,
      raise: (found) => {
        if (!ending.signal.aborted) deps.historyFound(found);
      },
    }),
  };

  const scheduler = createScheduler({
    setTimer: hubDeps.setTimer,
    random: hubDeps.random,
    mayFetch: rights.mayFetch,
    owe: async (key, debt) => (await store.owe(key, { ...debt, at: deps.now() })).ok,
    heldAsOf: async (key, epoch) => {
      const sync = await store.readSync(key);
      return sync.ok && sync.value !== null && sync.value.epoch === epoch ? sync.value.asOfSeq : null;
    },
    load: async (key, signal) => {
      const outcome = await fetchResource(key, context, signal);
      if (ending.signal.aborted || signal.aborted) return outcome;
      if (outcome.ok) {
        deps.storage(null);
        // Packs in the list whose manifests are not stored yet (D-37).
        if (key === 'evidence') scheduler.follow('manifests');
      } else {
        if (outcome.problem.code === 'storage') deps.storage(outcome.problem);
        await store.noteFailure(key, outcome.problem, deps.now());
      }
      return outcome;
    },
  });

  let prewarmed = false;
  const prewarm = () => {
    if (prewarmed || ending.signal.aborted) return;
    prewarmed = true;
    void scheduler.prewarm();
    // Rows damaged by a crash or a bad disk are set aside and fetched again, not shown.
    void store.audit().then((audit) => {
      if (audit.ok && audit.value.refetch.length > 0 && !ending.signal.aborted) void scheduler.refresh(audit.value.refetch);
    });
  };

  /** A requested refresh: damaged rows would not come with what changed since, so they are set aside first. */
  const refresh = async (keys: readonly ResourceKey[]): Promise<Result<null>> => {
    const audit = await store.audit(keys);
    return scheduler.refresh([...new Set([...keys, ...(audit.ok ? audit.value.refetch : [])])]);
  };

  const ingest = createIngest({
    store,
    setTimer: hubDeps.setTimer,
    now: deps.now,
    settled: (ok, cursors, epoch) => realtime.send({ type: 'writeSettled', ok, cursors, epoch }),
    missed: (topics) => realtime.send({ type: 'missed', topics }),
    dropped: deps.dropped,
    applied: (events) => {
      for (const topic of new Set(events.map((event) => topicOf(event.type)))) if (topic !== null) scheduler.touched(topic);
      deps.applied(events);
    },
  });

  /**
   * How often the platform's log was reset (`told`), and up to which of these the disk records that all stored rows belong to another log
   * (`written`). Until then rows would seem up to date and newer than anything that arrives, so nothing is fetched; a failed write is
   * retried with the next resync round.
   */
  const setBacks = { told: 0, written: 0 };
  const voidLog = oneAtATime(async () => {
    const { told } = setBacks;
    if (told === setBacks.written) return;
    // Answers still on their way would be written as the newest state of the present log.
    await scheduler.giveUp();
    if (!(await store.voidLog()).ok) return;
    setBacks.written = told;
    void scheduler.invalidate();
  });
  store.onFreed(createRoomMade(hubDeps.setTimer, deps.notify).freed);

  const realtime = createRealtimeShell({
    hubDeps,
    step,
    call: deps.call,
    now: deps.now,
    apply: ingest.accept,
    discard: ingest.discard,
    saveCursors: (cursors, epoch) => void store.saveCursors(cursors, epoch),
    setBack: () => {
      hubDeps.log('warning', 'log_set_back', '');
      setBacks.told += 1;
    },
    otherLog: deps.platform.otherLog,
    resync: async (topics, epoch) => {
      if (setBacks.written < setBacks.told) await voidLog();
      if (setBacks.written < setBacks.told) return [];
      if (topics.system !== undefined) {
        deps.missed();
        scheduler.follow('jwks');
      }
      return scheduler.resync(topics, epoch);
    },
    refused: deps.refused,
    spoken: deps.platform.spoken,
    outdated: deps.outdated,
    heard: deps.streamHeard,
    publish: (status) => {
      const told = withLostAt(link, status);
      if (told.memory.kept !== link.kept) void deps.meta.writeLinkLost(told.memory.kept);
      link = told.memory;
      const connected = status.state === 'connected';
      const came = connected && !wasConnected;
      wasConnected = connected;
      if (came) outbox.heard();
      deps.connection(told.status);
      if (came)
        outbox.ahead(() => {
          prewarm();
          scheduler.recover();
          if (rights.mayAskCheckpoints) checkpoints.lookSoon();
        });
    },
  });

  const outbox = createOutbox({
    store: store.outbox,
    call: deps.call,
    setTimer: hubDeps.setTimer,
    random: hubDeps.random,
    now: deps.now,
    confirmedNow: deps.confirmedNow,
    word: deps.word,
    refetch: (keys) => void scheduler.refresh(keys),
    notify: deps.notify,
    storage: deps.storage,
    isLeft: deps.isLeft,
  });

  const chainWalk = createChainWalk({
    tenantId: store.tenantId,
    meta: deps.meta,
    links: (from, most) => store.linksFrom(from, most),
    isSigned: async (checkpoint) => {
      const held = await store.readKeySet();
      if (!held.ok || held.value.length === 0) return null;
      return (await judgeCheckpoint(checkpoint, lintKeys(held.value), store.tenantId, new Date(deps.now()).toISOString())).ok;
    },
    sha256: sha256Hex,
    now: deps.now,
    signal: ending.signal,
    publish: deps.walked,
  });
  const checkpoints = createCheckpointWatch({
    walk: chainWalk.walk,
    call: deps.call,
    meta: deps.meta,
    tenantId: store.tenantId,
    now: deps.now,
    setTimer: hubDeps.setTimer,
    signal: ending.signal,
    sealAt: async (chainIndex) => {
      const link = await store.linkAt(chainIndex);
      if (!link.ok) return link;
      return { ok: true, value: link.value === null ? null : await sha256Hex(canonicalChainEntry(store.tenantId, link.value)) };
    },
    raise: deps.twoHistories,
    rewritten: deps.historyFound,
  });

  /** One after the other; awaited before the store is closed. */
  let switchWrites: Promise<unknown> = Promise.resolve();

  const [log, debts, lost, kept] = await Promise.all([
    store.readLog(),
    store.readOwed(),
    linkLost,
    store.readKillSwitch(),
    context.history.recall(),
    chainWalk.recall(),
  ]);
  if (kept.ok && kept.value !== null) deps.platform.remembered(kept.value);
  let link = linkMemory(lost.ok ? lost.value : null, deps.reached);
  if (debts.ok) for (const [key, debt] of debts.value) if (rights.mayFetch(key)) scheduler.owes(key, debt);
  realtime.send({
    type: 'start',
    tenantId: store.tenantId,
    topics: topicsFor(rights.permissions),
    startTransport: deps.transport,
    epoch: log.ok ? log.value.epoch : null,
    cursors: log.ok ? log.value.cursors : {},
    owed: log.ok ? log.value.owed : [],
  });
  const cancelPrewarm = hubDeps.setTimer(prewarmAfterMs, () => prewarm());

  const drafts = createDrafts(store, deps.now, hubDeps.setTimer);
  const trimming = beginTrimming([(at) => store.trimSegments(at), drafts.trim], deps.confirmedNow, hubDeps.setTimer);

  return {
    subscribe: (keys) => {
      // The first subscription after a time without any: the device may have moved or slept meanwhile.
      if (keys.size > 0 && !looked) outbox.nudge();
      looked = keys.size > 0;
      scheduler.subscribe(keys);
    },
    refresh,
    invalidate: scheduler.invalidate,
    ensureManifest: (packId) => ensureManifest(packId, context, ending.signal),
    chainSeen: async () => {
      const [checkpoints, seen] = await Promise.all([deps.meta.readCheckpoints(store.tenantId), deps.meta.readSeen(store.tenantId)]);
      if (!checkpoints.ok) return checkpoints;
      return seen.ok ? { ok: true, value: { checkpoints: checkpoints.value, anchors: seen.value.anchors } } : seen;
    },
    keepSwitch: (killSwitch) => {
      if (ending.signal.aborted) return;
      const meta = { receivedAt: deps.now(), asOfSeq: null, epoch: realtime.state().log.epoch, extent: 'part' } as const;
      switchWrites = switchWrites.then(() => store.applyAnswer('killSwitch', killSwitch, meta));
    },
    doubtSwitch: (why) => {
      if (ending.signal.aborted) return;
      switchWrites = switchWrites.then(() => store.noteFailure('killSwitch', why, deps.now()));
    },
    recentEvents: ingest.recent,
    drafts,
    outbox,
    store,
    setTransport: (transport) => realtime.send({ type: 'setTransport', transport }),
    retryNow: () => {
      outbox.nudge();
      realtime.send({ type: 'retryNow' });
      outbox.ahead(() => scheduler.recover(true));
    },
    linkReturned: () => {
      outbox.nudge();
      realtime.send({ type: 'linkReturned' });
    },
    linkSilent: () => realtime.send({ type: 'silent' }),
    clockMoved: (byMs, all) => {
      realtime.send({ type: 'clockMoved', byMs, all });
      outbox.clockMoved(byMs);
    },
    end: async () => {
      ending.abort();
      trimming.end();
      cancelPrewarm();
      realtime.forget();
      realtime.send({ type: 'stop' });
      await Promise.all([scheduler.stop(), ingest.close(), outbox.end(), switchWrites, drafts.settled()]);
      await store.close();
    },
  };
}
