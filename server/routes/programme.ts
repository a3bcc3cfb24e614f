import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { route } from '../http/route.ts';

/** Schools with their financing, incidents, and the agents under governance. */
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

  route(app, platform, 'incidents', async ({ db, tenantId }) => {
    const rows = await db
      .selectFrom('incidents')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .orderBy('created_at', 'desc')
      .orderBy('incident_id', 'desc')
      .limit(200)
      .execute();
    return {
      incidents: rows.map((row) => ({
        id: row.incident_id,
        severity: row.severity,
        title: row.title,
        description: row.description,
        ...(row.runbook_url === null ? {} : { runbookUrl: row.runbook_url }),
        createdAt: row.created_at,
        ...(row.resolved_at === null ? {} : { resolvedAt: row.resolved_at }),
        affectedServices: row.affected_services,
        version: row.version,
      })),
      totalCount: rows.length,
      lastUpdated: now(),
    };
  });

  route(app, platform, 'aiAgents', async ({ db, tenantId }) => {
    const rows = await db.selectFrom('ai_agents').selectAll().where('tenant_id', '=', tenantId).orderBy('agent_id', 'desc').execute();
    return {
      agents: rows.map((row) => ({
        agentId: row.agent_id,
        name: row.name,
        mode: row.mode,
        confidenceScore: row.confidence_score,
        predictionAccuracy: row.prediction_accuracy,
        enabled: row.enabled,
        ...(row.last_prediction === null ? {} : { lastPrediction: row.last_prediction }),
        version: row.version,
      })),
      lastUpdated: now(),
    };
  });
}
