import { signedFold } from './fold.ts';
import type { Standing } from './standing.ts';

/** Basis of a verification score: decided records by decision. */
export interface ScoreSum {
  readonly verified: number;
  readonly disputed: number;
  readonly failed: number;
}

/** A verification score, 0 to 1, with its basis. */
export interface Score extends ScoreSum {
  readonly score: number;
}

/**
 * The verification score: the share of decided records that are verified. A dispute counts against it until settled; pending records do
 * not count. The same share as `verificationScore` in the PCAF report.
 */
export const scoreFold = signedFold<Pick<Standing, 'status' | 'records'>, ScoreSum, Score>(
  { verified: 0, disputed: 0, failed: 0 },
  (sum, { status, records }, sign) => (status === 'pending' ? sum : { ...sum, [status]: sum[status] + sign * records }),
  (sum) => {
    const decided = sum.verified + sum.disputed + sum.failed;
    return decided === 0 ? null : { ...sum, score: sum.verified / decided };
  },
);
