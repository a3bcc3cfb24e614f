import { expect, it } from 'vitest';
import type { RecordVerdict, VerdictPart } from '../contracts/verdict.ts';
import { recordBy, signedBy } from './unsureClock.ts';

const failed = (code: 'signed_in_future' | 'unknown_kid'): VerdictPart<never> => ({
  state: 'failed',
  at: '2026-11-20T08:00:00.000Z',
  code,
  message: 'Signature verification failed',
  reasons: ['why'],
  evidence: null as never, // unused here
});
const record = (change: Partial<RecordVerdict>): RecordVerdict =>
  ({
    kind: 'payment',
    recordId: 'P-1',
    outcome: 'failed',
    intact: null,
    signed: failed('signed_in_future'),
    later: null,
    ...change,
  }) as RecordVerdict; // the members under test

it('a signature of the future is one only by a clock that somebody has confirmed', { tags: ['T-9', 'M-5'] }, () => {
  expect(signedBy(failed('signed_in_future'), true)).toMatchObject({ state: 'failed' });
  expect(signedBy(failed('signed_in_future'), false)).toMatchObject({ state: 'notCheckable' });
  expect(signedBy(failed('unknown_kid'), false)).toMatchObject({ state: 'failed' });
});

it('nothing is known of a record that failed by such a clock alone', { tags: ['T-9', 'M-5'] }, () => {
  expect(recordBy(record({}), true).outcome).toBe('failed');
  expect(recordBy(record({}), false)).toMatchObject({ outcome: 'unknown', signed: { state: 'notCheckable' } });
  expect(recordBy(record({ later: failed('unknown_kid') }), false).outcome).toBe('failed');
  expect(recordBy(record({ signed: failed('unknown_kid') }), false).outcome).toBe('failed');
});
