import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../../tests/builders/outboxItem.ts';
import type { OutboxState } from '../../contracts/outbox.ts';
import { sentFirst } from './leaving.ts';

const refusal = { code: 'conflict', message: 'It has changed since you looked at it' } as const;
const item = (place: number, state: OutboxState) =>
  outboxItem(place, { state, attempts: 1, problem: state === 'refused' ? refusal : null });
const asked = new Set([1, 2, 3].map((place) => item(place, 'pending').key));

describe('sending first, and leaving then', () => {
  it('goes on while one is unsent, and ends when the platform has all of them', { tags: ['M-3'] }, () => {
    expect(sentFirst([item(1, 'sent'), item(2, 'sending')], asked)).toEqual({ state: 'sending' });
    expect(sentFirst([item(1, 'sent'), item(2, 'pending'), item(3, 'refused')], asked)).toEqual({ state: 'sending' });
    expect(sentFirst([item(1, 'sent'), item(2, 'sent')], asked)).toEqual({ state: 'sent' });
    expect(sentFirst([], asked)).toEqual({ state: 'sent' });
  });

  it('does not leave with what was refused on the way: nobody has seen that yet', { tags: ['M-3'] }, () => {
    const refused = item(2, 'refused');
    expect(sentFirst([item(1, 'sent'), refused, item(3, 'sent')], asked)).toEqual({ state: 'refused', items: [refused] });
  });

  it('leaves with what was refused before and has been seen', () => {
    expect(sentFirst([item(9, 'refused'), item(1, 'sent')], asked)).toEqual({ state: 'sent' });
  });
});
