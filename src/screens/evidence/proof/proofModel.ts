import type { KnownFinding } from '../../../contracts/proofOpening.ts';
import { type ProofPart, type ProofPartName, proofPartNames, type ProofStep, type ProofVerdict } from '../../../contracts/proofVerdict.ts';
import type { FilesEvidence } from '../../../contracts/verdict.ts';
import type { Claim } from '../../../domain/claims/claim.ts';
import { openedProofVerified } from '../../../domain/claims/openedProof.ts';
import { proofPartHolds } from '../../../domain/claims/savedProof.ts';
import { partHolds } from '../../../domain/claims/proof.ts';
import { formatCount, plural } from '../../../domain/format.ts';
import { formatWhen, formatWhenSeconds, zoneName } from '../../../domain/formatTime.ts';
import { proofPartLabels } from '../../../domain/records/proofLabels.ts';
import { filesLabels, type Reading } from '../dialogModel.ts';

/**
 * A proof opened here: its verdict and the comparison with what this device knows of the same chain. `known` is null if there is nothing
 * to compare: another tenant's proof, or one with no place in the chain.
 */
export interface OpenedHere {
  readonly verdict: ProofVerdict;
  readonly known: KnownFinding | null;
  /** The tenant of the current session. */
  readonly tenantId: string;
}

/** One part of a proof's verdict as displayed. */
export interface ProofPartView {
  readonly id: string;
  readonly title: string;
  readonly claim: Claim;
  readonly proof: string;
}

/** The verdict as displayed: heading, and every part with its finding. */
export interface ProofView {
  readonly claim: Claim;
  readonly summary: string;
  readonly parts: readonly ProofPartView[];
}

const exactly = (at: string, { now, zone }: Reading): string =>
  `${formatWhenSeconds(Date.parse(at), now, zone)} ${zoneName(zone, Date.parse(at))}`;
const roughly = (at: string, { now, zone }: Reading): string =>
  `${formatWhen(Date.parse(at), now, zone)} ${zoneName(zone, Date.parse(at))}`;

/** Parts that proofs of this kind do not have are left out; the comparison with this device comes last. */
export function proofView(opened: OpenedHere, reading: Reading): ProofView {
  const { verdict, known } = opened;
  const claim = openedProofVerified(verdict.recordId, { verdict, known });
  const parts = proofPartNames.flatMap((name) => {
    const part = verdict.parts[name];
    return part === null ? [] : [partView(name, part, verdict, reading)];
  });
  return { claim, summary: summaryOf(opened, claim, reading), parts: [...parts, historyView(opened)] };
}

function summaryOf({ verdict, known, tenantId }: OpenedHere, claim: Claim, reading: Reading): string {
  const failed = proofPartNames.find((name) => verdict.parts[name]?.state === 'failed');
  if (failed !== undefined) return `${proofPartLabels[failed].name}: ${claim.why ?? 'it does not hold'}.`;
  if (known !== null && known.differing.length > 0)
    return `${claim.why ?? 'Two histories'}. One of them is false: report it before you rely on either.`;
  const at = exactly(verdict.checkedAt, reading);
  const whose = verdict.tenantId === tenantId ? '' : ` It is a proof of tenant ${verdict.tenantId}, and you work in ${tenantId}.`;
  if (claim.answer === 'yes') return `Every part passed on this device at ${at}, by the platform’s keys.${whose}`;
  if (verdict.outcome === 'verified' && known?.since != null)
    return `${claim.why ?? 'It was decided again'}. The proof shows the state when it was saved: get a new one before you rely on it.${whose}`;
  const open = verdict.open[0] ?? (known?.unread === true ? unread : undefined);
  return `${open === undefined ? 'Not every part could be checked' : open}. Nothing was found false at ${at}.${whose}`;
}

/** The finding of one part, in a line. */
function partView(name: ProofPartName, part: ProofPart, verdict: ProofVerdict, reading: Reading): ProofPartView {
  const { name: title } = proofPartLabels[name];
  const said = { id: name, title, claim: proofPartHolds(`${verdict.recordId} ${name}`, { part, keysFrom: verdict.keysFrom }) };
  if (part.state === 'notCheckable') return { ...said, proof: part.reason };
  if (part.state === 'failed') {
    const [first = part.message, ...rest] = part.reasons;
    return { ...said, proof: rest.length === 0 ? first : `${first} (and ${formatCount(rest.length)} more)` };
  }
  return { ...said, proof: passedLabels(name, verdict, reading) };
}

function passedLabels(name: ProofPartName, verdict: ProofVerdict, reading: Reading): string {
  const step = (kind: ProofStep['of']): string | undefined => verdict.lineage.find((each) => each.of === kind)?.text;
  switch (name) {
    case 'record':
      return 'Signed, and as it was signed';
    case 'later': {
      const later = verdict.record?.later;
      const count = later?.state === 'passed' ? later.evidence.statements.length : 0;
      return count === 0 ? 'Nothing has happened since that was signed' : `${plural(count, 'statement')}, each signed`;
    }
    case 'verification':
      return step('verification') ?? 'As the chain has sealed it';
    case 'pack':
      return `${step('pack') ?? 'Its list'}, as it was signed`;
    case 'sealedIn':
      return 'The verification’s own entry holds the hash of this list';
    case 'chain':
      return `${step('chain') ?? 'Its links'}, every seal computed here`;
    case 'checkpoints':
      return step('checkpoint') ?? 'Signed by the platform';
    case 'keys': {
      const used = plural(verdict.keys.filter((key) => key.used).length, 'key');
      const when = verdict.keysFetchedAt === null ? 'at an unknown time' : roughly(verdict.keysFetchedAt, reading);
      return `${used}, the platform’s own, fetched ${when}`;
    }
    case 'files': {
      const files = filesOf(verdict);
      return files === null ? 'As they are listed' : filesLabels(files);
    }
    default:
      return name satisfies never;
  }
}

/** Results of hashing local copies of the listed files; null if none were hashed. */
export function filesOf({ parts }: Pick<ProofVerdict, 'parts'>): FilesEvidence | null {
  const { files } = parts;
  if (files === null || files.state === 'notCheckable') return null;
  const evidence = Object(files.evidence) as Partial<FilesEvidence>; // checkFiles made this part; the wire type does not tell its shape
  return evidence.files === undefined ? null : (evidence as FilesEvidence);
}

const unread = 'The chain data on this device cannot be read right now';

/** Whether the file agrees with the history that this device has seen. */
function historyView({ verdict, known, tenantId }: OpenedHere): ProofPartView {
  const at = verdict.checkedAt;
  const part = ((): ProofPart => {
    if (verdict.tenantId !== tenantId) return { state: 'notCheckable', reason: `This device holds nothing of tenant ${verdict.tenantId}` };
    if (known?.unread === true && known.differing.length === 0) return { state: 'notCheckable', reason: unread };
    if (known === null) return { state: 'notCheckable', reason: 'The file names no place in the chain' };
    if (known.compared === 0) return { state: 'notCheckable', reason: 'This device holds none of these places of the chain' };
    if (known.differing.length === 0) return { state: 'passed', at, evidence: known };
    const reasons = known.differing.map(({ chainIndex }) => `Link ${formatCount(chainIndex)} has another seal here than in the file`);
    return { state: 'failed', at, code: 'other_link', message: 'Two histories', reasons, evidence: known };
  })();
  const proof = {
    passed: () => `${plural(known?.compared ?? 0, 'place')} of the chain, the same as this device has seen`,
    failed: () => (part.state === 'failed' ? part.reasons.slice(0, 3).join('. ') : ''),
    notCheckable: () => (part.state === 'notCheckable' ? part.reason : ''),
  }[part.state]();
  return { id: 'history', title: 'Seen here', claim: partHolds(`${verdict.recordId} history`, part), proof };
}

/** Parts of the verdict that decide a step of the lineage. */
const stepParts: Readonly<Record<ProofStep['of'], readonly ProofPartName[]>> = {
  payment: ['record', 'later'],
  portfolio: ['record', 'later'],
  report: ['record'],
  verification: ['verification'],
  chain: ['chain'],
  checkpoint: ['checkpoints'],
  pack: ['pack', 'sealedIn'],
  files: ['files'],
};

/** The claim of a lineage step: that of its part with the same result. */
export function stepClaim(step: ProofStep, verdict: ProofVerdict): Claim {
  const part = stepParts[step.of].map((name) => verdict.parts[name]).find((its) => its?.state === step.state) ?? null;
  return proofPartHolds(`${verdict.recordId} ${step.of}`, { part, keysFrom: verdict.keysFrom });
}

/** File name of a saved verdict; the content is the same as the command line prints. */
export function verdictFileName(proofName: string): string {
  return `${proofName.replace(/\.json$/i, '').replace(/\.ukweli$/i, '')}-verdict.json`;
}
