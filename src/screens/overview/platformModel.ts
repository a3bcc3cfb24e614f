import type { HealthComponent } from '../../contracts/health.ts';
import type { RbfSummary, RefinanceSummary } from '../../contracts/overview.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import { type PaymentCounts, type PaymentTrack, paymentTrackOf } from '../../domain/figures/payments.ts';
import { isComponentMeasured, reductionOf } from '../../domain/figures/shown.ts';
import { recyclingRate } from '../../domain/financeRates.ts';
import { formatCount, formatMs, formatNumber, formatPercent, formatThousands, plural } from '../../domain/format.ts';
import { componentShort, stageStates, stageTitles } from '../../domain/platformStates.ts';
import { sloOf } from '../../domain/slo.ts';
import { type Status, toneOf } from '../../ui/status/statuses.ts';
import type { Tone } from '../../ui/theme/names.ts';

/** A tile's state: the word now, and what is said of it once it is no longer known. */
export interface TileState {
  readonly status: Status;
  readonly word: string;
  readonly was: string;
}

const stageShort = { saastain_intake: 'Intake', outbox_pump: 'Outbox', decision_service: 'Decision', bank_integration: 'Bank' } as const;

export interface HealthTile {
  readonly state: TileState;
  readonly healthy: number;
  readonly total: number;
  readonly note: string;
  readonly lines: readonly {
    readonly name: string;
    readonly label: string;
    readonly p50: string;
    readonly tone: Tone;
    readonly word: string;
  }[];
}

const healthTones = { healthy: 'ok', warning: 'warn', critical: 'bad', unknown: 'idle' } as const;

/** '4 of 4 components healthy', with the p50 of each (C-14). The worst component gives the state. */
export function healthTile(components: readonly HealthComponent[]): HealthTile {
  const has = (status: HealthComponent['status']) => components.some((component) => component.status === status);
  const state: TileState = has('critical')
    ? { status: 'bad', word: 'Critical', was: 'Was critical' }
    : has('warning')
      ? { status: 'warn', word: 'Warning', was: 'Was in warning' }
      : has('unknown')
        ? { status: 'unknown', word: 'Unknown', was: 'Was unknown' }
        : { status: 'ok', word: 'Healthy', was: 'Was healthy' };
  return {
    state,
    healthy: components.filter(({ status }) => status === 'healthy').length,
    total: components.length,
    note: `components healthy${components.some(({ measured }) => measured?.by === 'simulation') ? ', simulated' : ''}`,
    lines: components.map(({ name, latency, status, measured }) => ({
      name,
      label: componentShort[name],
      p50: formatMs(isComponentMeasured({ measured }, 'latency') ? latency.p50 : Number.NaN),
      tone: healthTones[status],
      word: status,
    })),
  };
}

export interface PipelineTile {
  readonly state: TileState;
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
    readonly tone: Tone;
    readonly breach: boolean;
  }[];
}

/** Stages in SLO breach as alerts, and each stage's lag against its limit on one scale (C-14, C-61). */
export function pipelineTile(stages: readonly PipelineStage[]): PipelineTile {
  const breached = stages.filter((stage) => sloOf(stage).breach);
  const worst = breached.reduce<PipelineStage | null>(
    (found, stage) => (found === null || stage.currentLagMinutes > found.currentLagMinutes ? stage : found),
    null,
  );
  const near = stages.some(({ status }) => status === 'amber');
  const longest = Math.max(
    1,
    ...stages.flatMap(({ currentLagMinutes, sloThresholdMinutes }) => [currentLagMinutes * 1.2, sloThresholdMinutes * 1.5]),
  );
  return {
    state:
      worst !== null
        ? { status: 'bad', word: 'SLO breach', was: 'Was in breach' }
        : near
          ? { status: 'warn', word: 'Near limit', was: 'Was near limit' }
          : { status: 'ok', word: 'Within SLO', was: 'Was within SLO' },
    alerts: breached.length,
    note: worst === null ? 'All stages within their limits' : `${stageTitles[worst.name]} lag ${formatNumber(worst.currentLagMinutes)} min`,
    scaleMinutes: longest,
    lines: stages.map((stage) => ({
      name: stage.name,
      label: stageShort[stage.name],
      lag: stage.currentLagMinutes,
      limit: stage.sloThresholdMinutes,
      shown: formatNumber(stage.currentLagMinutes),
      tone: sloOf(stage).breach ? 'bad' : toneOf(stageStates[stage.status].look),
      breach: sloOf(stage).breach,
    })),
  };
}

export interface FinanceTile {
  readonly state: TileState;
  readonly currency: string;
  readonly paid: string;
  /** 0 to 1 (C-86: paid count of total). */
  readonly completion: number;
  readonly counts: string;
  readonly completionPercent: string;
  readonly pending: string;
}

const counted = (status: Status, count: number, word: string): TileState => ({
  status,
  word: `${formatCount(count)} ${word}`,
  was: `Had ${formatCount(count)} ${word}`,
});

/** The words of each track; what is not on track says how many payments are the reason. */
const trackStates: Readonly<Record<PaymentTrack, (counts: PaymentCounts) => TileState>> = {
  unknown: () => ({ status: 'unknown', word: 'Not known', was: 'Was not known' }),
  none: () => ({ status: 'idle', word: 'None this month', was: 'Had none' }),
  failed: ({ failed }) => counted('warn', failed, 'failed'),
  refused: ({ refused }) => counted('warn', refused, 'refused'),
  overdue: ({ overdue }) => counted('warn', overdue, 'overdue'),
  unpaid: () => ({ status: 'pending', word: 'None paid yet', was: 'Had none paid' }),
  onTrack: () => ({ status: 'ok', word: 'On track', was: 'Was on track' }),
};

/** What results-based finance paid this month (C-14, D-38). */
export function financeTile({
  currency,
  totalPaid,
  totalPending,
  totalPayments,
  paidCount,
  pendingCount,
  failedCount,
  refusedCount = 0,
  overdueCount = 0,
}: RbfSummary): FinanceTile {
  const completion = totalPayments === 0 ? 0 : paidCount / totalPayments;
  const counts: PaymentCounts = {
    total: totalPayments,
    paid: paidCount,
    pending: pendingCount,
    failed: failedCount,
    refused: refusedCount,
    overdue: overdueCount,
  };
  return {
    state: trackStates[paymentTrackOf(counts)](counts),
    currency,
    paid: formatThousands(totalPaid),
    completion,
    counts: `${formatCount(paidCount)} of ${plural(totalPayments, 'payment')}`,
    completionPercent: formatPercent(completion * 100, 0),
    pending: `${currency} ${formatThousands(totalPending)}`,
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
  const of = (state: string) => summary.byState.find((each) => each.state === state) ?? { portfolios: 0, receivablesValue: 0 };
  const most = Math.max(1, ...lifecycle.map(({ state }) => of(state).receivablesValue));
  const { avgUptime, avgFuelSavings, totalSites, verificationCount } = summary.performanceSummary;
  return {
    currency: summary.currency,
    states: lifecycle.map(({ state, title, depth }) => {
      const { portfolios, receivablesValue } = of(state);
      return {
        state,
        title,
        value: formatThousands(receivablesValue),
        portfolios: plural(portfolios, 'portfolio'),
        share: receivablesValue / most,
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
    recyclingRate: formatPercent(recyclingRate(summary.recycledCapital, summary.totalReceivables), 1),
    recycled: `${summary.currency} ${formatThousands(summary.recycledCapital)} recycled of ${formatThousands(summary.recycledCapital + summary.totalReceivables)}`,
  };
}
