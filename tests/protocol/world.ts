import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { RealtimeEffect, ResyncReason } from '../../src/domain/realtime/effect.ts';
import type { PollAnswer, RealtimeEvent, RealtimeTimer } from '../../src/domain/realtime/event.ts';
import { topicsIn } from '../../src/domain/realtime/log.ts';
import { step } from '../../src/domain/realtime/machine.ts';
import { type RealtimeState, initialRealtime } from '../../src/domain/realtime/state.ts';
import { type Ingest, createIngest } from '../../src/workers/hub/events/ingest.ts';
import { createPlatformModel, modelTopics } from './platformModel.ts';
import { createStoreModel } from './storeModel.ts';

/** One thing that happens to the console or the platform. `n` selects among the candidates. */
export type Act =
  | { readonly kind: 'change'; readonly resource: number; readonly remove: boolean }
  /** The next frame of the stream is delivered, lost, doubled, or swapped with the one after it. */
  | { readonly kind: 'deliver' | 'lose' | 'double' | 'swap' }
  /** A frame that already arrived comes again. */
  | { readonly kind: 'replay'; readonly n: number }
  | { readonly kind: 'heartbeat' | 'cut' | 'answerPoll' | 'failPoll' | 'land' | 'owe' | 'forget' | 'restore' | 'failWrite' | 'crash' }
  | { readonly kind: 'pass'; readonly ms: number };

type Unstamped<E> = E extends unknown ? Omit<E, 'now' | 'random'> : never;

/** The real state machine and the real ingest between a model platform and a model store, with every clock and message under control. */
export function createSimulation() {
  const platform = createPlatformModel();
  const store = createStoreModel();
  let now = 0;
  let state: RealtimeState = initialRealtime;
  let timers: { name: RealtimeTimer | 'ingest'; at: number; run: () => void }[] = [];
  let channel: { connection: number; queue: DownFrame[] } | null = null;
  let polls: { connection: number; answers: () => readonly PollAnswer[] }[] = [];
  let owed: { topics: TopicSeqs; epoch: string }[] = [];
  /** Failed fetches that were persisted as owed: they outlive the hub. */
  const written: { topics: TopicSeqs; epoch: string }[] = [];
  const arrived: DownFrame[] = [];
  const resyncs: ResyncReason[] = [];
  const covered: { topics: TopicSeqs; epoch: string; asOf: number }[] = [];
  const claims: boolean[] = [];
  let spoken = new Set<number>();

  const setTimer = (delayMs: number, run: () => void, name: RealtimeTimer | 'ingest' = 'ingest') => {
    const timer = { name, at: now + delayMs, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };

  let ingest: Ingest = newIngest();
  function newIngest(): Ingest {
    return createIngest({
      store,
      setTimer,
      now: () => now,
      applied: () => {},
      dropped: () => {},
      settled: (ok, cursors, epoch) => tell({ type: 'writeSettled', ok, cursors, epoch }),
      missed: (topics) => tell({ type: 'missed', topics }),
    });
  }

  function tell(event: Unstamped<RealtimeEvent>): void {
    const done = step(state, { ...event, now, random: 0 });
    state = done.state;
    if (state.name === 'connected' && 'connection' in state) claims.push(spoken.has(state.connection));
    for (const effect of done.effects) perform(effect);
  }

  function perform(effect: RealtimeEffect): void {
    switch (effect.type) {
      case 'open':
        channel = { connection: effect.connection, queue: [...platform.replay(effect.since)] };
        return;
      case 'close':
        if (channel?.connection === effect.connection) channel = null;
        return;
      case 'poll': {
        const { connection, topics, since } = effect;
        polls.push({ connection, answers: () => topics.map((topic) => platform.poll(topic, since[topic])) });
        return;
      }
      case 'schedule': {
        timers = timers.filter((timer) => timer.name !== effect.timer);
        setTimer(effect.delayMs, () => tell({ type: 'timerFired', timer: effect.timer }), effect.timer);
        return;
      }
      case 'cancel':
        timers = timers.filter((timer) => timer.name !== effect.timer);
        return;
      case 'apply':
        return ingest.accept(effect.frames, effect.cursors, effect.epoch);
      case 'discard':
        return ingest.discard();
      case 'saveCursors':
        return store.saveCursors(effect.cursors, effect.epoch);
      case 'resync':
        resyncs.push(effect.reason);
        owed = owed.filter(({ epoch }) => epoch === effect.epoch);
        owed.push({ topics: effect.topics, epoch: effect.epoch });
        return;
      case 'subscribe':
      case 'ping':
      case 'publish':
      case 'askSession':
      case 'log':
        return;
      default:
        return effect satisfies never;
    }
  }

  function arrive(frame: DownFrame | undefined): void {
    if (frame === undefined || channel === null) return;
    arrived.push(frame);
    spoken.add(channel.connection);
    tell({ type: 'frame', connection: channel.connection, frame });
  }

  function start(): void {
    tell({ type: 'start', tenantId: 'demo', topics: modelTopics, startTransport: 'sse', ...store.log() });
  }

  /** A fetch requested by a resync succeeds: the current tables, under the log known at the time of the request. */
  function land(): void {
    const asked = owed.shift();
    const debt = asked ?? written.shift();
    if (debt === undefined) return;
    // The platform's log was replaced since the request: the answer belongs to another log. The state machine will ask again.
    if (debt.epoch !== platform.epoch()) return;
    const topics = topicsIn(debt.topics);
    store.applyTables(topics, platform.tables(), platform.head(), debt.epoch);
    covered.push({ ...debt, asOf: platform.head() });
    if (asked !== undefined) tell({ type: 'resynced', topics });
  }

  /** A fetch requested by a resync fails: it is persisted as owed, and the topics continue. */
  function writeDown(): void {
    const debt = owed.shift();
    if (debt === undefined) return;
    written.push(debt);
    tell({ type: 'resynced', topics: topicsIn(debt.topics) });
  }

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  }

  async function pass(ms: number): Promise<void> {
    const until = now + ms;
    for (;;) {
      const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      now = Math.max(now, next.at);
      next.run();
      await settle();
    }
    now = until;
  }

  async function act(what: Act): Promise<void> {
    switch (what.kind) {
      case 'change': {
        const frame = platform.change(what.resource, what.remove);
        channel?.queue.push({ kind: 'event', ...frame });
        break;
      }
      case 'deliver':
        arrive(channel?.queue.shift());
        break;
      case 'lose':
        if (channel?.queue[0]?.kind === 'event') channel.queue.shift();
        break;
      case 'double': {
        const frame = channel?.queue.shift();
        arrive(frame);
        arrive(frame);
        break;
      }
      case 'swap': {
        const first = channel?.queue.shift();
        if (first?.kind === 'event' && channel?.queue[0]?.kind === 'event') arrive(channel.queue.shift());
        arrive(first);
        break;
      }
      case 'replay': {
        const events = arrived.filter((frame) => frame.kind === 'event');
        if (events.length > 0) arrive(events[what.n % events.length]);
        break;
      }
      case 'heartbeat':
        channel?.queue.push({ kind: 'heartbeat', topics: platform.newest(), at: '2026-11-21T08:00:00Z' });
        break;
      case 'cut': {
        const { connection } = channel ?? { connection: -1 };
        channel = null;
        tell({ type: 'closed', connection, reason: 'lost' });
        break;
      }
      case 'answerPoll':
      case 'failPoll': {
        const poll = polls.shift();
        if (poll === undefined) break;
        const answers = poll.answers();
        if (what.kind === 'answerPoll') spoken.add(poll.connection);
        tell({
          type: 'polled',
          connection: poll.connection,
          answers: what.kind === 'answerPoll' ? answers : answers.map(({ topic }) => ({ ok: false, topic, reason: 'lost' })),
        });
        break;
      }
      case 'land':
        land();
        break;
      case 'owe':
        writeDown();
        break;
      case 'forget':
        platform.forget();
        break;
      case 'restore':
        platform.restore();
        // The new log does not send the old one's frames: connections, not frames, belong to a log.
        arrived.length = 0;
        await act({ kind: 'cut' });
        polls = [];
        break;
      case 'failWrite':
        store.failNext();
        break;
      case 'crash':
        // Memory is lost, the store stays; the browser closes the stream.
        ingest.discard();
        ingest = newIngest();
        state = initialRealtime;
        timers = [];
        channel = null;
        polls = [];
        owed = [];
        spoken = new Set();
        start();
        break;
      case 'pass':
        await pass(what.ms);
        break;
      default:
        what satisfies never;
    }
    await settle();
  }

  /** Delivers everything without faults until nothing changes any more. */
  async function calm(): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      await act({ kind: 'heartbeat' });
      while ((channel?.queue.length ?? 0) > 0) await act({ kind: 'deliver' });
      while (polls.length > 0) await act({ kind: 'answerPoll' });
      while (owed.length + written.length > 0) await act({ kind: 'land' });
      await pass(20_000);
    }
  }

  start();
  return { platform, store, act, calm, resyncs, covered, claims, state: () => state };
}
