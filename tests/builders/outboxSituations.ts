import type { OutboxItem } from '../../src/contracts/outbox.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { stepOutbox } from '../../src/domain/outbox/machine.ts';
import { initialOutbox, type OutboxEffect, type OutboxEvent, type OutboxMachine } from '../../src/domain/outbox/state.ts';
import { outboxItem } from './outboxItem.ts';

type Unstamped<E> = E extends unknown ? Omit<E, 'now' | 'random'> : never;
type Told = Unstamped<OutboxEvent>;

const first = outboxItem(1, { decidedAt: 900_000 });
const keys = new Set([first.key]);
const good = { link: true, session: true, readOnly: false };
const failures = {
  network: 'network',
  session: 'unauthenticated',
  'read only': 'read_only_mode',
  reload: 'build_too_old',
  platform: 'unavailable',
  again: 'internal',
  refused: 'conflict',
} as const satisfies Record<string, ProblemCode>;
const failed = (code: ProblemCode): Told => ({ type: 'failed', place: 1, problem: { code, message: 'in words', retry: true } });
const conditions = (over: Partial<typeof good> = {}): Told => ({ type: 'conditions', conditions: { ...good, ...over } });

type Plain = Exclude<OutboxEvent['type'], 'conditions' | 'failed'>;
/** Every kind of event; conditions and failures are told apart. A new kind does not compile until there is an event for it. */
export type OutboxEventKey = Plain | `conditions ${'good' | 'no link' | 'no session' | 'read only'}` | `failed ${keyof typeof failures}`;

/** Situations with different possible events, all with one command but the first. */
export const outboxSituations = [
  'empty',
  'no session yet',
  'silent',
  'under way',
  'under way in silence',
  'read only',
  'held for the session',
  'held for a reload',
  'held for the platform',
  'to be repeated',
  'refused',
  'sent',
  'stopped',
] as const;
export type OutboxSituation = (typeof outboxSituations)[number];

/** The machine with a clock that stands still unless it is moved. */
export interface OutboxStory {
  readonly tell: (event: Told) => readonly OutboxEffect[];
  readonly pass: (ms: number) => void;
  readonly machine: () => OutboxMachine;
}

const added = (items: readonly OutboxItem[] = [first]): Told => ({ type: 'added', items });
const underWay: readonly Told[] = [conditions(), added(), { type: 'sent', place: 1 }];

/** What brings a machine into each situation; it is never built by hand. */
const into: Readonly<Record<OutboxSituation, readonly Told[]>> = {
  empty: [conditions()],
  'no session yet': [conditions({ session: false }), added()],
  silent: [conditions(), conditions({ link: false }), added()],
  'under way': underWay,
  'under way in silence': [...underWay, conditions({ link: false })],
  'read only': [conditions({ readOnly: true }), added()],
  'held for the session': [...underWay, failed('unauthenticated')],
  'held for a reload': [...underWay, failed('build_too_old')],
  'held for the platform': [...underWay, failed('unavailable')],
  'to be repeated': [...underWay, failed('internal')],
  refused: [...underWay, failed('conflict')],
  sent: [...underWay, { type: 'delivered', place: 1 }],
  stopped: [...underWay, { type: 'stop' }],
};

/** A machine in the situation. */
export function inOutboxSituation(situation: OutboxSituation): OutboxStory {
  let machine = initialOutbox;
  let now = 1_000_000;
  const story: OutboxStory = {
    tell: (event) => {
      const step = stepOutbox(machine, { ...event, now, random: 0.25 } as OutboxEvent); // the union, with its stamps restored
      machine = step.machine;
      return step.effects;
    },
    pass: (ms) => (now += ms),
    machine: () => machine,
  };
  for (const event of into[situation]) story.tell(event);
  return story;
}

const events: Readonly<Record<OutboxEventKey, Told>> = {
  restored: { type: 'restored', items: [outboxItem(0, { state: 'sending', attempts: 1 })] },
  added: added([outboxItem(2)]),
  'conditions good': conditions(),
  'conditions no link': conditions({ link: false }),
  'conditions no session': conditions({ session: false }),
  'conditions read only': conditions({ readOnly: true }),
  sent: { type: 'sent', place: 1 },
  delivered: { type: 'delivered', place: 1 },
  'failed network': failed(failures.network),
  'failed session': failed(failures.session),
  'failed read only': failed(failures['read only']),
  'failed reload': failed(failures.reload),
  'failed platform': failed(failures.platform),
  'failed again': failed(failures.again),
  'failed refused': failed(failures.refused),
  takeBack: { type: 'takeBack', keys },
  dismiss: { type: 'dismiss', keys },
  timerFired: { type: 'timerFired' },
  heard: { type: 'heard', begunAt: 1_000_500 },
  clockMoved: { type: 'clockMoved', keys, byMs: -5_000 },
  nudge: { type: 'nudge' },
  stop: { type: 'stop' },
};
/** All kinds of event. */
export const outboxEventKeys = Object.keys(events) as OutboxEventKey[]; // of the literal above

/** The event of a cell. */
export const outboxEventFor = (key: OutboxEventKey): Told => events[key];

const wordOf = (effect: OutboxEffect): string => {
  switch (effect.type) {
    case 'save':
    case 'settled':
      return `${effect.type}:${effect.item.state}${effect.item.maybeDone ? '?' : ''}`;
    case 'send':
      return `send:${effect.item.place}`;
    case 'remove':
      return `remove:${effect.places.join(',')}`;
    case 'drop':
      return `drop:${effect.place}`;
    default:
      return effect.type;
  }
};

/** What sending waits for, in short. */
const nameOf = ({ stopped, hold, silent, conditions: { session } }: OutboxMachine): string =>
  [stopped ? 'stopped' : '', hold === null ? '' : `waits ${hold.waits}`, silent === null ? '' : 'silent', session ? '' : 'no session']
    .filter((word) => word !== '')
    .join(', ') || 'open';

/** State and effects after an event in short, without the timer; `-` is neither another state nor any effect. */
export function outboxCellOf(story: OutboxStory, event: Told): string {
  const before = nameOf(story.machine());
  const shown = story.tell(event).filter(({ type }) => type !== 'timer');
  const after = nameOf(story.machine());
  if (after === before && shown.length === 0) return '-';
  return `${after}${shown.length === 0 ? '' : `: ${shown.map(wordOf).join(' ')}`}`;
}
