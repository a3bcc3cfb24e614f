import type { Result } from '../../contracts/problem.ts';
import type { OpenedProof, ProofOpening } from '../../contracts/proofOpening.ts';
import type { ManifestCheck, RecordCheck, RecordsCheck, RecordVerdict, SignedPart } from '../../contracts/verdict.ts';
import { recordBy, signedBy } from '../../evidence/unsureClock.ts';
import type { EvidenceLink } from '../proof/evidenceLink.ts';

/** The checks that depend on the time. `at` is the moment of the check, ISO 8601. */
export interface ChecksByClock {
  checkSigned(input: ManifestCheck, at: string): Promise<Result<SignedPart>>;
  /** The verdict on a signed record: a report, a portfolio, a payment (D-33). */
  checkRecord(input: RecordCheck, at: string): Promise<Result<RecordVerdict>>;
  /** The verdicts on a list of them, in the same order. */
  checkRecords(input: RecordsCheck, at: string): Promise<Result<readonly RecordVerdict[]>>;
  /** Opens a file that may be a proof, and checks it (issue 15, point 10). */
  openProof(input: ProofOpening, at: string): Promise<Result<OpenedProof>>;
}

/**
 * The only access to these checks, so that no screen can forget the rule: a signature dated after `at` fails only if the clock is
 * confirmed (evidence/unsureClock.ts).
 * @param confirmed whether this device's time is confirmed; read when the check is requested, the moment to which `at` belongs
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
    // A proof's parts depend on each other, so its check gets the clock's state as an argument.
    openProof: (input, at) => {
      const sure = confirmed();
      return link().call((worker) => worker.openProof(input, at, sure));
    },
  };
}
