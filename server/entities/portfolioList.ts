import type { Kysely } from 'kysely';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import type { Database } from '../db/schema.ts';
import { readCovenants } from './covenants.ts';
import { portfolioFiguresOf } from './portfolioFigures.ts';
import { toPortfolio } from './portfolios.ts';
import { readStatements } from './signedStatements.ts';
import { readSiteRecords } from './siteRecords.ts';

/** A tenant's refinance portfolios as sent, ordered by id. */
export async function readPortfolios(db: Kysely<Database>, tenantId: string): Promise<Portfolio[]> {
  const rows = await db.selectFrom('portfolios').selectAll().where('tenant_id', '=', tenantId).orderBy('portfolio_id').execute();
  const { sites, records } = await readSiteRecords(db, tenantId);
  const statements = await readStatements(db, tenantId, 'portfolio');
  const covenants = await readCovenants(
    db,
    tenantId,
    rows.map((row) => row.covenant_hash),
  );
  return rows.map((row) => {
    const siteCodes = sites.filter(({ portfolioId }) => portfolioId === row.portfolio_id).map(({ siteCode }) => siteCode);
    const figures = portfolioFiguresOf(
      siteCodes.length,
      records.filter(({ portfolioId }) => portfolioId === row.portfolio_id),
    );
    return toPortfolio(row, {
      covenant: covenants.get(row.covenant_hash),
      siteCodes,
      figures,
      laterStatements: statements.get(row.portfolio_id) ?? [],
    });
  });
}
