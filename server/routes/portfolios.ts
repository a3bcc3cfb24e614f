import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { route } from '../http/route.ts';

/** Refinance portfolios; what their sites achieved is read from the verifications. */
export function registerPortfolioRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'refinancePortfolios', async ({ db, tenantId }) => {
    const rows = await db.selectFrom('portfolios').selectAll().where('tenant_id', '=', tenantId).orderBy('portfolio_id').execute();
    const { rows: measured } = await sql<{ portfolio_id: string; uptime: number; savings: number; sites: number; verifications: number }>`
      select s.portfolio_id, coalesce(avg(v.uptime), 0)::float8 as uptime, coalesce(avg(v.fuel_savings), 0)::float8 as savings,
             count(distinct s.site_code) as sites, count(v.vrf_id) as verifications
      from sites s left join verifications v on v.tenant_id = s.tenant_id and v.site_code = s.site_code
      where s.tenant_id = ${tenantId} group by s.portfolio_id`.execute(db);
    const performance = new Map(measured.map((one) => [one.portfolio_id, one]));
    return {
      portfolios: rows.map((row) => {
        const own = performance.get(row.portfolio_id);
        return {
          portfolioId: row.portfolio_id,
          state: row.state,
          verificationScore: row.verification_score,
          receivablesValue: row.receivables_value,
          currency: row.currency,
          covenantHash: row.covenant_hash,
          jwsSignature: row.jws_signature,
          signerKid: row.signer_kid,
          ...(row.frozen_at === null ? {} : { frozenAt: row.frozen_at }),
          ...(row.packaged_at === null ? {} : { packagedAt: row.packaged_at }),
          ...(row.sold_at === null ? {} : { soldAt: row.sold_at }),
          ...(row.dgn_package_id === null ? {} : { dgnPackageId: row.dgn_package_id }),
          performanceSummary: {
            avgUptime: own?.uptime ?? 0,
            avgFuelSavings: own?.savings ?? 0,
            avgEmissionReduction: row.avg_emission_reduction,
            totalSites: own?.sites ?? 0,
            verificationCount: own?.verifications ?? 0,
          },
          liquidityMetrics: {
            availableFunding: row.available_funding,
            recycledCapital: row.recycled_capital,
            pendingPackaging: row.pending_packaging,
          },
          version: row.version,
        };
      }),
      totalCount: rows.length,
      lastUpdated: platform.clock.business().toISOString(),
    };
  });
}
