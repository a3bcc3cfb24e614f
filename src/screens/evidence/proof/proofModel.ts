import type { KnownFinding } from '../../../contracts/proofOpening.ts';
import { type ProofPart, type ProofPartName, proofPartNames, type ProofStep, type ProofVerdict } from '../../../contracts/proofVerdict.ts';
import type { FilesEvidence } from '../../../contracts/verdict.ts';
import type { Claim } from '../../../domain/claims/claim.ts';
import { openedProofVerified } from '../../../domain/claims/openedProof.ts';
import { proofPartHolds } from '../../../domain/claims/savedProof.ts';
import { partHolds } from '../../../domain/claims/proof.ts';
import { formatCount, plural } from '../../../domain/format.ts';
import { formatWhen, formatWhenSeconds, zoneName } from '../../../domain/formatTime.ts';
import { proofPartWords } from '../../../domain/proofWords.ts';
import { filesWords, type Reading } from '../dialogModel.ts';

/** A proof that was opened here: its verdict, and what this device knows of the same chain; `known` null where there is nothing to compare: another tenant's, or a proof that stands at no place of the chain. */
export interface OpenedHere {
  readonly verdict: ProofVerdict;
  readonly known: KnownFinding | null;
  /** The tenant that is worked in. */
  readonly tenantId: string;
}

export interface ProofPartView {
  readonly id: string;
  readonly title: string;
  readonly claim: Claim;
  readonly proof: string;
}

/** The verdict as it is drawn: head, and every part with what was found, none left out. */
export interface ProofView {
  readonly claim: Claim;
  readonly summary: string;
  readonly parts: readonly ProofPartView[];
}

const exactly = (at: string, { now, zone }: Reading): string =>
  `${formatWhenSeconds(Date.parse(at), now, zone)} ${zoneName(zone, Date.parse(at))}`;
const roughly = (at: string, { now, zone }: Reading): string =>
  `${formatWhen(Date.parse(at), now, zone)} ${zoneName(zone, Date.parse(at))}`;

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
  if (failed !== undefined) return `${proofPartWords[failed].name}: ${claim.why ?? 'it does not hold'}.`;
  if (known !== null && known.differing.length > 0)
    return `${claim.why ?? 'Two histories'}. One of the two is not what happened: report it before you rely on either.`;
  const at = exactly(verdict.checkedAt, reading);
  const whose = verdict.tenantId === tenantId ? '' : ` It is a proof of tenant ${verdict.tenantId}, and you work in ${tenantId}.`;
  if (claim.answer === 'yes') return `Every part passed on this device at ${at}, by the platform’s keys.${whose}`;
  if (verdict.outcome === 'verified' && known?.since != null)
    return `${claim.why ?? 'It was decided anew'}. The proof tells what was so when it was saved: ask for one of now before you rely on it.${whose}`;
  const open = verdict.open[0] ?? (known?.unread === true ? unread : undefined);
  return `${open === undefined ? 'Not every part could be checked' : open}. Nothing was found false at ${at}.${whose}`;
}

/** What was found of a part, in a line. */
function partView(name: ProofPartName, part: ProofPart, verdict: ProofVerdict, reading: Reading): ProofPartView {
  const { name: title } = proofPartWords[name];
  const said = { id: name, title, claim: proofPartHolds(`${verdict.recordId} ${name}`, { part, keysFrom: verdict.keysFrom }) };
  if (part.state === 'notCheckable') return { ...said, proof: part.reason };
  if (part.state === 'failed') {
    const [first = part.message, ...rest] = part.reasons;
    return { ...said, proof: rest.length === 0 ? first : `${first} (and ${formatCount(rest.length)} more)` };
  }
  return { ...said, proof: passedWords(name, verdict, reading) };
}

function passedWords(name: ProofPartName, verdict: ProofVerdict, reading: Reading): string {
  const step = (of: ProofStep['of']): string | undefined => verdict.lineage.find((each) => each.of === of)?.text;
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
      const when = verdict.keysFetchedAt === null ? 'at a time not told' : roughly(verdict.keysFetchedAt, reading);
      return `${used}, the platform’s own, fetched ${when}`;
    }
    case 'files': {
      const files = filesOf(verdict);
      return files === null ? 'As they are listed' : filesWords(files);
    }
    default:
      return name satisfies never;
  }
}

/** What bytes on this device said of the listed files; null where none were looked at. */
export function filesOf({ parts }: Pick<ProofVerdict, 'parts'>): FilesEvidence | null {
  const { files } = parts;
  if (files === null || files.state === 'notCheckable') return null;
  const evidence = Object(files.evidence) as Partial<FilesEvidence>; // of the part that checkFiles made, which a type of the wire does not say
  return evidence.files === undefined ? null : (evidence as FilesEvidence);
}

const unread = 'What this device has seen of the chain cannot be read just now';

/** Whether the file tells the history that this device has seen. */
function historyView({ verdict, known, tenantId }: OpenedHere): ProofPartView {
  const at = verdict.checkedAt;
  const part = ((): ProofPart => {
    if (verdict.tenantId !== tenantId) return { state: 'notCheckable', reason: `This device holds nothing of tenant ${verdict.tenantId}` };
    if (known?.unread === true && known.differing.length === 0) return { state: 'notCheckable', reason: unread };
    if (known === null) return { state: 'notCheckable', reason: 'The file tells no place of the chain' };
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

/** The parts that a step of the lineage is judged by. */
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

/** The claim of a step of the lineage: that of its part which has come out as the step has. */
export function stepClaim(step: ProofStep, verdict: ProofVerdict): Claim {
  const part = stepParts[step.of].map((name) => verdict.parts[name]).find((its) => its?.state === step.state) ?? null;
  return proofPartHolds(`${verdict.recordId} ${step.of}`, { part, keysFrom: verdict.keysFrom });
}

/** A verdict as a file: the same that the command prints. */
export function verdictFileName(proofName: string): string {
  return `${proofName.replace(/\.json$/i, '').replace(/\.ukweli$/i, '')}-verdict.json`;
}
