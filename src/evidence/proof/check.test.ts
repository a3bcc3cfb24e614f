import { describe, expect, it } from 'vitest';
import type { Proof } from '../../contracts/proof.ts';
import { proofKinds } from '../../contracts/proof.ts';
import type { ProofVerdict } from '../../contracts/proofVerdict.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { makeChain } from '../../../tests/builders/chain.ts';
import { makeCheckpoint } from '../../../tests/builders/checkpoints.ts';
import { makeKey, makePack } from '../../../tests/builders/evidencePack.ts';
import { makeProof, makeProofParts, PROVEN } from '../../../tests/builders/proof.ts';
import { assembleProof } from './assemble.ts';
import { checkProof } from './check.ts';
import { parseProof } from './parse.ts';

const key = makeKey('ukweli-2025-11');
const at = '2025-11-18T12:30:00Z';
const given = { held: { keys: [key.jwk], fetchedAt: null }, from: 'given' } as const;
const check = (proof: Proof, trusted: typeof given | null = given) => checkProof(proof, { at, trusted });
const statesOf = ({ parts }: ProofVerdict) => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part?.state ?? null]));

describe('[P-10] a proof', () => {
  it.each(proofKinds)('[P-10] of a %s is verified by keys that did not come with it, and survives being written and read', async (kind) => {
    const parsed = parseProof(JSON.stringify(makeProof(key, kind)));
    if (!parsed.ok) throw new Error(parsed.faults.map(({ text }) => text).join('; '));
    const verdict = await check(parsed.value);
    expect({
      outcome: verdict.outcome,
      open: verdict.open,
      failed: Object.values(verdict.parts).filter((part) => part?.state === 'failed'),
    }).toEqual({
      outcome: 'verified',
      open: [],
      failed: [],
    });
  });

  it.each(proofKinds)('[P-10] of a %s is never verified by the keys in it: whoever makes a file can make its keys', async (kind) => {
    const attacker = makeKey('ukweli-2025-11');
    const verdict = await check(makeProof(attacker, kind), null);
    expect(verdict).toMatchObject({ outcome: 'unknown', keysFrom: 'file', parts: { keys: { state: 'notCheckable' } } });
    expect(await check(makeProof(attacker, kind))).toMatchObject({
      outcome: 'not_verified',
      parts: { keys: { state: 'failed', code: 'key_differs' } },
    });
  });

  it('[P-10] takes the links from each entry to the first checkpoint after it, and no other', () => {
    const { chain, checkpoints } = makeProof(key, 'payment');
    expect(chain.map(({ chainIndex }) => chainIndex)).toEqual([4, 5, 6, 7, 8, 9]);
    expect([checkpoints.first.map(({ index }) => index), checkpoints.newest?.index]).toEqual([[9], 19]);
  });

  it('[P-10] says what is missing of the way to the checkpoint, and holds the entries alone until it is there', async () => {
    const { records, row, pack, ...parts } = makeProofParts(key);
    const record = records[0];
    if (record === undefined) throw new Error('no record');
    const entries = parts.entries.filter(({ chainIndex }) => chainIndex !== 8);
    const made = assembleProof({ ...parts, entries, record, verification: row, manifest: pack });
    expect(made).toMatchObject({ missing: [8], uncovered: true });
    expect(made.proof.chain.map(({ chainIndex }) => chainIndex)).toEqual([PROVEN.first, PROVEN.decided]);
    const verdict = await check(made.proof);
    expect(statesOf(verdict)).toMatchObject({ record: 'passed', chain: 'notCheckable', sealedIn: 'notCheckable', keys: 'passed' });
    expect(verdict).toMatchObject({
      outcome: 'unknown',
      open: expect.arrayContaining([expect.stringContaining('Not yet under a checkpoint')]),
    });
    // An entry that no signature is over is anybody's.
    expect(verdict.covers.some(({ by }) => by === 'chain')).toBe(false);
  });

  it('[P-1] says of a pack of the older signature that the chain alone names its verification, and that others may seal the same list', async () => {
    const older = makePack(key);
    const made = makeProofParts(key);
    const record = made.records.find(({ kind }) => kind === 'verification');
    if (record?.kind !== 'verification') throw new Error('no verification');
    const own = new Set([PROVEN.first, PROVEN.decided]);
    const entries = makeChain(
      made.entries.map((entry) => (own.has(entry.chainIndex as 4) ? { ...entry, evidenceHash: older.manifestHash } : entry)),
    );
    const row = { ...record.value, ...(entries[PROVEN.decided] as ChainEntry), recordedAt: record.value.recordedAt };
    const checkpoints = [9, 19].map((index) => makeCheckpoint(key, { index, seal: (entries[index] as ChainEntry).seal }));
    const { proof } = assembleProof({
      ...made,
      entries,
      checkpoints,
      record: { kind: 'verification', value: row },
      verification: row,
      manifest: older,
    });
    const verdict = await check(proof);
    expect(verdict).toMatchObject({ open: [], outcome: 'verified' });
    expect(verdict.lineage.find(({ of }) => of === 'pack')?.text).toContain(
      '(an older signature, which names no verification: that only the chain does)',
    );
    expect(verdict.notCovered).toContainEqual({ field: 'pack, sealed for another verification', value: null, why: 'notAtHand' });
    const newer = await check(makeProof(key, 'verification'));
    expect(newer.lineage.find(({ of }) => of === 'pack')?.text).toBe('A list of 3 files');
    expect(newer.notCovered.map(({ field }) => field)).not.toContain('pack, sealed for another verification');
  });
});
