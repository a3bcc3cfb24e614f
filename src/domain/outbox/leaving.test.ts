import { describe, expect, it } from 'vitest';
import type { OutboxItem, OutboxState } from '../../contracts/outbox.ts';
import { sentFirst } from './leaving.ts';

const item = (place: number, state: OutboxState): OutboxItem => ({
  place,
  key: `decision-${place}-0001.0`,
  decision: `decision-${place}`,
  command: { kind: 'acknowledge', incidentId: `INC-${place}` },
  state,
  decidedAt: 1,
  attempts: 1,
  maybeDone: false,
  notBefore: null,
  problem: state === 'refused' ? { code: 'conflict', message: 'It has changed since you looked at it' } : null,
  settledAt: null,
});
const asked = new Set([1, 2, 3].map((place) => item(place, 'pending').key));

describe('sending first, and leaving then', () => {
  it('[M-3] goes on while one is unsent, and ends when the platform has all of them', () => {
    expect(sentFirst([item(1, 'sent'), item(2, 'sending')], asked)).toEqual({ state: 'sending' });
    expect(sentFirst([item(1, 'sent'), item(2, 'pending'), item(3, 'refused')], asked)).toEqual({ state: 'sending' });
    expect(sentFirst([item(1, 'sent'), item(2, 'sent')], asked)).toEqual({ state: 'sent' });
    expect(sentFirst([], asked)).toEqual({ state: 'sent' });
  });

  it('[M-3] does not leave with what was refused on the way: nobody has seen that yet', () => {
    const refused = item(2, 'refused');
    expect(sentFirst([item(1, 'sent'), refused, item(3, 'sent')], asked)).toEqual({ state: 'refused', items: [refused] });
  });

  it('leaves with what was refused before and has been seen', () => {
    expect(sentFirst([item(9, 'refused'), item(1, 'sent')], asked)).toEqual({ state: 'sent' });
  });
});
