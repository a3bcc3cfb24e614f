import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { route } from '../http/route.ts';

/** Schools with their financing. */
export function registerProgrammeRoutes(app: FastifyInstance, platform: Platform): void {
  const now = (): string => platform.clock.business().toISOString();

  route(app, platform, 'schools', async ({ db, tenantId }) => {
    const { currency } = await db.selectFrom('tenants').select('currency').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow();
    const rows = await db.selectFrom('schools').selectAll().where('tenant_id', '=', tenantId).orderBy('school_name').execute();
    const sum = (pick: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + pick(row), 0);
    return {
      currency,
      schools: rows.map((row) => ({
        schoolId: row.school_id,
        siteCode: row.site_code,
        schoolName: row.school_name,
        location: row.location,
        cookingTime: row.cooking_time,
        steamFlow: row.steam_flow,
        fuelConsumption: row.fuel_consumption,
        fuelSavingsPercent: row.fuel_savings_percent,
        uptime: row.uptime,
        sensorHealth: row.sensor_health,
        lastUpdated: row.updated_at,
        version: row.version,
      })),
      financing: rows.map((row) => ({
        schoolId: row.school_id,
        verifiedEnergyCharges: row.verified_energy_charges,
        costSavings: row.cost_savings,
        paymentStatus: row.payment_status,
        carbonCreditsGenerated: row.carbon_credits,
        emissionReductions: row.emission_reductions,
        dgnEligible: row.dgn_eligible,
      })),
      totalImpact: {
        totalFuelSavings: sum((row) => row.cost_savings),
        totalEmissionReductions: sum((row) => row.emission_reductions),
        totalCarbonCredits: sum((row) => row.carbon_credits),
        schoolsServed: rows.length,
      },
      lastUpdated: now(),
    };
  });
}
