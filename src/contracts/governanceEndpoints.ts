import * as agent from './agent.ts';
import type { Endpoint } from './endpoint.ts';
import { resourceCalls } from './resources.ts';
import * as incident from './incident.ts';
import { killSwitchChangeSchema, killSwitchSchema } from './killSwitch.ts';

/** Endpoints of incidents, agents and kill switch; part of the table in endpoints.ts. */
export const governanceEndpoints = {
  incidents: {
    method: 'GET',
    path: '/api/incidents',
    ...resourceCalls.incidents,
    cache: 'sw',
    answer: incident.incidentsResponseSchema,
  },
  acknowledgeIncident: {
    method: 'POST',
    path: '/api/incidents/{incidentId}/acknowledge',
    needs: 'action:handle_incidents',
    cache: 'none',
    body: incident.acknowledgeSchema,
    answer: incident.incidentAnswerSchema,
    command: true,
  },
  resolveIncident: {
    method: 'POST',
    path: '/api/incidents/{incidentId}/resolve',
    needs: 'action:handle_incidents',
    cache: 'none',
    body: incident.resolveSchema,
    answer: incident.incidentAnswerSchema,
    command: true,
  },
  noteIncident: {
    method: 'POST',
    path: '/api/incidents/{incidentId}/notes',
    needs: 'action:handle_incidents',
    cache: 'none',
    body: incident.addNoteSchema,
    answer: incident.incidentAnswerSchema,
    command: true,
  },
  raiseIncident: {
    method: 'POST',
    path: '/api/incidents/{incidentId}/severity',
    needs: 'action:handle_incidents',
    cache: 'none',
    body: incident.raiseSchema,
    answer: incident.incidentAnswerSchema,
    command: true,
  },
  aiAgents: {
    method: 'GET',
    path: '/api/ai/agents',
    ...resourceCalls.aiAgents,
    cache: 'sw',
    answer: agent.agentsResponseSchema,
  },
  changeAgent: {
    method: 'POST',
    path: '/api/ai/agents/{agentId}',
    needs: 'action:govern_ai',
    cache: 'none',
    body: agent.changeAgentSchema,
    answer: agent.agentAnswerSchema,
    command: true,
  },
  aiAgreement: {
    method: 'GET',
    path: '/api/ai/agreement',
    ...resourceCalls.aiAgreement,
    cache: 'sw',
    answer: agent.agreementResponseSchema,
  },
  aiOverrides: {
    method: 'GET',
    path: '/api/ai/overrides',
    ...resourceCalls.aiOverrides,
    cache: 'sw',
    answer: agent.overridesResponseSchema,
  },
  requestOverride: {
    method: 'POST',
    path: '/api/ai/overrides',
    needs: 'action:request_override',
    cache: 'none',
    body: agent.requestOverrideSchema,
    answer: agent.overrideAnswerSchema,
    command: true,
  },
  changeOverride: {
    method: 'POST',
    path: '/api/ai/overrides/{overrideId}',
    needs: 'action:request_override',
    cache: 'none',
    body: agent.changeOverrideSchema,
    answer: agent.overrideAnswerSchema,
    command: true,
  },
  decideOverride: {
    method: 'POST',
    path: '/api/ai/overrides/{overrideId}/decision',
    needs: 'action:decide_override',
    cache: 'none',
    body: agent.decideOverrideSchema,
    answer: agent.overrideAnswerSchema,
    command: true,
  },
  /** Audit trail of agents and their overrides; D-5 and D-6 define who may read it. */
  aiTrail: {
    method: 'GET',
    path: '/api/ai/trail',
    ...resourceCalls.aiTrail,
    cache: 'sw',
    answer: agent.aiTrailResponseSchema,
  },
  killSwitch: {
    method: 'GET',
    path: '/api/system/kill-switch',
    ...resourceCalls.killSwitch,
    cache: 'none',
    answer: killSwitchSchema,
  },
  /** Pulls it, or releases it for holders of `action:release_kill_switch`. Needs the network: it is never queued in the outbox. */
  changeKillSwitch: {
    method: 'PUT',
    path: '/api/system/kill-switch',
    needs: 'view:dashboard',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: killSwitchChangeSchema,
    answer: killSwitchSchema,
  },
} as const satisfies Record<string, Endpoint>;
