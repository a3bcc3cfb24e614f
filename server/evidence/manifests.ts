import { createHash, type KeyObject } from 'node:crypto';
import { CompactSign } from 'jose';
import type { ManifestFile } from '../../src/contracts/evidence.ts';
import { canonicalFileList, canonicalManifestPayload } from '../../src/domain/manifest.ts';
import { EVIDENCE_TYP } from '../../src/evidence/verify.ts';

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

/** Hashes and signs a file list. `signedAt` is ISO 8601 and is signed verbatim. */
export async function sealManifest(
  signer: Signer,
  tenantId: string,
  packId: string,
  files: readonly Pick<ManifestFile, 'name' | 'size' | 'hash'>[],
  signedAt: string,
): Promise<SealedManifest> {
  const manifestHash = sha256(canonicalFileList(files));
  const payload = canonicalManifestPayload({ packId, tenantId, manifestHash, signatureTimestamp: signedAt });
  return { manifestHash, jwsSignature: await signText(signer, EVIDENCE_TYP, payload), signerKid: signer.kid, signatureTimestamp: signedAt };
}
