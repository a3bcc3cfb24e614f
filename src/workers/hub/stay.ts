import type { KillSwitch } from '../../contracts/killSwitch.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HeardFrame } from '../../contracts/realtime/event.ts';
import type { ChainSeen, ConnectionStatus, HubMessage, HubStatus, ResourceKey, Transport } from '../../contracts/rpc.ts';
import type { Platform } from './platform.ts';
import type { Call } from '../../domain/api/client.ts';
import { topicOf } from '../../domain/realtime/log.ts';
import { linkMemory, withLostAt } from '../../domain/realtime/lostAt.ts';
import { step } from '../../domain/realtime/machine.ts';
import { otherLogNotice } from '../../domain/realtime/otherLogWords.ts';
import { topicsFor } from '../../domain/resources.ts';
import type { Rights } from '../../domain/rights.ts';
import type { MetaStore, WriteStore } from '../../store/types.ts';
import type { FetchContext } from './fetchContext.ts';
import { fetchResource } from './fetchers.ts';
import { createHistoryWatch } from './historyWatch.ts';
import { canonicalChainEntry } from '../../domain/chain.ts';
import { sha256Hex } from '../../evidence/bytes.ts';
import { createCheckpointWatch } from './checkpointWatch.ts';
import { createIngest } from './ingest.ts';
import { ensureManifest } from './manifests.ts';
import { oneAtATime } from './oneAtATime.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { HubPorts } from './ports.ts';
import { createRoomMade } from './roomMade.ts';
import { createRealtimeShell } from './realtimeShell.ts';
import { createScheduler } from './scheduler.ts';
import { judgeCheckpoint } from '../../evidence/checkpoint.ts';
import { lintKeys } from '../../evidence/keys.ts';
import { createChainWalk } from './chainWalk.ts';

/**
 * One person's stay: their open store, what is fetched for them, their events. Made when they come in; `end` settles every
 * write before it answers, so that what follows (a wipe, another person) meets nothing of them.
 */
export interface StayWorld {
  readonly ports: HubPorts;
  readonly call: Call<AbortSignal>;
  readonly meta: MetaStore;
  readonly store: WriteStore;
  readonly rights: Rights;
  readonly transport: Transport;
  /** Whether the platform has just confirmed who this is: a link that was lost before that came back. */
  readonly reached: boolean;
  readonly now: () => number;
  /** The same where the platform has confirmed it; null where nobody knows. */
  readonly confirmedNow: () => number | null;
  /** The platform's newest word to this person (D-56); null where none is held. */
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
  /** Whether this person has decided to leave, though the stay is not ended yet. */
  readonly isLeft: () => boolean;
  /** The platform no longer holds all that the control topic said meanwhile: what it told of by events alone is to be asked for. */
  readonly missed: () => void;
  /** What is told of the platform itself: that it answers from another log or an earlier state of this one, what it speaks, where its switch stood. */
  readonly platform: Pick<Platform, 'otherLog' | 'spoken' | 'remembered'>;
  readonly outdated: () => void;
  /** A stream opened, or said something. */
  readonly streamHeard: () => void;
  /** A stream was turned away: ask whether the session is still good. */
  readonly refused: () => void;
}

export interface Stay {
  readonly want: (keys: ReadonlySet<ResourceKey>) => void;
  readonly refresh: (keys: readonly ResourceKey[]) => Promise<Result<null>>;
  /** Nothing that is held counts as fetched any more; resolves once all of it was asked for again. */
  readonly invalidate: () => Promise<void>;
  readonly ensureManifest: (packId: string) => Promise<Result<null>>;
  readonly chainSeen: () => Promise<Result<ChainSeen>>;
  /** Keeps what the platform has just said of its kill switch, with its age (D-15). */
  readonly keepSwitch: (killSwitch: KillSwitch) => void;
  /** What is kept of the kill switch may be older than its last move: no stream vouches for it until the platform has said where it stands. */
  readonly doubtSwitch: (why: Problem) => void;
  readonly recentEvents: () => readonly HeardFrame[];
  readonly outbox: Outbox;
  readonly store: WriteStore;
  readonly setTransport: (transport: Transport) => void;
  readonly retryNow: () => void;
  readonly linkReturned: () => void;
  /** Nothing gives a byte any more: the stream is cut for a new one. */
  readonly linkSilent: () => void;
  /** What ages are shown by moved so far at once: what was stamped by it is put right (`clockMoved`, domain/realtime, domain/outbox). */
  readonly clockMoved: (byMs: number, all: boolean) => void;
  /** Stops everything and answers when no write is under way any more. */
  readonly end: () => Promise<void>;
}

/** Everything is fetched once at start (D-37), after the platform has said which log it speaks of: an answer that was asked
 * for before that would have to be asked for again. Without a stream it does not wait longer than this, milliseconds. */
const prewarmAfterMs = 1_500;
/** Segments are trimmed this often, milliseconds (D-12). */
const trimEveryMs = 10 * 60_000;

export async function beginStay(world: StayWorld): Promise<Stay> {
  // Asked for at once: what comes after it waits for the other reads anyway.
  const linkLost = world.meta.readLinkLost();
  const { ports, store, rights } = world;
  const ending = new AbortController();
  let wasConnected = false;
  let looked = false;

  const context: FetchContext = {
    call: world.call,
    store,
    now: world.now,
    epoch: () => realtime.state().log.epoch,
    removed: (count) => world.notify(otherLogNotice(count)),
    history: createHistoryWatch({
      meta: world.meta,
      tenantId: store.tenantId,
      sha256: sha256Hex,
      now: world.now,
      raise: (found) => {
        if (!ending.signal.aborted) world.historyFound(found);
      },
    }),
  };

  const scheduler = createScheduler({
    setTimer: ports.setTimer,
    random: ports.random,
    mayFetch: rights.mayFetch,
    owe: async (key, debt) => (await store.owe(key, { ...debt, at: world.now() })).ok,
    heldAsOf: async (key, of) => {
      const sync = await store.readSync(key);
      return sync.ok && sync.value !== null && sync.value.epoch === of ? sync.value.asOfSeq : null;
    },
    load: async (key, signal) => {
      const outcome = await fetchResource(key, context, signal);
      if (ending.signal.aborted || signal.aborted) return outcome;
      if (outcome.ok) {
        world.storage(null);
        // Packs that the list has just named and whose manifests are not held yet (D-37).
        if (key === 'evidence') scheduler.follow('manifests');
      } else {
        if (outcome.problem.code === 'storage') world.storage(outcome.problem);
        await store.noteFailure(key, outcome.problem, world.now());
      }
      return outcome;
    },
  });

  let prewarmed = false;
  const prewarm = () => {
    if (prewarmed || ending.signal.aborted) return;
    prewarmed = true;
    void scheduler.prewarm();
    // Rows that a crash or a bad disk has spoilt are set aside and asked for again, not shown.
    void store.audit().then((audit) => {
      if (audit.ok && audit.value.refetch.length > 0 && !ending.signal.aborted) void scheduler.refresh(audit.value.refetch);
    });
  };

  /** Somebody asks for it: a damaged row of it would not come with what changed since, so it is set aside first. */
  const refresh = async (keys: readonly ResourceKey[]): Promise<Result<null>> => {
    const audit = await store.audit(keys);
    return scheduler.refresh([...new Set([...keys, ...(audit.ok ? audit.value.refetch : [])])]);
  };

  const ingest = createIngest({
    store,
    setTimer: ports.setTimer,
    now: world.now,
    settled: (ok, cursors, of) => realtime.send({ type: 'writeSettled', ok, cursors, epoch: of }),
    missed: (topics) => realtime.send({ type: 'missed', topics }),
    dropped: world.dropped,
    applied: (events) => {
      for (const topic of new Set(events.map((event) => topicOf(event.type)))) if (topic !== null) scheduler.touched(topic);
      world.applied(events);
    },
  });

  /**
   * How often the platform's log was put back, and up to which of these the device has written down that all it holds is of another one. Before that it would seem held
   * already, and newer than anything that comes: nothing is fetched for it, and where the disk does not take it, it is tried again with the next round of the resync.
   */
  const setBacks = { told: 0, written: 0 };
  const voidLog = oneAtATime(async () => {
    const { told } = setBacks;
    if (told === setBacks.written) return;
    // What was answered before and is still on its way would be written as if it were of the log as it is now, and the newest.
    await scheduler.giveUp();
    if (!(await store.voidLog()).ok) return;
    setBacks.written = told;
    void scheduler.invalidate();
  });
  store.onFreed(createRoomMade(ports.setTimer, world.notify).freed);

  const realtime = createRealtimeShell({
    ports,
    step,
    call: world.call,
    now: world.now,
    apply: ingest.accept,
    discard: ingest.discard,
    saveCursors: (cursors, of) => void store.saveCursors(cursors, of),
    setBack: () => {
      ports.log('warning', 'log_set_back', '');
      setBacks.told += 1;
    },
    otherLog: world.platform.otherLog,
    resync: async (topics, of) => {
      if (setBacks.written < setBacks.told) await voidLog();
      if (setBacks.written < setBacks.told) return [];
      if (topics.system !== undefined) {
        world.missed();
        scheduler.follow('jwks');
      }
      return scheduler.resync(topics, of);
    },
    refused: world.refused,
    spoken: world.platform.spoken,
    outdated: world.outdated,
    heard: world.streamHeard,
    publish: (status) => {
      const told = withLostAt(link, status);
      if (told.memory.kept !== link.kept) void world.meta.writeLinkLost(told.memory.kept);
      link = told.memory;
      const connected = status.state === 'connected';
      const came = connected && !wasConnected;
      wasConnected = connected;
      if (came) outbox.heard();
      world.connection(told.status);
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
    call: world.call,
    setTimer: ports.setTimer,
    random: ports.random,
    now: world.now,
    confirmedNow: world.confirmedNow,
    word: world.word,
    refetch: (keys) => void scheduler.refresh(keys),
    notify: world.notify,
    storage: world.storage,
    isLeft: world.isLeft,
  });

  const chainWalk = createChainWalk({
    tenantId: store.tenantId,
    meta: world.meta,
    links: (from, most) => store.linksFrom(from, most),
    isSigned: async (checkpoint) => {
      const held = await store.readKeySet();
      if (!held.ok || held.value.length === 0) return null;
      return (await judgeCheckpoint(checkpoint, lintKeys(held.value), store.tenantId, new Date(world.now()).toISOString())).ok;
    },
    sha256: sha256Hex,
    now: world.now,
    signal: ending.signal,
    publish: world.walked,
  });
  const checkpoints = createCheckpointWatch({
    walk: chainWalk.walk,
    call: world.call,
    meta: world.meta,
    tenantId: store.tenantId,
    now: world.now,
    setTimer: ports.setTimer,
    signal: ending.signal,
    sealAt: async (chainIndex) => {
      const link = await store.linkAt(chainIndex);
      if (!link.ok) return link;
      return { ok: true, value: link.value === null ? null : await sha256Hex(canonicalChainEntry(store.tenantId, link.value)) };
    },
    raise: world.twoHistories,
    rewritten: world.historyFound,
  });

  /** One after the other, and settled before the store is closed. */
  let switchWrites: Promise<unknown> = Promise.resolve();

  const [log, debts, lost, kept] = await Promise.all([
    store.readLog(),
    store.readOwed(),
    linkLost,
    store.readKillSwitch(),
    context.history.recall(),
    chainWalk.recall(),
  ]);
  if (kept.ok && kept.value !== null) world.platform.remembered(kept.value);
  let link = linkMemory(lost.ok ? lost.value : null, world.reached);
  if (debts.ok) for (const [key, debt] of debts.value) if (rights.mayFetch(key)) scheduler.owes(key, debt);
  realtime.send({
    type: 'start',
    tenantId: store.tenantId,
    topics: topicsFor(rights.permissions),
    startRung: world.transport,
    epoch: log.ok ? log.value.epoch : null,
    cursors: log.ok ? log.value.cursors : {},
    owed: log.ok ? log.value.owed : [],
  });
  const cancelPrewarm = ports.setTimer(prewarmAfterMs, () => prewarm());

  let cancelTrim = () => {};
  const trim = () => {
    // What is old is judged by the platform's time alone; how much there may be is judged without one.
    void store.trimSegments(world.confirmedNow() ?? 0);
    cancelTrim = ports.setTimer(trimEveryMs, trim);
  };
  trim();

  return {
    want: (keys) => {
      // Somebody looks who did not before: the device may have moved or slept meanwhile.
      if (keys.size > 0 && !looked) outbox.nudge();
      looked = keys.size > 0;
      scheduler.want(keys);
    },
    refresh,
    invalidate: scheduler.invalidate,
    ensureManifest: (packId) => ensureManifest(packId, context, ending.signal),
    chainSeen: async () => {
      const [checkpoints, seen] = await Promise.all([world.meta.readCheckpoints(store.tenantId), world.meta.readSeen(store.tenantId)]);
      if (!checkpoints.ok) return checkpoints;
      return seen.ok ? { ok: true, value: { checkpoints: checkpoints.value, anchors: seen.value.anchors } } : seen;
    },
    keepSwitch: (killSwitch) => {
      if (ending.signal.aborted) return;
      const meta = { receivedAt: world.now(), asOfSeq: null, epoch: realtime.state().log.epoch, extent: 'part' } as const;
      switchWrites = switchWrites.then(() => store.applyAnswer('killSwitch', killSwitch, meta));
    },
    doubtSwitch: (why) => {
      if (ending.signal.aborted) return;
      switchWrites = switchWrites.then(() => store.noteFailure('killSwitch', why, world.now()));
    },
    recentEvents: ingest.recent,
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
      cancelTrim();
      cancelPrewarm();
      realtime.forget();
      realtime.send({ type: 'stop' });
      await Promise.all([scheduler.stop(), ingest.close(), outbox.end(), switchWrites]);
      await store.close();
    },
  };
}
