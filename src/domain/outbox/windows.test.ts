import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../../tests/builders/outboxItem.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from './item.ts';
import { stepOutbox } from './machine.ts';
import { initialOutbox, type OutboxEvent, type OutboxMachine } from './state.ts';

/**
 * The machine on an intermittent link (F-30) with a simulated clock: requests sent while the link is up arrive and are answered, requests
 * still unanswered when it goes down are lost. Between windows the link either refuses at once or swallows everything.
 */
interface Link {
  readonly windowMs: number;
  readonly everyMs: number;
  /** One way, milliseconds. */
  readonly latencyMs: number;
  readonly between: 'refuses' | 'swallows';
}
type News = OutboxEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now' | 'random'> : never) : never;

/** Transfer time of a call and its answer with headers at 30 kB/s, and processing time of a busy platform, milliseconds. */
const transferMs = 100;
const commandMs = 250;

/**
 * Runs until everything is settled or time is over; returns when each command first reached the platform, when it was settled, and the
 * cost. `aware`: the device is told that the link is gone; otherwise it finds out.
 */
function meet(link: Link, items: readonly OutboxItem[], phase: number, chance: () => number, endMs: number, aware = true) {
  let machine: OutboxMachine = initialOutbox;
  let now = -phase;
  const due: { at: number; run: () => void }[] = [];
  const at = (time: number, run: () => void): (() => void) => {
    const entry = { at: time, run };
    due.push(entry);
    return () => void due.splice(due.indexOf(entry), due.includes(entry) ? 1 : 0);
  };
  const arrived = new Map<string, number>();
  const settled = new Map<string, number>();
  let asked = 0;
  let maxAtOnce = 0;
  let open = 0;
  let cancelTimer = () => {};
  const dropping = new Map<number, () => void>();
  const isOpen = (time: number): boolean => time >= 0 && time % link.everyMs < link.windowMs;
  const windowEnd = (time: number): number => time - (time % link.everyMs) + link.windowMs;

  /** One call; the callbacks report the result. Returns a function that drops it. */
  const exchange = (
    tookMs: number,
    patienceMs: number,
    reached: () => void,
    answered: () => void,
    failed: (code: 'network' | 'timeout') => void,
  ) => {
    open += 1;
    maxAtOnce = Math.max(maxAtOnce, open);
    const endings: (() => void)[] = [];
    const over = (then: () => void) => () => {
      open -= 1;
      for (const end of endings) end();
      then();
    };
    const begun = now;
    const back = begun + 2 * link.latencyMs + tookMs;
    if (!isOpen(begun) && link.between === 'refuses') {
      endings.push(
        at(
          begun + 5,
          over(() => failed('network')),
        ),
      );
      return () => {};
    }
    const end = isOpen(begun) ? windowEnd(begun) : begun;
    if (begun + link.latencyMs < end) endings.push(at(begun + link.latencyMs, reached));
    if (back < end) endings.push(at(back, over(answered)));
    else if (link.between === 'refuses')
      endings.push(
        at(
          end,
          over(() => failed('network')),
        ),
      );
    endings.push(
      at(
        begun + patienceMs,
        over(() => failed('timeout')),
      ),
    );
    return over(() => {});
  };

  const send = (news: News): void => {
    const step = stepOutbox(machine, { ...news, now, random: chance() });
    ({ machine } = step);
    for (const effect of step.effects) {
      if (effect.type === 'timer') {
        cancelTimer();
        cancelTimer = effect.delayMs === null ? () => {} : at(now + effect.delayMs, () => send({ type: 'timerFired' }));
      } else if (effect.type === 'ask') {
        asked += 1;
        const begunAt = now;
        exchange(
          transferMs,
          effect.firstByteMs,
          () => {},
          () => send({ type: 'heard', begunAt }),
          () => {},
        );
      } else if (effect.type === 'send') {
        const { place, key } = effect.item;
        dropping.set(
          place,
          exchange(
            commandMs,
            effect.firstByteMs,
            () => arrived.set(key, Math.min(now, arrived.get(key) ?? now)),
            () => send({ type: 'delivered', place }),
            (code) => send({ type: 'failed', place, problem: { code, message: code, retry: true } }),
          ),
        );
      } else if (effect.type === 'drop') dropping.get(effect.place)?.();
      else if (effect.type === 'settled') settled.set(effect.item.key, now);
    }
  };

  send({ type: 'conditions', conditions: { link: true, session: true, readOnly: false } });
  if (aware) send({ type: 'conditions', conditions: { link: false, session: true, readOnly: false } });
  send({ type: 'added', items });
  while (machine.items.some(isUnsent) && now < endMs) {
    due.sort((a, b) => a.at - b.at);
    const next = due.shift();
    if (next === undefined) throw new Error('unsent, and nothing is due');
    now = Math.max(now, next.at);
    next.run();
  }
  return { settled, arrived, asked, maxAtOnce };
}

const note = (place: number, incidentId: string) =>
  outboxItem(place, { command: { kind: 'note', incidentId, text: 'Seen.' }, decidedAt: 0 });

const between = fc.constantFrom('refuses' as const, 'swallows' as const);
/** Up to two hundred random numbers, cycling. */
const chances = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 5, maxLength: 200 }).map((drawn) => {
  let drawnAt = 0;
  return () => drawn[(drawnAt += 1) % drawn.length] ?? 0;
});

describe('the outbox on a link that comes for moments', { tags: ['M-6', 'D-62', 'F-30'] }, () => {
  it('in windows of 3 s every 12 s with 400 ms each way, two decisions are out by the second window, whenever they were made', () => {
    fc.assert(
      fc.property(between, fc.integer({ min: 0, max: 30_000 }), chances, fc.boolean(), fc.boolean(), (off, phase, chance, same, aware) => {
        const items = [note(1, 'INC-1'), note(2, same ? 'INC-1' : 'INC-2')];
        const link: Link = { windowMs: 3000, everyMs: 12_000, latencyMs: 400, between: off };
        const { arrived, settled, maxAtOnce } = meet(link, items, phase, chance, 60_000, aware);
        expect(Math.max(...items.map(({ key }) => arrived.get(key) ?? Number.POSITIVE_INFINITY))).toBeLessThan(15_000);
        expect(Math.max(...items.map(({ key }) => settled.get(key) ?? Number.POSITIVE_INFINITY))).toBeLessThan(27_000);
        // A browser opens at most six connections to one host.
        expect(maxAtOnce).toBeLessThanOrEqual(6);
      }),
      { numRuns: 2000 },
    );
  });

  it('ends on any link whose windows hold one exchange, sooner or later', () => {
    const links = fc.record({
      windowMs: fc.integer({ min: 3500, max: 20_000 }),
      everyMs: fc.integer({ min: 20_000, max: 90_000 }),
      latencyMs: fc.integer({ min: 5, max: 600 }),
      between,
    });
    fc.assert(
      fc.property(links, fc.integer({ min: 0, max: 120_000 }), chances, (link, phase, chance) => {
        const items = [note(1, 'INC-1'), note(2, 'INC-1'), note(3, 'INC-2'), note(4, 'INC-3')];
        expect(meet(link, items, phase, chance, 30 * 60_000).settled.size).toBe(4);
      }),
      { numRuns: 500 },
    );
  });

  it('ends on a link that is always slow: an answer that takes 9 s is waited for in the end', () => {
    const slow: Link = { windowMs: 1e9, everyMs: 2e9, latencyMs: 4500, between: 'swallows' };
    const { settled } = meet(slow, [note(1, 'INC-1')], 0, () => 0.5, 10 * 60_000);
    expect(settled.size).toBe(1);
  });

  it('costs a try each half second at most while there is no link', () => {
    const never: Link = { windowMs: 0, everyMs: 1e9, latencyMs: 400, between: 'refuses' };
    const { asked } = meet(never, [note(1, 'INC-1')], 0, () => 0, 10 * 60_000);
    expect(asked).toBeLessThanOrEqual((10 * 60) / 0.5 + 1);
    expect(asked).toBeGreaterThan(300);
  });
});
