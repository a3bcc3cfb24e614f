import type { HealthComponent } from '../../contracts/health.ts';
import type { PortfolioState, RbfSummary, RefinanceSummary } from '../../contracts/overview.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import { type PaymentCounts, paymentTrackOf } from '../../domain/figures/payments.ts';
import { isComponentMeasured, reductionOf } from '../../domain/figures/shown.ts';
import { amountOf, moneyOf, noMoney, shareOf, sumOf } from '../../domain/money/money.ts';
import { moneyBeside } from '../../domain/money/sums.ts';
import { formatCount, formatMoneyInThousands, formatMs, formatPercent, formatThousands, plural } from '../../domain/format.ts';
import { componentShort, stageTitles } from '../../domain/platformStates.ts';
import { isNearLimit, lagText, sloOf } from '../../domain/slo.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { componentHealthy, componentsHealthy, onTrack, stageHealthy, withinSlo } from '../../domain/claims/states.ts';
import { type FreshnessState, isLost } from '../../domain/freshness.ts';

const stageShort = { saastain_intake: 'Intake', outbox_pump: 'Outbox', decision_service: 'Decision', bank_integration: 'Bank' } as const;

export interface HealthTile {
  readonly state: Claim;
  readonly healthy: number;
  readonly total: number;
  readonly note: string;
  readonly lines: readonly {
    readonly name: string;
    readonly label: string;
    readonly p50: string;
    readonly claim: Claim;
  }[];
}

/** '4 of 4 components healthy', with the p50 of each (C-14). The worst component gives the state. `unread`: components that are held besides and cannot be read. */
export function healthTile(components: readonly HealthComponent[], freshness: FreshnessState, unread = 0): HealthTile {
  return {
    state: componentsHealthy('health', { states: components.map(({ status }) => status), unread, freshness }),
    healthy: components.filter(({ status }) => status === 'healthy').length,
    total: components.length + unread,
    note: `components ${isLost(freshness) ? 'were ' : ''}healthy${components.some(({ measured }) => measured?.by === 'simulation') ? ', simulated' : ''}`,
    lines: components.map(({ name, latency, status, measured }) => ({
      name,
      label: componentShort[name],
      p50: formatMs(isComponentMeasured({ measured }, 'latency') ? latency.p50 : Number.NaN),
      claim: componentHealthy(name, { state: status, freshness }),
    })),
  };
}

export interface PipelineTile {
  readonly state: Claim;
  readonly alerts: number;
  readonly note: string;
  /** Right end of the bars, minutes. */
  readonly scaleMinutes: number;
  readonly lines: readonly {
    readonly name: string;
    readonly label: string;
    readonly lag: number;
    readonly limit: number;
    readonly shown: string;
    /** A breach is bad, whatever else is said of the stage. */
    readonly mark: 'bad' | Claim;
    readonly breach: boolean;
  }[];
}

/** Stages in SLO breach as alerts, and each stage's lag against its limit on one scale (C-14, C-61). `unread`: stages that are held besides and cannot be read. */
export function pipelineTile(stages: readonly PipelineStage[], freshness: FreshnessState, unread = 0): PipelineTile {
  const breached = stages.filter((stage) => sloOf(stage).breach);
  const worst = breached.reduce<PipelineStage | null>(
    (found, stage) => (found === null || stage.currentLagMinutes > found.currentLagMinutes ? stage : found),
    null,
  );
  const near = stages.filter(isNearLimit).length;
  const longest = Math.max(
    1,
    ...stages.flatMap(({ currentLagMinutes, sloThresholdMinutes }) => [currentLagMinutes * 1.2, sloThresholdMinutes * 1.5]),
  );
  return {
    state: withinSlo('pipeline', { breaches: breached.length, near, unread, freshness }),
    alerts: breached.length,
    note: worst === null ? noneOver(unread, freshness) : lagWords(worst, freshness),
    scaleMinutes: longest,
    lines: stages.map((stage) => ({
      name: stage.name,
      label: stageShort[stage.name],
      lag: stage.currentLagMinutes,
      limit: stage.sloThresholdMinutes,
      shown: lagText(stage),
      mark: sloOf(stage).breach ? 'bad' : stageHealthy(stage.name, { state: stage.status, freshness }),
      breach: sloOf(stage).breach,
    })),
  };
}

function noneOver(unread: number, freshness: FreshnessState): string {
  if (unread > 0) return `${plural(unread, 'stage')} could not be read`;
  return isLost(freshness) ? 'All stages were within their limits' : 'All stages within their limits';
}

const lagWords = (stage: PipelineStage, freshness: FreshnessState): string =>
  `${stageTitles[stage.name]} lag ${isLost(freshness) ? 'was ' : ''}${lagText(stage)} min`;

export interface FinanceTile {
  readonly state: Claim;
  readonly currency: string;
  readonly paid: string;
  /** 0 to 1 (C-86: paid count of total). */
  readonly completion: number;
  readonly counts: string;
  readonly completionPercent: string;
  readonly pending: string;
  /** 'of these 2 overdue'; null where none is, or none is told. */
  readonly overdue: string | null;
}

/** What results-based finance paid this month, and what stands open (C-14, D-38). */
export function financeTile(
  {
    currency,
    totalPaid,
    totalPending,
    totalPayments,
    paidCount,
    pendingCount,
    failedCount,
    refusedCount = 0,
    overdueCount = 0,
    unrated = [],
  }: RbfSummary,
  freshness: FreshnessState,
): FinanceTile {
  const completion = totalPayments === 0 ? 0 : paidCount / totalPayments;
  const counts: PaymentCounts = {
    total: totalPayments,
    paid: paidCount,
    pending: pendingCount,
    failed: failedCount,
    refused: refusedCount,
    overdue: overdueCount,
  };
  const beside = (amount: number, of: 'paid' | 'pending') =>
    moneyBeside(
      moneyOf(amount, currency),
      unrated.map((one) => moneyOf(one[of], one.currency)),
    );
  const [first = noMoney(currency), ...more] = beside(totalPaid, 'paid');
  return {
    state: onTrack('rbf', { track: paymentTrackOf(counts), counts, freshness }),
    currency: first.currency,
    paid: [formatThousands(amountOf(first)), ...more.map(formatMoneyInThousands)].join(' + '),
    completion,
    counts: `${formatCount(paidCount)} of ${plural(totalPayments, 'payment')}`,
    completionPercent: totalPayments === 0 ? '–' : formatPercent(completion * 100, 0),
    pending: beside(totalPending, 'pending').map(formatMoneyInThousands).join(' + '),
    overdue: overdueCount === 0 ? null : `of these ${formatCount(overdueCount)} overdue`,
  };
}

/** Whether there is any portfolio that averages could be of. */
export const holdsPortfolios = ({ byState }: RefinanceSummary): boolean => byState.some(({ portfolios }) => portfolios > 0);

export interface DgnView {
  readonly currency: string;
  readonly states: readonly {
    readonly state: string;
    readonly title: string;
    readonly value: string;
    readonly portfolios: string;
    readonly share: number;
    readonly depth: number;
  }[];
  readonly performance: readonly { readonly value: string; readonly label: string }[];
  readonly recyclingRate: string;
  readonly recycled: string;
}

/** The life of a portfolio in order (C-30); defaulted and written off stand on cards only. */
const lifecycle = [
  { state: 'eligible', title: 'Eligible', depth: 0.52 },
  { state: 'eligible_frozen', title: 'Frozen', depth: 0.64 },
  { state: 'packaged', title: 'Packaged', depth: 0.76 },
  { state: 'sold', title: 'Sold', depth: 0.88 },
  { state: 'recycled', title: 'Recycled', depth: 1 },
] as const;

/** The DGN summary of the overview (C-15). */
export function dgnView(summary: RefinanceSummary): DgnView {
  const { currency, unrated: unratedInAll = [], recycledCapital, totalReceivables } = summary;
  const of = (state: PortfolioState): RefinanceSummary['byState'][number] =>
    summary.byState.find((each) => each.state === state) ?? { state, portfolios: 0, receivablesValue: 0 };
  // What has no rate has no worth that could be compared: steps are drawn by number then, as on the screen of portfolios.
  const sizeOf = (state: PortfolioState) => (unratedInAll.length > 0 ? of(state).portfolios : of(state).receivablesValue);
  const most = Math.max(1, ...lifecycle.map(({ state }) => sizeOf(state)));
  const { avgUptime, avgFuelSavings, totalSites, verificationCount } = summary.performanceSummary;
  const back = moneyOf(recycledCapital, currency);
  const whole = sumOf(currency, [back, moneyOf(totalReceivables, currency)]);
  return {
    currency,
    states: lifecycle.map(({ state, title, depth }) => {
      const { portfolios, receivablesValue, unrated = [] } = of(state);
      const [first = noMoney(currency), ...more] = moneyBeside(
        moneyOf(receivablesValue, currency),
        unrated.map((one) => moneyOf(one.receivables, one.currency)),
      );
      return {
        state,
        title,
        // The panel's head names the tenant's currency.
        value: [
          first.currency === currency ? formatThousands(amountOf(first)) : formatMoneyInThousands(first),
          ...more.map(formatMoneyInThousands),
        ].join(' + '),
        portfolios: plural(portfolios, 'portfolio'),
        share: sizeOf(state) / most,
        depth,
      };
    }),
    performance: [
      { value: formatPercent(verificationCount === 0 ? Number.NaN : avgUptime, 1), label: 'avg uptime' },
      { value: formatPercent(verificationCount === 0 ? Number.NaN : avgFuelSavings, 1), label: 'fuel savings' },
      { value: formatPercent(reductionOf(summary) ?? Number.NaN, 1), label: 'emission reduction' },
      { value: formatCount(totalSites), label: 'sites' },
      { value: formatCount(verificationCount), label: 'verifications' },
    ],
    // A rate of nothing is no 0 %.
    recyclingRate: formatPercent(100 * shareOf(back, whole), 1),
    recycled: [
      `${formatMoneyInThousands(back)} recycled of ${formatThousands(amountOf(whole))}`,
      ...unratedInAll.map((one) => `${formatMoneyInThousands(moneyOf(one.receivables, one.currency))} without a rate`),
    ].join(', '),
  };
}
