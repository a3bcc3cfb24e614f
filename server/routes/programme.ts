import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { readSchools } from '../entities/schools.ts';
import { route } from '../http/route.ts';

/** Schools with their financing. */
export function registerProgrammeRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'schools', async ({ db, tenantId }) => {
    const { currency } = await db.selectFrom('tenants').select('currency').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow();
    const at = platform.clock.business();
    const schools = await readSchools(db, tenantId, at);
    const financing = schools.map((one) => one.financing);
    const sum = (pick: (one: (typeof financing)[number]) => number): number => financing.reduce((total, one) => total + pick(one), 0);
    return {
      currency,
      schools: schools.map((one) => one.school),
      financing,
      totalImpact: {
        totalFuelSavings: sum((one) => one.costSavings),
        // Sum hundredths of tonnes, so that the total shows no binary fractions.
        totalEmissionReductions: sum((one) => Math.round(one.emissionReductions * 100)) / 100,
        totalCarbonCredits: sum((one) => one.carbonCreditsGenerated),
        schoolsServed: schools.length,
      },
      lastUpdated: at.toISOString(),
    };
  });
}
