import type { Incident } from '../contracts/incident.ts';
import { isGraver, type Severity } from './severity.ts';
import { whoWords } from './who.ts';

/** What a person may do about an incident, and where it may stand: one table for the buttons, the device's outbox and the platform. */
export const incidentActs = ['acknowledge', 'resolve', 'note', 'raise'] as const;
export type IncidentAct = (typeof incidentActs)[number];
export type IncidentState = 'open' | 'acknowledged' | 'resolved';

/** What of an incident decides what may be done about it. */
export type IncidentStanding = Pick<Incident, 'acknowledgedAt' | 'resolvedAt'>;

const legalIn: Readonly<Record<IncidentAct, readonly IncidentState[]>> = {
  acknowledge: ['open'],
  resolve: ['open', 'acknowledged'],
  // Something may still be learnt of one that is over.
  note: ['open', 'acknowledged', 'resolved'],
  raise: ['open', 'acknowledged'],
};

/** The document shows Active and Resolved; an active one is open until somebody has taken it up. */
export function incidentStateOf({ acknowledgedAt, resolvedAt }: IncidentStanding): IncidentState {
  if (resolvedAt !== undefined) return 'resolved';
  return acknowledgedAt === undefined ? 'open' : 'acknowledged';
}

/** Whether the act is legal where the incident stands. */
export function isLegalAct(act: IncidentAct, incident: IncidentStanding): boolean {
  return legalIn[act].includes(incidentStateOf(incident));
}

/** Why an act is not legal, in one sentence; null where it is. `id` names the incident. */
export function illegalActWords(
  act: IncidentAct,
  incident: IncidentStanding & Pick<Incident, 'id' | 'acknowledgedBy' | 'acknowledgedById'>,
): string | null {
  if (isLegalAct(act, incident)) return null;
  if (incidentStateOf(incident) === 'resolved') return `${incident.id} is resolved already`;
  const { acknowledgedBy: by, acknowledgedById: byId } = incident;
  return `${incident.id} was acknowledged by ${by === undefined ? 'somebody else' : whoWords(by, byId)} already`;
}

/**
 * Why an incident cannot be raised to `to`, in one sentence; null where it can. It is only ever raised: what was taken for grave once has to be looked at
 * by whoever resolves it.
 */
export function illegalRaiseWords(
  to: Severity,
  incident: IncidentStanding & Pick<Incident, 'id' | 'acknowledgedBy' | 'severity'>,
): string | null {
  if (isGraver(to, incident.severity)) return illegalActWords('raise', incident);
  return `${incident.id} is ${incident.severity.toUpperCase()} already`;
}
