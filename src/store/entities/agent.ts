import {
  type Agent,
  agentSchema,
  type AgreementResponse,
  agreementResponseSchema,
  type AiTrailResponse,
  aiTrailResponseSchema,
  type OverridesResponse,
  overridesResponseSchema,
} from '../../contracts/agent.ts';
import { type Entity, ownVersion } from './entity.ts';
import { single } from './overview.ts';

export const agentEntity: Entity<Agent> = {
  table: 'agents',
  schema: agentSchema,
  keyOf: (agent) => agent.agentId,
  versionOf: ownVersion,
  columnsOf: (agent) => ({ agentId: agent.agentId }),
};

/** Short lists that are always read whole: one row each, so no index is needed. */
export const agreementEntity: Entity<AgreementResponse> = single('aiAgreement', agreementResponseSchema);
export const overridesEntity: Entity<OverridesResponse> = single('aiOverrides', overridesResponseSchema);
export const trailEntity: Entity<AiTrailResponse> = single('aiTrail', aiTrailResponseSchema);
