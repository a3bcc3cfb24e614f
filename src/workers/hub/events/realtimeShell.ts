import type { HeardFrame, Topic, TopicSeqs } from '../../../contracts/realtime/event.ts';
import type { ConnectionStatus } from '../../../contracts/rpc.ts';
import type { Spoken } from '../../../contracts/version.ts';
import type { Call } from '../../../domain/api/client.ts';
import type { RealtimeEffect, RealtimeStep } from '../../../domain/realtime/effect.ts';
import type { RealtimeEvent, RealtimeTimer, Stamp } from '../../../domain/realtime/event.ts';
import { initialRealtime, type RealtimeState } from '../../../domain/realtime/state.ts';
import { pollTopics } from './polling.ts';
import type { HubDeps } from '../deps.ts';
import { createResyncing } from './resyncing.ts';
import { openSse, openWebSocketStream, type Stream, type StreamNews } from './streams.ts';

/**
 * Performs the effects of the realtime machine and reports the results back. Makes no decisions: when to retry, which transport to use,
 * what a frame means and what to store are the machine's.
 */
export interface RealtimeDeps {
  readonly hubDeps: Pick<HubDeps, 'setTimer' | 'random' | 'openEventSource' | 'openWebSocket' | 'log'>;
  readonly step: (state: RealtimeState, event: RealtimeEvent) => RealtimeStep;
  readonly call: Call<AbortSignal>;
  /** Server clock, epoch milliseconds. */
  readonly now: () => number;
  /** Passes frames on to be applied and stored; the outcome returns through `send`. */
  readonly apply: (frames: readonly HeardFrame[], cursors: TopicSeqs, epoch: string) => void;
  readonly discard: () => void;
  readonly saveCursors: (cursors: TopicSeqs, epoch: string) => void;
  /** The platform was restored to an earlier state: stored sequence numbers and versions mean nothing any more. Called before `resync`. */
  readonly setBack: () => void;
  /** The platform answers from another log, or from an earlier state of this one: its counts start again. Called before `resync`. */
  readonly otherLog: () => void;
  /** Fetches again; resolves to the topics that are up to date. */
  readonly resync: (topics: TopicSeqs, epoch: string) => Promise<readonly Topic[]>;
  readonly publish: (status: ConnectionStatus) => void;
  /** The protocol versions the platform speaks; the hub judges them. */
  readonly spoken: (theirs: Spoken) => void;
  /** The platform no longer accepts this build. */
  readonly outdated: () => void;
  /** A stream opened or sent anything: bytes came over the link. */
  readonly heard: () => void;
  /**
   * The platform refused a stream or a poll, or a stream ended before it opened (a browser does not say why): the hub should check
   * whether the session is still valid.
   */
  readonly refused: () => void;
}

/** An event without its time stamp, which the shell adds. */
export type RealtimeNews = RealtimeEvent extends infer Event ? (Event extends Stamp ? Omit<Event, keyof Stamp> : never) : never;

/** The running realtime machine of one session context. */
export interface RealtimeShell {
  readonly send: (news: RealtimeNews) => void;
  readonly state: () => RealtimeState;
  /** The user leaves: drops resyncs still to do. The machine itself is stopped by its own event. */
  readonly forget: () => void;
}

/** Opens nothing until an event makes the machine do so. */
export function createRealtimeShell(deps: RealtimeDeps): RealtimeShell {
  let state: RealtimeState = initialRealtime;
  const streams = new Map<number, Stream>();
  const polls = new Set<{ readonly connection: number; readonly ending: AbortController }>();
  const timers = createNamedTimers(deps.hubDeps.setTimer, (timer) => send({ type: 'timerFired', timer }));
  const queue: RealtimeNews[] = [];
  let working = false;
  const log: HubDeps['log'] = (...given) => deps.hubDeps.log(...given);

  /** One event at a time, in order: an effect may send an event before the step that ordered it is done. */
  const send = (news: RealtimeNews): void => {
    queue.push(news);
    if (working) return;
    working = true;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      // A union without its stamp, and with it again: the compiler does not follow the spread through the union.
      const event = { ...next, now: deps.now(), random: deps.hubDeps.random() } as RealtimeEvent;
      attempt(log, `step ${event.type}`, () => {
        const step = deps.step(state, event);
        state = step.state;
        for (const effect of step.effects) attempt(log, effect.type, () => perform(effect));
      });
    }
    working = false;
  };

  const drop = (connection: number) => {
    streams.get(connection)?.close();
    streams.delete(connection);
    for (const poll of polls) if (poll.connection === connection) poll.ending.abort();
  };

  const open = (effect: Extract<RealtimeEffect, { readonly type: 'open' }>) => {
    const { connection, transport, topics, since } = effect;
    if (state.name === 'disconnected') return;
    const { tenantId } = state.subscription;
    let opened = false;
    const news: StreamNews = {
      opened: () => {
        opened = true;
        deps.heard();
        send({ type: 'opened', connection });
      },
      message: (read) => {
        deps.heard();
        if (read.ok && read.frame.kind === 'hello' && read.frame.protocol !== undefined) deps.spoken(read.frame.protocol);
        if (read.ok) send({ type: 'frame', connection, frame: read.frame });
        else if (read.detail !== null) send({ type: 'invalid', connection, detail: read.detail });
      },
      outdated: deps.outdated,
      closed: (reason) => {
        streams.delete(connection);
        if (!opened && reason === 'lost') deps.refused();
        send({ type: 'closed', connection, reason });
      },
    };
    try {
      streams.set(
        connection,
        transport === 'sse' ? openSse(deps.hubDeps, tenantId, topics, since, news) : openWebSocketStream(deps.hubDeps, tenantId, news),
      );
    } catch (error) {
      // No socket available, or an address that the browser refuses: the machine decides what that means.
      deps.hubDeps.log('error', 'stream_not_opened', error instanceof Error ? error.message : 'unknown');
      send({ type: 'closed', connection, reason: 'lost' });
    }
  };

  const poll = async ({ connection, topics, since }: Extract<RealtimeEffect, { readonly type: 'poll' }>) => {
    const round = { connection, ending: new AbortController() };
    polls.add(round);
    const answers = await pollTopics(deps.call, topics, since, round.ending.signal);
    polls.delete(round);
    if (round.ending.signal.aborted) return;
    send({ type: 'polled', connection, answers });
  };

  const resyncing = createResyncing(deps.resync, (topics) => send({ type: 'resynced', topics }), deps.hubDeps.setTimer);

  const perform = (effect: RealtimeEffect): void => {
    switch (effect.type) {
      case 'open':
        return open(effect);
      case 'close':
        return drop(effect.connection);
      case 'subscribe':
        return streams.get(effect.connection)?.send({ type: 'subscribe', topic: effect.topic, since: effect.since });
      case 'ping':
        return streams.get(effect.connection)?.send({ type: 'ping' });
      case 'poll':
        return void poll(effect);
      case 'schedule':
        return timers.schedule(effect.timer, effect.delayMs);
      case 'cancel':
        return timers.cancel(effect.timer);
      case 'apply':
        return deps.apply(effect.frames, effect.cursors, effect.epoch);
      case 'discard':
        return deps.discard();
      case 'saveCursors':
        return deps.saveCursors(effect.cursors, effect.epoch);
      case 'resync':
        if (effect.reason === 'setBack' || effect.reason === 'epoch') deps.otherLog();
        if (effect.reason === 'setBack') deps.setBack();
        return resyncing.owe(effect.topics, effect.epoch);
      case 'publish':
        return deps.publish(effect.status);
      case 'askSession':
        return deps.refused();
      case 'log':
        return deps.hubDeps.log(effect.level, effect.code, effect.detail);
      default:
        return effect satisfies never;
    }
  };

  return { send, state: () => state, forget: resyncing.stop };
}

/** One timer per name: scheduling it again replaces it. */
function createNamedTimers(setTimer: HubDeps['setTimer'], fired: (timer: RealtimeTimer) => void) {
  const timers = new Map<RealtimeTimer, () => void>();
  return {
    schedule: (timer: RealtimeTimer, delayMs: number): void => {
      timers.get(timer)?.();
      timers.set(
        timer,
        setTimer(delayMs, () => {
          timers.delete(timer);
          fired(timer);
        }),
      );
    },
    cancel: (timer: RealtimeTimer): void => {
      timers.get(timer)?.();
      timers.delete(timer);
    },
  };
}

/** A bug in one step or effect must not stop every later one. */
function attempt(log: HubDeps['log'], what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    log('error', 'realtime_failed', `${what}: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}
