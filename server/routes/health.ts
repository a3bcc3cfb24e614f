import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { toComponent } from '../entities/operations.ts';
import { route } from '../http/route.ts';

/** The platform's components in their fixed order. */
export function registerComponentRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'health', async ({ db, tenantId }) => {
    const rows = await db.selectFrom('health_components').selectAll().where('tenant_id', '=', tenantId).orderBy('position').execute();
    return { components: rows.map(toComponent), lastUpdated: platform.clock.business().toISOString() };
  });
}
