import { describe, expect, it } from 'vitest';
import type { Proof } from '../../contracts/proof.ts';
import { proofKinds } from '../../contracts/proof.ts';
import type { ProofCheck, ProofVerdict } from '../../contracts/proofVerdict.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { makeChain } from '../../../tests/builders/chain.ts';
import { makeCheckpoint } from '../../../tests/builders/checkpoints.ts';
import { makeKey, makePack } from '../../../tests/builders/evidencePack.ts';
import { makeProof, makeProofParts, PROVEN } from '../../../tests/builders/proof.ts';
import { makeReport, pcafBody } from '../../../tests/builders/signedRecords.ts';
import { unsureClockReason } from '../unsureClock.ts';
import { assembleProof } from './assemble.ts';
import { checkProof } from './check.ts';
import { parseProof } from './parse.ts';

const key = makeKey('ukweli-2025-11');
const at = '2025-11-18T12:30:00Z';
const given = { held: { keys: [key.jwk], fetchedAt: null }, from: 'given' } as const;
const check = (proof: Proof, trusted: ProofCheck['trusted'] = given) => checkProof(proof, { at, trusted });
const statesOf = ({ parts }: ProofVerdict) => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part?.state ?? null]));

describe('a proof', { tags: ['P-10'] }, () => {
  it.each(proofKinds)(
    'of a %s is verified by keys that did not come with it, and survives being written and read',
    { tags: ['P-10'] },
    async (kind) => {
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
    },
  );

  it.each(proofKinds)(
    'of a %s is never verified by the keys in it: whoever makes a file can make its keys',
    { tags: ['P-10'] },
    async (kind) => {
      const attacker = makeKey('ukweli-2025-11');
      const verdict = await check(makeProof(attacker, kind), null);
      expect(verdict).toMatchObject({ outcome: 'unknown', keysFrom: 'file', parts: { keys: { state: 'notCheckable' } } });
      expect(await check(makeProof(attacker, kind))).toMatchObject({
        outcome: 'not_verified',
        parts: { keys: { state: 'failed', code: 'key_differs' } },
      });
    },
  );

  it('takes the links from each entry to the first checkpoint after it, and no other', { tags: ['P-10'] }, () => {
    const { chain, checkpoints } = makeProof(key, 'payment');
    expect(chain.map(({ chainIndex }) => chainIndex)).toEqual([4, 5, 6, 7, 8, 9]);
    expect([checkpoints.first.map(({ index }) => index), checkpoints.newest?.index]).toEqual([[9], 19]);
  });

  it('of a report that was made over another history than the one of its links is not verified, however whole and signed each of the two is', {
    tags: ['M-13', 'P-10'],
  }, async () => {
    const { records: _, row: __, pack: ___, ...parts } = makeProofParts(key);
    const basis = { assets: 3, verifications: 8, chain: { index: 12, seal: 'f'.repeat(64) }, covenants: [] };
    const record = { kind: 'report', value: makeReport(key, { ...pcafBody, basis }) } as const;
    const verdict = await check(assembleProof({ ...parts, record, verification: null, manifest: null }).proof);
    expect(statesOf(verdict)).toMatchObject({ record: 'passed', checkpoints: 'passed', keys: 'passed' });
    expect(verdict).toMatchObject({ outcome: 'not_verified', parts: { chain: { state: 'failed', code: 'other_link' } } });
  });

  it('whose newest checkpoint says another seal of a place than its links there is not verified: two histories', {
    tags: ['M-13', 'P-10'],
  }, async () => {
    const proof = makeProof(key, 'payment');
    const newest = makeCheckpoint(key, { index: PROVEN.decided, seal: 'f'.repeat(64) });
    const verdict = await check({ ...proof, checkpoints: { first: [], newest } });
    expect(verdict).toMatchObject({
      outcome: 'not_verified',
      parts: {
        chain: { state: 'notCheckable' },
        checkpoints: { state: 'failed', code: 'other_checkpoint', reasons: [expect.stringContaining('another seal than the newest')] },
      },
    });
  });

  it('takes of a key set the keys that its signatures name, whatever else stands in the set', { tags: ['M-13', 'P-10'] }, () => {
    const [payment] = makeProofParts(key).records;
    const { records: _, row, pack, keys, ...parts } = makeProofParts(key);
    const littered = { ...keys, keys: [null, 7, 'key', [], {}, { kid: 3 }, makeKey('another').jwk, ...keys.keys] };
    if (payment === undefined) throw new Error('no record');
    const { proof } = assembleProof({ ...parts, keys: littered, record: payment, verification: row, manifest: pack });
    expect(proof.keys.keys).toEqual(keys.keys);
  });

  it('stays verified once its key is retired, since that was after the file was made; a key that had ended before is another', {
    tags: ['M-13', 'P-10'],
  }, async () => {
    const proof = makeProof(key, 'payment');
    const retired = (retiredAt: string) => check(proof, { ...given, held: { keys: [{ ...key.jwk, retiredAt }], fetchedAt: null } });
    expect(await retired('2025-11-18T12:00:00.000Z')).toMatchObject({ outcome: 'verified', open: [] });
    expect(await retired('2025-11-18T09:00:00.000Z')).toMatchObject({
      outcome: 'not_verified',
      parts: { keys: { state: 'failed', reasons: expect.arrayContaining([expect.stringContaining('ends at another time')]) } },
    });
  });

  it('with links that its record is not based on is not verified, and says what they are not', { tags: ['M-13', 'P-10'] }, async () => {
    const chain = makeProofParts(key).entries.slice(13, 20);
    const reasonsOf = async (kind: 'payment' | 'report' | 'portfolio') => {
      const { parts } = await check({ ...makeProof(key, kind), chain });
      return parts.chain?.state === 'failed' ? parts.chain.reasons : [];
    };
    const strange = (what: string) => `Link 13 (VRF-000013) is ${what}, and the link before it is missing`;
    expect(await reasonsOf('payment')).toContain(strange(`no entry of ${PROVEN.vrfId}`));
    expect(await reasonsOf('report')).toContain(strange('not link 12'));
    expect(await reasonsOf('portfolio')).toContain(strange('nothing of this record'));
  });

  it('has checkpoints of the future refused only by a confirmed clock, and those of the past taken by any', {
    tags: ['M-13', 'T-9', 'P-10'],
  }, async () => {
    const checkpointsBy = async (now: string, clockConfirmed: boolean) =>
      (await checkProof(makeProof(key, 'portfolio'), { at: now, trusted: given, clockConfirmed })).parts.checkpoints;
    const dayBehind = '2025-11-17T12:30:00Z';
    expect(await checkpointsBy(dayBehind, true)).toMatchObject({ state: 'failed', code: 'signed_in_future' });
    expect(await checkpointsBy(dayBehind, false)).toEqual({ state: 'notCheckable', reason: unsureClockReason });
    expect(await checkpointsBy(at, false)).toMatchObject({ state: 'passed' });
  });

  it('says what is missing of the way to the checkpoint, and holds the entries alone until it is there', { tags: ['P-10'] }, async () => {
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
    // An entry without a signature over it could be anybody's.
    expect(verdict.covers.some(({ by }) => by === 'chain')).toBe(false);
  });

  it('says of a pack of the older signature that the chain alone names its verification, and that others may seal the same list', {
    tags: ['P-1'],
  }, async () => {
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
    expect(verdict.lineage.find(({ of: kind }) => kind === 'pack')?.text).toContain(
      '(an older signature, which names no verification: that only the chain does)',
    );
    expect(verdict.notCovered).toContainEqual({ field: 'pack, sealed for another verification', value: null, why: 'notAtHand' });
    const newer = await check(makeProof(key, 'verification'));
    expect(newer.lineage.find(({ of: kind }) => kind === 'pack')?.text).toBe('A list of 3 files');
    expect(newer.notCovered.map(({ field }) => field)).not.toContain('pack, sealed for another verification');
  });
});
