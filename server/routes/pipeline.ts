import type { FastifyInstance } from 'fastify';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
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

  route(app, platform, 'dlq', async ({ db, tenantId, session }) => {
    const queued = await readQueued({ trx: db, tenantId });
    // A wall counts them, and anybody may stand before it.
    const items = session.user.display === undefined ? queued : queued.map(withoutPayload);
    return { items, totalCount: items.length, lastUpdated: lastUpdated() };
  });
}

function withoutPayload(letter: DeadLetter): DeadLetter {
  const { payload, ...shown } = letter;
  return payload === undefined ? letter : shown;
}
