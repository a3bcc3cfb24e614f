import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { readCovenants } from '../entities/covenants.ts';
import { portfolioFiguresOf } from '../entities/portfolioFigures.ts';
import { toPortfolio } from '../entities/portfolios.ts';
import { readStatements } from '../entities/signedStatements.ts';
import { readSiteRecords } from '../entities/siteRecords.ts';
import { route } from '../http/route.ts';

/** Refinance portfolios with the terms they are bound to; what their sites achieved is read from the verifications. */
export function registerPortfolioRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'refinancePortfolios', async ({ db, tenantId }) => {
    const rows = await db.selectFrom('portfolios').selectAll().where('tenant_id', '=', tenantId).orderBy('portfolio_id').execute();
    const { sites, records } = await readSiteRecords(db, tenantId);
    const statements = await readStatements(db, tenantId, 'portfolio');
    const covenants = await readCovenants(
      db,
      tenantId,
      rows.map((row) => row.covenant_hash),
    );
    return {
      portfolios: rows.map((row) => {
        const siteCodes = sites.filter(({ portfolioId }) => portfolioId === row.portfolio_id).map(({ siteCode }) => siteCode);
        const figures = portfolioFiguresOf(
          siteCodes.length,
          records.filter(({ portfolioId }) => portfolioId === row.portfolio_id),
        );
        const laterStatements = statements.get(row.portfolio_id) ?? [];
        return toPortfolio(row, { covenant: covenants.get(row.covenant_hash), siteCodes, figures, laterStatements });
      }),
      totalCount: rows.length,
      lastUpdated: platform.clock.business().toISOString(),
    };
  });
}
