import type { FastifyInstance } from 'fastify';
import { type OnRecord, runCommand } from '../commands/command.ts';
import { newestOverrides } from '../../src/contracts/agent.ts';
import type { Platform } from '../context.ts';
import { changeAgent, readAgents, readAgreement, readOpenPredictions, readTrail } from '../entities/agents.ts';
import { personOf } from '../entities/by.ts';
import { changeOverride, decideOverride, readOverrides, requestOverride } from '../entities/overrides.ts';
import { route } from '../http/route.ts';

/** Maximum rows per answer; pending overrides do not count. */
const maxPredictions = 20;
const maxActs = 200;

/** The AI agents under governance: mode, accuracy, overrides by people, and the trail of all changes. */
export function registerAgentRoutes(app: FastifyInstance, platform: Platform): void {
  const now = (): Date => platform.clock.business();
  const lastUpdated = (): string => now().toISOString();

  route(app, platform, 'aiAgents', async ({ db, tenantId }) => ({
    agents: await readAgents({ trx: db, tenantId }, now()),
    lastUpdated: lastUpdated(),
  }));
  route(app, platform, 'aiAgreement', async ({ db, tenantId }) => ({
    agents: await readAgreement({ trx: db, tenantId }, now()),
    lastUpdated: lastUpdated(),
  }));
  route(app, platform, 'aiOverrides', async ({ db, tenantId }) => ({
    overrides: await readOverrides({ trx: db, tenantId }, newestOverrides),
    predictions: await readOpenPredictions({ trx: db, tenantId }, maxPredictions),
    lastUpdated: lastUpdated(),
  }));
  route(app, platform, 'aiTrail', async ({ db, tenantId }) => ({
    ...(await readTrail({ trx: db, tenantId }, maxActs)),
    lastUpdated: lastUpdated(),
  }));

  route(app, platform, 'changeAgent', async (call) => {
    const { params, body, session } = call;
    const agentId = params['agentId'] ?? '';
    const record = onRecord('ai.agent', agentId, { mode: body.mode, enabled: String(body.enabled), reason: body.reason });
    return runCommand(call, 'changeAgent', record, (writing) =>
      changeAgent(writing, { kind: 'changeAgent', agentId, agentName: '', ...body }, personOf(session)),
    );
  });
  route(app, platform, 'requestOverride', async (call) => {
    const { body, session } = call;
    const record = onRecord('ai.override.request', body.predictionId, { value: body.overrideValue, reason: body.justification });
    return runCommand(call, 'requestOverride', record, (writing) =>
      requestOverride(writing, { kind: 'requestOverride', about: '', ...body }, personOf(session)),
    );
  });
  route(app, platform, 'changeOverride', async (call) => {
    const { params, body, session } = call;
    const overrideId = params['overrideId'] ?? '';
    const record = onRecord('ai.override.change', overrideId, {
      version: body.version,
      value: body.overrideValue,
      reason: body.justification,
    });
    return runCommand(call, 'changeOverride', record, (writing) =>
      changeOverride(writing, { kind: 'changeOverride', overrideId, ...body }, personOf(session)),
    );
  });
  route(app, platform, 'decideOverride', async (call) => {
    const { params, body, session } = call;
    const overrideId = params['overrideId'] ?? '';
    // The audit line is written after the work, which fills in the consequence.
    const details: Record<string, string | number> = { version: body.version, reason: body.note };
    return runCommand(call, 'decideOverride', onRecord(`ai.override.${body.decision}`, overrideId, details), (writing) =>
      decideOverride(writing, { kind: 'decideOverride', overrideId, ...body }, personOf(session), ({ vrfId, before, after, chainIndex }) =>
        Object.assign(details, { verification: vrfId, status: `${before} to ${after}`, chainIndex }),
      ),
    );
  });
}

function onRecord(action: string, target: string, details: OnRecord['details']): OnRecord {
  return { action, target, details };
}
