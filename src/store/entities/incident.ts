import { type Incident, incidentSchema } from '../../contracts/incident.ts';
import type { Entity } from './entity.ts';

export const incidentEntity: Entity<Incident> = {
  table: 'incidents',
  schema: incidentSchema,
  keyOf: (incident) => incident.id,
  versionOf: (incident) => incident.version ?? 0,
  columnsOf: (incident) => ({ incidentId: incident.id, at: Date.parse(incident.createdAt) }),
  neverCut: ({ resolvedAt }) => resolvedAt === undefined,
};
