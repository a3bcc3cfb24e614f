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
import { EMPTY_EVIDENCE_HASH } from '../../domain/chain.ts';
import { provenId } from './assemble.ts';
import { checkCheckpoints, checkLinks, NOT_YET } from './chainPart.ts';
import { proofCoverage } from './coverage.ts';
import { judgeKeys } from './keysPart.ts';
import { lineageOf } from './lineage.ts';
import { isOwn, type StandsOn, standsOn } from './links.ts';
import { checkRow, rowOf } from './rowPart.ts';

/** What is known of a proof once its chain was judged; for the parts that stand on it. */
interface Standing {
  readonly on: StandsOn;
  /** Entries that the record stands on, oldest first. */
  readonly own: readonly ChainEntry[];
  /** Whether every one of them is under a checkpoint that holds. */
  readonly sealed: boolean;
  /** Why they are not, where it is the clock's doing; else that they are not yet. */
  readonly unsealed: string;
}

/**
 * Checks a proof (issue 15, point 10): each part by itself, and against the others. Everything in the file is whoever's who made it, the keys included, so nothing is verified by the file alone:
 * `verified` needs a key set that did not come with it (`check.trusted`). Never throws for what stands in a file that was parsed (`parseProof`); throws only where the platform has no cryptography.
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

/** A row that fits its entry says nothing while that entry is under no checkpoint that holds: whoever wrote the one can have sealed the other. */
function onlySealed(row: ProofPart | null, { sealed, unsealed }: Standing): ProofPart | null {
  if (row?.state !== 'passed' || sealed) return row;
  return { state: 'notCheckable', reason: `${unsealed}: the entry that says so may be anybody’s` };
}

/** What was signed of the record itself: what was hashed anew, and the signature. */
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

/** Whether evidence files are asked for: whoever gives some wants to know of them. */
const asksFiles = ({ files = null, requireFiles = false }: ProofCheck): boolean => files !== null || requireFiles;

async function checkPack(proof: Proof, standing: Standing, keys: TrustedKeys, check: ProofCheck): Promise<PackParts> {
  const { at, files = null, clockConfirmed = true } = check;
  const { pack, tenantId } = proof;
  const newest = standing.own.at(-1);
  if (pack === null) {
    const nothing = { state: 'notCheckable', reason: 'There is no pack in the file to hold files against' } as const;
    const given = asksFiles(check) ? nothing : null;
    if (standing.on.by !== 'verification') return { verdict: null, parts: { pack: null, sealedIn: null, files: given } };
    // Whether there is none is for the entry to say: a row that names no pack is nobody's word.
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

/** Whose evidence the pack is: of the verification that the record stands on, by an entry that is under a checkpoint. Below that an entry is anybody's, who can seal as well as we. */
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

/** What keeps a proof in which nothing failed from being verified. Evidence files that nobody asked for keep it from nothing: their hashes are what is proven. */
function openIn(
  parts: Readonly<Record<ProofPartName, ProofPart | null>>,
  record: RecordVerdict | null,
  withFiles: boolean,
): readonly string[] {
  const open = proofPartNames.flatMap((name) => {
    const part = parts[name];
    return part?.state === 'notCheckable' && (withFiles || name !== 'files') ? [part.reason] : [];
  });
  // Whatever else is called good: a record that by its own verdict is not verified is not verified as part of a proof.
  if (open.length === 0 && record !== null && record.outcome !== 'verified')
    return ['Not all that could be signed of the record is signed'];
  return [...new Set(open)];
}
