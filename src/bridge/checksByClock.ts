import type { Result } from '../contracts/problem.ts';
import type { OpenedProof, ProofOpening } from '../contracts/proofOpening.ts';
import type { ManifestCheck, RecordCheck, RecordsCheck, RecordVerdict, SignedPart } from '../contracts/verdict.ts';
import { recordBy, signedBy } from '../evidence/unsureClock.ts';
import type { EvidenceLink } from './evidenceLink.ts';

/** The checks whose answer hangs on the time. `at` is the moment of the check, ISO 8601. */
export interface ChecksByClock {
  checkSigned(input: ManifestCheck, at: string): Promise<Result<SignedPart>>;
  /** The verdict on a signed record: a report, a portfolio, a payment (D-33). */
  checkRecord(input: RecordCheck, at: string): Promise<Result<RecordVerdict>>;
  /** The verdicts on a list of them, in its order. */
  checkRecords(input: RecordsCheck, at: string): Promise<Result<readonly RecordVerdict[]>>;
  /** Opens a file that may be a proof, and checks it (issue 15, point 10). */
  openProof(input: ProofOpening, at: string): Promise<Result<OpenedProof>>;
}

/**
 * The one door to them, so that no screen can forget it: what says to be signed later than `at` is of the future only by a clock that somebody has confirmed (evidence/unsureClock.ts).
 * @param confirmed whether this device's time is; looked at when the check is asked for, since `at` is of then
 */
export function checksByClock(link: () => Pick<EvidenceLink, 'call'>, confirmed: () => boolean): ChecksByClock {
  const judged = async <T>(asked: Promise<Result<T>>, judge: (value: T) => T): Promise<Result<T>> => {
    const outcome = await asked;
    return outcome.ok ? { ok: true, value: judge(outcome.value) } : outcome;
  };
  return {
    checkSigned: (input, at) => {
      const sure = confirmed();
      return judged(
        link().call((worker) => worker.checkSigned(input, at)),
        (part) => signedBy(part, sure),
      );
    },
    checkRecord: (input, at) => {
      const sure = confirmed();
      return judged(
        link().call((worker) => worker.checkRecord(input, at)),
        (verdict) => recordBy(verdict, sure),
      );
    },
    checkRecords: (input, at) => {
      const sure = confirmed();
      return judged(
        link().call((worker) => worker.checkRecords(input, at)),
        (verdicts) => verdicts.map((verdict) => recordBy(verdict, sure)),
      );
    },
    // A proof's own parts hang on each other, so its check is told of the clock.
    openProof: (input, at) => {
      const sure = confirmed();
      return link().call((worker) => worker.openProof(input, at, sure));
    },
  };
}
