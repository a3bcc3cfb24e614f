import { expect, it } from 'vitest';
import { type ProofKeysFrom, type ProofPart, type ProofPartName, proofPartNames, type ProofVerdict } from '../../contracts/proofVerdict.ts';
import type { Outcome } from '../../contracts/verdict.ts';
import { proofPartHolds, proofVerified } from './savedProof.ts';

const at = '2025-11-18T11:26:00.000Z';
const passed: ProofPart = { state: 'passed', at, evidence: {} };
const failed: ProofPart = { state: 'failed', at, code: 'hash_mismatch', message: 'Does not hold', reasons: ['For a reason'], evidence: {} };
const open: ProofPart = { state: 'notCheckable', reason: 'Not at hand' };
const allPassed = Object.fromEntries(proofPartNames.map((name) => [name, passed])) as Record<ProofPartName, ProofPart | null>; // every name
const verdict = (change: Partial<ProofVerdict>): ProofVerdict => ({
  kind: 'proof',
  of: 'payment',
  recordId: 'RBF-0042',
  tenantId: 'demo',
  savedAt: at,
  savedBy: { id: 'acc-1', name: 'Otieno Bank' },
  outcome: 'verified',
  open: [],
  parts: allPassed,
  keysFrom: 'platform',
  keysFetchedAt: at,
  keys: [],
  record: null,
  pack: null,
  lineage: [],
  covers: [],
  notCovered: [],
  checkedAt: at,
  ...change,
});

it('a proof is verified where every part has passed by keys that did not come with it, and over nothing else', {
  tags: ['P-10', 'T-9'],
}, () => {
  const yes: string[] = [];
  for (const keysFrom of ['file', 'given', 'platform'] satisfies ProofKeysFrom[])
    for (const outcome of ['verified', 'unknown', 'not_verified'] satisfies Outcome[])
      for (const name of proofPartNames)
        for (const part of [passed, open, failed, null]) {
          const parts = { ...allPassed, [name]: part };
          const claim = proofVerified('RBF-0042', verdict({ keysFrom, outcome, parts }));
          if (claim.answer === 'yes') yes.push([claim.word, keysFrom, outcome, part?.state === 'notCheckable' ? name : ''].join(' '));
          if (part?.state === 'failed') expect([claim.answer, claim.why]).toEqual(['no', 'For a reason']);
        }
  expect([...new Set(yes)].sort()).toEqual([
    'Verified by the keys you gave given verified ',
    // Missing evidence files do not matter: their hashes are what is proven.
    'Verified by the keys you gave given verified files',
    'Verified platform verified ',
    'Verified platform verified files',
  ]);
});

it('keys in the file, no checkpoint and nothing signed are told in the word itself', { tags: ['P-10', 'T-9'] }, () => {
  const word = (parts: Partial<ProofVerdict['parts']>, keysFrom: ProofKeysFrom = 'file') =>
    proofVerified('RBF-0042', verdict({ keysFrom, outcome: 'unknown', parts: { ...allPassed, ...parts } })).word;
  expect(word({ keys: open })).toBe('Signature valid by the key in the file. Whose key it is, nothing here says');
  expect(word({ keys: open, checkpoints: open })).toBe('Signature valid by the key in the file. Not yet under a checkpoint');
  expect(word({ chain: open }, 'given')).toBe('Signature valid. Not yet under a checkpoint');
  expect(word({ pack: open }, 'platform')).toBe('Signature valid. Not all of it could be checked');
  expect(word({ files: open }, 'given')).toBe('Signature valid. The evidence files could not be compared');
  expect(word({ record: null, pack: null, checkpoints: null, keys: open })).toBe('Could not be checked');
});

it('a part of a proof has passed by keys that did not come with it alone', { tags: ['P-10', 'T-9'] }, () => {
  const told = (part: ProofPart | null, keysFrom: ProofKeysFrom) => {
    const { answer, word } = proofPartHolds('RBF-0042 chain', { part, keysFrom });
    return `${answer} ${word}`;
  };
  for (const keysFrom of ['given', 'platform'] as const) expect(told(passed, keysFrom)).toBe('yes Passed');
  expect(told(passed, 'file')).toBe('unknown Fits by the key in the file');
  for (const keysFrom of ['file', 'given', 'platform'] as const)
    expect([open, failed, null].map((part) => told(part, keysFrom))).toEqual(['unknown Not checked', 'no Failed', 'unknown Not checked']);
});
