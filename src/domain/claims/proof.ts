import type { FileCheck, RecordVerdict, Verdict, VerdictPart } from '../../contracts/verdict.ts';
import type { AuditVerdict } from '../records/auditChain.ts';
import type { ChainVerdict, NotCheckable } from '../records/chain.ts';
import type { LinkCheck } from '../records/chainLabels.ts';
import { type HistoryFinding, standsFrom } from '../history.ts';
import { plural } from '../format.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/** Claims backed by a check on this device (D-8, D-9, D-33): what was not checked is never claimed. */

type Part = VerdictPart<unknown>;
const isFailed = (part: Part | null): boolean => part?.state === 'failed';

/** One part of a verdict. Null: not checked yet. */
export const partHolds = decides('holds', (part: Part | null) => {
  if (part === null) return unknown('Not checked', 'pending');
  switch (part.state) {
    case 'passed':
      return yes('Passed', { since: Date.parse(part.at) });
    case 'failed':
      return no('Failed', 'bad', { since: Date.parse(part.at), why: part.reasons[0] ?? part.message });
    case 'notCheckable':
      return unknown('Not checked', 'pending', { why: part.reason });
    default:
      return part satisfies never;
  }
});

/** How a record fits its chain, by the neighbouring links held here; null while its seal is being computed. */
export const linkHolds = decides('linkHolds', (check: LinkCheck | null) => {
  if (check === null) return unknown('Recomputing the seal.', 'pending');
  if (check.look === 'bad') return no(check.lead, 'bad', { why: check.text });
  return check.look === 'ok' ? yes(`${check.lead}`) : unknown(check.lead);
});

/** A step of a check that runs here (C-62). */
export const stepDone = decides('step', (state: 'pending' | 'in_progress' | 'success' | 'error') => {
  switch (state) {
    case 'success':
      return yes('Done');
    case 'error':
      return no('Failed', 'bad');
    case 'in_progress':
      return unknown('In progress', 'processing');
    case 'pending':
      return unknown('Pending', 'pending');
    default:
      return state satisfies never;
  }
});

interface Signatures {
  readonly verified: number;
  readonly failed: number;
  /** Signatures that hold but do not cover everything shown: missing terms, or the older form. */
  readonly partly: number;
  /** Of those verified, how many show figures other than signed: they have progressed since, or were changed. */
  readonly otherFigures: number;
  readonly total: number;
  /** Rows of the list that are damaged on this device (F-25) and were not checked. */
  readonly unread: number;
  /** Who checked. Absent: this device. */
  readonly by?: 'platform';
}

/** Summarises a list's verdicts for `signaturesHold`. */
export function signatureCounts(verdicts: readonly RecordVerdict[]): Pick<Signatures, 'verified' | 'failed' | 'partly' | 'otherFigures'> {
  const verified = verdicts.filter(({ outcome }) => outcome === 'verified');
  return {
    verified: verified.length,
    failed: verdicts.filter(({ intact, signed, later }) => [intact, signed, later].some(isFailed)).length,
    partly: verdicts.filter(isPartly).length,
    otherFigures: verified.filter(({ notCovered }) => notCovered.some(({ why }) => why === 'otherSigned')).length,
  };
}

/**
 * The signatures of a whole list: yes if every one passed (here or at the platform) and covers everything that could be signed; differing
 * figures are counted.
 */
export const signaturesHold = decides('signatures', ({ verified, failed, partly, otherFigures, total, unread, by }: Signatures) => {
  const where = by === undefined ? 'here' : 'by the platform';
  if (failed > 0) return no(`${plural(failed, 'signature')} of ${total + unread} failed`, 'bad');
  const less = partly === 0 ? '' : `, ${partly} ${partly === 1 ? 'does' : 'do'} not cover all that is shown`;
  if (total === 0 || verified < total || unread > 0)
    return unknown(`${verified} of ${plural(total + unread, 'signature')} verified ${where}${less}`);
  const others = otherFigures === 0 ? '' : `, ${otherFigures} with figures other than signed`;
  if (by === 'platform')
    return yes(
      total === 1 ? `The signature is verified by the platform${others}` : `All ${total} signatures verified by the platform${others}`,
    );
  return yes(total === 1 ? `The signature is verified here${others}` : `All ${total} signatures verified here${others}`);
});

interface PackRun {
  readonly verdict: Verdict;
  readonly cancelled: boolean;
  /** Step 5 waits for the network. */
  readonly linksPending: boolean;
}

/**
 * An evidence pack: yes if its list is intact, signed by a trusted key and sealed in its verification, and no checked byte differs. The
 * parts alone decide: a step that failed without finding anything false says nothing about the pack (D-8).
 */
export const packVerified = decides('verified', ({ verdict, cancelled, linksPending }: PackRun) => {
  const { intact, signed, sealedIn, files } = verdict;
  if ([intact, signed, sealedIn, files].some(isFailed)) return no('Verification Failed', 'bad');
  if (cancelled) return unknown('Cancelled', 'pending');
  if (intact.state !== 'passed' || signed.state !== 'passed') return unknown('Could not be checked', 'pending');
  if (sealedIn.state !== 'passed')
    return unknown('Signature valid. Not matched to a verification', 'pending', {
      why: sealedIn.state === 'notCheckable' ? sealedIn.reason : null,
    });
  if (verdict.outcome !== 'verified') return unknown('Could not be checked', 'pending');
  return yes(linksPending ? 'Verified offline' : 'Verified', { since: Date.parse(verdict.checkedAt) });
});

/** True if a record's signature holds but does not cover everything it could. */
export const isPartly = ({ intact, signed, later, outcome }: RecordVerdict): boolean =>
  outcome === 'unknown' && signed.state === 'passed' && !isFailed(intact) && !isFailed(later);

/** How many of a record's values a valid signature covers. Yes if it covers everything that could be signed. */
export const valuesSigned = decides('signed', ({ covers, notCovered, signed, outcome }: RecordVerdict) => {
  const all = plural(covers.length + notCovered.length, 'value');
  if (isFailed(signed)) return no('Nothing of it is signed', 'bad');
  if (signed.state !== 'passed' || covers.length === 0) return unknown('Not known what is signed', 'pending');
  if (outcome !== 'verified') return unknown(`${covers.length} of ${all} signed`, 'pending');
  return yes(`${covers.length} of ${all} signed`);
});

/** A signed record: portfolio, payment, report or export. Undefined: not checked. */
export const recordVerified = decides('verified', (verdict: RecordVerdict | undefined) => {
  if (verdict === undefined) return unknown('Not checked');
  const { intact, signed, later, outcome } = verdict;
  const since = Date.parse(verdict.checkedAt);
  if (isFailed(signed) || isFailed(intact) || isFailed(later)) return no('Verification Failed', 'bad', { since });
  if (isPartly(verdict)) {
    const missing = verdict.kind === 'export' ? 'File' : 'Terms';
    const away = intact?.state === 'notCheckable';
    return unknown(away ? `Signature valid. ${missing} not available` : 'Signature valid. Not all of it is signed', 'pending', { since });
  }
  // If the record can change later, its terms and statements must have passed too, whatever the outcome says.
  const whole = later === null || (intact?.state === 'passed' && later.state === 'passed');
  if (outcome !== 'verified' || signed.state !== 'passed' || !whole) return unknown('Not verified', 'pending', { since });
  return yes('Verified', { since });
});

interface PackParts {
  readonly intact: Part | null;
  readonly signed: Part | null;
  readonly sealedIn: Part | null;
}

/** A pack's own signature over its list, as a step of a record's provenance; only the chain entry ties the pack to this record. */
export const signatureHolds = decides('signed', ({ intact, signed, sealedIn }: PackParts) => {
  if ([intact, signed, sealedIn].some(isFailed)) return no('Failed', 'bad');
  if (intact?.state !== 'passed' || signed?.state !== 'passed') return unknown('Not checked');
  if (sealedIn?.state !== 'passed') return unknown('Not matched');
  return yes('Verified', { since: Date.parse(signed.at) });
});

/** Two hashes that must be equal. Null: one of them is not available. */
export const hashAgrees = decides('hashAgrees', (hashes: { readonly sealed: string; readonly listed: string | null }) => {
  if (hashes.listed === null) return unknown('Not checked');
  return hashes.sealed === hashes.listed ? yes('Hash agrees') : no('Hash differs', 'bad');
});

/** The list's hash recomputed on this device (C-71). */
export const hashRecomputed = decides(
  'hashAgrees',
  ({ manifestHash, computedHash }: { readonly manifestHash: string; readonly computedHash: string }) =>
    manifestHash === computedHash ? yes('Hash agrees') : no('Hash differs', 'bad'),
);

interface SignedTime extends PackParts {
  /** What the sealing entry proves about the time of the signature; null if no entry is known. */
  readonly proof: { readonly chainIndex: number; readonly agrees: boolean } | null;
  /** What is wrong with the history that the platform shows; null: nothing was found. */
  readonly found: HistoryFinding | null;
}

/**
 * By when a pack's signature existed. Its own time is only the signer's statement; the sealing entry's time is fixed by every later link.
 * Yes only if list, signature and entry passed, the two times agree, and no link up to that entry differs from what this device saw.
 */
export const timeKnown = decides('timeKnown', ({ intact, signed, sealedIn, proof, found }: SignedTime) => {
  if (proof === null || [intact, signed, sealedIn].some((part) => part?.state !== 'passed')) return unknown('Time not known', 'pending');
  if (!proof.agrees) return no('Times disagree', 'bad');
  if (found !== null && standsFrom(found) <= proof.chainIndex) return unknown('Time not known', 'pending');
  return yes('Time known');
});

/** A file's bytes against the list (D-8). */
export const fileMatches = decides('fileMatches', (state: FileCheck['state']) => {
  if (state === 'match') return yes('Match');
  return state === 'mismatch' ? no('Mismatch', 'bad') : unknown('Not checked', 'pending');
});

interface Links<V> {
  /** Null until the links were recomputed. */
  readonly verdict: V | null;
  /** The rest is being fetched, so a gap is not a finding yet. */
  readonly arriving: boolean;
}
interface WholeLinks extends Links<ChainVerdict | NotCheckable> {
  /** True if everything the platform last named is held here: fitting links say nothing about links that never came. */
  readonly allHeld: boolean;
  /** What is wrong with the history that the platform shows; null: nothing was found. */
  readonly found: HistoryFinding | null;
}

/**
 * The verification chain (D-9): *intact* claims every link from the first, and that they match what this device saw. A gap is neither
 * broken nor whole.
 */
export const chainIntact = decides('chainIntact', ({ verdict, arriving, allHeld, found }: WholeLinks) => {
  if (verdict?.state === 'broken' || found?.kind === 'broken') return no('Chain broken', 'bad');
  if (found !== null) return no(found.kind === 'withheld' ? 'Withheld by the platform' : 'History rewritten', 'bad');
  if (verdict === null) return unknown('Checking chain', 'pending');
  switch (verdict.state) {
    case 'empty':
      return unknown('No chain held', 'idle');
    case 'notCheckable':
      return unknown('Chain not checkable', 'idle');
    case 'whole':
      if (allHeld) return yes('Chain intact');
      return arriving ? unknown('Fetching the chain', 'pending') : unknown('Held part intact', 'info');
    case 'gap':
      return arriving ? unknown('Fetching the chain', 'pending') : unknown('Chain has a gap', 'warn');
    default:
      return verdict satisfies never;
  }
});

/** True if only the oldest lines of a record are missing. */
export function isOlderOnly({ notHeld, headIndex }: Extract<AuditVerdict, { readonly state: 'gap' }>): boolean {
  const [first, ...others] = notHeld;
  return first === undefined || (first.from === 0 && others.length === 0 && first.to < headIndex);
}

interface AuditLines extends Links<AuditVerdict> {
  /** Whether the platform has said how many lines there are. */
  readonly counted: boolean;
}

/** The audit record as held on this device (D-27): missing oldest lines are not a finding, a gap in between is. */
export const recordIntact = decides('recordIntact', ({ verdict, arriving, counted }: AuditLines) => {
  if (verdict === null) return unknown('Checking chain', 'pending');
  switch (verdict.state) {
    case 'empty':
      return unknown('No chain held', 'idle');
    case 'whole':
      return counted ? yes('Chain intact') : unknown('Held part intact', 'info');
    case 'gap':
      if (arriving) return unknown('Fetching the record', 'pending');
      return isOlderOnly(verdict) ? unknown('Held part intact', 'info') : unknown('Chain has a gap', 'warn');
    case 'broken':
      return no('Chain broken', 'bad');
    default:
      return verdict satisfies never;
  }
});

/** Result of reading the platform's whole record (D-27) and comparing it line by line with what this device received before. */
export type WholeRecord = 'running' | 'whole' | 'broken' | 'gap' | 'differs' | 'failed';

export const wholeRecordIntact = decides('wholeRecordIntact', (check: WholeRecord) => {
  switch (check) {
    case 'running':
      return unknown('Checking with the platform', 'pending');
    case 'whole':
      return yes('Whole record intact');
    case 'broken':
      return no('Chain broken', 'bad');
    case 'gap':
      return no('Lines are missing', 'bad');
    case 'differs':
      return no('History rewritten', 'bad');
    case 'failed':
      return unknown('Not checked', 'warn');
    default:
      return check satisfies never;
  }
});
