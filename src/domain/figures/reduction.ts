import { creditsOf } from '../finance/carbonCredits.ts';
import { signedFold } from './fold.ts';
import { hundredths, type Standing } from './standing.ts';

/** Hundredths of a tonne. */
export interface ReductionSum {
  readonly saved: number;
  readonly baseline: number;
}

/** Tonnes CO2e saved by verified records, against the baseline emissions of their sites. `percent` is their ratio. */
export interface Reduction {
  readonly percent: number;
  readonly tonnes: number;
  readonly baselineTonnes: number;
}

/**
 * The emission reduction: tonnes of the verified records against the baselines of their sites for as many periods. A site without a
 * baseline is left out entirely.
 */
export const reductionFold = signedFold<Standing, ReductionSum, Reduction>(
  { saved: 0, baseline: 0 },
  (sum, { status, records, tonnes, baselineTonnes }, sign) =>
    status !== 'verified' || baselineTonnes === null
      ? sum
      : {
          saved: sum.saved + sign * hundredths(tonnes),
          baseline: sum.baseline + sign * records * hundredths(baselineTonnes),
        },
  ({ saved, baseline }) =>
    baseline === 0 ? null : { percent: (100 * saved) / baseline, tonnes: saved / 100, baselineTonnes: baseline / 100 },
);

/** Hundredths of a tonne, and the number of records. */
export interface TonnesSum {
  readonly saved: number;
  readonly records: number;
}

/** Verified tonnes CO2e, their credits (`creditsOf`: whole ones, after the buffer), and the number of records. */
export interface VerifiedTonnes {
  readonly tonnes: number;
  readonly credits: number;
  readonly records: number;
}

/** Tonnes of the verified records; pending, disputed and failed ones do not count. Null before the first verified record. */
export const tonnesFold = signedFold<Pick<Standing, 'status' | 'records' | 'tonnes'>, TonnesSum, VerifiedTonnes>(
  { saved: 0, records: 0 },
  (sum, { status, records, tonnes }, sign) =>
    status !== 'verified' ? sum : { saved: sum.saved + sign * hundredths(tonnes), records: sum.records + sign * records },
  ({ saved, records }) => (records === 0 ? null : { tonnes: saved / 100, credits: creditsOf(saved / 100), records }),
);
