import type { Incident } from '../../contracts/incident.ts';

/** Follows from the incident's times; it is not stored. What may be done in which state: `domain/commands/incidents.ts`. */
export type IncidentState = 'open' | 'acknowledged' | 'resolved';

/** The members of an incident that decide its state. */
export type IncidentStanding = Pick<Incident, 'acknowledgedAt' | 'resolvedAt'>;

/** The document shows Active and Resolved; an active incident is open until it is acknowledged. */
export function incidentStateOf({ acknowledgedAt, resolvedAt }: IncidentStanding): IncidentState {
  if (resolvedAt !== undefined) return 'resolved';
  return acknowledgedAt === undefined ? 'open' : 'acknowledged';
}
