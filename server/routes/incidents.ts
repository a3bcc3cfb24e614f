import type { FastifyInstance } from 'fastify';
import { newestIncidents } from '../../src/contracts/incident.ts';
import { timelinePage } from '../../src/contracts/incidentEndpoints.ts';
import { type OnRecord, runCommand } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import type { WalkedTo } from '../audit/links.ts';
import { readTimeline } from '../entities/incidentLines.ts';
import { personOf } from '../entities/by.ts';
import { actOnIncident, type IncidentCommand, readIncidents, textOf, walkedAhead } from '../entities/incidents.ts';
import { refuse } from '../http/problem.ts';
import { type Call, route } from '../http/route.ts';

/** Incidents with their timelines, and the acts of people on them (C-37). */
export function registerIncidentRoutes(app: FastifyInstance, platform: Platform): void {
  const { origin } = platform.config;

  route(app, platform, 'incidents', async ({ db, tenantId }) => {
    const incidents = await readIncidents({ trx: db, tenantId }, origin, newestIncidents);
    const { total } = await db
      .selectFrom('incidents')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return { incidents, totalCount: total, lastUpdated: platform.clock.business().toISOString() };
  });

  route(app, platform, 'incidentTimeline', async ({ db, tenantId, params, query: { before, limit = timelinePage } }) => {
    const incidentId = params['incidentId'] ?? '';
    const found = await readTimeline({ trx: db, tenantId }, incidentId, { before, limit });
    if (found === null) return refuse('not_found', `There is no incident ${incidentId}`);
    return { ...found, lastUpdated: platform.clock.business().toISOString() };
  });

  type ActId = 'acknowledgeIncident' | 'resolveIncident' | 'noteIncident' | 'raiseIncident';
  const idOf = ({ params }: Call<ActId>): string => params['incidentId'] ?? '';
  const run = (call: Call<ActId>, id: ActId, command: IncidentCommand, ahead?: WalkedTo) => {
    const text = textOf(command);
    // The audit line is written after the work, which fills in what still held.
    const details: Record<string, string> = {
      ...(command.kind === 'raise' ? { severity: command.severity } : {}),
      ...(text === '' ? {} : { text }),
      ...(command.kind !== 'resolve' || command.despite === undefined ? {} : { despite: command.despite }),
    };
    const record: OnRecord = { action: `incident.${command.kind}`, target: command.incidentId, details };
    const onRecord = (stillHeld: readonly string[]) => void (details['stillHeld'] = stillHeld.join('; '));
    const person = personOf(call.session);
    return runCommand(call, id, record, (writing) => actOnIncident(writing, command, { person, ahead, onRecord }, origin));
  };
  route(app, platform, 'acknowledgeIncident', (call) => run(call, 'acknowledgeIncident', { kind: 'acknowledge', incidentId: idOf(call) }));
  route(app, platform, 'resolveIncident', async (call) => {
    const ahead = await walkedAhead(platform.db, call.tenantId, idOf(call));
    return run(call, 'resolveIncident', { kind: 'resolve', incidentId: idOf(call), ...call.body }, ahead);
  });
  route(app, platform, 'noteIncident', (call) => run(call, 'noteIncident', { kind: 'note', incidentId: idOf(call), ...call.body }));
  route(app, platform, 'raiseIncident', (call) => run(call, 'raiseIncident', { kind: 'raise', incidentId: idOf(call), ...call.body }));
}
