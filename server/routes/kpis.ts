import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { computeKpis } from '../entities/kpis.ts';
import { route } from '../http/route.ts';

/**
 * Serves the KPIs as stored by the transaction that last changed what they count, so that answer and event of one version are equal
 * (D-13).
 */
export function registerKpiRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'kpis', async ({ db, tenantId }) => {
    const held = await db.selectFrom('kpis').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
    if (held !== undefined) return { ...held.body, version: held.version };
    return { ...(await computeKpis(db, tenantId, platform.clock.business())), version: 0 };
  });
}
