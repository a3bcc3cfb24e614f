import { createHash, type KeyObject } from 'node:crypto';
import { CompactSign } from 'jose';
import type { ManifestFile } from '../../src/contracts/evidence.ts';
import { canonicalFileList, canonicalPackPayload } from '../../src/domain/manifest.ts';
import { PACK_TYP } from '../../src/evidence/verify.ts';

/** A key that can sign: its id as it stands in the set, and the private half. */
export interface Signer {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** What signing a pack adds to its file list (D-7). */
export interface SealedManifest {
  readonly manifestHash: string;
  readonly jwsSignature: string;
  readonly signerKid: string;
  readonly signatureTimestamp: string;
}

/** A compact JWS of ours over exactly this text: RS256, and a protected header of alg, kid and typ only (D-33). */
export async function signText(signer: Signer, typ: string, payload: string): Promise<string> {
  return new CompactSign(Buffer.from(payload, 'utf8')).setProtectedHeader({ alg: 'RS256', kid: signer.kid, typ }).sign(signer.privateKey);
}

/** Whose evidence a pack is: what its signature says beside its files. */
export interface PackSubject {
  readonly packId: string;
  readonly vrfId: string;
  readonly siteCode: string;
}

/** Hashes and signs a file list, for its verification and site. `signedAt` is ISO 8601 and is signed verbatim. */
export async function sealManifest(
  signer: Signer,
  tenantId: string,
  { packId, vrfId, siteCode }: PackSubject,
  files: readonly Pick<ManifestFile, 'name' | 'size' | 'hash'>[],
  signedAt: string,
): Promise<SealedManifest> {
  const manifestHash = sha256(canonicalFileList(files));
  const payload = canonicalPackPayload({
    packId,
    tenantId,
    manifestHash,
    signatureTimestamp: signedAt,
    siteCode,
    verificationId: vrfId,
  });
  return { manifestHash, jwsSignature: await signText(signer, PACK_TYP, payload), signerKid: signer.kid, signatureTimestamp: signedAt };
}
