import { type Agent, agentSchema } from '../../contracts/agent.ts';
import type { Entity } from './entity.ts';

export const agentEntity: Entity<Agent> = {
  table: 'agents',
  schema: agentSchema,
  keyOf: (agent) => agent.agentId,
  versionOf: (agent) => agent.version,
  columnsOf: (agent) => ({ agentId: agent.agentId }),
};
