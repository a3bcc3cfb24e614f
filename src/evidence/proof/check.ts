import type { Proof } from '../../contracts/proof.ts';
import { type ProofCheck, type ProofPart, type ProofPartName, proofPartNames, type ProofVerdict } from '../../contracts/proofVerdict.ts';
import type { FilesPart, RecordVerdict, SealedInPart, Verdict } from '../../contracts/verdict.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { checkFiles } from '../files.ts';
import { clip, messages } from '../messages.ts';
import { checkRecord } from '../records.ts';
import { checkSealedIn } from '../sealedIn.ts';
import { recordBy, signedBy, unsureClockReason } from '../unsureClock.ts';
import { checkIntact, checkSigned, type TrustedKeys, verdictOf } from '../verify.ts';
import { EMPTY_EVIDENCE_HASH } from '../../domain/records/chain.ts';
import { provenId } from './assemble.ts';
import { checkCheckpoints, checkLinks, NOT_YET } from './chainPart.ts';
import { proofCoverage } from './coverage.ts';
import { judgeKeys } from './keysPart.ts';
import { lineageOf } from './lineage.ts';
import { isOwn, type StandsOn, standsOn } from './links.ts';
import { checkRow, rowOf } from './rowPart.ts';

/** Result of judging a proof's chain, for the parts that depend on it. */
interface Standing {
  readonly on: StandsOn;
  /** Entries that the record is based on, oldest first. */
  readonly own: readonly ChainEntry[];
  /** True if each of them is under a valid checkpoint. */
  readonly sealed: boolean;
  /** Why they are not: an unconfirmed clock, otherwise not yet. */
  readonly unsealed: string;
}

/**
 * Checks a proof (issue 15, point 10): each part by itself, and against the others. Everything in the file is untrusted, the keys
 * included, so `verified` needs an independent key set (`check.trusted`). Never throws for the content of a parsed file (`parseProof`);
 * throws only if the platform has no cryptography.
 */
export async function checkProof(proof: Proof, check: ProofCheck): Promise<ProofVerdict> {
  const { at, trusted = null, clockConfirmed = true } = check;
  const keys = await judgeKeys(proof, check);
  const judging: TrustedKeys = { set: keys.set, fetchedAt: trusted === null ? proof.keys.fetchedAt : trusted.held.fetchedAt };
  const on = standsOn(proof.record);
  const record =
    proof.record.kind === 'verification' ? null : recordBy(await checkRecord(proof.record, judging, proof.tenantId, at), clockConfirmed);
  const chain = await checkLinks(proof, on, at);
  const checkpoints = await checkCheckpoints(proof, on, keys.set, at, clockConfirmed);
  const own = proof.chain.filter((entry) => isOwn(on, entry)).toSorted((a, b) => a.chainIndex - b.chainIndex);
  const standing: Standing = {
    on,
    own,
    sealed: chain?.state === 'passed' && checkpoints?.state === 'passed',
    unsealed: checkpoints?.state === 'notCheckable' && checkpoints.reason === unsureClockReason ? unsureClockReason : NOT_YET,
  };
  const pack = await checkPack(proof, standing, judging, check);
  const row = onlySealed(checkRow(proof, own, at), standing);
  const parts: Record<ProofPartName, ProofPart | null> = {
    record: record === null ? null : recordPart(record),
    later: record?.later ?? null,
    verification: row,
    ...pack.parts,
    chain,
    checkpoints,
    keys: keys.part,
  };
  const tenantFault = wrongTenant(proof, check);
  if (tenantFault !== null) parts[record === null ? 'verification' : 'record'] = tenantFault;
  const open = openIn(parts, record, asksFiles(check));
  const failed = proofPartNames.some((name) => parts[name]?.state === 'failed');
  const base: Omit<ProofVerdict, 'lineage' | 'covers' | 'notCovered'> = {
    kind: 'proof',
    of: proof.record.kind,
    recordId: provenId(proof.record),
    tenantId: proof.tenantId,
    savedAt: proof.savedAt,
    savedBy: proof.savedBy,
    outcome: failed ? 'not_verified' : open.length > 0 ? 'unknown' : 'verified',
    open: failed ? [] : open,
    parts,
    keysFrom: trusted?.from ?? 'file',
    keysFetchedAt: judging.fetchedAt,
    keys: keys.listed,
    record,
    pack: pack.verdict,
    checkedAt: at,
  };
  return { ...base, lineage: lineageOf(proof, base), ...proofCoverage(proof, base, standing.sealed) };
}

/**
 * A row that matches its entry proves nothing until a valid checkpoint covers the entry: the author of the row can have sealed the entry.
 */
function onlySealed(row: ProofPart | null, { sealed, unsealed }: Standing): ProofPart | null {
  if (row?.state !== 'passed' || sealed) return row;
  return { state: 'notCheckable', reason: `${unsealed}: the entry that says so may be anybody’s` };
}

/** The part for the record's own hash and signature. */
function recordPart({ intact, signed, outcome, later, checkedAt }: RecordVerdict): ProofPart {
  if (signed.state === 'failed') return signed;
  if (intact?.state === 'failed') return intact;
  if (signed.state === 'notCheckable') return signed;
  if (intact?.state === 'notCheckable') return intact;
  if (outcome !== 'verified' && later?.state === 'passed')
    return { state: 'notCheckable', reason: 'Not all that could be signed of the record is signed' };
  return { state: 'passed', at: checkedAt, evidence: signed.evidence };
}

interface PackParts {
  readonly verdict: Verdict | null;
  readonly parts: Readonly<Record<'pack' | 'sealedIn' | 'files', ProofPart | null>>;
}

/** Files count as requested if some are given. */
const asksFiles = ({ files = null, requireFiles = false }: ProofCheck): boolean => files !== null || requireFiles;

async function checkPack(proof: Proof, standing: Standing, keys: TrustedKeys, check: ProofCheck): Promise<PackParts> {
  const { at, files = null, clockConfirmed = true } = check;
  const { pack, tenantId } = proof;
  const newest = standing.own.at(-1);
  if (pack === null) {
    const nothing = { state: 'notCheckable', reason: 'There is no pack in the file to hold files against' } as const;
    const given = asksFiles(check) ? nothing : null;
    if (standing.on.by !== 'verification') return { verdict: null, parts: { pack: null, sealedIn: null, files: given } };
    // The sealed entry decides if there is no pack; a row without a pack id is unsigned.
    if (newest?.evidenceHash === EMPTY_EVIDENCE_HASH) return { verdict: null, parts: { pack: null, sealedIn: null, files: given } };
    const lacking = { state: 'notCheckable', reason: 'The evidence pack of the verification is not in the file' } as const;
    return { verdict: null, parts: { pack: lacking, sealedIn: lacking, files: given } };
  }
  const intact = await checkIntact(pack, at);
  const signed = signedBy(await checkSigned(pack, keys, tenantId, at), clockConfirmed);
  const found = await sealedInPart(proof, pack, standing, signed.state === 'passed' ? signed.evidence.signedFor : null, at);
  const filesPart: FilesPart =
    files === null ? { state: 'notCheckable', reason: 'No evidence file was given' } : checkFiles(pack, files, at, 'missing');
  const verdict = verdictOf(pack.packId, { intact, signed, sealedIn: found, files: filesPart }, at);
  const own = intact.state === 'failed' ? intact : signed;
  return { verdict, parts: { pack: own, sealedIn: found, files: filesPart } };
}

/**
 * Whose evidence the pack is: of the verification that the record is based on, by an entry under a checkpoint. Without a checkpoint
 * anybody can have sealed the entry.
 */
async function sealedInPart(
  { record, verification, chain, tenantId }: Proof,
  { packId, manifestHash }: NonNullable<Proof['pack']>,
  { on, own, sealed, unsealed }: Standing,
  signedFor: { readonly verificationId: string; readonly siteCode: string } | null,
  at: string,
): Promise<SealedInPart> {
  const evidence = { vrfId: null, namedBy: 'platform', entry: null, status: null } as const;
  const failed = (reason: string): SealedInPart => ({
    state: 'failed',
    at,
    code: 'other_evidence',
    message: messages.generic,
    reasons: [reason],
    evidence,
  });
  if (on.by !== 'verification') return failed(`A ${record.kind} names no evidence pack, and ${clip(packId)} is in the file`);
  const row = rowOf({ record, verification });
  const names = [record.kind === 'payment' ? record.value.evidencePackId : undefined, row?.evidencePackId].filter(
    (id) => typeof id === 'string',
  );
  const other = names.find((id) => id !== packId);
  if (other !== undefined) return failed(`The ${record.kind} names the pack ${clip(other)}, and ${clip(packId)} is in the file`);
  const newest = own.at(-1);
  if (newest === undefined) return { state: 'notCheckable', reason: `No entry of ${clip(on.vrfId)} is in the file` };
  const told = { vrfId: on.vrfId, siteCode: newest.siteCode };
  const part = await checkSealedIn({ manifestHash, signedFor, told, entries: chain, tenantId }, at);
  if (part.state === 'passed' && !sealed) return { state: 'notCheckable', reason: `${unsealed}: the entry that seals it may be anybody’s` };
  return part;
}

function wrongTenant({ tenantId }: Proof, { tenantId: asked = null, at }: ProofCheck): ProofPart | null {
  if (asked === null || asked === tenantId) return null;
  const reasons = [`The proof is of ${clip(tenantId)}, and ${clip(asked)} was asked for`];
  return { state: 'failed', at, code: 'wrong_tenant', message: messages.generic, reasons, evidence: null };
}

/** Why a proof without failures is not verified. Evidence files that were not requested do not count: the proof covers their hashes. */
function openIn(
  parts: Readonly<Record<ProofPartName, ProofPart | null>>,
  record: RecordVerdict | null,
  withFiles: boolean,
): readonly string[] {
  const open = proofPartNames.flatMap((name) => {
    const part = parts[name];
    return part?.state === 'notCheckable' && (withFiles || name !== 'files') ? [part.reason] : [];
  });
  // A record that is not verified by its own verdict is not verified as part of a proof either.
  if (open.length === 0 && record !== null && record.outcome !== 'verified')
    return ['Not all that could be signed of the record is signed'];
  return [...new Set(open)];
}
