import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import { type ReportSummary, reportKinds } from '../../contracts/report.ts';
import type { ReadAhead } from '../../bridge/useReadAhead.ts';

/** Portfolios whose details are fetched ahead; a tenant has a handful. */
const portfoliosAhead = 12;

/** The newest report of each kind: what people take along. */
export function newestOfEachKind(reports: readonly ReportSummary[]): readonly string[] {
  return reportKinds.flatMap((kind) => reports.find((report) => report.kind === kind)?.reportId ?? []);
}

/** The portfolios that are opened first. */
export function firstPortfolios<T>(portfolios: readonly T[]): readonly T[] {
  return portfolios.slice(0, portfoliosAhead);
}

/** Brings all that this screen shows without further questions, and what its rows open, onto the device. */
export async function readComplianceAhead(readAhead: ReadAhead): Promise<void> {
  const [reports, analytics] = await Promise.all([readAhead(complianceEndpoints.reports), readAhead(complianceEndpoints.pcafPortfolios)]);
  // One after the other: whoever looks at something now comes first.
  for (const reportId of newestOfEachKind(reports?.reports ?? [])) await readAhead(complianceEndpoints.report, { params: { reportId } });
  for (const { portfolioId } of firstPortfolios(analytics?.portfolios ?? []))
    await readAhead(complianceEndpoints.pcafPortfolio, { params: { portfolioId } });
}
