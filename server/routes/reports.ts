import type { FastifyInstance } from 'fastify';
import type { IssbReport, PcafReport, Report, ReportKind } from '../../src/contracts/report.ts';
import { type Stretch, stretchFault } from '../../src/domain/reportRules.ts';
import { runCommand } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import { readChainOf } from '../entities/reportFacts.ts';
import { generateReport, previewReport, readReport, readReports, refuseMoreReports } from '../entities/reports.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import type { Signer } from '../evidence/manifests.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { isRefusal, type Refusal, refuse } from '../http/problem.ts';
import { type Call, route } from '../http/route.ts';

/** Reports that the history shows. */
const MOST_LISTED = 200;

type GenerateId = 'generatePcafReport' | 'generateIssbReport';

/** PCAF and ISSB reports (C-33): made from stored rows, signed, kept and on record (D-27); read again by whoever may see the screen. */
export function registerReportRoutes(app: FastifyInstance, platform: Platform): void {
  const generate = async (call: Call<GenerateId>, id: GenerateId, kind: ReportKind): Promise<Report | Refusal> => {
    // Before the transaction, which holds the embedded database's one session. Read each time: a key may have been retired.
    const signer: Signer = await ensureCurrentKey(platform.db, await openKeyWrap(platform.config), platform.clock.now());
    // The record's line is written after the work, which only then knows the id.
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
    // Half a period is no period: what it would be taken for instead is not what was asked.
    if ((from === undefined) !== (to === undefined)) return refuse('bad_request', 'A period has a beginning and an end');
    const period = from === undefined || to === undefined ? undefined : endedBy({ from, to }, day);
    const fault = period === undefined ? null : stretchFault(period, day.getTime());
    return fault === null ? previewReport(db, { tenantId, kind, at, day, period }) : refuse('bad_request', fault);
  });

  route(app, platform, 'reports', async ({ db, tenantId }) => {
    const reports = [...(await readReports(db, tenantId, MOST_LISTED))];
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

/** Clocks differ by so much: a period up to now on the caller's is up to now on ours. */
const clockSlackMs = 5 * 60_000;

/** A period that ends now on a caller's clock that is a little ahead ends now. */
function endedBy({ from, to }: Stretch, now: Date): Stretch {
  const ahead = Date.parse(to) - now.getTime();
  return { from, to: ahead > 0 && ahead <= clockSlackMs ? now.toISOString() : to };
}

/** Each call asks for one kind, and an answer kept under its key is of that call. */
function asKind<Kind extends Report>(made: Report | Refusal, kind: Kind['kind']): Kind | Refusal {
  if (isRefusal(made)) return made;
  if (made.kind !== kind) throw new Error(`a ${made.kind} report where ${kind} was asked for`);
  return made as Kind; // told apart by the line above
}
