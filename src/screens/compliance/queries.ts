import { useMemo } from 'react';
import { evidenceWorker } from '../../bridge/proof/evidence.ts';
import { useSteadyCheck } from '../../bridge/hub/steadyCheck.ts';
import { usePrefetch } from '../../bridge/reads/useApiQuery.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import type { Report } from '../../contracts/report.ts';
import type { RecordVerdict } from '../../contracts/verdict.ts';
import { readKeys } from '../../store/readEvidence.ts';
import { readSync } from '../../store/read.ts';
import { firstPortfolios, newestOfEachKind } from './ahead.ts';

/** The history of reports. Prefetches the newest of each kind, because people most often take these along offline. */
export function useReports() {
  const panel = useReadPanel(complianceEndpoints.reports, {}, ({ reports }) => reports.length);
  const reports = panel.value?.reports ?? [];
  usePrefetch(
    complianceEndpoints.report,
    newestOfEachKind(reports).map((reportId) => ({ params: { reportId } })),
  );
  return panel;
}

/** One report; reports never change. */
export function useReport(reportId: string) {
  return useReadPanel(complianceEndpoints.report, { params: { reportId } }, () => 1);
}

/** The portfolios of financed assets. Prefetches their details, so that each opens offline. */
export function usePcafPortfolios() {
  const panel = useReadPanel(complianceEndpoints.pcafPortfolios, {}, ({ portfolios }) => portfolios.length);
  usePrefetch(
    complianceEndpoints.pcafPortfolio,
    firstPortfolios(panel.value?.portfolios ?? []).map(({ portfolioId }) => ({ params: { portfolioId } })),
  );
  return panel;
}

/** One portfolio's analytics. */
export function usePcafPortfolio(portfolioId: string) {
  return useReadPanel(complianceEndpoints.pcafPortfolio, { params: { portfolioId } }, () => 1);
}

/** State of a report's check on this device. `fetchedAt`: when the keys were fetched, epoch milliseconds on the server's clock. */
export type ReportCheck =
  | { readonly state: 'checking' }
  | { readonly state: 'checked'; readonly verdict: RecordVerdict; readonly fetchedAt: number | null }
  | { readonly state: 'notCheckable'; readonly reason: string };

interface ReportSubject {
  readonly report: Report;
  readonly tenantId: string | null;
  readonly keys: readonly unknown[];
  /** Epoch milliseconds. */
  readonly fetchedAt: number | null;
}

function checkReport({ report, tenantId, keys, fetchedAt }: ReportSubject): Promise<Result<RecordVerdict>> {
  const held = { keys, fetchedAt: fetchedAt === null ? null : new Date(fetchedAt).toISOString() };
  return evidenceWorker.checkRecord({ record: { kind: 'report', value: report }, held, tenantId }, new Date(serverNow()).toISOString());
}

/** Checks a report on this device against the stored keys, without network (D-33), and returns those keys. */
export function useReportCheck(report: Report): { readonly check: ReportCheck; readonly keys: readonly unknown[] } {
  useSubscription(['jwks']);
  const session = useSessionStatus();
  const tenantId = session.phase === 'signedIn' ? session.user.tenantId : null;
  const stored = useStored(async () => ({ keys: (await readKeys()).rows, sync: await readSync('jwks') }), []);
  const held = stored.value;
  const subject = useMemo(
    () =>
      held === undefined || held.keys.length === 0
        ? null
        : { report, tenantId, keys: held.keys, fetchedAt: held.sync?.lastSuccessAt ?? null },
    [held, report, tenantId],
  );
  const found = useSteadyCheck(subject, checkReport);
  const keys = held?.keys ?? [];
  if (held !== undefined && keys.length === 0)
    return { check: { state: 'notCheckable', reason: 'No signing keys on this device yet' }, keys };
  if (found === null || found.of.report !== report) return { check: { state: 'checking' }, keys };
  const { of: asked, outcome } = found;
  return {
    check: outcome.ok
      ? { state: 'checked', verdict: outcome.value, fetchedAt: asked.fetchedAt }
      : { state: 'notCheckable', reason: outcome.problem.message },
    keys,
  };
}
