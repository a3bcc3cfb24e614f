import type { FastifyInstance } from 'fastify';
import { exportNeeds } from '../../src/domain/exports/needs.ts';
import type { Platform } from '../context.ts';
import { makeExport, signExport, strangeFilter } from '../entities/exportRecord.ts';
import { createSelfMeasured } from '../entities/selfMeasured.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { isRefusal, refuse } from '../http/problem.ts';
import { inSnapshot, refused, route } from '../http/route.ts';

/** Members by which older consoles had a file of their own signed; whoever sends them must not take the answer for that. */
const oldMembers = ['contentHash', 'recordCount', 'covenants'];

/**
 * POST /api/exports (C-50, D-53): makes the table's file from the platform's own rows, in one snapshot, signs for it, and puts it on record (D-27).
 * Nothing else is kept. Who may not see a table may not have it exported either.
 */
export function registerExportRoutes(app: FastifyInstance, platform: Platform): void {
  const measureSelf = createSelfMeasured(platform);
  route(app, platform, 'exportTable', async ({ db, session, tenantId, body, correlationId, ip, request }) => {
    const { exportType, format, filter, seenAsOf } = body;
    if (!session.permissions.has(exportNeeds[exportType])) return refused(platform, request, refuse('forbidden'), session);
    if (oldMembers.some((name) => Object.hasOwn(Object(request.body), name)))
      return refuse('build_too_old', 'The platform makes the file itself now and signs no other. Reload the console');
    const strange = strangeFilter(exportType, filter);
    if (strange !== null) return strange;
    // Before the snapshot, which holds the embedded database's one session.
    const signer = await ensureCurrentKey(db, await openKeyWrap(platform.config), platform.clock.now());
    const { answer: made, asOfSeq } = await inSnapshot(platform, tenantId, (trx) =>
      makeExport(exportType, format, { platform, db: trx, tenantId, filter, measureSelf }),
    );
    if (isRefusal(made)) return made;
    const by = { id: session.user.id, name: session.user.name };
    const answer = await signExport(signer, made, { tenantId, by, at: platform.clock.business(), asOfSeq });
    await platform.audit.record(null, {
      tenantId,
      actor: by,
      action: 'export.sign',
      target: exportType,
      outcome: 'done',
      correlationId,
      ip,
      details: {
        format,
        recordCount: made.recordCount,
        contentHash: answer.file.sha256,
        filterHash: answer.metadata.filterHash,
        asOfSeq,
        ...(seenAsOf === undefined || seenAsOf === null ? {} : { seenAsOf }),
      },
    });
    return answer;
  });
}
