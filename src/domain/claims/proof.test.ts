import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileCheck, FilesPart, IntactPart, RecordVerdict, SealedInPart, SignedPart, Verdict } from '../../contracts/verdict.ts';
import type { AuditVerdict } from '../records/auditChain.ts';
import type { ChainVerdict } from '../records/chain.ts';
import type { Claim } from './claim.ts';
import {
  chainIntact,
  fileMatches,
  hashAgrees,
  hashRecomputed,
  linkHolds,
  packVerified,
  partHolds,
  recordIntact,
  recordVerified,
  signatureHolds,
  signaturesHold,
  stepDone,
  timeKnown,
  valuesSigned,
  type WholeRecord,
  wholeRecordIntact,
} from './proof.ts';

/**
 * Every state of a part, and null for one not checked: claims are tested over all of them, and may say yes only for the one that supports
 * it.
 */

const at = '2025-11-18T11:26:00.000Z';
const intactPassed: IntactPart = { state: 'passed', at, evidence: { computedHash: 'a', manifestHash: 'a', fileCount: 3 } };
const signedPassed: SignedPart = {
  state: 'passed',
  at,
  evidence: {
    kid: 'k',
    algorithm: 'RS256',
    signatureTimestamp: at,
    keysFetchedAt: at,
    tenant: 'checked',
    tenantId: 'demo',
    signedFor: null,
    lacks: [],
  },
};
const sealedInPassed: SealedInPart = {
  state: 'passed',
  at,
  evidence: {
    vrfId: 'VRF-1',
    namedBy: 'signature',
    entry: { chainIndex: 1, vrfId: 'VRF-1', siteCode: 'KE-1', timestamp: at, seal: 'a' },
    status: 'verified',
  },
};
const count = { given: 3, equal: 3, differing: 0, bytes: 9, hashedAt: at };
const counts = { platform: count, device: { ...count, given: 0, equal: 0, bytes: 0, hashedAt: null } };
const filesPassed: FilesPart = {
  state: 'passed',
  at,
  evidence: { listed: 3, matched: 3, bytesHashed: 9, hashedAt: at, ...counts, files: [], unlisted: [] },
};
const failing = { state: 'failed', at, code: 'hash_mismatch', message: 'Does not hold', reasons: ['For a reason'] } as const;
const notCheckable = { state: 'notCheckable', reason: 'Not at hand' } as const;
const partStates = ['passed', 'failed', 'notCheckable'] as const;
type PartState = (typeof partStates)[number];
// Each part's evidence differs and no claim reads it; TypeScript cannot relate the three.
const stateOf = <P extends { readonly state: string; readonly evidence?: unknown }>(passed: P, state: PartState): P =>
  (state === 'passed' ? passed : state === 'failed' ? { ...failing, evidence: passed.evidence } : notCheckable) as unknown as P;

/** Holds for every claim: only a yes looks like success, and it always has its word. */
function sound(claim: Claim): Claim {
  expect(claim.look === 'ok').toBe(claim.answer === 'yes');
  expect(claim.word).not.toBe('');
  return claim;
}

describe('what was checked on this device', { tags: ['T-9'] }, () => {
  it('a part holds where it has passed, and nowhere else', { tags: ['D-8'] }, () => {
    const answers = [null, ...partStates].map(
      (state) => sound(partHolds('intact', state === null ? null : stateOf(intactPassed, state))).answer,
    );
    expect(answers).toEqual(['unknown', 'yes', 'no', 'unknown']);
    expect(partHolds('intact', { ...failing, evidence: intactPassed.evidence })).toMatchObject({
      since: Date.parse(at),
      why: 'For a reason',
    });
    expect(partHolds('intact', notCheckable).why).toBe('Not at hand');
  });

  it('a pack is verified only intact, signed and sealed in its verification, with no byte that differs, whatever its outcome is called', {
    tags: ['C-25', 'D-8', 'P-1'],
  }, () => {
    const state = fc.constantFrom(...partStates);
    fc.assert(
      fc.property(
        state,
        state,
        state,
        state,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('verified', 'not_verified', 'unknown'),
        (intact, signed, sealedIn, files, cancelled, linksPending, outcome) => {
          const verdict: Verdict = {
            kind: 'evidence',
            packId: 'EP-1',
            outcome,
            intact: stateOf(intactPassed, intact),
            signed: stateOf(signedPassed, signed),
            sealedIn: stateOf(sealedInPassed, sealedIn),
            files: stateOf(filesPassed, files),
            checkedAt: at,
          };
          const { answer, word } = sound(packVerified('EP-1', { verdict, cancelled, linksPending }));
          const holds = [intact, signed, sealedIn].every((part) => part === 'passed') && files !== 'failed' && !cancelled;
          if (answer === 'yes') expect([holds, outcome]).toEqual([true, 'verified']);
          else expect(holds && outcome === 'verified').toBe(false);
          // 'No' is said only if a part was found false.
          expect(answer === 'no').toBe([intact, signed, sealedIn, files].includes('failed'));
          expect(word === 'Verification Failed').toBe(answer === 'no');
          expect(word.startsWith('Verified')).toBe(answer === 'yes');
        },
      ),
    );
  });

  it('a record whose keys are not at hand has not failed: it is not known', { tags: ['C-71', 'D-33'] }, () => {
    const base = { kind: 'payment', recordId: 'PAY-1', covers: [], notCovered: [], checkedAt: at } as const;
    const signedBy = { state: 'passed', at, evidence: { kid: 'k', keysFetchedAt: at, tenant: 'checked', tenantId: 'demo' } } as const;
    // A claim reads whether the part passed, not its evidence.
    const intactBy = { state: 'passed', at, evidence: { computedHash: 'a' } } as unknown as RecordVerdict['intact'];
    const laterBy = { state: 'passed', at, evidence: { statements: [], state: 'paid' } } as const;
    const said = (
      outcome: RecordVerdict['outcome'],
      intact: PartState | null,
      signed: PartState,
      later: PartState | null = 'passed',
    ): Claim =>
      sound(
        recordVerified('PAY-1', {
          ...base,
          outcome,
          intact: intact === null || intactBy === null ? null : stateOf(intactBy, intact),
          signed: stateOf(signedBy as RecordVerdict['signed'], signed),
          later: later === null ? null : stateOf(laterBy as NonNullable<RecordVerdict['later']>, later),
        }),
      );
    expect(said('not_verified', 'passed', 'notCheckable')).toMatchObject({ answer: 'unknown', word: 'Not verified' });
    expect(said('not_verified', 'notCheckable', 'passed').answer).toBe('unknown');
    expect(said('verified', 'passed', 'passed')).toMatchObject({ answer: 'yes', since: Date.parse(at) });
    // Independent of the outcome's name.
    for (const [intact, signed] of [
      ['failed', 'passed'],
      ['passed', 'failed'],
      ['failed', 'notCheckable'],
      [null, 'failed'],
    ] as const)
      for (const outcome of ['verified', 'not_verified'] as const) expect(said(outcome, intact, signed).answer).toBe('no');
    expect(said('verified', 'passed', 'notCheckable').answer).toBe('unknown');
    // Later statements count like the other parts; a record without later changes has no such part.
    for (const outcome of ['verified', 'not_verified', 'unknown'] as const)
      expect(said(outcome, 'passed', 'passed', 'failed').answer).toBe('no');
    expect(said('verified', 'passed', 'passed', 'notCheckable').answer).toBe('unknown');
    expect(said('verified', 'notCheckable', 'passed').answer).toBe('unknown');
    expect(said('verified', 'passed', 'passed', null).answer).toBe('yes');
    expect(said('unknown', 'notCheckable', 'passed').word).toBe('Signature valid. Terms not available');
    expect(said('unknown', 'passed', 'passed', 'notCheckable').word).toBe('Signature valid. Not all of it is signed');
    expect(sound(recordVerified('PAY-1', undefined))).toMatchObject({ answer: 'unknown', word: 'Not checked' });
  });

  it('how much of a record is signed is said as good only where nothing that could be signed is left', { tags: ['P-2'] }, () => {
    const evidence = { kid: 'k', keysFetchedAt: at, tenant: 'checked', tenantId: 'demo' } as const;
    const covers = [{ field: 'payment.amount', value: 1, by: 'signature' }] as const;
    const notCovered = [{ field: 'version', value: 2, why: 'neverSigned' }] as const;
    for (const outcome of ['verified', 'not_verified', 'unknown'] as const)
      for (const state of partStates)
        for (const some of [covers, []] as const) {
          const signed = stateOf<RecordVerdict['signed']>({ state: 'passed', at, evidence }, state);
          const verdict = {
            kind: 'payment',
            recordId: 'PAY-1',
            outcome,
            intact: null,
            later: null,
            signed,
            notCovered,
            checkedAt: at,
          } as const;
          const { answer, word } = sound(valuesSigned('PAY-1', { ...verdict, covers: some }));
          expect(answer === 'yes').toBe(outcome === 'verified' && state === 'passed' && some.length > 0);
          expect(answer === 'no').toBe(state === 'failed');
          if (answer === 'yes') expect(word).toBe('1 of 2 values signed');
        }
  });

  it('a signature holds for a record where list, signature and the record’s seal have all passed', { tags: ['D-8', 'P-1'] }, () => {
    for (const intact of [null, ...partStates])
      for (const signed of [null, ...partStates])
        for (const sealedIn of [null, ...partStates]) {
          const parts = {
            intact: intact === null ? null : stateOf(intactPassed, intact),
            signed: signed === null ? null : stateOf(signedPassed, signed),
            sealedIn: sealedIn === null ? null : stateOf(sealedInPassed, sealedIn),
          };
          const { answer } = sound(signatureHolds('EP-1', parts));
          const all = [intact, signed, sealedIn];
          expect(answer).toBe(all.includes('failed') ? 'no' : all.every((state) => state === 'passed') ? 'yes' : 'unknown');
        }
  });

  it('by when a signature existed is known where list, signature and entry have passed, the times agree, and no link up to the entry is another', {
    tags: ['P-6', 'D-47'],
  }, () => {
    const proofs = [null, { chainIndex: 5, agrees: true }, { chainIndex: 5, agrees: false }] as const;
    const finding = (kind: 'withheld' | 'rewritten', chainIndex: number) =>
      ({ kind, chainIndex, expectedSeal: null, foundSeal: null }) as const;
    for (const intact of [null, ...partStates])
      for (const signed of [null, ...partStates])
        for (const sealedIn of [null, ...partStates])
          for (const proof of proofs)
            for (const found of [null, finding('withheld', 4), finding('withheld', 5), finding('withheld', 6), finding('rewritten', 6)]) {
              const { answer } = sound(
                timeKnown('EP-1', {
                  intact: intact === null ? null : stateOf(intactPassed, intact),
                  signed: signed === null ? null : stateOf(signedPassed, signed),
                  sealedIn: sealedIn === null ? null : stateOf(sealedInPassed, sealedIn),
                  proof,
                  found,
                }),
              );
              const parts = [intact, signed, sealedIn].every((part) => part === 'passed') && proof !== null;
              expect(answer === 'yes').toBe(
                parts && proof.agrees && (found === null || (found.kind === 'withheld' && found.chainIndex > 5)),
              );
              expect(answer === 'no').toBe(parts && !proof.agrees);
            }
  });

  it('two hashes agree where both are there and are one', { tags: ['C-71'] }, () => {
    expect(['a', 'b', null].map((listed) => sound(hashAgrees('EP-1', { sealed: 'a', listed })).answer)).toEqual(['yes', 'no', 'unknown']);
    const recomputed = ['a', 'b'].map((computedHash) => sound(hashRecomputed('EP-1', { manifestHash: 'a', computedHash })).answer);
    expect(recomputed).toEqual(['yes', 'no']);
    const states: readonly FileCheck['state'][] = ['match', 'mismatch', 'absent'];
    expect(states.map((state) => sound(fileMatches('a.pdf', state)).answer)).toEqual(['yes', 'no', 'unknown']);
  });
});

describe('chains', { tags: ['T-9'] }, () => {
  const whole: ChainVerdict & AuditVerdict = { state: 'whole', entries: 3, headIndex: 2, headSeal: 's' };
  const gap = (from: number, to: number, headIndex = 9): ChainVerdict & AuditVerdict => ({
    state: 'gap',
    entries: 3,
    notHeld: [{ from, to }],
    headIndex,
  });
  const empty: ChainVerdict & AuditVerdict = { state: 'empty' };
  const broken: ChainVerdict = { state: 'broken', chainIndex: 1, vrfId: 'VRF-1', link: 'seal', entries: 3 };

  it('the chain is intact where every link from the first fits and all that the platform named are here; broken is said at once', {
    tags: ['D-9'],
  }, () => {
    for (const arriving of [false, true])
      for (const allHeld of [false, true])
        for (const verdict of [null, empty, whole, gap(0, 4), gap(3, 4), broken]) {
          const { answer } = sound(chainIntact('demo', { verdict, arriving, allHeld, found: null }));
          expect(answer).toBe(verdict === broken ? 'no' : verdict === whole && allHeld ? 'yes' : 'unknown');
          for (const kind of ['rewritten', 'withheld', 'broken'] as const) {
            const found = { kind, chainIndex: 0, expectedSeal: null, foundSeal: null };
            expect(sound(chainIntact('demo', { verdict, arriving, allHeld, found })).answer).toBe('no');
          }
        }
  });

  it('the record is intact where every line from the first fits and the platform has said how many there are', { tags: ['D-27'] }, () => {
    // The screen names the broken line, not the claim.
    const brokenRecord = { ...broken, at: {} } as unknown as AuditVerdict;
    for (const arriving of [false, true])
      for (const counted of [false, true])
        for (const verdict of [null, empty, whole, gap(0, 4), gap(3, 4), brokenRecord]) {
          const { answer } = sound(recordIntact('demo', { verdict, arriving, counted }));
          expect(answer).toBe(verdict === brokenRecord ? 'no' : verdict === whole && counted ? 'yes' : 'unknown');
        }
    const held = (verdict: AuditVerdict) => recordIntact('demo', { verdict, arriving: false, counted: true }).word;
    expect([held(gap(0, 4)), held(gap(3, 4)), held(gap(0, 9))]).toEqual(['Held part intact', 'Chain has a gap', 'Chain has a gap']);
  });

  it('the whole record is intact once all of it was read, and not while it is read or where reading ended early', {
    tags: ['D-27'],
  }, () => {
    const ends: readonly WholeRecord[] = ['running', 'whole', 'broken', 'gap', 'differs', 'failed'];
    expect(ends.map((end) => sound(wholeRecordIntact('demo', end)).answer)).toEqual(['unknown', 'yes', 'no', 'no', 'no', 'unknown']);
  });
});

describe('what runs and stands beside it', () => {
  it('a link holds only where it was computed and fits; a tie that is not held is not known', { tags: ['T-9'] }, () => {
    const check = (look: 'ok' | 'bad' | 'idle') => linkHolds('VRF-1', { look, lead: 'Said.', text: 'Why.' });
    expect([check('ok').answer, check('bad').answer, check('idle').answer, linkHolds('VRF-1', null).answer]).toEqual([
      'yes',
      'no',
      'unknown',
      'unknown',
    ]);
  });

  it('a step is done once it has succeeded', { tags: ['T-9', 'C-62'] }, () => {
    expect((['success', 'error', 'in_progress', 'pending'] as const).map((state) => stepDone('hash', state).answer)).toEqual([
      'yes',
      'no',
      'unknown',
      'unknown',
    ]);
  });

  it('all signatures of a list hold only where every one was verified, and there are some', { tags: ['T-9', 'D-33'] }, () => {
    for (const total of [0, 1, 2, 3])
      for (const verified of [0, 1, 2, 3])
        for (const failed of [0, 1])
          for (const otherFigures of [0, 1])
            for (const unread of [0, 1]) {
              const partly = total - verified;
              const { answer, word } = signaturesHold('list', { verified, failed, partly, otherFigures, total, unread });
              expect([total, verified, failed, unread, answer === 'yes']).toEqual([
                total,
                verified,
                failed,
                unread,
                total > 0 && verified >= total && failed === 0 && unread === 0,
              ]);
              // Figures that were not signed are stated in the same sentence.
              if (answer === 'yes') expect(word.includes('other than signed')).toBe(otherFigures > 0);
              // If the platform checked, nothing is said to be verified here (G-17).
              const there = signaturesHold('list', { verified, failed, partly, otherFigures, total, unread, by: 'platform' });
              expect([there.answer, there.word]).toEqual([answer, word.replace(' verified here', ' verified by the platform')]);
            }
  });
});
