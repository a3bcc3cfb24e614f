import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { FilesPart, IntactPart, Outcome, Recomputed, SignedEvidence, SignedPart, Verdict } from '../contracts/verdict.ts';
import { canonicalFileList, canonicalManifestPayload } from '../domain/manifest.ts';
import { sha256Hex } from './bytes.ts';
import type { KeySet } from './keys.ts';
import { messages } from './messages.ts';
import { fileListFaults, isSha256 } from './parse.ts';
import { plainFileList } from './plainList.ts';
import { judgeSignature } from './signature.ts';

/** `typ` of an evidence signature (D-7, D-33): a covenant's or a payment's signature cannot be passed off as one. */
export const EVIDENCE_TYP = 'evidence-manifest+jws';

/** *Intact*: the file list keeps the rules of D-7 and its hash is the manifest's. Files themselves are another part. */
export async function checkIntact(manifest: EvidenceManifest, at: string): Promise<IntactPart> {
  const evidence = { computedHash: null, manifestHash: manifest.manifestHash, fileCount: manifest.files.length };
  const plain = isSha256(manifest.manifestHash) ? plainFileList(manifest.files) : null;
  const faults = plain === null ? fileListFaults(manifest) : [];
  const [first] = faults;
  if (first !== undefined) {
    return { state: 'failed', at, code: first.code, message: messages.hashChain, reasons: faults.map(({ text }) => text), evidence };
  }
  const computedHash = await sha256Hex(plain ?? canonicalFileList(manifest.files));
  if (computedHash !== manifest.manifestHash) {
    const reasons = ['The file list was changed: its hash is not the manifest’s'];
    return { state: 'failed', at, code: 'hash_mismatch', message: messages.hashChain, reasons, evidence: { ...evidence, computedHash } };
  }
  return { state: 'passed', at, evidence: { ...evidence, computedHash } };
}

/** Keys as judged, and when the platform gave them (null: not known). */
export interface TrustedKeys {
  readonly set: KeySet;
  readonly fetchedAt: string | null;
}

/** *Signed by a trusted key* (the policy stands in signature.ts): what was signed is this pack, this hash, this time and this tenant. */
export async function checkSigned(manifest: EvidenceManifest, keys: TrustedKeys, tenantId: string | null, at: string): Promise<SignedPart> {
  const evidence: SignedEvidence = {
    kid: manifest.signerKid,
    algorithm: 'RS256',
    signatureTimestamp: manifest.signatureTimestamp,
    keysFetchedAt: keys.fetchedAt,
    tenant: tenantId === null ? 'notChecked' : 'checked',
    tenantId: null,
  };
  const { packId, manifestHash, signatureTimestamp } = manifest;
  const claim = {
    jws: manifest.jwsSignature,
    typ: EVIDENCE_TYP,
    kid: manifest.signerKid,
    what: 'manifest',
    signedAt: signatureTimestamp,
    expected: { packId, manifestHash, signatureTimestamp },
    canonical: (signedTenant: string) => canonicalManifestPayload({ packId, manifestHash, signatureTimestamp, tenantId: signedTenant }),
  };
  const finding = await judgeSignature(claim, keys.set, tenantId, at);
  if (finding.ok) return { state: 'passed', at, evidence: { ...evidence, tenantId: finding.tenantId } };
  const { code, message, reasons } = finding;
  return { state: 'failed', at, code, message, reasons, evidence };
}

/** What the three parts say together. Nothing unknown is called verified (D-8). */
export function outcomeOf(intact: IntactPart, signed: SignedPart, files: FilesPart): Outcome {
  if ([intact, signed, files].some(({ state }) => state === 'failed')) return 'not_verified';
  return intact.state === 'passed' && signed.state === 'passed' ? 'verified' : 'unknown';
}

export function verdictOf(packId: string, intact: IntactPart, signed: SignedPart, files: FilesPart, checkedAt: string): Verdict {
  return { kind: 'evidence', packId, outcome: outcomeOf(intact, signed, files), intact, signed, files, checkedAt };
}

/** Hashes the file list anew, whatever else is wrong with it, and sets the two hashes side by side. */
export async function recompute(manifest: EvidenceManifest): Promise<Recomputed> {
  const computedHash = await sha256Hex(canonicalFileList(manifest.files));
  const { manifestHash } = manifest;
  const equal = computedHash === manifestHash;
  let firstDifference = equal ? -1 : 0;
  while (!equal && computedHash[firstDifference] === manifestHash[firstDifference]) firstDifference += 1;
  return { equal, message: equal ? messages.hashVerified : messages.hashMismatch, manifestHash, computedHash, firstDifference };
}
