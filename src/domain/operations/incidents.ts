import type { Incident } from '../../contracts/incident.ts';
import { isGraver, type Severity } from './severity.ts';
import { whoLabels } from '../accounts/who.ts';

/** The acts on an incident and the states in which each is legal: one table for the buttons, the device's outbox and the platform. */
export const incidentActs = ['acknowledge', 'resolve', 'note', 'raise'] as const;
export type IncidentAct = (typeof incidentActs)[number];
/** Follows from the incident's times; it is not stored. */
export type IncidentState = 'open' | 'acknowledged' | 'resolved';

/** The members of an incident that decide which acts are legal. */
export type IncidentStanding = Pick<Incident, 'acknowledgedAt' | 'resolvedAt'>;

const legalIn: Readonly<Record<IncidentAct, readonly IncidentState[]>> = {
  acknowledge: ['open'],
  resolve: ['open', 'acknowledged'],
  // Something may still be learnt about a resolved incident.
  note: ['open', 'acknowledged', 'resolved'],
  raise: ['open', 'acknowledged'],
};

/** The document shows Active and Resolved; an active incident is open until it is acknowledged. */
export function incidentStateOf({ acknowledgedAt, resolvedAt }: IncidentStanding): IncidentState {
  if (resolvedAt !== undefined) return 'resolved';
  return acknowledgedAt === undefined ? 'open' : 'acknowledged';
}

/** True if the act is legal in the incident's state. */
export function isLegalAct(act: IncidentAct, incident: IncidentStanding): boolean {
  return legalIn[act].includes(incidentStateOf(incident));
}

/** Why an act is not legal, in one sentence; null if it is. `id` names the incident. */
export function illegalActLabels(
  act: IncidentAct,
  incident: IncidentStanding & Pick<Incident, 'id' | 'acknowledgedBy' | 'acknowledgedById'>,
): string | null {
  if (isLegalAct(act, incident)) return null;
  if (incidentStateOf(incident) === 'resolved') return `${incident.id} is resolved already`;
  const { acknowledgedBy: by, acknowledgedById: byId } = incident;
  return `${incident.id} was acknowledged by ${by === undefined ? 'somebody else' : whoLabels(by, byId)} already`;
}

/**
 * Why an incident cannot be raised to `to`, in one sentence; null if it can. Severity is never lowered: the person who resolves it must
 * see how grave it was.
 */
export function illegalRaiseLabels(
  to: Severity,
  incident: IncidentStanding & Pick<Incident, 'id' | 'acknowledgedBy' | 'severity'>,
): string | null {
  if (isGraver(to, incident.severity)) return illegalActLabels('raise', incident);
  return `${incident.id} is ${incident.severity.toUpperCase()} already`;
}
