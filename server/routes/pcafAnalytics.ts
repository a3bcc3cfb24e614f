import type { FastifyInstance } from 'fastify';
import { pcafFiguresOf } from '../../src/domain/finance/pcafAnalytics.ts';
import type { Platform } from '../context.ts';
import { readAssetPortfolios } from '../entities/financedAssets.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';

/** PCAF analytics (C-35): portfolios of financed assets, computed from their rows at each read. */
export function registerPcafAnalyticsRoutes(app: FastifyInstance, platform: Platform): void {
  const lastUpdated = (): string => platform.clock.business().toISOString();

  route(app, platform, 'pcafPortfolios', async ({ db, tenantId }) => ({
    portfolios: (await readAssetPortfolios(db, tenantId)).map(({ portfolioId, portfolioName, portfolioType, currency, assets }) => {
      const { portfolioMetrics, complianceSummary } = pcafFiguresOf(assets, currency);
      const { totalSites, totalAnnualAvoidedEmissions } = portfolioMetrics;
      const { complianceRate } = complianceSummary;
      return { portfolioId, portfolioName, portfolioType, totalSites, totalAnnualAvoidedEmissions, complianceRate };
    }),
    lastUpdated: lastUpdated(),
  }));

  route(app, platform, 'pcafPortfolio', async ({ db, tenantId, params }) => {
    const [portfolio] = await readAssetPortfolios(db, tenantId, params['portfolioId'] ?? '');
    if (portfolio === undefined) return refuse('not_found');
    const { portfolioId, portfolioName, portfolioType, currency, assets } = portfolio;
    return { portfolioId, portfolioName, portfolioType, currency, ...pcafFiguresOf(assets, currency), lastUpdated: lastUpdated() };
  });
}
