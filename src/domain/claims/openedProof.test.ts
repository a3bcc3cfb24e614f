import { expect, it } from 'vitest';
import type { KnownFinding } from '../../contracts/proofOpening.ts';
import { type ProofKeysFrom, type ProofPart, type ProofPartName, proofPartNames, type ProofVerdict } from '../../contracts/proofVerdict.ts';
import type { Outcome } from '../../contracts/verdict.ts';
import { openedProofVerified } from './openedProof.ts';
import { proofVerified } from './savedProof.ts';

const at = '2025-11-18T11:26:00.000Z';
const passed: ProofPart = { state: 'passed', at, evidence: {} };
const failed: ProofPart = { state: 'failed', at, code: 'hash_mismatch', message: 'Does not hold', reasons: ['For a reason'], evidence: {} };
const open: ProofPart = { state: 'notCheckable', reason: 'Not at hand' };
const allPassed = Object.fromEntries(proofPartNames.map((name) => [name, passed])) as Record<ProofPartName, ProofPart | null>; // every name
const verdictOf = (keysFrom: ProofKeysFrom, outcome: Outcome, parts: ProofVerdict['parts']): ProofVerdict => ({
  kind: 'proof',
  of: 'payment',
  recordId: 'RBF-0042',
  tenantId: 'demo',
  savedAt: at,
  savedBy: { id: 'acc-1', name: 'Otieno Bank' },
  outcome,
  open: [],
  parts,
  keysFrom,
  keysFetchedAt: at,
  keys: [],
  record: null,
  pack: null,
  lineage: [],
  covers: [],
  notCovered: [],
  checkedAt: at,
});
const knowns: readonly (KnownFinding | null)[] = [
  null,
  { compared: 0, differing: [] },
  { compared: 6, differing: [] },
  { compared: 6, differing: [{ chainIndex: 7, inFile: 'a', here: 'b' }] },
  { compared: 6, differing: [], since: { vrfId: 'VRF-1', chainIndex: 9, status: 'disputed' } },
  { compared: 0, differing: [], unread: true },
  { compared: 6, differing: [{ chainIndex: 7, inFile: 'a', here: 'b' }], unread: true },
];

it('a proof of another history than this device has seen, or of what was decided otherwise since, is never called verified, whatever the file says of itself', {
  tags: ['P-10', 'P-9', 'T-9'],
}, () => {
  const words = new Set<string>();
  for (const keysFrom of ['file', 'given', 'platform'] satisfies ProofKeysFrom[])
    for (const outcome of ['verified', 'unknown', 'not_verified'] satisfies Outcome[])
      for (const name of proofPartNames)
        for (const part of [passed, open, failed, null])
          for (const known of knowns) {
            const verdict = verdictOf(keysFrom, outcome, { ...allPassed, [name]: part });
            const [alone, here] = [proofVerified('RBF-0042', verdict), openedProofVerified('RBF-0042', { verdict, known })];
            if (known !== null && known.differing.length > 0) {
              expect(here.answer).toBe('no');
              words.add(`${here.word}: ${here.why}`);
            } else if (known?.since != null && alone.answer === 'yes') {
              expect(here.answer).toBe('unknown');
              words.add(`${here.word}: ${here.why}`);
            } else if (known?.unread === true && alone.answer === 'yes') {
              expect(here.answer).toBe('unknown');
              words.add(`${here.word}: ${here.why}`);
            } else expect(here).toEqual(alone);
          }
  expect([...words].sort()).toEqual([
    'Another history than this device has seen: Link 7 has another seal here than in the file',
    'Signature valid. Decision changed since: Link 9 of the chain, which this device holds, has VRF-1 as disputed',
    'Signature valid. Not compared with this device: The chain data on this device cannot be read right now',
    'Verification Failed: For a reason',
  ]);
});
