import { type AuditOutcome, auditOutcomes } from '../../contracts/audit.ts';

/** Spans of time the list can be narrowed to, back from now, in milliseconds. */
export const periods = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
export type Period = keyof typeof periods;

/** What is looked for, in which order, and which line is open; kept in the address so that a view can be linked (D-28). */
export interface AuditView {
  readonly search: string;
  readonly area: string | null;
  readonly actor: string | null;
  readonly outcome: AuditOutcome | null;
  readonly period: Period | null;
  readonly sort: 'newest' | 'oldest';
  /** Place of the line whose details are open. */
  readonly open: number | null;
}

/** Reads the address. What it does not know is as if it were not there: an old link still opens the list. */
export function viewFrom(params: URLSearchParams): AuditView {
  const period = params.get('period');
  const open = params.get('id');
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    area: params.get('area'),
    actor: params.get('who'),
    outcome: auditOutcomes.find((outcome) => outcome === params.get('outcome')) ?? null,
    period: period !== null && Object.hasOwn(periods, period) ? (period as Period) : null, // own key of the table
    sort: params.get('sort') === 'oldest' ? 'oldest' : 'newest',
    open: open !== null && /^\d{1,12}$/.test(open) ? Number(open) : null,
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf(view: AuditView): string {
  const params = new URLSearchParams();
  if (view.search !== '') params.set('q', view.search);
  if (view.area !== null) params.set('area', view.area);
  if (view.actor !== null) params.set('who', view.actor);
  if (view.outcome !== null) params.set('outcome', view.outcome);
  if (view.period !== null) params.set('period', view.period);
  if (view.sort !== 'newest') params.set('sort', view.sort);
  if (view.open !== null) params.set('id', String(view.open));
  return params.toString();
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, area, actor, outcome, period }: AuditView): boolean {
  return search.trim() !== '' || area !== null || actor !== null || outcome !== null || period !== null;
}

/** Rows asked of the store around those in sight: some more on both sides, 200 at most (the store's limit). */
export function windowOf(first: number, last: number): { readonly offset: number; readonly limit: number } {
  const offset = Math.max(0, first - 20);
  return { offset, limit: Math.min(200, Math.max(40, last - offset + 21)) };
}
