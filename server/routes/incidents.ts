import type { FastifyInstance } from 'fastify';
import { newestIncidents } from '../../src/contracts/incident.ts';
import { timelinePage } from '../../src/contracts/incidentEndpoints.ts';
import type { IncidentAct } from '../../src/domain/operations/incidents.ts';
import type { Severity } from '../../src/domain/operations/severity.ts';
import { type OnRecord, runCommand } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import type { WalkedTo } from '../audit/links.ts';
import { readTimeline } from '../entities/incidentLines.ts';
import { actOnIncident, readIncidents, walkedAhead } from '../entities/incidents.ts';
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
  interface More {
    readonly ahead?: WalkedTo | undefined;
    readonly despite?: string | undefined;
    readonly severity?: Severity;
  }
  const run = (call: Call<ActId>, id: ActId, act: IncidentAct, text: string, { ahead, despite, severity }: More = {}) => {
    const incidentId = call.params['incidentId'] ?? '';
    // The audit line is written after the work, which fills in what still held.
    const details: Record<string, string> = {
      ...(severity === undefined ? {} : { severity }),
      ...(text === '' ? {} : { text }),
      ...(despite === undefined ? {} : { despite }),
    };
    const record: OnRecord = { action: `incident.${act}`, target: incidentId, details };
    const onRecord = (stillHeld: readonly string[]) => void (details['stillHeld'] = stillHeld.join('; '));
    return runCommand(call, id, record, (writing) =>
      actOnIncident(
        writing,
        { incidentId, act, by: call.session.user, text, ahead, despite, onRecord, ...(severity === undefined ? {} : { severity }) },
        origin,
      ),
    );
  };
  route(app, platform, 'acknowledgeIncident', (call) => run(call, 'acknowledgeIncident', 'acknowledge', ''));
  route(app, platform, 'resolveIncident', async (call) => {
    const ahead = await walkedAhead(platform.db, call.tenantId, call.params['incidentId'] ?? '');
    return run(call, 'resolveIncident', 'resolve', call.body.note, { ahead, despite: call.body.despite });
  });
  route(app, platform, 'noteIncident', (call) => run(call, 'noteIncident', 'note', call.body.text));
  route(app, platform, 'raiseIncident', (call) => run(call, 'raiseIncident', 'raise', call.body.note, { severity: call.body.severity }));
}
