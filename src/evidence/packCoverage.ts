import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { Verdict } from '../contracts/verdict.ts';

/** A value of a pack and what covers it: its signature, the signed hash, or the chain's entry. */
export interface CoveredOfPack {
  readonly field: string;
  readonly value: string | number;
  readonly by: 'signature' | 'hash' | 'chain';
}
/** A value of a pack that nothing covers: it is never signed, or what would cover it does not hold. */
export interface UncoveredOfPack {
  readonly field: string;
  readonly value: string | number;
  readonly why: 'neverSigned' | 'notHeld';
}

/** Every value in a pack's manifest and its chain entry, in one of the two lists (D-52). */
export function packCoverage(
  manifest: EvidenceManifest,
  { intact, signed, sealedIn }: Pick<Verdict, 'intact' | 'signed' | 'sealedIn'>,
): { readonly covers: readonly CoveredOfPack[]; readonly notCovered: readonly UncoveredOfPack[] } {
  const covers: CoveredOfPack[] = [];
  const notCovered: UncoveredOfPack[] = [{ field: 'wormStatus', value: manifest.wormStatus, why: 'neverSigned' }];
  const put = (holds: boolean, by: CoveredOfPack['by'], values: Readonly<Record<string, string | number>>): void => {
    for (const [field, value] of Object.entries(values)) {
      if (holds) covers.push({ field, value, by });
      else notCovered.push({ field, value, why: 'notHeld' });
    }
  };
  const holds = signed.state === 'passed';
  const { packId, manifestHash, signatureTimestamp, signerKid, files } = manifest;
  put(holds, 'signature', { packId, manifestHash, signatureTimestamp, signerKid });
  if (signed.state === 'passed') {
    const { tenantId, signedFor } = signed.evidence;
    if (tenantId !== null) put(true, 'signature', { tenantId });
    if (signedFor !== null) put(true, 'signature', { verificationId: signedFor.verificationId, siteCode: signedFor.siteCode });
  }
  // Names, sizes and hashes of the files are covered by the single signed hash.
  put(holds && intact.state === 'passed', 'hash', { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) });
  const linked = files.filter(({ url }) => url !== undefined).length;
  if (linked > 0) notCovered.push({ field: 'files.url', value: linked, why: 'neverSigned' });
  if (sealedIn.state !== 'passed') return { covers, notCovered };
  const { entry, status } = sealedIn.evidence;
  if (entry !== null)
    put(true, 'chain', { 'sealedIn.vrfId': entry.vrfId, 'sealedIn.siteCode': entry.siteCode, 'sealedIn.timestamp': entry.timestamp });
  if (status !== null) put(true, 'chain', { 'sealedIn.status': status });
  return { covers, notCovered };
}
