import type { HealthComponent } from '../../contracts/health.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { School, SchoolFinancing } from '../../contracts/school.ts';
import type { RefinanceSummary } from '../../contracts/overview.ts';

/** The verification score, 0 to 1; null if no record was decided. */
export function scoreOf({ verificationScore, basis }: Pick<Portfolio, 'verificationScore' | 'basis'>): number | null {
  return basis !== undefined && basis.verified + basis.disputed + basis.failed === 0 ? null : verificationScore;
}

/** The emission reduction, percent; null without a baseline or, if the platform sends no basis, without a record. */
export function reductionOf({ performanceSummary, basis }: Pick<RefinanceSummary, 'performanceSummary' | 'basis'>): number | null {
  const held = basis === undefined ? performanceSummary.verificationCount : basis.baselineTonnes;
  return held === 0 ? null : performanceSummary.avgEmissionReduction;
}

/** Whether a figure of a school's kitchen was measured; without `readings` all count as measured. */
export function isMeasured({ readings }: Pick<School, 'readings'>, figure: keyof NonNullable<School['readings']>): boolean {
  return readings === undefined || readings[figure] !== undefined;
}

/** Whether charges or savings were reported; without `readings` all count as reported. */
export function isReported(
  { readings }: Pick<SchoolFinancing, 'readings'>,
  figure: keyof NonNullable<SchoolFinancing['readings']>,
): boolean {
  return readings === undefined || readings[figure] !== undefined;
}

/** Whether a figure of a component was measured; without `measured` both count as measured. */
export function isComponentMeasured({ measured }: Pick<HealthComponent, 'measured'>, figure: 'uptime' | 'latency'): boolean {
  return measured === undefined || measured.figures.includes(figure);
}
