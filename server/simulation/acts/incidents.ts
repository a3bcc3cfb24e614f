import { sql } from 'kysely';
import { nextNumber } from '../../entities/counters.ts';
import { addEntry, incidentPath, tellIncidents } from '../../entities/incidents.ts';
import type { Act } from '../act.ts';
import { addActivity, addNotification, withdrawNotifications } from '../../entities/notices.ts';

/** Lag, as a multiple of the limit, from which an incident is opened. */
const OPEN_AT = 2.4;

/** Opens an incident when the decision service is far behind, and resolves it when the limit holds again. */
export const watchDecisionLag: Act = async (scene) => {
  const { trx, tenantId, now } = scene;
  const stage = await trx
    .selectFrom('pipeline_stages')
    .select(['lag_minutes', 'slo_minutes'])
    .where('tenant_id', '=', tenantId)
    .where('name', '=', 'decision_service')
    .executeTakeFirst();
  if (stage === undefined) return false;
  const active = await trx
    .selectFrom('incidents')
    .select(['incident_id', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`affected_services @> '["decision_service"]'::jsonb`)
    .executeTakeFirst();
  const at = now.toISOString();
  if (active === undefined && stage.lag_minutes > stage.slo_minutes * OPEN_AT) {
    const number = await nextNumber(trx, tenantId, 'incident');
    const incidentId = `INC-${String(number).padStart(4, '0')}`;
    const title = `Queue lag exceeded ${Math.floor(stage.slo_minutes * OPEN_AT)} minutes`;
    await trx
      .insertInto('incidents')
      .values({
        tenant_id: tenantId,
        incident_id: incidentId,
        severity: 'sev2',
        title,
        created_at: at,
        resolved_at: null,
        runbook_url: '/system/incidents?runbook=queue-lag',
        description: `The decision service works off its queue more slowly than it fills; the objective is ${stage.slo_minutes} minutes.`,
        affected_services: JSON.stringify(['decision_service']),
        version: 1,
      })
      .execute();
    await addEntry(scene, incidentId, { kind: 'opened', by: '', text: '' });
    tellIncidents(scene);
    await addNotification(scene, 'warning', title, 'SEV2 · decision_service', incidentPath(incidentId), { replaces: true });
    await addActivity(
      scene,
      `Decision Service lag above SLO, ${stage.lag_minutes} min against ${stage.slo_minutes}`,
      incidentPath(incidentId),
      'warning',
    );
    return true;
  }
  if (active !== undefined && stage.lag_minutes <= stage.slo_minutes) {
    await trx
      .updateTable('incidents')
      .set({ resolved_at: at, version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('incident_id', '=', active.incident_id)
      .execute();
    await addEntry(scene, active.incident_id, {
      kind: 'resolved',
      by: '',
      text: `The lag is ${stage.lag_minutes} min again, within the objective of ${stage.slo_minutes}.`,
    });
    tellIncidents(scene);
    await withdrawNotifications(scene, 'warning', incidentPath(active.incident_id));
    // A warning of an older seed leads to the stage.
    await withdrawNotifications(scene, 'warning', '/operations/pipeline');
    await addActivity(scene, `Resolved: ${active.title}`, incidentPath(active.incident_id), 'success');
    return true;
  }
  return false;
};
