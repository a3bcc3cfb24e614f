import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { readQueued } from '../entities/deadLetters.ts';
import { toStage } from '../entities/operations.ts';
import { route } from '../http/route.ts';

/** Stages in the order of the flow, and the dead letters they left, newest first. */
export function registerPipelineRoutes(app: FastifyInstance, platform: Platform): void {
  const lastUpdated = (): string => platform.clock.business().toISOString();

  route(app, platform, 'pipeline', async ({ db, tenantId }) => {
    const rows = await db.selectFrom('pipeline_stages').selectAll().where('tenant_id', '=', tenantId).orderBy('position').execute();
    return { stages: rows.map(toStage), lastUpdated: lastUpdated() };
  });

  route(app, platform, 'dlq', async ({ db, tenantId }) => {
    const items = await readQueued({ trx: db, tenantId });
    return { items: [...items], totalCount: items.length, lastUpdated: lastUpdated() };
  });
}
