import type { OutboxItem } from '../../src/contracts/outbox.ts';
import type { OutboxDraft } from '../../src/store/types.ts';

/** A decision as it is written first: an acknowledgement that nobody has tried to send. */
export function outboxDraft(over: Partial<OutboxDraft> = {}): OutboxDraft {
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

/** The same with its place in the outbox: a decision of its own, of an incident of its own. */
export function outboxItem(place: number, over: Partial<OutboxItem> = {}): OutboxItem {
  const number = String(place).padStart(7, '0');
  const command = { kind: 'acknowledge', incidentId: `INC-${number.slice(-4)}` } as const;
  return { place, ...outboxDraft({ key: `decision-${number}.0`, decision: `decision-${number}`, command }), ...over };
}

/** The command that promotes these items. */
export const promotes = (ids: readonly string[]) => ({ kind: 'promote' as const, items: ids.map((itemId) => ({ itemId, version: 1 })) });
