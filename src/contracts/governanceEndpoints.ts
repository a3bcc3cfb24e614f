import * as agent from './agent.ts';
import type { Endpoint } from './endpoint.ts';
import { resourceCalls } from './resources.ts';
import * as incident from './incident.ts';
import { killSwitchChangeSchema, killSwitchSchema } from './killSwitch.ts';

/** Endpoints of incidents, agents and kill switch; part of the table in endpoints.ts. What people decide about them: outbox.ts. */
export const governanceEndpoints = {
  incidents: {
    method: 'GET',
    path: '/api/incidents',
    ...resourceCalls.incidents,
    cache: 'sw',
    answer: incident.incidentsResponseSchema,
  },
  aiAgents: {
    method: 'GET',
    path: '/api/ai/agents',
    ...resourceCalls.aiAgents,
    cache: 'sw',
    answer: agent.agentsResponseSchema,
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
