import { type ReportKind, reportKindSchema } from '../../contracts/report.ts';

/** What is open and what is looked for; kept in the address so that a view can be linked. */
export interface ComplianceAddress {
  /** A report in the place of the page. */
  readonly report: string | null;
  /** The history's filter. */
  readonly kind: ReportKind | null;
  /** Order of the history as `sortWord` writes it; null as it opens. */
  readonly sort: string | null;
  /** The portfolio whose analytics are shown; null: the first. */
  readonly portfolio: string | null;
}

/** Reads the address. What it does not know is as if it were not there. */
export function addressFrom(params: URLSearchParams): ComplianceAddress {
  const kind = reportKindSchema.safeParse(params.get('kind'));
  return {
    report: params.get('report'),
    kind: kind.success ? kind.data : null,
    sort: params.get('sort'),
    portfolio: params.get('portfolio'),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ report, kind, sort, portfolio }: ComplianceAddress): string {
  const params = new URLSearchParams();
  if (report !== null) params.set('report', report);
  if (kind !== null) params.set('kind', kind);
  if (sort !== null) params.set('sort', sort);
  if (portfolio !== null) params.set('portfolio', portfolio);
  return params.toString();
}
