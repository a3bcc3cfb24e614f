import { type Incident, incidentSchema } from '../../contracts/incident.ts';
import { type Entity, ownVersion } from './entity.ts';

export const incidentEntity: Entity<Incident> = {
  table: 'incidents',
  schema: incidentSchema,
  keyOf: (incident) => incident.id,
  versionOf: ownVersion,
  columnsOf: (incident) => ({ incidentId: incident.id, at: Date.parse(incident.createdAt) }),
  neverCut: ({ resolvedAt }) => resolvedAt === undefined,
};
