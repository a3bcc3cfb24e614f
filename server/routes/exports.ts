import type { FastifyInstance } from 'fastify';
import { exportNeeds } from '../../src/domain/exports/needs.ts';
import type { Platform } from '../context.ts';
import { signExport, strangeCovenants } from '../entities/exportRecord.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { refuse } from '../http/problem.ts';
import { refused, route } from '../http/route.ts';

/** Largest body: a thousand covenants by their hashes, and the filter. */
const mostBytes = 98_304;

/**
 * POST /api/exports (C-50): signs for a table that leaves the console, and puts it on record (D-27). Nothing else is kept. Who may not see a table
 * may not have its export signed either.
 */
export function registerExportRoutes(app: FastifyInstance, platform: Platform): void {
  route(
    app,
    platform,
    'exportTable',
    async ({ db, session, tenantId, body, correlationId, ip, request }) => {
      if (!session.permissions.has(exportNeeds[body.exportType])) return refused(platform, request, refuse('forbidden'), session);
      const strange = await strangeCovenants(db, tenantId, body.covenants ?? []);
      if (strange.length > 0) return refuse('bad_request', `${strange.length} of the covenants named are not this tenant's`);
      const signer = await ensureCurrentKey(db, await openKeyWrap(platform.config), platform.clock.business());
      const answer = await signExport(signer, body, { tenantId, by: session.user.name, at: platform.clock.business() });
      await platform.audit.record(null, {
        tenantId,
        actor: { id: session.user.id, name: session.user.name },
        action: 'export.sign',
        target: body.exportType,
        outcome: 'done',
        correlationId,
        ip,
        details: {
          format: body.format,
          recordCount: body.recordCount,
          contentHash: body.contentHash,
          filterHash: answer.metadata.filterHash,
        },
      });
      return answer;
    },
    { bodyLimit: mostBytes },
  );
}
