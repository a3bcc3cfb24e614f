import type { Agent, AgreementResponse, AiTrailResponse, OverridesResponse } from '../contracts/agent.ts';
import { agentEntity, agreementEntity, overridesEntity, trailEntity } from './entities/agent.ts';
import { readAll, readWhole } from './readWhole.ts';
import type { Stored } from './types.ts';

/** By agent id. */
export function readAgents(): Promise<Stored<Agent>> {
  return readAll(agentEntity);
}

/** Each agent's daily agreement with people. */
export function readAgreement(): Promise<AgreementResponse | null> {
  return readWhole(agreementEntity, 'aiAgreement');
}

/** Override requests, pending first, and the predictions that can be overridden. */
export function readOverrides(): Promise<OverridesResponse | null> {
  return readWhole(overridesEntity, 'aiOverrides');
}

/** Acts of governance, newest first. */
export function readAiTrail(): Promise<AiTrailResponse | null> {
  return readWhole(trailEntity, 'aiTrail');
}
