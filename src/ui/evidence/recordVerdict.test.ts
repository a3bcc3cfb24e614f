import { describe, expect, it } from 'vitest';
import type { RecordVerdict } from '../../contracts/verdict.ts';
import { recordsSummary, recordVerdictView, recordWord } from './recordVerdict.ts';

const at = '2025-11-18T11:26:10Z';
const reading = { now: Date.parse(at), zone: 'Africa/Nairobi' };
const evidence = {
  kid: 'ukweli-2025-11',
  algorithm: 'RS256',
  keysFetchedAt: '2025-11-18T11:02:00Z',
  tenant: 'checked',
  tenantId: 'demo',
} as const;
const hash = 'ab'.repeat(32);
const verified: RecordVerdict = {
  kind: 'portfolio',
  recordId: 'DGN-014',
  outcome: 'verified',
  intact: { state: 'passed', at, evidence: { computedHash: hash, signedHash: hash } },
  signed: { state: 'passed', at, evidence },
  later: { state: 'passed', at, evidence: { statements: [], state: 'eligible' } },
  covers: [],
  notCovered: [],
  checkedAt: at,
};
const failed: RecordVerdict = {
  ...verified,
  outcome: 'not_verified',
  signed: {
    state: 'failed',
    at,
    code: 'payload_mismatch',
    message: 'JWS signature verification failed',
    reasons: ['The signed amount is not the payment’s'],
    evidence,
  },
};
const unknown: RecordVerdict = {
  ...verified,
  outcome: 'not_verified',
  signed: { state: 'notCheckable', reason: 'No signing keys are held' },
};

describe('a verdict on a record in words', () => {
  it('a check of another day has its day', { tags: ['D-15'] }, () => {
    const nextDay = { ...reading, now: reading.now + 86_400_000 };
    expect(recordVerdictView(verified, nextDay).summary).toBe('Checked on this device at 18 Nov, 14:26:10 EAT.');
  });

  it('says where and when it was checked, and as of when the key was fetched', { tags: ['D-33', 'D-8'] }, () => {
    expect(recordVerdictView(verified, reading)).toMatchObject({
      claim: { kind: 'verified', answer: 'yes', word: 'Verified', since: Date.parse(verified.checkedAt) },
      summary: 'Checked on this device at 14:26:10 EAT.',
      parts: [
        {
          id: 'terms',
          title: 'Terms intact',
          claim: { answer: 'yes', word: 'Passed' },
          proof: 'The terms hash to the covenant hash, abababababababab…',
        },
        {
          id: 'signed',
          title: 'Signed by a trusted key',
          claim: { answer: 'yes', word: 'Passed' },
          proof: 'RS256, key ukweli-2025-11',
          when: 'Key fetched 14:02 EAT',
        },
        { id: 'later', title: 'What happened later', claim: { answer: 'yes' }, proof: 'Nothing has happened since it was signed' },
      ],
    });
  });

  it("a failure has the document's message, and only the part that failed is failed", { tags: ['C-71', 'C-78'] }, () => {
    const view = recordVerdictView(failed, reading);
    expect([view.claim.answer, view.claim.word, view.summary]).toEqual(['no', 'Verification Failed', 'JWS signature verification failed.']);
    expect(view.parts.map(({ claim }) => claim.answer)).toEqual(['yes', 'no', 'yes']);
    expect(view.parts[1]?.proof).toBe('The signed amount is not the payment’s');
  });

  it('says what happened since, and what of it is not as it was signed', { tags: ['P-2'] }, () => {
    const paid = { no: 2, from: 'pending', to: 'paid', at, signedAt: at, kid: 'ukweli-2025-11', transactionId: 'TX-1' };
    const since = { ...verified, later: { state: 'passed', at, evidence: { statements: [paid], state: 'paid' } } } as const;
    expect(recordVerdictView(since, reading).parts[2]).toMatchObject({
      proof: '2 statements, the newest: paid by TX-1',
      when: '14:26 EAT',
    });
    const forged = {
      ...verified,
      outcome: 'not_verified',
      later: { ...since.later, state: 'failed', code: 'statement_missing', message: 'Not as signed', reasons: ['No statement', 'Another'] },
    } as const;
    const view = recordVerdictView(forged, reading);
    expect([view.claim.answer, view.summary, view.parts[2]?.proof]).toEqual(['no', 'Not as signed.', 'No statement. Another']);
    expect([recordWord('r', forged), recordsSummary([verified, forged], 2, 0)?.word]).toEqual(['Failed', '1 signature of 2 failed']);
  });

  it('draws nothing unknown as verified, in details, rows and sums', { tags: ['D-8'] }, () => {
    expect(recordVerdictView(unknown, reading)).toMatchObject({ claim: { answer: 'unknown', word: 'Not verified' } });
    const without = { ...verified, outcome: 'unknown', intact: { state: 'notCheckable', reason: 'The terms are not with it' } } as const;
    expect(recordVerdictView(without, reading)).toMatchObject({
      claim: { answer: 'unknown', word: 'Signature valid. Terms not available' },
      parts: [{ claim: { answer: 'unknown' }, proof: 'The terms are not with it' }, {}, {}],
    });
    const older = { ...verified, outcome: 'unknown', later: { state: 'notCheckable', reason: 'The older form' } } as const;
    expect(recordVerdictView(older, reading)).toMatchObject({
      claim: { answer: 'unknown', word: 'Signature valid. Not all of it is signed' },
      parts: [{}, {}, { claim: { answer: 'unknown' }, proof: 'The older form' }],
    });
    expect([undefined, unknown, failed, older, verified].map((verdict) => recordWord('r', verdict))).toEqual([
      'Not checked',
      'Not checked',
      'Failed',
      'Partly signed',
      'Verified',
    ]);
    expect(recordsSummary([verified, older], 2, 0)).toMatchObject({
      word: '1 of 2 signatures verified here, 1 does not cover all that is shown',
      answer: 'unknown',
    });
    const gone = { ...verified, notCovered: [{ field: 'verificationScore', value: 1, why: 'otherSigned' }] } as const;
    expect(recordsSummary([verified, gone], 2, 0)).toMatchObject({
      word: 'All 2 signatures verified here, 1 with figures other than signed',
    });
    expect(recordsSummary([], 3, 0)).toBeNull();
    expect(recordsSummary([verified, unknown], 2, 0)).toMatchObject({ word: '1 of 2 signatures verified here', answer: 'unknown' });
    expect(recordsSummary([verified, failed], 2, 0)).toMatchObject({ word: '1 signature of 2 failed', answer: 'no' });
    expect(recordsSummary([verified, verified], 2, 0)).toMatchObject({ word: 'All 2 signatures verified here', answer: 'yes' });
  });
});
