import type { Proof, Proven } from '../../src/contracts/proof.ts';
import type { ChainEntry, Verification } from '../../src/contracts/verification.ts';
import { assembleProof, type ProofParts } from '../../src/evidence/proof/assemble.ts';
import { makeChain } from './chain.ts';
import { makeCheckpoint } from './checkpoints.ts';
import { makePack, type TestKey } from './evidencePack.ts';
import { covenantHash, makePayment, makePortfolio, makeReport, pcafBody } from './signedRecords.ts';

/** The verification behind the test payment. It was decided twice: at these indexes of the chain. */
export const PROVEN = { vrfId: 'VRF-001240', siteCode: 'KE-NBO-014', first: 4, decided: 6 } as const;

/** All platform answers needed for proofs of each kind, signed with node:crypto. */
export function makeProofParts(
  key: TestKey,
  length = 24,
  places: readonly number[] = [9, 19],
): Omit<ProofParts, 'record' | 'verification' | 'manifest'> & {
  readonly records: readonly Proven[];
  readonly row: Verification;
  readonly pack: NonNullable<ProofParts['manifest']>;
} {
  const pack = makePack(key, { signedFor: { verificationId: PROVEN.vrfId, siteCode: PROVEN.siteCode } });
  const own = { vrfId: PROVEN.vrfId, siteCode: PROVEN.siteCode, evidenceHash: pack.manifestHash, covenantHash };
  const performanceKpis = { uptime: 97, fuelSavings: 22.5, emissionReduction: 0.4 };
  const chain = makeChain(
    Array.from({ length }, (_, place) => {
      if (place === PROVEN.first) return { ...own, performanceKpis, status: 'pending' as const };
      return place === PROVEN.decided ? { ...own, performanceKpis } : { vrfId: `VRF-${String(place).padStart(6, '0')}` };
    }),
  );
  const at = (place: number): ChainEntry => chain[place] as ChainEntry; // within the length
  const row: Verification = {
    ...at(PROVEN.decided),
    siteName: 'Nairobi West Clinic',
    confidenceScore: 0.97,
    automated: false,
    evidencePackId: pack.packId,
    recordedAt: at(PROVEN.first).timestamp,
    version: 2,
  };
  const checkpoints = places.filter((place) => place < length).map((index) => makeCheckpoint(key, { index, seal: at(index).seal }));
  const body = {
    ...pcafBody,
    basis: { assets: 3, verifications: 8, chain: { index: 12, seal: at(12).seal }, covenants: [...(pcafBody.basis?.covenants ?? [])] },
  };
  return {
    tenantId: 'demo',
    entries: chain,
    checkpoints,
    keys: { keys: [key.jwk], fetchedAt: '2025-11-18T11:00:00.000Z' },
    savedBy: { id: 'acc-otieno', name: 'Otieno Bank' },
    savedAt: '2025-11-18T12:00:00.000Z',
    records: [
      { kind: 'payment', value: makePayment(key) },
      { kind: 'verification', value: row },
      { kind: 'report', value: makeReport(key, body) },
      { kind: 'portfolio', value: makePortfolio(key) },
    ],
    row,
    pack,
  };
}

/** A proof of this kind, as the console would save it. */
export function makeProof(
  key: TestKey,
  kind: Proven['kind'],
  change: Partial<ProofParts> = {},
  ...chain: readonly [length?: number, places?: readonly number[]]
): Proof {
  const { records, row, pack, ...parts } = makeProofParts(key, ...chain);
  const record = records.find((one) => one.kind === kind);
  if (record === undefined) throw new Error(`no record of kind ${kind}`);
  const verification = kind === 'payment' || kind === 'verification' ? row : null;
  const manifest = verification === null ? null : pack;
  return assembleProof({ ...parts, record, verification, manifest, ...change }).proof;
}
