import type { AddressOf } from '../../domain/screens/address.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { incidentRule } from '../../domain/exports/rules.ts';
import type { IncidentView } from './model.ts';

/** Incidents that match the address: every search word must occur in the id, title, description, services or acknowledger. */
export function listed(views: readonly IncidentView[], { status, severity, search }: AddressOf<'incidents'>): readonly IncidentView[] {
  const incidents = views.map(({ incident }) => incident);
  const found = new Set(narrowed(incidentRule, incidents, { status: status === 'all' ? null : status, severity, search }, nowhere));
  return views.filter(({ incident }) => found.has(incident));
}
