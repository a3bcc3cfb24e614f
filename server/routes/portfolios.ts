import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { readCovenants } from '../entities/covenants.ts';
import { toPortfolio } from '../entities/portfolios.ts';
import { route } from '../http/route.ts';

/** Refinance portfolios with the terms they are bound to; what their sites achieved is read from the verifications. */
export function registerPortfolioRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'refinancePortfolios', async ({ db, tenantId }) => {
    const rows = await db.selectFrom('portfolios').selectAll().where('tenant_id', '=', tenantId).orderBy('portfolio_id').execute();
    const { rows: measured } = await sql<{
      portfolio_id: string;
      uptime: number;
      savings: number;
      sites: string[];
      verifications: number;
    }>`
      select s.portfolio_id, coalesce(avg(v.uptime), 0)::float8 as uptime, coalesce(avg(v.fuel_savings), 0)::float8 as savings,
             array_agg(distinct s.site_code order by s.site_code) as sites, count(v.vrf_id) as verifications
      from sites s left join verifications v on v.tenant_id = s.tenant_id and v.site_code = s.site_code
      where s.tenant_id = ${tenantId} group by s.portfolio_id`.execute(db);
    const performance = new Map(measured.map((one) => [one.portfolio_id, one]));
    const covenants = await readCovenants(
      db,
      tenantId,
      rows.map((row) => row.covenant_hash),
    );
    return {
      portfolios: rows.map((row) => {
        const own = performance.get(row.portfolio_id);
        return toPortfolio(row, { covenant: covenants.get(row.covenant_hash), siteCodes: own?.sites ?? [], measured: own });
      }),
      totalCount: rows.length,
      lastUpdated: platform.clock.business().toISOString(),
    };
  });
}
