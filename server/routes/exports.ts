import type { FastifyInstance } from 'fastify';
import { exportNeeds } from '../../src/domain/exports/needs.ts';
import { type AuditEntry, recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { makeExport, signExport, strangeFilter } from '../entities/exportRecord.ts';
import { createSelfMeasured } from '../entities/selfMeasured.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { exportRate } from '../http/meter.ts';
import { isRefusal, refuse } from '../http/problem.ts';
import { refused } from '../http/refused.ts';
import { inSnapshot, route } from '../http/route.ts';
import { stillMay } from '../identity/sessions/stillMay.ts';

/**
 * Members with which older consoles had their own file signed. Such a request is refused, so that the answer is not taken for that
 * signature.
 */
const oldMembers = ['contentHash', 'recordCount', 'covenants'];

/**
 * POST /api/exports (C-50, D-53): makes the table's file from the platform's own rows in one snapshot, signs it, and records it (D-27).
 * Nothing else is stored. The caller also needs the permission to see the table.
 */
export function registerExportRoutes(app: FastifyInstance, platform: Platform): void {
  const measureSelf = createSelfMeasured(platform);
  /** Accounts with an export in progress. Each holds a snapshot and a file in memory, so only one at a time. */
  const making = new Set<string>();
  route(app, platform, 'exportTable', async (call) => {
    const { db, session, tenantId, body, correlationId, ip, request } = call;
    const { exportType, format, filter, seenAsOf } = body;
    if (!session.permissions.has(exportNeeds[exportType])) return refused(platform, request, refuse('forbidden'), session);
    if (oldMembers.some((name) => Object.hasOwn(Object(request.body), name)))
      return refuse('build_too_old', 'The platform makes the file itself now and signs no other. Reload the console');
    const strange = strangeFilter(exportType, filter);
    if (strange !== null) return strange;
    const by = { id: session.user.id, name: session.user.name };
    if (making.has(by.id)) return refuse('rate_limited', 'Another file of yours is being made. Try again when it is done');
    const waitMs = platform.meter.take(`exports ${by.id}`, exportRate);
    if (waitMs !== null)
      return refused(platform, request, refuse('rate_limited', 'You have exported many files. Try again in a minute', waitMs), session);
    making.add(by.id);
    // Read the key before the snapshot, which holds the embedded database's one session.
    const work = async () => {
      const signer = await ensureCurrentKey(db, await openKeyWrap(platform.config), platform.clock.now());
      const reading = { platform, tenantId, permissions: session.permissions, filter, measureSelf };
      return { signer, ...(await inSnapshot(platform, tenantId, (trx) => makeExport(exportType, format, { ...reading, db: trx }))) };
    };
    const { signer, answer: made, asOfSeq } = await work().finally(() => making.delete(by.id));
    if (isRefusal(made)) {
      // Rows do not match their seals: record that the caller was told so.
      if (made.refused === 'conflict')
        await platform.audit.record(null, {
          tenantId,
          actor: by,
          action: 'export.sign',
          target: exportType,
          outcome: 'refused',
          correlationId,
          ip,
          details: { format, reason: made.message },
        });
      return made;
    }
    const answer = await signExport(signer, made, { tenantId, by, at: platform.clock.now(), asOfSeq });
    const line: AuditEntry = {
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
    };
    // Record the export before it is sent, and check the caller's rights again: making it may have taken a while.
    await platform.database.write(recordLine(tenantId), async (trx) => {
      await stillMay(trx, call, 'exportTable', { needs: [exportNeeds[exportType]] });
      await platform.audit.record(trx, line);
    });
    return answer;
  });
}
