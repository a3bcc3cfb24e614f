import type { RecordVerdict } from '../../contracts/verdict.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { isPartly, partHolds, recordVerified, signatureCounts, signaturesHold } from '../../domain/claims/proof.ts';
import { cutHash } from '../../domain/format.ts';
import { formatWhen, formatWhenSeconds, zoneName } from '../../domain/formatTime.ts';
import type { VerdictPart } from './VerdictPanel.tsx';

/** Context in which a verdict is displayed. */
export interface VerdictReading {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly zone: string;
}

/** A record's verdict as displayed. */
export interface RecordVerdictView {
  readonly claim: Claim;
  readonly summary: string;
  readonly parts: readonly VerdictPart[];
}

const firstReason = ({ reasons, message }: { readonly reasons: readonly string[]; readonly message: string }): string =>
  reasons[0] ?? message;

function termsView(part: RecordVerdict['intact']): VerdictPart {
  const id = 'terms';
  const said = { id, title: 'Terms intact', claim: partHolds(id, part) };
  if (part === null) return { ...said, proof: 'Not looked at' };
  if (part.state === 'failed') return { ...said, proof: firstReason(part) };
  if (part.state === 'notCheckable') return { ...said, proof: part.reason };
  return { ...said, proof: `The terms hash to the covenant hash, ${cutHash(part.evidence.computedHash, 16)}` };
}

function signedView(part: RecordVerdict['signed'], { now, zone }: VerdictReading): VerdictPart {
  const id = 'signed';
  const said = { id, title: 'Signed by a trusted key', claim: partHolds(id, part) };
  if (part.state === 'failed') return { ...said, proof: firstReason(part) };
  if (part.state === 'notCheckable') return { ...said, proof: part.reason };
  const { kid, keysFetchedAt } = part.evidence;
  return {
    ...said,
    proof: `RS256, key ${kid ?? ''}`,
    when:
      keysFetchedAt === null
        ? 'Key of unknown age'
        : `Key fetched ${formatWhen(Date.parse(keysFetchedAt), now, zone)} ${zoneName(zone, Date.parse(keysFetchedAt))}`,
  };
}

function laterView(part: NonNullable<RecordVerdict['later']>, { now, zone }: VerdictReading): VerdictPart {
  const id = 'later';
  const said = { id, title: 'What happened later', claim: partHolds(id, part) };
  if (part.state === 'failed') return { ...said, proof: part.reasons.join('. ') };
  if (part.state === 'notCheckable') return { ...said, proof: part.reason };
  const newest = part.evidence.statements.at(-1);
  if (newest === undefined) return { ...said, proof: 'Nothing has happened since it was signed' };
  const { no, to, transactionId } = newest;
  return {
    ...said,
    proof: `${no === 1 ? 'One statement' : `${no} statements`}, the newest: ${to.replaceAll('_', ' ')}${transactionId === undefined ? '' : ` by ${transactionId}`}`,
    when: `${formatWhen(Date.parse(newest.at), now, zone)} ${zoneName(zone, Date.parse(newest.at))}`,
  };
}

/** The verdict in words. Only failures are bad, and nothing unknown is called verified (D-8, D-33). */
export function recordVerdictView(verdict: RecordVerdict, reading: VerdictReading): RecordVerdictView {
  const { intact, signed, later } = verdict;
  const parts = [termsView(intact), signedView(signed, reading), ...(later === null ? [] : [laterView(later, reading)])];
  const at = `${formatWhenSeconds(Date.parse(verdict.checkedAt), reading.now, reading.zone)} ${zoneName(reading.zone, Date.parse(verdict.checkedAt))}`;
  const failed = [signed, intact, later].find((part) => part?.state === 'failed');
  const claim = recordVerified(verdict.recordId, verdict);
  if (failed?.state === 'failed') return { claim, summary: `${failed.message}.`, parts };
  if (isPartly(verdict)) return { claim, summary: 'Values that the signature does not cover are listed below.', parts };
  if (claim.answer !== 'yes') return { claim, summary: 'Not every check could be made here.', parts };
  return { claim, summary: `Checked on this device at ${at}.`, parts };
}

const listLabels = { yes: 'Verified', no: 'Failed', unknown: 'Not checked' } as const;
/** Short label for a row of a list. */
export function recordWord(about: string, verdict: RecordVerdict | undefined): string {
  return verdict !== undefined && isPartly(verdict) ? 'Partly signed' : listLabels[recordVerified(about, verdict).answer];
}

/** Summary of a list's signatures: 'All 19 signatures verified here'. Null before the first check. `unread`: number of damaged records. */
export function recordsSummary(verdicts: readonly RecordVerdict[], total: number, unread: number): Claim<'signatures'> | null {
  if (verdicts.length === 0 || total === 0) return null;
  return signaturesHold('list', { ...signatureCounts(verdicts), total, unread });
}
