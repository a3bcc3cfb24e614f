import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { RealtimeEventType, RealtimeTimer } from '../../src/domain/realtime/event.ts';
import { type Story, type Told, hello, heartbeat, stageEvent, start, story } from './realtimeStories.ts';

/** Every kind of event; frames and timers are told apart. A new kind does not compile until every situation has a cell for it. */
export type EventKey =
  | Exclude<RealtimeEventType, 'frame' | 'timerFired' | 'closed' | 'writeSettled'>
  | `frame ${DownFrame['kind']}`
  | `timer ${RealtimeTimer}`
  | 'closed lost'
  | 'closed refused'
  | 'write ok'
  | 'write failed';

/** Situations with different possible events; finer than the four states. */
export const situations = ['idle', 'connecting', 'live', 'renewing', 'websocket', 'polling', 'climbing', 'waiting', 'trying'] as const;
export type Situation = (typeof situations)[number];

const place = { kpis: 0, verifications: 0, pipeline: 10, health: 0, system: 0 };
const answers = [{ ok: true, topic: 'pipeline', frames: [], epoch: 'e1', newest: 10, resync: false }] as const;

/** A machine brought into the situation by events, never built by hand. */
export function inSituation(situation: Situation): Story {
  const told = story();
  if (situation === 'idle') return told;
  const transport = situation === 'websocket' ? 'websocket' : 'sse';
  told.tell(start(transport, place, 'e1'));
  if (situation === 'connecting') return told;
  if (situation === 'live' || situation === 'websocket' || situation === 'renewing') {
    told.tell({ type: 'frame', connection: 1, frame: hello({ pipeline: 10 }) });
    if (situation === 'renewing') told.tell({ type: 'frame', connection: 1, frame: { kind: 'renew' } });
    return told;
  }
  if (situation === 'waiting' || situation === 'trying') {
    told.tell({ type: 'closed', connection: 1, reason: 'lost' });
    if (situation === 'trying') told.tell({ type: 'timerFired', timer: 'retry' }, 1000);
    return told;
  }
  while (!('transport' in told.state() && (told.state() as { transport: string }).transport === 'polling')) {
    // Every running state has a transport.
    told.tell({ type: 'closed', connection: told.connection(), reason: 'lost' });
    told.tell({ type: 'timerFired', timer: 'retry' }, 30_000);
  }
  told.tell({ type: 'polled', connection: told.connection(), answers });
  if (situation === 'climbing') told.tell({ type: 'timerFired', timer: 'climb' }, 300_000);
  return told;
}

/** The event of a cell; uses the current connection where the event has one. */
export function eventFor(key: EventKey, connection: number): Told {
  switch (key) {
    case 'start':
      return start();
    case 'stop':
    case 'linkReturned':
    case 'retryNow':
    case 'silent':
      return { type: key };
    case 'clockMoved':
      return { type: 'clockMoved', byMs: -5_000, all: false };
    case 'setTransport':
      return { type: 'setTransport', transport: 'polling' };
    case 'opened':
      return { type: 'opened', connection };
    case 'invalid':
      return { type: 'invalid', connection, detail: 'not JSON' };
    case 'polled':
      return { type: 'polled', connection, answers };
    case 'missed':
    case 'resynced':
      return { type: key, topics: ['pipeline'] };
    case 'closed lost':
      return { type: 'closed', connection, reason: 'lost' };
    case 'closed refused':
      return { type: 'closed', connection, reason: 'refused' };
    case 'write ok':
      return { type: 'writeSettled', ok: true, cursors: { pipeline: 11 }, epoch: 'e1' };
    case 'write failed':
      return { type: 'writeSettled', ok: false, cursors: { pipeline: 11 }, epoch: 'e1' };
    case 'frame hello':
      return { type: 'frame', connection, frame: hello({ pipeline: 10 }) };
    case 'frame heartbeat':
      return { type: 'frame', connection, frame: heartbeat({ pipeline: 10 }) };
    case 'frame event':
      return { type: 'frame', connection, frame: { kind: 'event', ...stageEvent(11, 10) } };
    case 'frame resync':
      return { type: 'frame', connection, frame: { kind: 'resync', epoch: 'e1', topics: { pipeline: 90 }, reason: 'gap' } };
    case 'frame pong':
      return { type: 'frame', connection, frame: { kind: 'pong', at: '2026-11-21T08:00:00Z' } };
    case 'frame renew':
      return { type: 'frame', connection, frame: { kind: 'renew' } };
    case 'timer retry':
    case 'timer watchdog':
    case 'timer poll':
    case 'timer climb':
    case 'timer climbTimeout':
    case 'timer fill':
    case 'timer writeRetry':
    case 'timer ping':
      return { type: 'timerFired', timer: key.slice('timer '.length) as RealtimeTimer }; // the rest of the key
    default:
      return key satisfies never;
  }
}

export const eventKeys: readonly EventKey[] = [
  'start',
  'stop',
  'setTransport',
  'opened',
  'frame hello',
  'frame heartbeat',
  'frame event',
  'frame resync',
  'frame pong',
  'frame renew',
  'invalid',
  'polled',
  'closed lost',
  'closed refused',
  'timer retry',
  'timer watchdog',
  'timer poll',
  'timer climb',
  'timer climbTimeout',
  'timer fill',
  'timer writeRetry',
  'timer ping',
  'linkReturned',
  'retryNow',
  'silent',
  'clockMoved',
  'write ok',
  'write failed',
  'missed',
  'resynced',
];
