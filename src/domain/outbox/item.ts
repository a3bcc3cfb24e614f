import type { OutboxItem, OutboxState } from '../../contracts/outbox.ts';
import type { Problem } from '../../contracts/problem.ts';
import { exponentialDelayMs } from '../backoff.ts';
import { judge } from './judge.ts';

/** Events of one command. */
export type ItemEvent =
  | { readonly type: 'begin' }
  | { readonly type: 'delivered'; readonly now: number }
  | { readonly type: 'failed'; readonly now: number; readonly problem: Problem }
  /** The hub starts: a command in flight when the previous hub ended may or may not have arrived. */
  | { readonly type: 'restore' }
  | { readonly type: 'takeBack' }
  /** The user has seen the result. */
  | { readonly type: 'dismiss' };
export type ItemEventType = ItemEvent['type'];

type Move<Type extends ItemEventType> = (item: OutboxItem, event: Extract<ItemEvent, { readonly type: Type }>) => OutboxItem | null;

const unchanged = (item: OutboxItem): OutboxItem => item;
const leave = (): null => null;

/** Transition for every event in every state; a missing cell does not compile. Null: the command leaves the outbox. */
const moves: { readonly [State in OutboxState]: { readonly [Type in ItemEventType]: Move<Type> } } = {
  pending: {
    begin: (item) => ({ ...item, state: 'sending', attempts: item.attempts + 1, notBefore: null }),
    // An answer after its sending was given up is ignored: the next sending, under the same key, gets it again.
    delivered: unchanged,
    failed: unchanged,
    restore: unchanged,
    takeBack: (item) => (item.maybeDone ? item : null),
    dismiss: unchanged,
  },
  sending: {
    begin: unchanged,
    delivered: (item, { now }) => ({ ...item, state: 'sent', maybeDone: false, problem: null, settledAt: now }),
    failed: (item, { now, problem }) => {
      const { code, message, drifted } = problem;
      const told = { code, message, ...(drifted === undefined ? {} : { drifted: [...drifted] }) };
      const judgement = judge(code);
      if (judgement.kind === 'refused') return { ...item, state: 'refused', problem: told, settledAt: now };
      const notBefore = judgement.kind === 'again' ? now + exponentialDelayMs(item.attempts) : null;
      return { ...item, state: 'pending', problem: told, notBefore, maybeDone: item.maybeDone || judgement.ambiguous };
    },
    restore: (item) => ({ ...item, state: 'pending', maybeDone: true }),
    takeBack: unchanged,
    dismiss: unchanged,
  },
  sent: {
    begin: unchanged,
    delivered: unchanged,
    failed: unchanged,
    restore: unchanged,
    takeBack: unchanged,
    dismiss: leave,
  },
  refused: {
    begin: unchanged,
    delivered: unchanged,
    failed: unchanged,
    restore: unchanged,
    takeBack: unchanged,
    dismiss: leave,
  },
};

/** Applies one event to one command. Returns the same object if nothing changed, null if it leaves the outbox. */
export function moveItem(item: OutboxItem, event: ItemEvent): OutboxItem | null {
  // The cell matches this event's type; TypeScript cannot relate the two lookups.
  const move = moves[item.state][event.type] as (item: OutboxItem, event: ItemEvent) => OutboxItem | null;
  return move(item, event);
}

/** True while the command is not settled; discarding it now would lose it. */
export function isUnsent(item: OutboxItem): boolean {
  return item.state === 'pending' || item.state === 'sending';
}

/** True if the user can still take it back: it cannot have reached the platform. */
export function mayTakeBack(item: OutboxItem): boolean {
  return item.state === 'pending' && !item.maybeDone;
}
