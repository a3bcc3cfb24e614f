import { expect, it } from 'vitest';
import { outboxItem } from '../../../../tests/builders/outboxItem.ts';
import type { OutboxItem } from '../../../contracts/outbox.ts';
import { createUnkept, notTaken } from './unkept.ts';

/** Two notes of one decision that found no disk space, and a caller waiting for their outcome. */
function setUp() {
  const note = (place: number): OutboxItem =>
    outboxItem(place, {
      key: `decision-0000001.${place}`,
      decision: 'decision-0000001',
      command: { kind: 'note', incidentId: `INC-${place}`, text: 'Called the site.' },
    });
  const items = new Map([1, 2].map((place) => [place, note(place)]));
  const takenBack: string[] = [];
  const notices: string[] = [];
  const timers = new Set<() => void>();
  const unkept = createUnkept({
    items: () => [...items.values()],
    setTimer: (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    takeBack: (keys) => void takenBack.push(...keys),
    notify: ({ title }) => void notices.push(title),
  });
  const outcome = unkept.outcome('decision-0000001', [1, 2]);
  const sent = (place: number) => {
    items.set(place, { ...note(place), state: 'sent', settledAt: 2 });
    unkept.tried(place);
  };
  return { unkept, outcome, sent, takenBack, notices, timers };
}
const done = { ok: true, value: null };

it('what the disk has after all waits there to be sent: it is not taken back, and nobody is told that it was not kept', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const { unkept, outcome, takenBack, notices } = setUp();
  unkept.kept(1);
  unkept.kept(2);
  expect(await outcome).toEqual(done);
  expect([takenBack, notices, unkept.unsent()]).toEqual([[], [], []]);
});

it('what was sent from memory is done, and nobody is told that it was not kept', { tags: ['M-4', 'F-16'] }, async () => {
  const { unkept, outcome, sent, takenBack, notices, timers } = setUp();
  expect(timers.size).toBe(1);
  sent(1);
  sent(2);
  expect(await outcome).toEqual(done);
  expect(timers.size, 'nothing is waited for any more').toBe(0);
  expect([takenBack, notices, unkept.unsent()]).toEqual([[], [], []]);
});

it('where one part was sent and the other was not, only the other is told', { tags: ['M-4', 'F-16'] }, async () => {
  const { unkept, outcome, sent, takenBack, notices } = setUp();
  sent(1);
  unkept.tried(2);
  expect(await outcome).toEqual(done);
  expect([takenBack, notices.length, unkept.unsent().map(({ place }) => place)]).toEqual([[], 1, [2]]);
});

it('where no part was sent it is taken back, and that is the answer', { tags: ['M-4', 'F-16'] }, async () => {
  const { unkept, outcome, takenBack, notices } = setUp();
  unkept.tried(1);
  unkept.tried(2);
  expect(await outcome).toEqual({ ok: false, problem: notTaken });
  expect([takenBack, notices]).toEqual([['decision-0000001.1', 'decision-0000001.2'], []]);
});

it('what was taken back stands alone no more: the disk may give its place to what is decided next, and has that', {
  tags: ['M-13', 'M-4', 'F-16'],
}, async () => {
  const { unkept, outcome } = setUp();
  unkept.tried(1);
  unkept.tried(2);
  await outcome;
  // From here on the items at these places are on the disk.
  expect([unkept.isAlone(1), unkept.isAlone(2), unkept.unsent()]).toEqual([false, false, []]);
});
