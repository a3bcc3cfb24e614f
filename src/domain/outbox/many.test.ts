import { expect, it } from 'vitest';
import { outboxItem, promotes } from '../../../tests/builders/outboxItem.ts';
import { stepOutbox } from './machine.ts';
import { initialOutbox, type OutboxEffect, type OutboxEvent, type OutboxMachine } from './state.ts';

type Told = OutboxEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now' | 'random'> : never) : never;
const good = { type: 'conditions', conditions: { link: true, session: true, readOnly: false } } as const;

/** A machine and a clock that moves by a millisecond with each event. */
function started() {
  let machine: OutboxMachine = initialOutbox;
  let now = 0;
  return {
    machine: () => machine,
    step: (told: Told): readonly OutboxEffect[] => {
      now += 1;
      const { machine: next, effects } = stepOutbox(machine, { ...told, now, random: 0.5 });
      machine = next;
      return effects;
    },
  };
}

it('sends a thousand decisions once each and in order, and remembers only those in flight', { tags: ['D-24'] }, () => {
  const { machine, step } = started();
  const items = Array.from({ length: 1_000 }, (_, at) => outboxItem(at + 1, { command: promotes([`DLQ-${at}`]), decidedAt: 0 }));
  const sent: number[] = [];
  const waiting: number[] = [];
  let remembered = 0;
  const told = (event: Told): void => {
    for (const effect of step(event)) if (effect.type === 'send') waiting.push(effect.item.place);
    remembered = Math.max(remembered, Object.keys(machine().sentAt).length);
  };
  told({ type: 'restored', items });
  told(good);
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    sent.push(place);
    told({ type: 'sent', place });
    told({ type: 'delivered', place });
  }
  expect(sent).toEqual(items.map(({ place }) => place));
  expect(remembered).toBeLessThanOrEqual(4);
});

it('finds the next time to look again among more decisions than a call may have arguments', { tags: ['D-24'] }, () => {
  const { step } = started();
  const answered = outboxItem(1, { state: 'sent', decidedAt: 0 });
  const items = Array.from({ length: 200_000 }, (_, at) => ({ ...answered, place: at + 1, key: `key-${at}`, settledAt: 1 + (at % 7) }));
  const effects = step({ type: 'restored', items });
  expect(effects.at(-1)).toEqual({ type: 'timer', delayMs: 3_600_000 });
});
