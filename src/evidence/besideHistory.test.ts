import { expect, it } from 'vitest';
import type { SealedInPart } from '../contracts/verdict.ts';
import { timeKnown } from '../domain/claims/proof.ts';
import type { HistoryFinding } from '../domain/history.ts';
import { besideHistory } from './besideHistory.ts';

const at = '2025-11-18T11:26:00.000Z';
const entry = { chainIndex: 250, vrfId: 'VRF-001246', siteCode: 'KE-KLF-011', timestamp: at, seal: 'd'.repeat(64) };
const part: SealedInPart = { state: 'passed', at, evidence: { vrfId: 'VRF-001246', namedBy: 'platform', entry, status: 'verified' } };
const found = (kind: HistoryFinding['kind'], chainIndex: number): HistoryFinding => ({
  kind,
  chainIndex,
  expectedSeal: 'a'.repeat(64),
  foundSeal: kind === 'withheld' ? null : 'b'.repeat(64),
});

it('an entry of a history that is not the one seen here matches no pack, wherever the other one was found', {
  tags: ['P-5', 'P-9', 'A-19'],
}, () => {
  const stateAt = (historyFound: HistoryFinding | null) => besideHistory(part, { historyFound, twoHistories: null }).state;
  expect(stateAt(null)).toBe('passed');
  // The device samples one link in a hundred, or one in a thousand at checkpoints: a difference found at one position may begin below it.
  for (const chainIndex of [0, 249, 250, 251, 300, 1_000]) expect(stateAt(found('rewritten', chainIndex))).toBe('notCheckable');
  for (const kind of ['withheld', 'broken'] as const)
    expect([249, 250, 251].map((chainIndex) => stateAt(found(kind, chainIndex)))).toEqual(['notCheckable', 'notCheckable', 'passed']);
  const two = (chain: 'verifications' | 'record') =>
    besideHistory(part, { historyFound: null, twoHistories: { chain, index: 9, heldSeal: 'a', shownSeal: 'b' } });
  expect([two('verifications').state, two('record').state]).toEqual(['notCheckable', 'passed']);
});

it('nor is its time known by such an entry', { tags: ['P-5', 'P-6'] }, () => {
  const passed = { state: 'passed', at, evidence: null } as const;
  const proof = { chainIndex: 250, agrees: true };
  const answer = (finding: HistoryFinding | null) =>
    timeKnown('EP-0931', { intact: passed, signed: passed, sealedIn: passed, proof, found: finding }).answer;
  expect([answer(null), answer(found('withheld', 300)), answer(found('rewritten', 300))]).toEqual(['yes', 'yes', 'unknown']);
});

it('what did not pass is left as it is', { tags: ['P-1'] }, () => {
  const open: SealedInPart = { state: 'notCheckable', reason: 'No entry' };
  expect(besideHistory(open, { historyFound: found('rewritten', 1), twoHistories: null })).toBe(open);
});
