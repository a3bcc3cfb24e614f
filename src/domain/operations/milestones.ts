import type { RbfPayment } from '../../contracts/rbf.ts';
import { type Bound, formatNumber, formatPercent } from '../format.ts';

type Milestone = Pick<RbfPayment['milestone'], 'metric' | 'threshold' | 'actualPerformance'>;

/** Display names of the document's milestone metrics (section 3). */
export const milestoneMetricNames: Readonly<Record<Milestone['metric'], string>> = {
  uptime: 'Uptime',
  fuelSavings: 'Fuel savings',
  emissionReduction: 'Emission reduction',
};

/** A milestone compared with the measurement. */
export interface MilestoneProgress {
  readonly metric: string;
  readonly actual: string;
  readonly limit: string;
  /** Maximum of the scale on which both are drawn: 100 for uptime, else 1.5 times the larger. */
  readonly max: number;
  readonly reached: boolean;
}

/** A threshold or measurement with its unit: percent for uptime and savings, tonnes CO2e for emissions, as in the contract. */
export function milestoneFigure(metric: Milestone['metric'], value: number, bounds: readonly Bound[] = []): string {
  return metric === 'emissionReduction' ? `${formatNumber(value, 2, bounds)} t` : formatPercent(value, 1, bounds);
}

/** Reached from the threshold on, the threshold included. */
export function milestoneProgress({ metric, threshold, actualPerformance }: Milestone): MilestoneProgress {
  return {
    metric: milestoneMetricNames[metric],
    actual: milestoneFigure(metric, actualPerformance, [{ direction: 'atLeast', limit: threshold }]),
    limit: milestoneFigure(metric, threshold),
    max: metric === 'uptime' ? 100 : Math.max(threshold, actualPerformance, 0) * 1.5,
    reached: actualPerformance >= threshold,
  };
}
