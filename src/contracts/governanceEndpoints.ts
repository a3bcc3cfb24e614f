import * as agent from './agent.ts';
import type { Endpoint } from './endpoint.ts';
import * as incident from './incident.ts';
import { killSwitchChangeSchema, killSwitchSchema } from './killSwitch.ts';

const minute = 60_000;

/** The calls of incidents, agents and kill switch: rows of the table of calls (endpoints.ts). */
export const governanceEndpoints = {
  incidents: {
    method: 'GET',
    path: '/api/incidents',
    needs: 'view:dashboard',
    cache: 'sw',
    answer: incident.incidentsResponseSchema,
    fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3, refreshedBy: ['system'], coalesceMs: 250 },
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
  aiAgents: {
    method: 'GET',
    path: '/api/ai/agents',
    needs: 'view:dashboard',
    cache: 'sw',
    answer: agent.agentsResponseSchema,
    fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3, refreshedBy: ['system'], coalesceMs: 250 },
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
    needs: 'view:dashboard',
    cache: 'sw',
    answer: agent.agreementResponseSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 3 },
  },
  aiOverrides: {
    method: 'GET',
    path: '/api/ai/overrides',
    needs: 'view:dashboard',
    cache: 'sw',
    answer: agent.overridesResponseSchema,
    fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3, refreshedBy: ['system'], coalesceMs: 250 },
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
  /** The trail of the agents and their overrides; who reads it is D-5's and D-6's. */
  aiTrail: {
    method: 'GET',
    path: '/api/ai/trail',
    needs: 'view:ai_audit',
    cache: 'sw',
    answer: agent.aiTrailResponseSchema,
    fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3, refreshedBy: ['system'], coalesceMs: 250 },
  },
  killSwitch: {
    method: 'GET',
    path: '/api/system/kill-switch',
    needs: 'view:dashboard',
    cache: 'none',
    answer: killSwitchSchema,
  },
  /** Pulls it, or releases it for holders of `action:release_kill_switch`. Needs the network: nothing keeps it for later. */
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
