import type { OutboxItem } from '../../src/contracts/outbox.ts';
import type { NewOutboxItem } from '../../src/store/types.ts';

/** A new item of the outbox: an acknowledgement that was never sent. */
export function newOutboxItem(over: Partial<NewOutboxItem> = {}): NewOutboxItem {
  return {
    key: 'decision-0000001.0',
    decision: 'decision-0000001',
    command: { kind: 'acknowledge', incidentId: 'INC-0042' },
    state: 'pending',
    decidedAt: 1,
    attempts: 0,
    maybeDone: false,
    notBefore: null,
    problem: null,
    settledAt: null,
    ...over,
  };
}

/** The item with its place in the outbox; each place has its own decision and incident. */
export function outboxItem(place: number, over: Partial<OutboxItem> = {}): OutboxItem {
  const number = String(place).padStart(7, '0');
  const command = { kind: 'acknowledge', incidentId: `INC-${number.slice(-4)}` } as const;
  return { place, ...newOutboxItem({ key: `decision-${number}.0`, decision: `decision-${number}`, command }), ...over };
}

/** A command that promotes these items. */
export const promotes = (ids: readonly string[]) => ({ kind: 'promote' as const, items: ids.map((itemId) => ({ itemId, version: 1 })) });
