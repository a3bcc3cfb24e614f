import { expect, it } from 'vitest';
import { outboxItem } from '../../../tests/builders/outboxItem.ts';
import { isUnsent } from './item.ts';
import { stepOutbox } from './machine.ts';
import { initialOutbox, type OutboxEvent, type OutboxMachine } from './state.ts';

type News = OutboxEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now' | 'random'> : never) : never;

const answerMs = 60;
const minuteMs = 60_000;

/**
 * Milliseconds until one command is settled, null after ten minutes, on a device whose balancer alternates between two instances of which
 * one accepts calls and never answers. `first`: which instance is next at the start.
 */
function settledAfter(first: 0 | 1, chance: () => number): number | null {
  let machine: OutboxMachine = initialOutbox;
  let [now, turn] = [0, first as number];
  const due: { at: number; run: () => void }[] = [];
  const at = (ms: number, run: () => void) => {
    const entry = { at: now + ms, run };
    due.push(entry);
    return () => void due.splice(due.indexOf(entry), due.includes(entry) ? 1 : 0);
  };
  let cancelTimer = () => {};
  let drop = () => {};
  /** Answered or given up; returns a function that drops the call. */
  const call = (patienceMs: number, answered: () => void, failed: () => void) => {
    turn += 1;
    return turn % 2 === 0 ? at(answerMs, answered) : at(patienceMs, failed);
  };
  const send = (news: News): void => {
    const step = stepOutbox(machine, { ...news, now, random: chance() });
    ({ machine } = step);
    for (const effect of step.effects) {
      const begunAt = now;
      if (effect.type === 'timer') {
        cancelTimer();
        cancelTimer = effect.delayMs === null ? () => {} : at(effect.delayMs, () => send({ type: 'timerFired' }));
      } else if (effect.type === 'ask') {
        call(
          effect.firstByteMs,
          () => send({ type: 'heard', begunAt }),
          () => {},
        );
      } else if (effect.type === 'drop') drop();
      else if (effect.type === 'send') {
        const { place } = effect.item;
        const timeout = { code: 'timeout', message: 'No answer', retry: true } as const;
        drop = call(
          effect.firstByteMs,
          () => send({ type: 'delivered', place }),
          () => send({ type: 'failed', place, problem: timeout }),
        );
      }
    }
  };
  send({ type: 'conditions', conditions: { link: true, session: true, readOnly: false } });
  send({ type: 'added', items: [outboxItem(1, { decidedAt: 0 })] });
  while (machine.items.some(isUnsent)) {
    const next = due.sort((a, b) => a.at - b.at).shift();
    if (next === undefined) throw new Error('unsent, and nothing is due');
    now = next.at;
    if (now > 10 * minuteMs) return null;
    next.run();
  }
  return now;
}

it('a command comes through while one of two instances that have calls in turn stands still', { tags: ['S-14', 'D-62'] }, () => {
  expect(settledAfter(1, () => 0.9)).toBe(answerMs);
  for (let seed = 1; seed <= 50; seed += 1) {
    let drawn = seed;
    // Lehmer generator: any varying randomness will do.
    const chance = (): number => (drawn = (drawn * 48_271) % 2_147_483_647) / 2_147_483_647;
    const took = settledAfter(0, chance);
    expect(took, `seed ${seed}`).not.toBeNull();
    expect(took).toBeLessThan(minuteMs);
  }
});
