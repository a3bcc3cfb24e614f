import type { IncidentCommandKind } from './incidents.ts';
import type { Labels } from './labelRow.ts';

export const incidentLabels: Labels<IncidentCommandKind> = {
  acknowledge: {
    title: ({ incidentId }) => `Acknowledge ${incidentId}`,
    detail: () => null,
    done: ({ incidentId }) => ({ title: `${incidentId} acknowledged`, text: 'Its timeline shows that you acknowledged it.' }),
  },
  resolve: {
    title: ({ incidentId }) => `Resolve ${incidentId}`,
    detail: ({ note, despite }) => [note, despite].join('\n').trim(),
    done: ({ incidentId }) => ({ title: `${incidentId} resolved`, text: 'It stays listed, with its timeline.' }),
  },
  note: {
    title: ({ incidentId }) => `Add a note to ${incidentId}`,
    detail: ({ text }) => text,
    done: ({ incidentId }) => ({ title: `Note added to ${incidentId}`, text: 'It is on the timeline.' }),
  },
  raise: {
    title: ({ incidentId, severity }) => `Raise ${incidentId} to ${severity.toUpperCase()}`,
    detail: ({ note }) => note,
    done: ({ incidentId, severity }) => ({
      title: `${incidentId} raised to ${severity.toUpperCase()}`,
      text: 'Wall displays set up for it now show it.',
    }),
  },
};
