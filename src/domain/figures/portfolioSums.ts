import { portfolioStates } from '../../contracts/overview.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { PortfolioSums, ToldMoney } from '../../contracts/wallFigures.ts';
import { amountOf, type Money, moneyOf, sumByCurrency } from '../money/money.ts';
import type { InCurrency } from '../money/own.ts';

/** An amount in its wire format. */
export function toldMoney(money: Money): ToldMoney {
  return { currency: money.currency, amount: amountOf(money) };
}

/**
 * All portfolios together, for the screen (from its rows) and for walls, which get only this (G-17). Performance is weighted by
 * verifications, as in the platform's overview.
 */
export function portfolioSumsOf(portfolios: readonly InCurrency<Portfolio>[]): PortfolioSums {
  const sums = (chosen: readonly InCurrency<Portfolio>[], pick: (portfolio: Portfolio) => number): ToldMoney[] =>
    sumByCurrency(chosen.map((portfolio) => moneyOf(pick(portfolio), portfolio.currency))).map(toldMoney);
  const all = portfolios.map(({ performanceSummary }) => performanceSummary);
  const verifications = all.reduce((total, { verificationCount }) => total + verificationCount, 0);
  const mean = (pick: (summary: Portfolio['performanceSummary']) => number): number | null =>
    verifications === 0 ? null : all.reduce((total, one) => total + pick(one) * one.verificationCount, 0) / verifications;
  const reduction = reductionOver(portfolios);
  return {
    byState: portfolioStates.flatMap((state) => {
      const members = portfolios.filter((one) => one.state === state);
      const receivables = sums(members, ({ receivablesValue }) => receivablesValue);
      return members.length === 0 ? [] : [{ state, portfolios: members.length, receivables }];
    }),
    currencies: [...new Set(portfolios.map(({ currency }) => currency))],
    availableFunding: sums(portfolios, ({ liquidityMetrics }) => liquidityMetrics.availableFunding),
    recycledCapital: sums(portfolios, ({ liquidityMetrics }) => liquidityMetrics.recycledCapital),
    pendingPackaging: sums(portfolios, ({ liquidityMetrics }) => liquidityMetrics.pendingPackaging),
    avgUptime: mean(({ avgUptime }) => avgUptime),
    avgFuelSavings: mean(({ avgFuelSavings }) => avgFuelSavings),
    avgEmissionReduction: reduction === undefined ? mean(({ avgEmissionReduction }) => avgEmissionReduction) : reduction,
    sites: all.reduce((total, { totalSites }) => total + totalSites, 0),
    verifications,
  };
}

/**
 * Emission reduction over all portfolios, as the platform computes it for the overview, percent; null without a baseline, undefined if
 * the platform did not send the basis of a figure.
 */
function reductionOver(portfolios: readonly Portfolio[]): number | null | undefined {
  let saved = 0;
  let baseline = 0;
  for (const { basis } of portfolios) {
    if (basis === undefined) return undefined;
    saved += basis.tonnes;
    baseline += basis.baselineTonnes;
  }
  return baseline === 0 ? null : (100 * saved) / baseline;
}
