import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DownFrame } from '../../contracts/realtime/down.ts';
import type { RealtimeEffect } from './effect.ts';
import type { PollAnswer, RealtimeEvent, RealtimeTimer } from './event.ts';
import { step } from './machine.ts';
import { type RealtimeState, initialRealtime } from './state.ts';
import { allTopics, heartbeat, hello, stageEvent, start, type Told } from '../../../tests/builders/realtimeStories.ts';

/**
 * From the last attempt of a transport to the next transport's first answer: the longest delay, the hello's time limit, and a polling
 * interval.
 */
const boundMs = 30_000 + 1000 + 15_000 + 15_000;

const at = '2026-11-21T08:00:00Z';
const answered: readonly PollAnswer[] = allTopics.map((topic) => ({ ok: true, topic, frames: [], epoch: 'e1', newest: 0, resync: false }));
const refused: readonly PollAnswer[] = allTopics.map((topic) => ({ ok: false, topic, reason: 'refused' }));
const lost: readonly PollAnswer[] = allTopics.map((topic) => ({ ok: false, topic, reason: 'lost' }));
const mixed: readonly PollAnswer[] = answered.map((answer, index) =>
  index === 0 ? { ok: false, topic: answer.topic, reason: 'refused' } : answer,
);

const frames: readonly DownFrame[] = [
  hello({ pipeline: 10 }),
  hello({}, 'e2'),
  heartbeat({ pipeline: 11 }),
  { kind: 'event', ...stageEvent(11, 10) },
  { kind: 'resync', epoch: 'e1', topics: { pipeline: 90 }, reason: 'gap' },
  { kind: 'pong', at },
  { kind: 'renew' },
];
const timerNames: readonly RealtimeTimer[] = ['retry', 'watchdog', 'poll', 'climb', 'climbTimeout', 'fill', 'writeRetry', 'ping'];

/** Events to tell; `connection` is filled in with the current connection or with one that is over. */
type Open = Told extends infer T
  ? T extends { readonly connection: number }
    ? Omit<T, 'connection'> & { readonly late: boolean }
    : T
  : never;
const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const late = fc.boolean();
const told: fc.Arbitrary<Open> = fc.oneof(
  fc.record({ type: fc.constant('opened' as const), late }),
  fc.record({ type: fc.constant('frame' as const), frame: some(...frames), late }),
  fc.record({ type: fc.constant('invalid' as const), detail: fc.constant('x'), late }),
  fc.record({ type: fc.constant('polled' as const), answers: some(answered, refused, lost, mixed), late }),
  fc.record({ type: fc.constant('closed' as const), reason: some('lost' as const, 'refused' as const), late }),
  fc.record({ type: fc.constant('timerFired' as const), timer: some(...timerNames) }),
  fc.record({ type: fc.constant('setTransport' as const), transport: some('sse' as const, 'websocket' as const, 'polling' as const) }),
  fc.record({ type: some('linkReturned' as const, 'retryNow' as const) }),
  fc.record({ type: fc.constant('clockMoved' as const), byMs: some(-10_800_000, 10_800_000), all: fc.boolean() }),
  fc.record({ type: some('missed' as const, 'resynced' as const), topics: fc.subarray([...allTopics]) }),
  fc.record({
    type: fc.constant('writeSettled' as const),
    ok: fc.boolean(),
    cursors: fc.constant({ pipeline: 11 }),
    epoch: fc.constant('e1'),
  }),
);

/** The machine with its own clock and timers, connected to a simulated platform that may answer. */
function machine() {
  let state: RealtimeState = initialRealtime;
  let now = 1_000_000;
  let healthy = false;
  const timers = new Map<RealtimeTimer, number>();
  const answers: { readonly at: number; readonly event: Told }[] = [];

  const perform = (effect: RealtimeEffect): void => {
    if (effect.type === 'schedule') timers.set(effect.timer, now + effect.delayMs);
    if (effect.type === 'cancel') timers.delete(effect.timer);
    if (!healthy) return;
    if (effect.type === 'open')
      answers.push({ at: now + 100, event: { type: 'frame', connection: effect.connection, frame: hello({ pipeline: 10 }) } });
    if (effect.type === 'poll')
      answers.push({ at: now + 100, event: { type: 'polled', connection: effect.connection, answers: answered } });
    if (effect.type === 'resync')
      answers.push({ at: now + 100, event: { type: 'resynced', topics: allTopics.filter((topic) => effect.topics[topic] !== undefined) } });
  };
  const tell = (event: Told): void => {
    const done = step(state, { ...event, now, random: 0.5 } as RealtimeEvent); // the union, with its stamp restored
    state = done.state;
    for (const effect of done.effects) perform(effect);
  };
  const current = (): number => ('connection' in state ? (state.connection ?? 0) : 0);

  return {
    state: () => state,
    tell,
    /** Tells an event; a timer event counts only if that timer runs, as in the shell. */
    happen: (event: Open, afterMs: number): void => {
      now += afterMs;
      if (event.type === 'timerFired') {
        if (!timers.delete(event.timer)) return;
        tell(event);
      } else if ('late' in event) {
        const { late: isLate, ...rest } = event;
        // The same union, with its connection.
        tell({ ...rest, connection: isLate ? 0 : current() } as Told);
      } else tell(event);
    },
    /** Milliseconds until connected, with a valid session and a platform that answers everything within 100 ms. */
    untilConnected: (): number => {
      const begun = now;
      healthy = true;
      // Requests in flight when the platform came back stay unanswered; their time limits end them.
      while (state.name !== 'connected' && now - begun <= boundMs * 2) {
        const next = [...timers].toSorted((a, b) => a[1] - b[1])[0];
        const answer = answers.toSorted((a, b) => a.at - b.at)[0];
        if (answer !== undefined && (next === undefined || answer.at <= next[1])) {
          answers.splice(answers.indexOf(answer), 1);
          now = Math.max(now, answer.at);
          tell(answer.event);
        } else if (next !== undefined) {
          timers.delete(next[0]);
          now = Math.max(now, next[1]);
          tell({ type: 'timerFired', timer: next[0] });
        } else return Number.POSITIVE_INFINITY;
      }
      return now - begun;
    },
  };
}

describe('the way back', () => {
  it('from any state that can be reached, with the session standing and a healthy platform, it is connected within a minute', {
    tags: ['M-9', 'D-14'],
  }, () => {
    const transports = some('sse' as const, 'websocket' as const, 'polling' as const);
    const acts = fc.array(fc.tuple(told, some(0, 10, 1000, 20_000, 60_000)), { maxLength: 40 });
    fc.assert(
      fc.property(transports, acts, (transport, happenings) => {
        const it = machine();
        it.tell(start(transport, { pipeline: 10 }, 'e1'));
        for (const [event, afterMs] of happenings) it.happen(event, afterMs);
        expect(it.untilConnected()).toBeLessThanOrEqual(boundMs);
      }),
      { numRuns: 3000 },
    );
  });

  it('only who asked for it is disconnected: nothing that a platform says ends it', { tags: ['M-9'] }, () => {
    const acts = fc.array(fc.tuple(told, some(0, 1000, 60_000)), { maxLength: 40 });
    fc.assert(
      fc.property(acts, (happenings) => {
        const it = machine();
        it.tell(start());
        for (const [event, afterMs] of happenings) it.happen(event, afterMs);
        expect(it.state().name).not.toBe('disconnected');
        it.tell({ type: 'stop' });
        expect(it.state().name).toBe('disconnected');
      }),
      { numRuns: 1000 },
    );
  });
});
