import type { FigureBasis } from '../../src/contracts/figureBasis.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import { figureOver } from '../../src/domain/figures/fold.ts';
import { performanceFold } from '../../src/domain/figures/performance.ts';
import { reductionFold } from '../../src/domain/figures/reduction.ts';
import { scoreFold } from '../../src/domain/figures/score.ts';
import type { SiteRecords } from './siteRecords.ts';

/** Figures derived from the records of some sites. The documented types require numbers: without data they are 0, and `basis` shows it. */
export interface PortfolioFigures {
  readonly verificationScore: number;
  readonly basis: FigureBasis;
  readonly performanceSummary: Portfolio['performanceSummary'];
}

/** Computes the figures of a portfolio's sites, or of all sites. */
export function portfolioFiguresOf(totalSites: number, records: readonly SiteRecords[]): PortfolioFigures {
  const score = figureOver(scoreFold, records, undefined);
  const reduction = figureOver(reductionFold, records, undefined);
  const measured = figureOver(performanceFold, records, undefined);
  return {
    verificationScore: score?.score ?? 0,
    basis: {
      verified: score?.verified ?? 0,
      disputed: score?.disputed ?? 0,
      failed: score?.failed ?? 0,
      tonnes: reduction?.tonnes ?? 0,
      baselineTonnes: reduction?.baselineTonnes ?? 0,
    },
    performanceSummary: {
      avgUptime: measured?.uptime ?? 0,
      avgFuelSavings: measured?.fuelSavings ?? 0,
      avgEmissionReduction: reduction?.percent ?? 0,
      totalSites,
      verificationCount: measured?.records ?? 0,
    },
  };
}
