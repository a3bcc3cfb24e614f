import { expect, it } from 'vitest';
import { outboxItem } from '../../../tests/builders/outboxItem.ts';
import { stepOutbox } from './machine.ts';
import { initialOutbox, type OutboxEffect, type OutboxEvent, type OutboxMachine } from './state.ts';

type News = OutboxEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now' | 'random'> : never) : never;

/** The platform's rate limit (server/http/meter.ts), narrower, so that most sendings are rejected once. */
function bucket(burst: number, perSecond: number) {
  let tokens = burst;
  let at = 0;
  return (now: number): number | null => {
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (tokens < 1) return Math.ceil((5 - tokens) / perSecond) * 1000;
    tokens -= 1;
    return null;
  };
}

/** Sends notes of one incident, or of many, to a rate-limited platform; returns the order in which they were accepted. */
function play(count: number, incidents: number) {
  const take = bucket(50, 1);
  let now = 0;
  let machine: OutboxMachine = initialOutbox;
  let timerAt: number | null = null;
  const taken: number[] = [];
  const settled: string[] = [];
  let turnedAway = 0;
  const waiting: OutboxEffect[] = [];
  const send = (news: News): void => {
    const step = stepOutbox(machine, { ...news, now, random: 0.5 });
    machine = step.machine;
    for (const effect of step.effects) {
      if (effect.type === 'timer') timerAt = effect.delayMs === null ? null : now + effect.delayMs;
      else if (effect.type === 'settled') settled.push(effect.item.state);
      else waiting.push(effect);
    }
  };
  send({ type: 'conditions', conditions: { link: true, session: true, readOnly: false } });
  send({
    type: 'added',
    items: Array.from({ length: count }, (_, place) =>
      outboxItem(place, { command: { kind: 'note', incidentId: `INC-${place % incidents}`, text: `Note ${place}.` }, decidedAt: 0 }),
    ),
  });
  // An hour is more than enough; stops when no effect or timer is left.
  while (now < 3_600_000 && (waiting.length > 0 || timerAt !== null)) {
    const effect = waiting.shift();
    if (effect === undefined) {
      now = Math.max(now, timerAt ?? now);
      timerAt = null;
      send({ type: 'timerFired' });
      continue;
    }
    if (effect.type !== 'send') continue;
    now += 20;
    const waitMs = take(now);
    if (waitMs === null) taken.push(effect.item.place);
    else turnedAway += 1;
    send(
      waitMs === null
        ? { type: 'delivered', place: effect.item.place }
        : {
            type: 'failed',
            place: effect.item.place,
            problem: {
              code: 'rate_limited',
              message: 'Your account has sent too many requests at once',
              retry: true,
              retryAfterMs: waitMs,
            },
          },
    );
    if (settled.length === count) break;
  }
  return { taken, settled, turnedAway, now, items: machine.items };
}

it('of 300 notes that go faster than the platform takes them none is dropped and none refused for good, and each is taken once', {
  tags: ['G-20', 'A-26'],
}, () => {
  const { taken, settled, turnedAway, now } = play(300, 20);
  expect([...taken].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, place) => place));
  expect(settled.filter((state) => state !== 'sent')).toEqual([]);
  expect(settled).toHaveLength(300);
  // Fewer than one in two is rejected: the machine waits as told, then continues as tokens refill.
  expect(turnedAway).toBeGreaterThan(0);
  expect(turnedAway).toBeLessThan(300);
  // The bucket takes 250 seconds to let them through.
  expect(now).toBeLessThan(600_000);
});

it('notes about one incident stay in the order in which they were decided, however often one of them is turned away', {
  tags: ['G-20'],
}, () => {
  const { taken, settled } = play(120, 1);
  expect(taken).toEqual(Array.from({ length: 120 }, (_, place) => place));
  expect(settled).toHaveLength(120);
});

it('what is turned away says so where it stands, waits, and may still be taken back', { tags: ['G-20'] }, () => {
  const machine = stepOutbox(initialOutbox, {
    type: 'conditions',
    conditions: { link: true, session: true, readOnly: false },
    now: 0,
    random: 0.5,
  }).machine;
  const added = stepOutbox(machine, { type: 'added', items: [outboxItem(1)], now: 0, random: 0.5 }).machine;
  const refused = stepOutbox(added, {
    type: 'failed',
    place: 1,
    problem: { code: 'rate_limited', message: 'Your account has sent too many requests at once', retry: true, retryAfterMs: 5000 },
    now: 10,
    random: 0.5,
  });
  expect(refused.machine.items).toMatchObject([{ state: 'pending', maybeDone: false, problem: { code: 'rate_limited' } }]);
  expect(refused.effects.at(-1)).toEqual({ type: 'timer', delayMs: 5000 });
  const back = stepOutbox(refused.machine, { type: 'takeBack', keys: new Set(['decision-0000001.0']), now: 20, random: 0.5 });
  expect(back.machine.items).toEqual([]);
});

it.each<[string, News]>([
  ['is taken', { type: 'delivered', place: 2 }],
  ['fails at the platform', { type: 'failed', place: 2, problem: { code: 'internal', message: 'An error', retry: true } }],
  [
    'is told to wait for less',
    { type: 'failed', place: 2, problem: { code: 'rate_limited', message: 'Wait', retry: true, retryAfterMs: 5_000 } },
  ],
])(
  'of two under way one is told to wait a minute, and the other %s: nothing goes before the minute is over',
  { tags: ['G-20', 'A-26'] },
  (_, other) => {
    let machine: OutboxMachine = initialOutbox;
    const tell = (now: number, news: News): number[] => {
      const step = stepOutbox(machine, { ...news, now, random: 0.5 });
      machine = step.machine;
      return step.effects.flatMap((effect) => (effect.type === 'send' ? [effect.item.place] : []));
    };
    tell(0, { type: 'conditions', conditions: { link: true, session: true, readOnly: false } });
    expect(tell(0, { type: 'added', items: [outboxItem(1), outboxItem(2)] })).toEqual([1, 2]);
    const problem = { code: 'rate_limited', message: 'Wait', retry: true, retryAfterMs: 60_000 } as const;
    expect(tell(40, { type: 'failed', place: 1, problem })).toEqual([]);
    expect(tell(50, { type: 'added', items: [outboxItem(3)] })).toEqual([]);
    expect(tell(60, other)).toEqual([]);
    expect(tell(59_000, { type: 'timerFired' })).toEqual([]);
    expect(tell(60_040, { type: 'timerFired' })).toContain(1);
  },
);
