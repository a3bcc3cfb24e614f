import type { Incident } from '../../contracts/incident.ts';
import { commandEndpoints } from '../../contracts/outbox.ts';
import { type IncidentStanding, incidentStateOf } from '../operations/incidents.ts';
import { isGraver } from '../operations/severity.ts';
import type { Obstacle } from './obstacleLabels.ts';
import type { Rows } from './row.ts';

/** `holds`: the causes that persist, as far as known. */
type Subject = IncidentStanding &
  Pick<Incident, 'id' | 'severity' | 'acknowledgedBy' | 'acknowledgedById'> & { readonly holds?: readonly string[] };

/** Shared by the commands on an incident. They are judged by its state, not by a version, so they may follow each other. */
const onIncident = {
  needs: commandEndpoints.noteIncident.needs,
  screen: 'incidents',
  touches: ['incidents'],
  subjects: ({ incidentId }: { readonly incidentId: string }) => [`incident:${incidentId}`],
} as const;

const overAlready = (incident: Subject): Obstacle | null =>
  incidentStateOf(incident) === 'resolved' ? { code: 'already', id: incident.id, state: 'resolved' } : null;

/** What a person may do about one. */
export type IncidentCommandKind = 'acknowledge' | 'resolve' | 'note' | 'raise';

export const incidentCommands: Rows<IncidentCommandKind, Subject> = {
  acknowledge: {
    ...onIncident,
    request: ({ incidentId }) => ({ id: 'acknowledgeIncident', input: { params: { incidentId }, body: {} } }),
    follows: { note: true, raise: true },
    obstacle: (_, incident) => overAlready(incident) ?? (incidentStateOf(incident) === 'open' ? null : { code: 'acknowledged', incident }),
    title: ({ incidentId }) => `Acknowledge ${incidentId}`,
    detail: () => null,
    done: ({ incidentId }) => ({ title: `${incidentId} acknowledged`, text: 'Its timeline shows that you acknowledged it.' }),
  },
  resolve: {
    ...onIncident,
    request: ({ incidentId, note, despite }) => ({ id: 'resolveIncident', input: { params: { incidentId }, body: { note, despite } } }),
    follows: { acknowledge: true, note: true, raise: true },
    obstacle: ({ despite }, incident) => {
      const { holds = [] } = incident;
      return overAlready(incident) ?? (holds.length === 0 || despite !== undefined ? null : { code: 'stillHolds', incident, holds });
    },
    title: ({ incidentId }) => `Resolve ${incidentId}`,
    detail: ({ note, despite }) => [note, despite].join('\n').trim(),
    done: ({ incidentId }) => ({ title: `${incidentId} resolved`, text: 'It stays listed, with its timeline.' }),
  },
  note: {
    ...onIncident,
    request: ({ incidentId, text }) => ({ id: 'noteIncident', input: { params: { incidentId }, body: { text } } }),
    follows: { acknowledge: true, resolve: true, note: true, raise: true },
    // Something may still be learnt about a resolved incident.
    obstacle: () => null,
    title: ({ incidentId }) => `Add a note to ${incidentId}`,
    detail: ({ text }) => text,
    done: ({ incidentId }) => ({ title: `Note added to ${incidentId}`, text: 'It is on the timeline.' }),
  },
  raise: {
    ...onIncident,
    request: ({ incidentId, severity, note }) => ({ id: 'raiseIncident', input: { params: { incidentId }, body: { severity, note } } }),
    follows: { acknowledge: true, note: true, raise: (earlier, later) => isGraver(later.severity, earlier.severity) },
    // Severity is never lowered: the person who resolves it must see how grave it was.
    obstacle: ({ severity }, incident) =>
      isGraver(severity, incident.severity)
        ? overAlready(incident)
        : { code: 'already', id: incident.id, state: incident.severity.toUpperCase() },
    title: ({ incidentId, severity }) => `Raise ${incidentId} to ${severity.toUpperCase()}`,
    detail: ({ note }) => note,
    done: ({ incidentId, severity }) => ({
      title: `${incidentId} raised to ${severity.toUpperCase()}`,
      text: 'Wall displays set up for it now show it.',
    }),
  },
};
