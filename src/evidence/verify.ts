import type { EvidenceManifest } from '../contracts/evidence.ts';
import type {
  EvidenceFault,
  FilesPart,
  IntactPart,
  Outcome,
  Recomputed,
  SignedEvidence,
  SignedPart,
  Verdict,
} from '../contracts/verdict.ts';
import { canonicalFileList, canonicalManifestPayload } from '../domain/manifest.ts';
import { sha256Hex } from './bytes.ts';
import { readJws, verifyJws } from './jws.ts';
import type { KeySet } from './keys.ts';
import { clip, messages, unknownKidMessage } from './messages.ts';
import { fileListFaults } from './parse.ts';
import { parseStrictJson } from './strictJson.ts';

/** `typ` of an evidence signature (D-7, D-33): a covenant's or a payment's signature cannot be passed off as one. */
export const EVIDENCE_TYP = 'evidence-manifest+jws';

/** *Intact*: the file list keeps the rules of D-7 and its hash is the manifest's. Files themselves are another part. */
export async function checkIntact(manifest: EvidenceManifest, at: string): Promise<IntactPart> {
  const evidence = { computedHash: null, manifestHash: manifest.manifestHash, fileCount: manifest.files.length };
  const faults = fileListFaults(manifest);
  const [first] = faults;
  if (first !== undefined) {
    return { state: 'failed', at, code: first.code, message: messages.hashChain, reasons: faults.map(({ text }) => text), evidence };
  }
  const computedHash = await sha256Hex(canonicalFileList(manifest.files));
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

/**
 * *Signed by a trusted key*. Policy, in order: a compact JWS with exactly our header; its kid is the manifest's; the key stands in the
 * set and passed the lint; the signature is that key's; and what was signed is this pack, this hash, this time and this tenant.
 */
export async function checkSigned(manifest: EvidenceManifest, keys: TrustedKeys, tenantId: string | null, at: string): Promise<SignedPart> {
  const evidence: SignedEvidence = {
    kid: manifest.signerKid,
    algorithm: 'RS256',
    signatureTimestamp: manifest.signatureTimestamp,
    keysFetchedAt: keys.fetchedAt,
    tenant: tenantId === null ? 'notChecked' : 'checked',
    tenantId: null,
  };
  const failed = (code: EvidenceFault, reasons: readonly string[], message: string = messages.signature): SignedPart => ({
    state: 'failed',
    at,
    code,
    message,
    reasons,
    evidence,
  });

  const jws = readJws(manifest.jwsSignature, EVIDENCE_TYP);
  if (!jws.ok) return failed(jws.code, [jws.reason]);
  const { kid, payload } = jws.value;
  if (kid !== manifest.signerKid)
    return failed('kid_mismatch', [`The signature names key ${clip(kid)}, the manifest ${clip(manifest.signerKid)}`]);

  const key = keys.set.trusted.get(kid);
  if (key === undefined) {
    const refused = keys.set.refused.filter((candidate) => candidate.kid === clip(kid)).flatMap(({ reasons }) => reasons);
    if (refused.length > 0)
      return failed(
        'key_refused',
        refused.map((reason) => `Key ${clip(kid)} ${reason}`),
      );
    return failed('unknown_kid', ['No key of this id is in the key set: withdrawn, or never ours'], unknownKidMessage(kid));
  }
  if (!(await verifyJws(manifest.jwsSignature, key))) return failed('signature_invalid', [`The signature is not that of key ${clip(kid)}`]);

  const signed = readPayload(payload);
  const expected = { packId: manifest.packId, manifestHash: manifest.manifestHash, signatureTimestamp: manifest.signatureTimestamp };
  const differing = Object.entries(expected)
    .filter(([name, value]) => signed.get(name) !== value)
    .map(([name]) => name);
  if (differing.length > 0)
    return failed(
      'payload_mismatch',
      differing.map((name) => `The signed ${name} is not the manifest’s`),
    );
  const signedTenant = signed.get('tenantId');
  if (signedTenant === undefined) return failed('payload_mismatch', ['The signed payload names no tenant']);
  if (tenantId !== null && signedTenant !== tenantId) return failed('wrong_tenant', ['Signed for another tenant']);
  // Byte for byte: neither another member nor another spelling of these four may ride along under the signature.
  if (payload !== canonicalManifestPayload({ ...expected, tenantId: signedTenant })) {
    return failed('payload_mismatch', ['The signed payload is not in its canonical form']);
  }
  return { state: 'passed', at, evidence: { ...evidence, tenantId: signedTenant } };
}

function readPayload(payload: string): ReadonlyMap<string, string> {
  const json = parseStrictJson(payload, { maxLength: 4096, maxDepth: 1 });
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return new Map();
  return new Map(Object.entries(json.value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
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
