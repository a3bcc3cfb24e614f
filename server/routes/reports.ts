import type { FastifyInstance } from 'fastify';
import type { IssbReport, PcafReport, Report, ReportKind } from '../../src/contracts/report.ts';
import { type Stretch, stretchFault } from '../../src/domain/finance/reportRules.ts';
import { runCommand } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import { readChainOf } from '../entities/reportFacts.ts';
import { generateReport, previewReport, readReport, readReports, refuseMoreReports } from '../entities/reports.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import type { Signer } from '../evidence/manifests.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { isRefusal, type Refusal, refuse } from '../http/problem.ts';
import { type Call, route } from '../http/route.ts';

/** Maximum number of reports in the history. */
const MAX_LISTED = 200;

type GenerateId = 'generatePcafReport' | 'generateIssbReport';

/**
 * PCAF and ISSB reports (C-33): made from stored rows, signed, stored and recorded (D-27); readable by everybody who may see the screen.
 */
export function registerReportRoutes(app: FastifyInstance, platform: Platform): void {
  const generate = async (call: Call<GenerateId>, id: GenerateId, kind: ReportKind): Promise<Report | Refusal> => {
    // Before the transaction, which holds the embedded database's one session. Read each time, since a key may have been retired.
    const signer: Signer = await ensureCurrentKey(platform.db, await openKeyWrap(platform.config), platform.clock.now());
    // The audit line is written after the work, which fills in the report's id.
    const asked = call.body?.period;
    const ahead = await readChainOf(platform.db, call.tenantId);
    const details: Record<string, string> = { kind, ...(asked === undefined ? {} : { from: asked.from, to: asked.to }) };
    return runCommand(call, id, { action: 'report.generate', target: `${kind} report`, details }, async ({ trx, tenantId, now, day }) => {
      const period = asked === undefined ? undefined : endedBy(asked, day);
      const fault = period === undefined ? null : stretchFault(period, day.getTime());
      if (fault !== null) return refuse('bad_request', fault);
      const often = await refuseMoreReports(trx, { tenantId, accountId: call.session.user.id, now });
      if (often !== null) return often;
      const report = await generateReport(trx, signer, { tenantId, kind, at: now, day, by: call.session.user, period, ahead });
      if (!isRefusal(report)) details['reportId'] = report.reportId;
      return report;
    });
  };

  route(app, platform, 'generatePcafReport', async (call) =>
    asKind<PcafReport>(await generate(call, 'generatePcafReport', 'pcaf'), 'pcaf'),
  );
  route(app, platform, 'generateIssbReport', async (call) =>
    asKind<IssbReport>(await generate(call, 'generateIssbReport', 'issb'), 'issb'),
  );

  route(app, platform, 'reportPreview', async ({ db, tenantId, query: { kind, from, to } }) => {
    const [at, day] = [platform.clock.now(), platform.clock.business()];
    // Half a period must not silently become the default period.
    if ((from === undefined) !== (to === undefined)) return refuse('bad_request', 'A period has a beginning and an end');
    const period = from === undefined || to === undefined ? undefined : endedBy({ from, to }, day);
    const fault = period === undefined ? null : stretchFault(period, day.getTime());
    return fault === null ? previewReport(db, { tenantId, kind, at, day, period }) : refuse('bad_request', fault);
  });

  route(app, platform, 'reports', async ({ db, tenantId }) => {
    const reports = [...(await readReports(db, tenantId, MAX_LISTED))];
    const { count } = await db
      .selectFrom('compliance_reports')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return { reports, totalCount: count, lastUpdated: platform.clock.business().toISOString() };
  });

  route(
    app,
    platform,
    'report',
    async ({ db, tenantId, params }) => (await readReport(db, tenantId, params['reportId'] ?? '')) ?? refuse('not_found'),
  );
}

/** Accepted clock difference, milliseconds: a period that ends now by the caller's clock ends now by ours. */
const clockSlackMs = 5 * 60_000;

/** Shortens a period whose end is slightly in the future, because the caller's clock is ahead, to end now. */
function endedBy({ from, to }: Stretch, now: Date): Stretch {
  const ahead = Date.parse(to) - now.getTime();
  return { from, to: ahead > 0 && ahead <= clockSlackMs ? now.toISOString() : to };
}

/** Narrows the report to the kind requested; a stored answer under the call's key has the same kind. */
function asKind<Kind extends Report>(made: Report | Refusal, kind: Kind['kind']): Kind | Refusal {
  if (isRefusal(made)) return made;
  if (made.kind !== kind) throw new Error(`a ${made.kind} report where ${kind} was asked for`);
  return made as Kind; // checked in the line above
}
