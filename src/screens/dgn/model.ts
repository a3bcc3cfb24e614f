import { type PortfolioState, portfolioStates, portfolioStateSchema } from '../../contracts/overview.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { PortfolioSums, ToldMoney } from '../../contracts/wallFigures.ts';
import { portfolioSumsOf } from '../../domain/figures/portfolioSums.ts';
import type { InCurrency } from '../../domain/money/own.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { portfolioRule } from '../../domain/exports/rules.ts';
import { scoreOf } from '../../domain/figures/shown.ts';
import { isCollectable } from '../../domain/money/rates.ts';
import { formatCount, formatMoney, formatMoneyInThousands, formatPercent, formatThousands, plural } from '../../domain/format.ts';
import { portfolioStateNames } from '../../domain/platformStates.ts';
import { windowFrom } from '../../domain/seriesWindows.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import { amountOf, type Money, moneyOf, shareOf, sumOf } from '../../domain/money/money.ts';

/** What is looked for, over which history, and which portfolio is open; kept in the address so that a view can be linked. */
export interface DgnAddress {
  readonly search: string;
  readonly state: PortfolioState | null;
  readonly window: SeriesWindow;
  /** Order of the list as `sortWord` writes it; null as it opens. */
  readonly sort: string | null;
  readonly open: string | null;
}

/** What a portfolio goes through takes days. */
const usualWindow: SeriesWindow = '30d';

/** Reads the address. What it does not know is as if it were not there. */
export function addressFrom(params: URLSearchParams): DgnAddress {
  const state = portfolioStateSchema.safeParse(params.get('state'));
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    state: state.success ? state.data : null,
    window: windowFrom(params.get('window'), usualWindow),
    sort: params.get('sort'),
    open: params.get('id'),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ search, state, window, sort, open }: DgnAddress): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (state !== null) params.set('state', state);
  if (window !== usualWindow) params.set('window', window);
  if (sort !== null) params.set('sort', sort);
  if (open !== null) params.set('id', open);
  return params.toString();
}

/** A portfolio as it is shown. */
export type ShownPortfolio = InCurrency<Portfolio>;

/** Portfolios in the state that are found by every word of the search in their id, package, sites or signing key, in the order of their ids. */
export function filterPortfolios(
  portfolios: readonly ShownPortfolio[],
  { search, state }: Pick<DgnAddress, 'search' | 'state'>,
): readonly ShownPortfolio[] {
  return narrowed(portfolioRule, portfolios, { search, state }, nowhere);
}

/** The filter's options with how many portfolios each has; states that nobody is in are left out, but for the one chosen. */
export function stateOptions(portfolios: readonly ShownPortfolio[], chosen: PortfolioState | null) {
  return portfolioStates
    .map((value) => ({ value, label: portfolioStateNames[value].word, count: portfolios.filter(({ state }) => state === value).length }))
    .filter(({ value, count }) => count > 0 || value === chosen)
    .map(({ value, label, count }) => ({ value, label, hint: formatCount(count) }));
}

/** One state with what its portfolios are worth. */
export interface StateView {
  readonly state: PortfolioState;
  readonly title: string;
  /** 'KES 12,400k', one for each currency. */
  readonly values: readonly string[];
  readonly portfolios: string;
}
/** One step of the lifecycle strip. */
export interface StepView extends StateView {
  /** 0 to 1 of the largest step: by worth, or by number where there is more than one currency. */
  readonly share: number;
  /** 0 to 1: the step of the one evergreen. */
  readonly depth: number;
}

/** All that stands above the table. */
export interface DgnView {
  /** The one currency of all portfolios; null where there are several. */
  readonly currency: string | null;
  readonly steps: readonly StepView[];
  /** Defaulted and written off, only while there are any (C-30). */
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

/** The portfolios held, summed up here. */
export function dgnViewOf(portfolios: readonly ShownPortfolio[]): DgnView {
  return dgnViewFrom(portfolioSumsOf(portfolios));
}

/** The sums of all portfolios, whoever made them: this device of the rows that it holds, or the platform for a wall. */
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
    rates: currencies.map((of) => {
      const back = sumIn(recycledCapital, of);
      const whole = sumOf(of, [back, ...collectable.map(({ receivables }) => sumIn(receivables, of))]);
      return {
        // A rate of nothing is no 0 %: all of it defaulted or was written off.
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

/** What a portfolio is worth, written out. */
export function worthOf({ receivablesValue, currency }: ShownPortfolio): string {
  return formatMoney(moneyOf(receivablesValue, currency));
}

/** The verification score as it is read: percent with one decimal, so that one dispute among many records shows; '–' where nothing was decided. */
export function scoreText(portfolio: Portfolio): string {
  const score = scoreOf(portfolio);
  return score === null ? '–' : formatPercent(score * 100, 1);
}
