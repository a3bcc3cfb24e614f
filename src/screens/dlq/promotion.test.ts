import { describe, expect, it } from 'vitest';
import { outboxItem, promotes } from '../../../tests/builders/outboxItem.ts';
import { type DeadLetter, maxPromoted } from '../../contracts/deadLetter.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { commandsOf, driftedSince, type Promoting, progressOf, refsOf, stillQueued, tallyOf, underWay } from './promotion.ts';

const letter = (itemId: string, minute = 0, version = 1): DeadLetter => ({
  itemId,
  errorCode: 'BANK_REFUSED',
  errorMessage: 'refused',
  retryCount: 1,
  correlationId: `corr-${itemId}`,
  failedAt: new Date(Date.UTC(2025, 10, 18, 8, minute)).toISOString(),
  version,
});
const item = (state: OutboxItem['state'], ids: readonly string[], over: Partial<Promoting> = {}): Promoting => ({
  ...outboxItem(1, { state, decidedAt: 0 }),
  command: promotes(ids),
  ...over,
});
const refused = item('refused', ['a', 'b', 'c'], {
  problem: {
    code: 'conflict',
    message: '2 of 3 items are not as you saw them',
    drifted: [
      { id: 'a', reason: 'gone' },
      { id: 'b', reason: 'changed' },
    ],
  },
});

describe('what a promotion sends', { tags: ['D-24'] }, () => {
  it('is exactly what was chosen, at the version that was shown, the oldest failure first', () => {
    expect(refsOf([letter('late', 9, 4), letter('early', 1, 6)])).toEqual([
      { itemId: 'early', version: 6 },
      { itemId: 'late', version: 4 },
    ]);
  });

  it('is cut into requests that the platform takes, with nothing lost, doubled or moved', () => {
    const refs = Array.from({ length: maxPromoted * 2 + 1 }, (_, at) => ({ itemId: `i${at}`, version: at }));
    const parts = commandsOf(refs);
    expect(parts.map(({ items }) => items.length)).toEqual([maxPromoted, maxPromoted, 1]);
    expect(parts.flatMap(({ items }) => items)).toEqual(refs);
  });

  it('has drifted where an item left the queue or moved on since', () => {
    const refs = refsOf([letter('a'), letter('b'), letter('c')]);
    expect([...driftedSince(refs, [letter('b', 0, 2), letter('c'), letter('new')])]).toEqual([
      ['a', 'gone'],
      ['b', 'changed'],
    ]);
  });
});

describe('progress', { tags: ['D-24'] }, () => {
  it('is told item by item, and a refusal names those that drifted apart from those spared', () => {
    expect(progressOf(item('sending', ['a'])).map(({ fate }) => fate)).toEqual(['sending']);
    expect(progressOf(refused).map(({ itemId, fate }) => [itemId, fate])).toEqual([
      ['a', 'gone'],
      ['b', 'changed'],
      ['c', 'spared'],
    ]);
    const disabledReason = item('refused', ['a'], { problem: { code: 'forbidden', message: 'no' } });
    expect(progressOf(disabledReason).map(({ fate }) => fate)).toEqual(['refused']);
  });

  it('counts items, not commands', () => {
    expect(tallyOf([item('sent', ['x', 'y']), item('pending', ['z']), refused])).toEqual({ items: 6, sent: 2, waiting: 1, refused: 3 });
  });

  it('keeps what is on its way from being chosen again, and lets what was refused be looked at again while it is queued', () => {
    const busy = underWay([item('pending', ['p']), item('sending', ['s']), item('sent', ['t']), refused]);
    expect([...busy]).toEqual([
      ['p', 'pending'],
      ['s', 'sending'],
    ]);
    expect(stillQueued(refused, [letter('b', 0, 2), letter('c'), letter('other')], new Map([['c', 'pending']]))).toEqual([
      letter('b', 0, 2),
    ]);
    expect(stillQueued(item('sent', ['b']), [letter('b')], new Map())).toEqual([]);
  });
});
