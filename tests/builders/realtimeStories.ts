import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { EventFrame, Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { RealtimeEffect } from '../../src/domain/realtime/effect.ts';
import type { RealtimeEvent } from '../../src/domain/realtime/event.ts';
import { step } from '../../src/domain/realtime/machine.ts';
import { type RealtimeState, initialRealtime } from '../../src/domain/realtime/state.ts';

/** Runs the realtime state machine through plain lists of events. */

type Unstamped<E> = E extends unknown ? Omit<E, 'now' | 'random'> : never;
export type Told = Unstamped<RealtimeEvent>;

export const allTopics: readonly Topic[] = ['kpis', 'verifications', 'pipeline', 'health', 'system'];

/** A machine with its own clock; `tell` applies one event and returns its effects. */
export interface Story {
  readonly state: () => RealtimeState;
  readonly tell: (event: Told, afterMs?: number) => readonly RealtimeEffect[];
  /** The connection in use, or the one that is trying a better transport. */
  readonly connection: () => number;
}

export function story(random = 0): Story {
  let state = initialRealtime;
  let now = 1_000_000;
  return {
    state: () => state,
    tell: (event, afterMs = 0) => {
      now += afterMs;
      const stamped = { ...event, now, random } as RealtimeEvent; // the union, with its stamp put back
      const done = step(state, stamped);
      state = done.state;
      return done.effects;
    },
    connection: () => ('connection' in state ? (state.connection ?? 0) : 0),
  };
}

export function start(
  startTransport: 'sse' | 'websocket' | 'polling' = 'sse',
  cursors: TopicSeqs = {},
  epoch: string | null = null,
  owed: readonly Topic[] = [],
): Told {
  return { type: 'start', tenantId: 'demo', topics: allTopics, startTransport, epoch, cursors, owed };
}

export function hello(topics: TopicSeqs = {}, epoch = 'e1'): DownFrame {
  return { kind: 'hello', epoch, topics, at: '2026-11-21T08:00:00Z', heartbeatMs: 25_000 };
}

export function heartbeat(topics: TopicSeqs = {}): DownFrame {
  return { kind: 'heartbeat', topics, at: '2026-11-21T08:00:25Z' };
}

/** A pipeline stage event; `prev` is the seq before it on its topic. */
export function stageEvent(seq: number, prev: number, version = seq, tenantId = 'demo'): EventFrame {
  return {
    type: 'pipeline.stage',
    tenantId,
    resourceId: 'outbox_pump',
    version,
    ts: '2026-11-21T08:00:00Z',
    correlationId: `c${seq}`,
    data: {},
    seq,
    prev,
  };
}

export function kindsOf(effects: readonly RealtimeEffect[]): string {
  return effects
    .map((effect) => (effect.type === 'schedule' || effect.type === 'cancel' ? `${effect.type}:${effect.timer}` : effect.type))
    .join(' ');
}

export function effectOf<T extends RealtimeEffect['type']>(
  effects: readonly RealtimeEffect[],
  type: T,
): Extract<RealtimeEffect, { type: T }> | undefined {
  return effects.find((effect): effect is Extract<RealtimeEffect, { type: T }> => effect.type === type);
}
