import { expect, it } from 'vitest';
import type { FreshnessState } from '../freshness/freshness.ts';
import type { Claim } from './claim.ts';
import { agentDecides, agentEnabled, limitHeld, schoolPaid, schoolPerforming, sensorsHealthy } from './programme.ts';
import { componentHealthy, componentsHealthy, movedBetter, onTarget, onTrack, sloThen, stageHealthy, withinSlo } from './states.ts';

const live: FreshnessState = { kind: 'live', at: 1000 };
const past: readonly FreshnessState[] = [
  { kind: 'asOf', at: 1000 },
  { kind: 'asOf', at: 1000, why: { kind: 'disconnected' } },
  { kind: 'stale', at: 1000 },
  { kind: 'never' },
];
const halted: FreshnessState = { kind: 'halted', at: 1000, by: 'Wanjiru Kamau' };
const counts = { total: 5, paid: 3, pending: 2, failed: 1, refused: 1, overdue: 1 };

/** Every decider of a state with an age: its inputs, and which of them are good. */
const deciders: readonly {
  readonly name: string;
  readonly of: readonly ((freshness: FreshnessState) => Claim)[];
  readonly well: readonly number[];
}[] = [
  {
    name: 'stage',
    of: (['green', 'gray', 'blue', 'amber', 'red'] as const).map(
      (state) => (freshness) => stageHealthy('outbox_pump', { state, freshness }),
    ),
    well: [0],
  },
  {
    name: 'withinSlo',
    of: [
      (freshness) => withinSlo('pipeline', { breaches: 0, near: 0, unread: 0, freshness }),
      (freshness) => withinSlo('pipeline', { breaches: 0, near: 1, unread: 0, freshness }),
      (freshness) => withinSlo('pipeline', { breaches: 1, near: 0, unread: 0, freshness }),
      (freshness) => withinSlo('pipeline', { breaches: 0, near: 0, unread: 1, freshness }),
      (freshness) => withinSlo('pipeline', { breaches: 1, near: 0, unread: 1, freshness }),
    ],
    well: [0],
  },
  {
    name: 'component',
    of: (['healthy', 'warning', 'critical', 'unknown'] as const).map(
      (state) => (freshness) => componentHealthy('database', { state, freshness }),
    ),
    well: [0],
  },
  {
    name: 'health',
    of: ([['healthy'], [], ['healthy', 'unknown'], ['healthy', 'warning'], ['critical', 'healthy']] as const)
      .map((states) => (freshness: FreshnessState) => componentsHealthy('health', { states, unread: 0, freshness }))
      .concat((freshness) => componentsHealthy('health', { states: ['healthy'], unread: 1, freshness })),
    well: [0],
  },
  {
    name: 'kpi',
    of: [
      ...(['green', 'amber', 'red', null] as const).map((state) => (freshness: FreshnessState) => onTarget('dlq', { state, freshness })),
      ...[0, 12].map(
        (minutes) => (freshness: FreshnessState) => onTarget('dlq', { state: 'green', breach: { minutes, urgency: 'red' }, freshness }),
      ),
    ],
    well: [0],
  },
  {
    name: 'trend',
    of: (
      [
        ['up', 'up'],
        ['down', 'up'],
        ['stable', 'up'],
      ] as const
    ).map(
      ([direction, better]) =>
        (freshness) =>
          movedBetter('accuracy', { direction, better, freshness }),
    ),
    well: [0],
  },
  {
    name: 'onTrack',
    of: (['onTrack', 'unknown', 'none', 'failed', 'refused', 'overdue', 'unpaid'] as const).map(
      (track) => (freshness) => onTrack('rbf', { track, counts, freshness }),
    ),
    well: [0],
  },
  {
    name: 'performing',
    of: [true, false, null].map((performing) => (freshness) => schoolPerforming('SCH-1', { performing, freshness })),
    well: [0],
  },
  {
    name: 'sensors',
    of: [
      ...(['healthy', 'warning', 'critical', null] as const).map(
        (state) => (freshness: FreshnessState) => sensorsHealthy('SCH-1', { state, simulated: false, freshness }),
      ),
      (freshness) => sensorsHealthy('SCH-1', { state: 'healthy', simulated: true, freshness }),
    ],
    well: [0, 4],
  },
  {
    name: 'schoolPaid',
    of: (['paid', 'pending', 'overdue', 'none'] as const).map((state) => (freshness) => schoolPaid('SCH-1', { state, freshness })),
    well: [0],
  },
  {
    name: 'agentActive',
    of: (['active', 'advisory', 'shadow'] as const).map((mode) => (freshness) => agentDecides('AGT-1', { mode, freshness })),
    well: [0],
  },
  {
    name: 'enabled',
    of: [true, false].map((enabled) => (freshness) => agentEnabled('AGT-1', { enabled, freshness })),
    well: [0],
  },
  {
    name: 'limitHeld',
    of: [
      (freshness) => limitHeld('SCH-1 uptime', { known: true, value: 95, limit: 95, freshness }),
      (freshness) => limitHeld('SCH-1 uptime', { known: true, value: 94.9, limit: 95, freshness }),
      (freshness) => limitHeld('SCH-1 uptime', { known: false, value: 99, limit: 95, freshness }),
    ],
    well: [0],
  },
];

it.each(deciders)(
  '$name is claimed of live rows in their good state alone; of older ones the past is told, and halted work is halted',
  { tags: ['T-9', 'D-15', 'D-23'] },
  ({ name, of: makers, well }) => {
    for (const [place, make] of makers.entries()) {
      const now = make(live);
      expect([place, now.kind, now.answer === 'yes']).toEqual([place, name, well.includes(place)]);
      expect(now.at).toBe(1000);
      for (const freshness of past) {
        const old = make(freshness);
        expect([place, freshness.kind, old.answer, old.look]).toEqual([place, freshness.kind, 'unknown', 'unknown']);
        expect(old.word).toMatch(/^(Was|Had|Not|Sensors? w|Payments? w|Sensors were|Limit was|Target was)/);
      }
      expect(make(halted)).toMatchObject({ answer: 'unknown', look: 'halted', word: 'Halted', at: 1000 });
    }
  },
);

it('a stage of a moment of its history is held against a limit that is named, and what was promised then is not claimed', {
  tags: ['T-9', 'C-61'],
}, () => {
  expect([4, 5, 5.1, null].map((lagMinutes) => sloThen('outbox_pump', { lagMinutes, limitMinutes: 5 }))).toMatchObject([
    { answer: 'yes', word: 'Within SLO of 5 min', at: null },
    { answer: 'yes', word: 'Within SLO of 5 min' },
    { answer: 'no', look: 'bad', word: 'Over SLO of 5 min' },
    { answer: 'unknown', word: 'No data' },
  ]);
  expect(sloThen('outbox_pump', { lagMinutes: 2, limitMinutes: 2.5 }).word).toBe('Within SLO of 2.5 min');
});

it('a limit that is reached or near is said in the place of the target, and as the past once the rows are old', {
  tags: ['T-9', 'C-21'],
}, () => {
  const words = (freshness: FreshnessState) =>
    [0, 0.2, 48].map((minutes) => onTarget('dlq', { state: 'green', breach: { minutes, urgency: 'amber' }, freshness }).word);
  expect(words(live)).toEqual(['Limit reached', 'Breach in 1 min', 'Breach in 48 min']);
  expect(words({ kind: 'stale', at: 0 })).toEqual(['Limit was reached', 'Was near its limit', 'Was near its limit']);
});

it('a row that cannot be read is taken for neither well nor ill: what is read is said, if it is bad, and else that it is not known', {
  tags: ['T-9', 'F-25'],
}, () => {
  const slo = (breaches: number) => withinSlo('pipeline', { breaches, near: 0, unread: 1, freshness: live });
  expect([slo(1), slo(0)]).toMatchObject([
    { answer: 'no', word: 'SLO breach' },
    { answer: 'unknown', word: 'Unknown' },
  ]);
  const all = (state: 'healthy' | 'critical') => componentsHealthy('health', { states: [state], unread: 1, freshness: live });
  expect([all('critical').answer, all('healthy').answer]).toEqual(['no', 'unknown']);
});
