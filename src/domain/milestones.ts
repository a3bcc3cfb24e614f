import type { RbfPayment } from '../contracts/rbf.ts';
import { type Bound, formatNumber, formatPercent } from './format.ts';

type Milestone = Pick<RbfPayment['milestone'], 'metric' | 'threshold' | 'actualPerformance'>;

/** The milestone metrics of the document (section 3) as people say them. */
export const milestoneMetricNames: Readonly<Record<Milestone['metric'], string>> = {
  uptime: 'Uptime',
  fuelSavings: 'Fuel savings',
  emissionReduction: 'Emission reduction',
};

/** A milestone against what was measured. */
export interface MilestoneProgress {
  readonly metric: string;
  readonly actual: string;
  readonly limit: string;
  /** End of the scale on which both are drawn: 100 for uptime, else half as much again as the larger. */
  readonly max: number;
  readonly reached: boolean;
}

/** A threshold or a measurement with its unit: percent for uptime and savings, tonnes CO2e for emissions, as the contract has them. */
export function milestoneFigure(metric: Milestone['metric'], value: number, bounds: readonly Bound[] = []): string {
  return metric === 'emissionReduction' ? `${formatNumber(value, 2, bounds)} t` : formatPercent(value, 1, bounds);
}

export function milestoneProgress({ metric, threshold, actualPerformance }: Milestone): MilestoneProgress {
  return {
    metric: milestoneMetricNames[metric],
    actual: milestoneFigure(metric, actualPerformance, [{ direction: 'atLeast', limit: threshold }]),
    limit: milestoneFigure(metric, threshold),
    max: metric === 'uptime' ? 100 : Math.max(threshold, actualPerformance, 0) * 1.5,
    reached: actualPerformance >= threshold,
  };
}
