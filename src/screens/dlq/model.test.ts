import { describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { filterLetters, groupLetters, subjectOf } from './model.ts';

const letter = (itemId: string, errorCode: string, failedAt: string, over: Partial<DeadLetter> = {}): DeadLetter => ({
  itemId,
  errorCode,
  errorMessage: 'Decision not returned within 30 s for VRF-001239',
  retryCount: 3,
  correlationId: `corr-${itemId}`,
  failedAt,
  version: 1,
  ...over,
});
const letters = [
  letter('DLQ-00317', 'DECISION_TIMEOUT', '2025-11-18T08:45:08Z'),
  letter('DLQ-00318', 'DECISION_TIMEOUT', '2025-11-18T09:41:42Z'),
  letter('DLQ-00319', 'BANK_REFUSED', '2025-11-18T10:58:16Z', { errorMessage: 'Payment RBF-0217 refused' }),
];
const ids = (found: readonly DeadLetter[]) => found.map(({ itemId }) => itemId);

describe('dead letters', () => {
  it('are listed newest first and found by item, code, message or correlation id', { tags: ['C-28'] }, () => {
    expect(ids(filterLetters(letters, '', null))).toEqual(['DLQ-00319', 'DLQ-00318', 'DLQ-00317']);
    expect(ids(filterLetters(letters, 'bank_ref', null))).toEqual(['DLQ-00319']);
    expect(ids(filterLetters(letters, 'CORR-dlq-00317', null))).toEqual(['DLQ-00317']);
    expect(ids(filterLetters(letters, '  vrf-001239   00318 ', null))).toEqual(['DLQ-00318']);
    expect(filterLetters(letters, 'nothing like it', null)).toEqual([]);
  });

  it('are filtered by error code, together with what is searched', { tags: ['D-24'] }, () => {
    expect(ids(filterLetters(letters, '', 'DECISION_TIMEOUT'))).toEqual(['DLQ-00318', 'DLQ-00317']);
    expect(ids(filterLetters(letters, '00317', 'DECISION_TIMEOUT'))).toEqual(['DLQ-00317']);
    expect(filterLetters(letters, '00317', 'BANK_REFUSED')).toEqual([]);
  });

  it('are grouped by error code, the largest group first', { tags: ['D-24'] }, () => {
    expect(groupLetters(letters).map((group) => [group.errorCode, ids(group.letters)])).toEqual([
      ['DECISION_TIMEOUT', ['DLQ-00318', 'DLQ-00317']],
      ['BANK_REFUSED', ['DLQ-00319']],
    ]);
  });

  it('say what they concern as far as their payload does, and nothing where it does not', () => {
    expect(subjectOf(letter('x', 'X', '', { payload: { paymentId: 'RBF-1', siteCode: 'KE-1' } }))).toEqual({
      concerns: 'RBF-1',
      site: 'KE-1',
    });
    expect(subjectOf(letter('x', 'X', '', { payload: { vrfId: { deep: 1 }, siteCode: '' } }))).toEqual({ concerns: null, site: null });
    expect(subjectOf(letter('x', 'X', ''))).toEqual({ concerns: null, site: null });
  });

  it('keep equal times in one order, whatever order they come in', () => {
    const twins = [letter('b', 'X', '2025-11-18T08:00:00Z'), letter('a', 'X', '2025-11-18T08:00:00Z')];
    expect(ids(filterLetters(twins, '', null))).toEqual(ids(filterLetters([...twins].reverse(), '', null)));
  });
});

describe('the view in the address', () => {
  it('survives the way there and back', { tags: ['D-28'] }, () => {
    const view = { search: 'BANK & co', code: 'BANK_REFUSED', group: 'none', sort: '-retryCount', open: 'DLQ-00319' } as const;
    expect(readAddress('dlq', new URLSearchParams(queryOf('dlq', view)))).toEqual(view);
  });

  it('leaves out what is as it opens', () => {
    expect(queryOf('dlq', { search: '', code: null, group: 'code', sort: null, open: null })).toBe('');
    expect(readAddress('dlq', new URLSearchParams(''))).toEqual({ search: '', code: null, group: 'code', sort: null, open: null });
  });
});
