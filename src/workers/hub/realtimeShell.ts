import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { ConnectionStatus } from '../../contracts/rpc.ts';
import type { Spoken } from '../../contracts/version.ts';
import type { Call } from '../../domain/api/client.ts';
import type { RealtimeEffect, RealtimeStep } from '../../domain/realtime/effect.ts';
import type { RealtimeEvent, RealtimeTimer, Stamp } from '../../domain/realtime/event.ts';
import { initialRealtime, type RealtimeState } from '../../domain/realtime/state.ts';
import { pollTopics } from './polling.ts';
import type { HubPorts } from './ports.ts';
import { createResyncing } from './resyncing.ts';
import { openSse, openWebSocketStream, type Stream, type StreamNews } from './streams.ts';

/**
 * Performs what the realtime machine orders, and tells it what came of that. No decision is taken here: when to try, on which
 * rung, what a frame means and what to store are the machine's.
 */
export interface RealtimeWorld {
  readonly ports: Pick<HubPorts, 'setTimer' | 'random' | 'openEventSource' | 'openWebSocket' | 'log'>;
  readonly step: (state: RealtimeState, event: RealtimeEvent) => RealtimeStep;
  readonly call: Call<AbortSignal>;
  /** Server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** Hands frames on to be applied and stored; the outcome comes back through `send`. */
  readonly apply: (frames: readonly HeardFrame[], cursors: TopicSeqs, epoch: string) => void;
  readonly discard: () => void;
  readonly saveCursors: (cursors: TopicSeqs, epoch: string) => void;
  /** The platform was put back to an earlier state: seqs and versions that are held say nothing any more. Told before `resync` is asked. */
  readonly setBack: () => void;
  /** The platform answers from another log, or was put back to an earlier state of this one: what it counts begins anew. Told before `resync` is asked. */
  readonly otherLog: () => void;
  /** Fetches again; answers the topics that landed. */
  readonly resync: (topics: TopicSeqs, epoch: string) => Promise<readonly Topic[]>;
  readonly publish: (status: ConnectionStatus) => void;
  /** Which versions of the wire the platform speaks; judged by the hub. */
  readonly spoken: (theirs: Spoken) => void;
  /** The platform no longer speaks with this build. */
  readonly outdated: () => void;
  /** A stream opened, or said anything at all: bytes came over the link. */
  readonly heard: () => void;
  /** The platform refused a stream or a poll, or a stream ended before it opened, of which a browser does not say why: somebody should ask whether the session
   * is still good. */
  readonly refused: () => void;
}

/** An event without its stamp, which the shell adds. */
export type RealtimeNews = RealtimeEvent extends infer Event ? (Event extends Stamp ? Omit<Event, keyof Stamp> : never) : never;

export interface RealtimeShell {
  readonly send: (news: RealtimeNews) => void;
  readonly state: () => RealtimeState;
  /** The person leaves: nothing is owed any more. The machine is stopped by its own event. */
  readonly forget: () => void;
}

export function createRealtimeShell(world: RealtimeWorld): RealtimeShell {
  let state: RealtimeState = initialRealtime;
  const streams = new Map<number, Stream>();
  const polls = new Set<{ readonly connection: number; readonly ending: AbortController }>();
  const timers = new Map<RealtimeTimer, () => void>();
  const queue: RealtimeNews[] = [];
  let working = false;

  /** A bug in one step or one effect must not silence every later one. */
  const attempt = (what: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      world.ports.log('error', 'realtime_failed', `${what}: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  };

  /** One event at a time, in order: an effect may speak before the step that ordered it is done. */
  const send = (news: RealtimeNews): void => {
    queue.push(news);
    if (working) return;
    working = true;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      // A union without its stamp, and with it again: the compiler does not follow the spread through the union.
      const event = { ...next, now: world.now(), random: world.ports.random() } as RealtimeEvent;
      attempt(`step ${event.type}`, () => {
        const step = world.step(state, event);
        state = step.state;
        for (const effect of step.effects) attempt(effect.type, () => perform(effect));
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
        world.heard();
        send({ type: 'opened', connection });
      },
      message: (read) => {
        world.heard();
        if (read.ok && read.frame.kind === 'hello' && read.frame.protocol !== undefined) world.spoken(read.frame.protocol);
        if (read.ok) send({ type: 'frame', connection, frame: read.frame });
        else if (read.detail !== null) send({ type: 'invalid', connection, detail: read.detail });
      },
      outdated: world.outdated,
      closed: (reason) => {
        streams.delete(connection);
        if (!opened && reason === 'lost') world.refused();
        send({ type: 'closed', connection, reason });
      },
    };
    try {
      streams.set(
        connection,
        transport === 'sse' ? openSse(world.ports, tenantId, topics, since, news) : openWebSocketStream(world.ports, tenantId, news),
      );
    } catch (error) {
      // No socket to be had, or an address the browser refuses: the machine decides what that means.
      world.ports.log('error', 'stream_not_opened', error instanceof Error ? error.message : 'unknown');
      send({ type: 'closed', connection, reason: 'lost' });
    }
  };

  const poll = async ({ connection, topics, since }: Extract<RealtimeEffect, { readonly type: 'poll' }>) => {
    const round = { connection, ending: new AbortController() };
    polls.add(round);
    const answers = await pollTopics(world.call, topics, since, round.ending.signal);
    polls.delete(round);
    if (round.ending.signal.aborted) return;
    send({ type: 'polled', connection, answers });
  };

  const resyncing = createResyncing(world.resync, (topics) => send({ type: 'resynced', topics }), world.ports.setTimer);

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
      case 'schedule': {
        timers.get(effect.timer)?.();
        timers.set(
          effect.timer,
          world.ports.setTimer(effect.delayMs, () => {
            timers.delete(effect.timer);
            send({ type: 'timerFired', timer: effect.timer });
          }),
        );
        return;
      }
      case 'cancel': {
        timers.get(effect.timer)?.();
        timers.delete(effect.timer);
        return;
      }
      case 'apply':
        return world.apply(effect.frames, effect.cursors, effect.epoch);
      case 'discard':
        return world.discard();
      case 'saveCursors':
        return world.saveCursors(effect.cursors, effect.epoch);
      case 'resync':
        if (effect.reason === 'setBack' || effect.reason === 'epoch') world.otherLog();
        if (effect.reason === 'setBack') world.setBack();
        return resyncing.owe(effect.topics, effect.epoch);
      case 'publish':
        return world.publish(effect.status);
      case 'askSession':
        return world.refused();
      case 'log':
        return world.ports.log(effect.level, effect.code, effect.detail);
      default:
        return effect satisfies never;
    }
  };

  return { send, state: () => state, forget: resyncing.stop };
}
