import type { OutboxItem, OutboxState } from '../../contracts/outbox.ts';
import type { Problem } from '../../contracts/problem.ts';
import { exponentialDelayMs } from '../backoff.ts';
import { judge } from './judge.ts';

/** What happens to one command. */
export type ItemEvent =
  | { readonly type: 'begin' }
  | { readonly type: 'delivered'; readonly now: number }
  | { readonly type: 'failed'; readonly now: number; readonly problem: Problem }
  /** The hub starts: whatever was on its way when the last one ended may or may not have arrived. */
  | { readonly type: 'restore' }
  | { readonly type: 'takeBack' }
  /** The person has seen what came of it. */
  | { readonly type: 'dismiss' };
export type ItemEventType = ItemEvent['type'];

type Move<Type extends ItemEventType> = (item: OutboxItem, event: Extract<ItemEvent, { readonly type: Type }>) => OutboxItem | null;

const stay = (item: OutboxItem): OutboxItem => item;
const leave = (): null => null;

/** Every event in every state: a missing cell does not compile. Null: the command leaves the outbox. */
const moves: { readonly [State in OutboxState]: { readonly [Type in ItemEventType]: Move<Type> } } = {
  pending: {
    begin: (item) => ({ ...item, state: 'sending', attempts: item.attempts + 1, notBefore: null }),
    // An answer that comes after the wait for it was given up: the next sending, under the same key, brings it again.
    delivered: stay,
    failed: stay,
    restore: stay,
    takeBack: (item) => (item.maybeDone ? item : null),
    dismiss: stay,
  },
  sending: {
    begin: stay,
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
    takeBack: stay,
    dismiss: stay,
  },
  sent: { begin: stay, delivered: stay, failed: stay, restore: stay, takeBack: stay, dismiss: leave },
  refused: { begin: stay, delivered: stay, failed: stay, restore: stay, takeBack: stay, dismiss: leave },
};

/** One step of one command. The same object back means that nothing changed. */
export function moveItem(item: OutboxItem, event: ItemEvent): OutboxItem | null {
  // The cell is that of this event's type; TypeScript cannot tie the two lookups together.
  const move = moves[item.state][event.type] as (item: OutboxItem, event: ItemEvent) => OutboxItem | null;
  return move(item, event);
}

/** Not settled yet: what would be lost if it were thrown away. */
export function isUnsent(item: OutboxItem): boolean {
  return item.state === 'pending' || item.state === 'sending';
}

/** Whether the person may still take it back: nothing of it can have reached the platform. */
export function mayTakeBack(item: OutboxItem): boolean {
  return item.state === 'pending' && !item.maybeDone;
}
