import type { Incident } from '../../contracts/incident.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { incidentRule } from '../../domain/exports/rules.ts';
import type { IncidentView } from './model.ts';

/** Which incidents are listed, and what is open beside or over the list; kept in the address so that it can be linked. */
export interface IncidentsAddress {
  readonly status: 'all' | 'active' | 'resolved';
  readonly severity: Incident['severity'] | null;
  readonly search: string;
  /** Order of the list as `sortWord` writes it; null as it opens. */
  readonly sort: string | null;
  readonly incident: string | null;
  readonly runbook: string | null;
  /** Emergency controls: the question before the kill switch is pulled or released. */
  readonly control: 'stop' | 'release' | null;
}

const oneOf = <Value extends string>(value: string | null, values: readonly Value[]): Value | null =>
  values.find((each) => each === value) ?? null;

/** Reads the address; what it does not know it leaves out. */
export function addressFrom(params: URLSearchParams): IncidentsAddress {
  return {
    status: oneOf(params.get('status'), ['active', 'resolved']) ?? 'all',
    severity: oneOf(params.get('severity'), ['sev1', 'sev2', 'sev3']),
    search: params.get('q') ?? '',
    sort: params.get('sort'),
    incident: params.get('incident'),
    runbook: params.get('runbook'),
    control: oneOf(params.get('control'), ['stop', 'release']),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ status, severity, search, sort, incident, runbook, control }: IncidentsAddress): string {
  const params = new URLSearchParams();
  if (status !== 'all') params.set('status', status);
  if (severity !== null) params.set('severity', severity);
  if (search !== '') params.set('q', search);
  if (sort !== null) params.set('sort', sort);
  if (incident !== null) params.set('incident', incident);
  if (runbook !== null) params.set('runbook', runbook);
  if (control !== null) params.set('control', control);
  return params.toString();
}

/** The incidents that the address lists: every word is found in id, title, description, service or whoever took it up. */
export function listed(views: readonly IncidentView[], { status, severity, search }: IncidentsAddress): readonly IncidentView[] {
  const incidents = views.map(({ incident }) => incident);
  const found = new Set(narrowed(incidentRule, incidents, { status: status === 'all' ? null : status, severity, search }, nowhere));
  return views.filter(({ incident }) => found.has(incident));
}
