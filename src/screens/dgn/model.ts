import { type PortfolioState, portfolioStates } from '../../contracts/overview.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { PortfolioSums, ToldMoney } from '../../contracts/wallFigures.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { portfolioSumsOf } from '../../domain/figures/portfolioSums.ts';
import type { InCurrency } from '../../domain/money/own.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { portfolioRule } from '../../domain/exports/rules.ts';
import { scoreOf } from '../../domain/figures/shown.ts';
import { isCollectable } from '../../domain/money/rates.ts';
import { formatCount, formatMoney, formatMoneyInThousands, formatPercent, formatThousands, plural } from '../../domain/format.ts';
import { portfolioStateNames } from '../../domain/operations/platformStates.ts';
import { amountOf, type Money, moneyOf, shareOf, sumOf } from '../../domain/money/money.ts';

/** A portfolio as displayed. */
export type ShownPortfolio = InCurrency<Portfolio>;

/** Portfolios in the given state for which every search word occurs in the id, package, sites or signing key; ordered by id. */
export function filterPortfolios(
  portfolios: readonly ShownPortfolio[],
  { search, state }: Pick<AddressOf<'dgn'>, 'search' | 'state'>,
): readonly ShownPortfolio[] {
  return narrowed(portfolioRule, portfolios, { search, state }, nowhere);
}

/** Options of the state filter with their counts; empty states are left out, except the chosen one. */
export function stateOptions(portfolios: readonly ShownPortfolio[], chosen: PortfolioState | null) {
  return portfolioStates
    .map((value) => ({ value, label: portfolioStateNames[value].word, count: portfolios.filter(({ state }) => state === value).length }))
    .filter(({ value, count }) => count > 0 || value === chosen)
    .map(({ value, label, count }) => ({ value, label, hint: formatCount(count) }));
}

/** One state with the value of its portfolios. */
export interface StateView {
  readonly state: PortfolioState;
  readonly title: string;
  /** 'KES 12,400k', one per currency. */
  readonly values: readonly string[];
  readonly portfolios: string;
}
/** One step of the lifecycle strip. */
export interface StepView extends StateView {
  /** 0 to 1, relative to the largest step: by value, or by number of portfolios if there are several currencies. */
  readonly share: number;
  /** 0 to 1: step of the single evergreen colour. */
  readonly depth: number;
}

/** Everything above the table. */
export interface DgnView {
  /** The currency that all portfolios share; null if there are several. */
  readonly currency: string | null;
  readonly steps: readonly StepView[];
  /** Defaulted and written off; left out while empty (C-30). */
  readonly losses: readonly StateView[];
  readonly performance: readonly { readonly label: string; readonly value: string; readonly unit?: string }[];
  readonly liquidity: readonly { readonly label: string; readonly values: readonly string[] }[];
  /** Recycling rate by currency (C-86). */
  readonly rates: readonly { readonly percent: string; readonly basis: string }[];
}

const lifecycle = [
  { state: 'eligible', depth: 0.52 },
  { state: 'eligible_frozen', depth: 0.64 },
  { state: 'packaged', depth: 0.76 },
  { state: 'sold', depth: 0.88 },
  { state: 'recycled', depth: 1 },
] as const;
const lost = ['defaulted', 'written_off'] as const;

const thousands = (sums: readonly ToldMoney[]) => sums.map(({ amount, currency }) => formatMoneyInThousands(moneyOf(amount, currency)));
const sumIn = (sums: readonly ToldMoney[], currency: string): Money =>
  moneyOf(sums.find((sum) => sum.currency === currency)?.amount ?? 0, currency);

/** View of the stored portfolios, summed on this device. */
export function dgnViewOf(portfolios: readonly ShownPortfolio[]): DgnView {
  return dgnViewFrom(portfolioSumsOf(portfolios));
}

/** View from the sums of all portfolios; this device computes them from its rows, the platform computes them for a wall. */
export function dgnViewFrom(sums: PortfolioSums): DgnView {
  const { byState, currencies, recycledCapital } = sums;
  const currency = currencies.length === 1 ? (currencies[0] ?? null) : null;
  const inState = (wanted: PortfolioState) => byState.find(({ state }) => state === wanted);
  const viewOf = (state: PortfolioState): StateView => {
    const values = thousands(inState(state)?.receivables ?? []);
    return {
      state,
      title: portfolioStateNames[state].word,
      values: values.length > 0 ? values : [currency === null ? '0' : `${currency} 0`],
      portfolios: plural(inState(state)?.portfolios ?? 0, 'portfolio'),
    };
  };
  const sizeOf = (state: PortfolioState) =>
    currency === null ? (inState(state)?.portfolios ?? 0) : amountOf(sumIn(inState(state)?.receivables ?? [], currency));
  const largest = Math.max(1, ...lifecycle.map(({ state }) => sizeOf(state)));
  const collectable = byState.filter(({ state }) => isCollectable(state));
  return {
    currency,
    steps: lifecycle.map(({ state, depth }) => ({ ...viewOf(state), share: sizeOf(state) / largest, depth })),
    losses: lost.filter((state) => inState(state) !== undefined).map(viewOf),
    performance: performanceOf(sums),
    liquidity: [
      { label: 'Available funding', values: thousands(sums.availableFunding) },
      { label: 'Recycled capital', values: thousands(recycledCapital) },
      { label: 'Pending packaging', values: thousands(sums.pendingPackaging) },
    ],
    rates: currencies.map((code) => {
      const back = sumIn(recycledCapital, code);
      const whole = sumOf(code, [back, ...collectable.map(({ receivables }) => sumIn(receivables, code))]);
      return {
        // Without a basis there is no rate, rather than 0 %: everything defaulted or was written off.
        percent: formatPercent(100 * shareOf(back, whole), 1),
        basis: `${formatMoneyInThousands(back)} recycled of ${formatThousands(amountOf(whole))}`,
      };
    }),
  };
}

function performanceOf({ avgUptime, avgFuelSavings, avgEmissionReduction, sites, verifications }: PortfolioSums): DgnView['performance'] {
  const percent = (value: number | null) => formatPercent(value ?? Number.NaN, 1);
  return [
    { label: 'Average uptime', value: percent(avgUptime) },
    { label: 'Fuel savings', value: percent(avgFuelSavings) },
    { label: 'Emission reduction', value: percent(avgEmissionReduction) },
    { label: 'Sites', value: formatCount(sites) },
    { label: 'Verifications', value: formatCount(verifications) },
  ];
}

/** A portfolio's value, in full. */
export function worthOf({ receivablesValue, currency }: ShownPortfolio): string {
  return formatMoney(moneyOf(receivablesValue, currency));
}

/** Verification score in percent with one decimal, so that one dispute among many records shows; '–' if nothing was decided. */
export function scoreText(portfolio: Portfolio): string {
  const score = scoreOf(portfolio);
  return score === null ? '–' : formatPercent(score * 100, 1);
}
