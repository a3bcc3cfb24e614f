import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../contracts/checkpoint.ts';
import { canonicalCheckpoint, contradictionIn, keptOf } from './checkpoints.ts';

const at = (index: number, seal = 'a', change: Partial<Checkpoint> = {}): Checkpoint => ({
  tenantId: 'demo',
  chain: 'verifications',
  index,
  seal: seal.repeat(64),
  at: '2025-11-18T11:00:00.000Z',
  jws: '',
  ...change,
});

describe('checkpoints', () => {
  it('what is signed is the canonical form of tenant, chain, place, seal and time, and of nothing else', { tags: ['P-9', 'D-47'] }, () => {
    const { jws: _, ...facts } = at(999);
    expect(canonicalCheckpoint({ ...at(999), more: 1 } as Checkpoint)).toBe(canonicalize(facts));
    expect(() => canonicalCheckpoint(at(0.5))).toThrow(RangeError);
  });

  it('two of one place with different seals contradict each other, whether held or shown at once', { tags: ['P-9'] }, () => {
    expect(contradictionIn([at(999)], [at(999, 'b')])).toMatchObject({
      index: 999,
      held: { seal: 'a'.repeat(64) },
      shown: { seal: 'b'.repeat(64) },
    });
    expect(contradictionIn([], [at(999), at(1999), at(1999, 'c')])).toMatchObject({ index: 1999 });
  });

  it('the same seal later, another place, chain or tenant do not', { tags: ['P-9'] }, () => {
    const others = [
      at(999, 'a', { at: '2025-11-19T11:00:00.000Z' }),
      at(1999, 'b'),
      at(999, 'b', { chain: 'record' }),
      at(999, 'b', { tenantId: 'kampala' }),
    ];
    expect(contradictionIn([at(999)], others)).toBeNull();
  });

  it('what is kept is one a place, of each chain those of the highest places, and never the second of a contradiction', {
    tags: ['P-9'],
  }, () => {
    const record = at(4, 'd', { chain: 'record' });
    const kept = keptOf([at(1), at(2), at(3, 'a'), at(3, 'b'), at(3, 'a', { at: '2025-11-20T11:00:00.000Z' }), record], 2);
    expect(kept.map(({ chain, index, seal, at: time }) => [chain, index, seal[0], time.slice(8, 10)])).toEqual([
      ['verifications', 3, 'a', '20'],
      ['verifications', 2, 'a', '18'],
      ['record', 4, 'd', '18'],
    ]);
  });
});
