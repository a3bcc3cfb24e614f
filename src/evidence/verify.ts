import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { IntactPart, Outcome, Recomputed, SignedEvidence, SignedFor, SignedPart, Verdict } from '../contracts/verdict.ts';
import { canonicalFileList, canonicalManifestPayload, canonicalPackPayload } from '../domain/records/manifest.ts';
import { sha256Hex } from './bytes.ts';
import { typNamed } from './jws.ts';
import type { KeySet } from './keys.ts';
import { messages } from './messages.ts';
import { fileListFaults, isSha256 } from './parse.ts';
import { plainFileList } from './plainList.ts';
import { judgeSignature, type SignedPayload } from './signature.ts';

/**
 * `typ` of a pack's signature (D-7, D-33), so that another kind's signature cannot be passed off as one. It covers verification and site.
 */
export const PACK_TYP = 'evidence-pack+jws';
/** `typ` of older packs: their signature covers neither verification nor site. Still accepted, permanently. */
export const EVIDENCE_TYP = 'evidence-manifest+jws';
/** What the older signature does not cover. */
const LACKING = ['verification', 'site'] as const;

/** *Intact*: the file list follows the rules of D-7 and its hash is the manifest's. The files' bytes are another part. */
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

/** A judged key set, and when the platform sent it (null: unknown). */
export interface TrustedKeys {
  readonly set: KeySet;
  readonly fetchedAt: string | null;
}

/** *Signed by a trusted key* (policy in signature.ts): the payload is this pack, hash, time and tenant. */
export async function checkSigned(manifest: EvidenceManifest, keys: TrustedKeys, tenantId: string | null, at: string): Promise<SignedPart> {
  const evidence: SignedEvidence = {
    kid: manifest.signerKid,
    algorithm: 'RS256',
    signatureTimestamp: manifest.signatureTimestamp,
    keysFetchedAt: keys.fetchedAt,
    tenant: tenantId === null ? 'notChecked' : 'checked',
    tenantId: null,
    signedFor: null,
    lacks: [],
  };
  const { packId, manifestHash, signatureTimestamp } = manifest;
  const namesItsVerification = typNamed(manifest.jwsSignature) === PACK_TYP;
  const claim = {
    jws: manifest.jwsSignature,
    typ: namesItsVerification ? PACK_TYP : EVIDENCE_TYP,
    kid: manifest.signerKid,
    what: 'manifest',
    signedAt: signatureTimestamp,
    expected: { packId, manifestHash, signatureTimestamp },
    canonical: (signedTenant: string, signed: SignedPayload) => {
      const covered = { packId, manifestHash, signatureTimestamp, tenantId: signedTenant };
      if (!namesItsVerification) return canonicalManifestPayload(covered);
      const signedFor = signedForOf(signed);
      return signedFor === null ? null : canonicalPackPayload({ ...covered, ...signedFor });
    },
  };
  const finding = await judgeSignature(claim, keys.set, tenantId, at);
  if (finding.ok) {
    const signedFor = namesItsVerification ? signedForOf(finding.signed) : null;
    return {
      state: 'passed',
      at,
      evidence: { ...evidence, tenantId: finding.tenantId, signedFor, lacks: signedFor === null ? LACKING : [] },
    };
  }
  const { code, message, reasons } = finding;
  return { state: 'failed', at, code, message, reasons, evidence };
}

/** Verification and site in the signature; null if it names none. */
function signedForOf(signed: SignedPayload): SignedFor | null {
  const [verificationId, siteCode] = [signed.get('verificationId'), signed.get('siteCode')];
  return typeof verificationId === 'string' && typeof siteCode === 'string' ? { verificationId, siteCode } : null;
}

/** The four parts of a verdict. */
export type Parts = Pick<Verdict, 'intact' | 'signed' | 'sealedIn' | 'files'>;

/** Combines the parts. A pack that no chain entry holds may belong to any school, so it is not verified (D-8). */
export function outcomeOf({ intact, signed, sealedIn, files }: Parts): Outcome {
  if ([intact, signed, sealedIn, files].some(({ state }) => state === 'failed')) return 'not_verified';
  return [intact, signed, sealedIn].every(({ state }) => state === 'passed') ? 'verified' : 'unknown';
}

/** Puts the parts together with their outcome; `checkedAt` is ISO 8601. */
export function verdictOf(packId: string, parts: Parts, checkedAt: string): Verdict {
  const { intact, signed, sealedIn, files } = parts;
  return { kind: 'evidence', packId, outcome: outcomeOf(parts), intact, signed, sealedIn, files, checkedAt };
}

/** Recomputes the hash of the file list, whatever else is wrong with it, and compares both. */
export async function recompute(manifest: EvidenceManifest): Promise<Recomputed> {
  const computedHash = await sha256Hex(canonicalFileList(manifest.files));
  const { manifestHash } = manifest;
  const equal = computedHash === manifestHash;
  let firstDifference = equal ? -1 : 0;
  while (!equal && computedHash[firstDifference] === manifestHash[firstDifference]) firstDifference += 1;
  return { equal, message: equal ? messages.hashVerified : messages.hashMismatch, manifestHash, computedHash, firstDifference };
}
