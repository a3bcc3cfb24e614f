import type { RecordVerdict } from '../../contracts/verdict.ts';
import { cutHash, plural } from '../../domain/format.ts';
import { formatWhen, formatWhenSeconds, zoneName } from '../../domain/formatTime.ts';
import type { Status } from '../status/statuses.ts';
import type { VerdictPart } from './VerdictPanel.tsx';

/** When and where a verdict is read. */
export interface VerdictReading {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly zone: string;
}

/** A verdict on a record as it is drawn. */
export interface RecordVerdictView {
  readonly tone: 'ok' | 'bad' | 'idle';
  readonly word: string;
  readonly summary: string;
  readonly parts: readonly VerdictPart[];
}

const firstReason = ({ reasons, message }: { readonly reasons: readonly string[]; readonly message: string }): string =>
  reasons[0] ?? message;

function termsView(part: RecordVerdict['intact']): VerdictPart {
  const title = 'Terms intact';
  const id = 'terms';
  if (part === null) return { id, title, state: 'not_checkable', proof: 'The terms are not held on this device' };
  if (part.state === 'failed') return { id, title, state: 'failed', proof: firstReason(part) };
  if (part.state === 'notCheckable') return { id, title, state: 'not_checkable', proof: part.reason };
  return { id, title, state: 'passed', proof: `The terms hash to the covenant hash, ${cutHash(part.evidence.computedHash, 16)}` };
}

function signedView(part: RecordVerdict['signed'], { now, zone }: VerdictReading): VerdictPart {
  const title = 'Signed by a trusted key';
  const id = 'signed';
  if (part.state === 'failed') return { id, title, state: 'failed', proof: firstReason(part) };
  if (part.state === 'notCheckable') return { id, title, state: 'not_checkable', proof: part.reason };
  const { kid, keysFetchedAt } = part.evidence;
  return {
    id,
    title,
    state: 'passed',
    proof: `RS256, key ${kid ?? ''}`,
    when:
      keysFetchedAt === null
        ? 'Key of unknown age'
        : `Key fetched ${formatWhen(Date.parse(keysFetchedAt), now, zone)} ${zoneName(zone, Date.parse(keysFetchedAt))}`,
  };
}

/** The verdict in words. Only what failed is bad, and nothing unknown is called verified (D-8, D-33). */
export function recordVerdictView(verdict: RecordVerdict, reading: VerdictReading): RecordVerdictView {
  const { intact, signed } = verdict;
  const parts = [termsView(intact), signedView(signed, reading)];
  const at = `${formatWhenSeconds(Date.parse(verdict.checkedAt), reading.now, reading.zone)} ${zoneName(reading.zone, Date.parse(verdict.checkedAt))}`;
  const failed = [signed, intact].find((part) => part?.state === 'failed');
  if (failed?.state === 'failed') return { tone: 'bad', word: 'Verification Failed', summary: `${failed.message}.`, parts };
  if (signed.state !== 'passed') return { tone: 'idle', word: 'Not verified', summary: 'Not every check could be made here.', parts };
  return { tone: 'ok', word: 'Verified', summary: `Checked on this device at ${at}.`, parts };
}

const isFailed = ({ intact, signed }: RecordVerdict): boolean => intact?.state === 'failed' || signed.state === 'failed';

/** One word for a row of a list, with its look. */
export function recordMark(verdict: RecordVerdict | undefined): { readonly word: string; readonly look: Status } {
  if (verdict === undefined) return { word: 'Not checked', look: 'unknown' };
  if (isFailed(verdict)) return { word: 'Failed', look: 'bad' };
  return verdict.outcome === 'verified' ? { word: 'Verified', look: 'ok' } : { word: 'Not checked', look: 'unknown' };
}

/** What a list's signatures came to: 'All 19 signatures verified here'. Null before anything was checked. */
export function recordsSummary(
  verdicts: readonly RecordVerdict[],
  total: number,
): { readonly words: string; readonly look: Status } | null {
  if (verdicts.length === 0 || total === 0) return null;
  const failed = verdicts.filter(isFailed).length;
  const verified = verdicts.filter(({ outcome }) => outcome === 'verified').length;
  if (failed > 0) return { words: `${plural(failed, 'signature')} of ${total} failed`, look: 'bad' };
  if (verified < total) return { words: `${verified} of ${plural(total, 'signature')} verified here`, look: 'unknown' };
  return { words: total === 1 ? 'The signature is verified here' : `All ${total} signatures verified here`, look: 'ok' };
}
