import type { HealthComponent } from '../../contracts/health.ts';
import type { PortfolioState, RbfSummary, RefinanceSummary } from '../../contracts/overview.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import { type PaymentCounts, paymentTrackOf } from '../../domain/figures/payments.ts';
import { isComponentMeasured, reductionOf } from '../../domain/figures/shown.ts';
import { amountOf, moneyOf, noMoney, shareOf, sumOf } from '../../domain/money/money.ts';
import { moneyBeside } from '../../domain/money/sums.ts';
import { formatCount, formatMoneyInThousands, formatMs, formatPercent, formatThousands, plural } from '../../domain/format.ts';
import { componentShort, stageTitles } from '../../domain/operations/platformStates.ts';
import { isNearLimit, lagText, sloOf } from '../../domain/operations/slo.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { componentHealthy, componentsHealthy, onTrack, stageHealthy, withinSlo } from '../../domain/claims/states.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';

const stageShort = { saastain_intake: 'Intake', outbox_pump: 'Outbox', decision_service: 'Decision', bank_integration: 'Bank' } as const;

/** The tile of the components; `healthy` and `total` count components. */
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

/**
 * '4 of 4 components healthy', with the p50 of each (C-14). The worst component gives the state. `unread`: number of further rows that
 * are damaged.
 */
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

/** The tile of the stages; lags and limits are minutes. */
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
    /** A breach is always marked bad, whatever the stage's status. */
    readonly mark: 'bad' | Claim;
    readonly breach: boolean;
  }[];
}

/**
 * Stages in SLO breach as alerts, and each stage's lag against its limit on one scale (C-14, C-61). `unread`: number of further rows that
 * are damaged.
 */
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
    note: worst === null ? noneOver(unread, freshness) : lagLabels(worst, freshness),
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

const lagLabels = (stage: PipelineStage, freshness: FreshnessState): string =>
  `${stageTitles[stage.name]} lag ${isLost(freshness) ? 'was ' : ''}${lagText(stage)} min`;

/** The tile of the milestone payments, with amounts as text. */
export interface FinanceTile {
  readonly state: Claim;
  readonly currency: string;
  readonly paid: string;
  /** 0 to 1: paid count of the total (C-86). */
  readonly completion: number;
  readonly counts: string;
  readonly completionPercent: string;
  readonly pending: string;
  /** 'of these 2 overdue'; null if none is overdue or the count is not told. */
  readonly overdue: string | null;
}

/** Results-based finance: paid this month and still open (C-14, D-38). */
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
  const beside = (amount: number, status: 'paid' | 'pending') =>
    moneyBeside(
      moneyOf(amount, currency),
      unrated.map((one) => moneyOf(one[status], one.currency)),
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

/** Whether there are portfolios that averages can refer to. */
export const holdsPortfolios = ({ byState }: RefinanceSummary): boolean => byState.some(({ portfolios }) => portfolios > 0);

/** The panel of the portfolios by state; `share` is from 0 to 1. */
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

/** Lifecycle of a portfolio in order (C-30); defaulted and written off appear on cards only. */
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
  const inState = (state: PortfolioState): RefinanceSummary['byState'][number] =>
    summary.byState.find((each) => each.state === state) ?? { state, portfolios: 0, receivablesValue: 0 };
  // Amounts without an exchange rate cannot be compared; steps are then sized by number, as on the portfolio screen.
  const sizeOf = (state: PortfolioState) => (unratedInAll.length > 0 ? inState(state).portfolios : inState(state).receivablesValue);
  const most = Math.max(1, ...lifecycle.map(({ state }) => sizeOf(state)));
  const { avgUptime, avgFuelSavings, totalSites, verificationCount } = summary.performanceSummary;
  const back = moneyOf(recycledCapital, currency);
  const whole = sumOf(currency, [back, moneyOf(totalReceivables, currency)]);
  return {
    currency,
    states: lifecycle.map(({ state, title, depth }) => {
      const { portfolios, receivablesValue, unrated = [] } = inState(state);
      const [first = noMoney(currency), ...more] = moneyBeside(
        moneyOf(receivablesValue, currency),
        unrated.map((one) => moneyOf(one.receivables, one.currency)),
      );
      return {
        state,
        title,
        // The panel's header names the tenant's currency.
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
    // Without a basis there is no rate, rather than 0 %.
    recyclingRate: formatPercent(100 * shareOf(back, whole), 1),
    recycled: [
      `${formatMoneyInThousands(back)} recycled of ${formatThousands(amountOf(whole))}`,
      ...unratedInAll.map((one) => `${formatMoneyInThousands(moneyOf(one.receivables, one.currency))} without a rate`),
    ].join(', '),
  };
}
