import { describe, expect, it } from 'vitest';
import { answerTakes, eventTakes } from './entity.ts';

const held = { version: 5, seq: 100, epoch: 'e1' };

describe('an answer takes the place of a row', { tags: ['M-13', 'D-32'] }, () => {
  it.each([
    ['that is not held', undefined, 1, 0, 'e1', true],
    ['of another log, however new that was', held, 1, 1, 'e2', true],
    ['of the same version: what it says may be more', held, 5, 1, 'e1', true],
    ['of an older version', held, 6, 1, 'e1', true],
    ['of a newer version: never', held, 4, 999, 'e1', false],
    ['that has no version, from the same moment', { ...held, version: 0 }, 0, 100, 'e1', true],
    ['that has no version, from a later one', { ...held, version: 0 }, 0, 101, 'e1', true],
    ['that has no version, from an earlier one: never', { ...held, version: 0 }, 0, 99, 'e1', false],
    ['where nobody knows the log, by the version alone', held, 4, 999, null, false],
    ['that does not say as of when it is, of the same version', held, 5, null, 'e1', true],
    ['that does not say as of when it is, of a newer version: never', held, 4, null, 'e1', false],
    ['that went, in an answer that does not say as of when it is, of the same version: never', { ...held, gone: 1 }, 5, null, 'e1', false],
  ] as const)('%s', (_, row, version, asOfSeq, epoch, taken) => {
    expect(answerTakes(row, version, asOfSeq, epoch)).toBe(taken);
  });

  it.each([
    ['as the answer of the moment in which it went', 5, 100, true],
    ['as a later answer', 5, 101, true],
    ['as a newer version, whatever the moment', 6, 1, true],
    ['as an older answer of the same version: never', 5, 99, false],
    ['as an older answer of an older version: never', 4, 99, false],
  ] as const)('that is gone comes back %s', (_, version, asOfSeq, back) => {
    expect(answerTakes({ ...held, gone: 1 }, version, asOfSeq, 'e1')).toBe(back);
  });
});

describe('an event takes the place of a row that an answer without versions brought', { tags: ['T-3', 'D-13', 'F-2'] }, () => {
  it.each([
    ['from after the answer', 101, true],
    ['without a number', undefined, true],
    ['of the very moment of the answer, which holds it: never', 100, false],
    ['that is a replay from before the answer: never', 7, false],
  ] as const)('%s', (_, seq, taken) => {
    expect(eventTakes({ ...held, version: 0 }, { version: 3, seq, epoch: 'e1' }, undefined)).toBe(taken);
  });
});

it('of what counts versions the version decides: an event that brings a newer one is taken, however its number stands to the answer', {
  tags: ['M-13', 'D-13'],
}, () => {
  expect(eventTakes(held, { version: 6, seq: 7, epoch: 'e1' }, undefined)).toBe(true);
  expect(eventTakes(held, { version: 5, seq: 101, epoch: 'e1' }, undefined)).toBe(false);
});
