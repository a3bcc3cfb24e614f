import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import { type ReportSummary, reportKinds } from '../../contracts/report.ts';
import type { ReadAhead } from '../../bridge/reads/useReadAhead.ts';

/** Maximum number of portfolios whose details are prefetched; a tenant has a handful. */
const portfoliosAhead = 12;

/** Ids of the newest report of each kind; people most often take these along offline. */
export function newestOfEachKind(reports: readonly ReportSummary[]): readonly string[] {
  return reportKinds.flatMap((kind) => reports.find((report) => report.kind === kind)?.reportId ?? []);
}

/** The portfolios to prefetch: the first `portfoliosAhead` of the list. */
export function firstPortfolios<T>(portfolios: readonly T[]): readonly T[] {
  return portfolios.slice(0, portfoliosAhead);
}

/** Prefetches what this screen shows by default and the details that its rows open. */
export async function readComplianceAhead(readAhead: ReadAhead): Promise<void> {
  const [reports, analytics] = await Promise.all([readAhead(complianceEndpoints.reports), readAhead(complianceEndpoints.pcafPortfolios)]);
  // One after the other, so that requests of the page in view come first.
  for (const reportId of newestOfEachKind(reports?.reports ?? [])) await readAhead(complianceEndpoints.report, { params: { reportId } });
  for (const { portfolioId } of firstPortfolios(analytics?.portfolios ?? []))
    await readAhead(complianceEndpoints.pcafPortfolio, { params: { portfolioId } });
}
