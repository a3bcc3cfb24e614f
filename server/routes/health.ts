import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { createSelfMeasured } from '../entities/selfMeasured.ts';
import { toComponent } from '../entities/operations.ts';
import { route } from '../http/route.ts';

/** The components in their fixed order: as reported, or if none are, as measured by the platform itself. */
export function registerComponentRoutes(app: FastifyInstance, platform: Platform): void {
  const measureSelf = createSelfMeasured(platform);
  route(app, platform, 'health', async ({ db, tenantId }) => {
    const rows = await db.selectFrom('health_components').selectAll().where('tenant_id', '=', tenantId).orderBy('position').execute();
    const components = rows.length > 0 ? rows.map(toComponent) : [...(await measureSelf(db))];
    return { components, lastUpdated: platform.clock.business().toISOString() };
  });
}
