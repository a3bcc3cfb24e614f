import { createHash, type KeyObject } from 'node:crypto';
import { CompactSign } from 'jose';
import type { ManifestFile } from '../../src/contracts/evidence.ts';
import { canonicalFileList, canonicalPackPayload } from '../../src/domain/records/manifest.ts';
import { PACK_TYP } from '../../src/evidence/verify.ts';

/** A key that can sign: its id in the key set, and the private key. */
export interface Signer {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** 64 lower-case hexadecimal digits; a string is hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** What signing adds to a pack's file list (D-7). */
export interface SealedManifest {
  readonly manifestHash: string;
  readonly jwsSignature: string;
  readonly signerKid: string;
  readonly signatureTimestamp: string;
}

/** Signs exactly this text as a compact JWS: RS256, with only alg, kid and typ in the protected header (D-33). */
export async function signText(signer: Signer, typ: string, payload: string): Promise<string> {
  return new CompactSign(Buffer.from(payload, 'utf8')).setProtectedHeader({ alg: 'RS256', kid: signer.kid, typ }).sign(signer.privateKey);
}

/** What a pack's signature names besides its files. */
export interface PackSubject {
  readonly packId: string;
  readonly vrfId: string;
  readonly siteCode: string;
}

/** Hashes and signs a file list for its verification and site. `signedAt` is ISO 8601 and is signed verbatim. */
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
