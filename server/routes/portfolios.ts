import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { readPortfolios } from '../entities/portfolioList.ts';
import { route } from '../http/route.ts';

/** Refinance portfolios with their covenants; the performance of their sites comes from the verifications. */
export function registerPortfolioRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'refinancePortfolios', async ({ db, tenantId }) => {
    const portfolios = await readPortfolios(db, tenantId);
    return {
      portfolios,
      totalCount: portfolios.length,
      lastUpdated: platform.clock.business().toISOString(),
    };
  });
}
