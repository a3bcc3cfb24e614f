import { screenHref } from '../../src/domain/screens/link.ts';
import { type Selectable, sql } from 'kysely';
import type { Agent, AgreementResponse, AiAct, Prediction } from '../../src/contracts/agent.ts';
import type { CommandOf } from '../../src/contracts/outbox.ts';
import { obstacleTo } from '../../src/domain/commands/commands.ts';
import { agentChange } from '../../src/domain/operations/overrides.ts';
import { refuseObstacle } from '../commands/refuseObstacle.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { nextNumber } from './counters.ts';
import { addActivity } from './notices.ts';
import type { Writing } from './writing.ts';
import { zoneOf } from './zone.ts';
import { type Person, wordsFor } from './by.ts';

/** Days of the window for an agent's accuracy and agreement. */
export const agreementDays = 30;
const dayMs = 86_400_000;

type Reading = Pick<Writing, 'trx' | 'tenantId'>;

/** Number of an agent's predictions that people decided, and how many of those they agreed with. */
interface Decided {
  readonly decided: number;
  readonly agreed: number;
}

/**
 * Computes the accuracy over the window up to now; the stored `prediction_accuracy` is that of the newest decision and goes out of date
 * with time.
 */
function toAgent(row: Selectable<Database['ai_agents']>, { decided, agreed }: Decided): Agent {
  return {
    agentId: row.agent_id,
    name: row.name,
    mode: row.mode,
    confidenceScore: row.confidence_score,
    predictionAccuracy: accuracyOf({ decided, agreed }) ?? 0,
    decidedPredictions: decided,
    enabled: row.enabled,
    ...(row.last_prediction === null ? {} : { lastPrediction: row.last_prediction }),
    version: row.version,
  };
}

/** The stored row; undefined if the tenant has no such agent. Its accuracy is as of the newest decision. */
export async function readAgent({ trx, tenantId }: Reading, agentId: string): Promise<Selectable<Database['ai_agents']> | undefined> {
  return trx.selectFrom('ai_agents').selectAll().where('tenant_id', '=', tenantId).where('agent_id', '=', agentId).executeTakeFirst();
}

/** The share that people agreed with; null if they decided none. */
const accuracyOf = ({ decided, agreed }: Decided): number | null => (decided === 0 ? null : Number((agreed / decided).toFixed(4)));

/** Decisions in the 30 days up to `day`, per agent; agents without any are missing from the map. */
async function countDecided({ trx, tenantId }: Reading, day: Date): Promise<ReadonlyMap<string, Decided>> {
  const rows = await trx
    .selectFrom('ai_predictions')
    .select([
      'agent_id',
      sql<number>`count(*)::int`.as('decided'),
      sql<number>`count(*) filter (where human_decision = prediction)::int`.as('agreed'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('decided_at', '>', new Date(day.getTime() - agreementDays * dayMs).toISOString())
    .where('decided_at', '<=', day.toISOString())
    .groupBy('agent_id')
    .execute();
  return new Map(rows.map((row) => [row.agent_id, row]));
}

const nothingDecided: Decided = { decided: 0, agreed: 0 };

/** The tenant's agents, each with its accuracy over the 30 days up to `day`. */
export async function readAgents({ trx, tenantId }: Reading, day: Date): Promise<Agent[]> {
  const rows = await trx.selectFrom('ai_agents').selectAll().where('tenant_id', '=', tenantId).orderBy('agent_id', 'desc').execute();
  const counts = await countDecided({ trx, tenantId }, day);
  return rows.map((row) => toAgent(row, counts.get(row.agent_id) ?? nothingDecided));
}

/** Tells consoles to refetch agents, override requests and the trail. */
export function tellGovernance({ emit, correlationId }: Pick<Writing, 'emit' | 'correlationId'>): void {
  emit({ type: 'system.notice', resourceId: 'governance', data: { changed: 'governance' }, correlationId });
}

/** Adds an entry to the trail, in the transaction of the act it describes. */
export async function addAct(
  { trx, tenantId, now, decidedAt }: Writing,
  act: Omit<AiAct, 'actId' | 'at' | 'decidedAt' | 'agentName'> & { readonly agent: { readonly agent_id: string; readonly name: string } },
): Promise<void> {
  const number = await nextNumber(trx, tenantId, 'ai_act');
  await trx
    .insertInto('ai_acts')
    .values({
      tenant_id: tenantId,
      act_id: `ACT-AI-${String(number).padStart(6, '0')}`,
      at: now.toISOString(),
      kind: act.kind,
      agent_id: act.agent.agent_id,
      agent_name: act.agent.name,
      override_id: act.overrideId ?? null,
      by_name: act.by,
      by_id: act.byId ?? null,
      before: act.before,
      after: act.after,
      reason: act.reason,
      decided_at: decidedAt?.toISOString() ?? null,
    })
    .execute();
}

/**
 * After a decision: stores the agent's accuracy over the 30 days up to `day` and raises its version. Does nothing if the window holds no
 * decision.
 */
export async function renewAccuracy({ trx, tenantId, day }: Writing, agentId: string): Promise<void> {
  const accuracy = accuracyOf((await countDecided({ trx, tenantId }, day)).get(agentId) ?? nothingDecided);
  if (accuracy === null) return;
  await trx
    .updateTable('ai_agents')
    .set({ prediction_accuracy: accuracy, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .execute();
}

/**
 * Changes an agent's mode and whether it is enabled. Refused if a person changed it since the caller looked, or if nothing would change.
 */
export async function changeAgent(
  writing: Writing,
  command: CommandOf<'changeAgent'>,
  person: Person,
): Promise<{ agent: Agent } | Refusal> {
  const { trx, tenantId } = writing;
  const { agentId, mode, enabled, reason } = command;
  const held = await readAgent(writing, agentId);
  if (held === undefined) return refuse('not_found', `There is no agent ${agentId}`);
  const obstacle = obstacleTo(command, { subject: { ...held, changedVersion: held.governed_version }, person });
  if (obstacle !== null) return refuseObstacle(obstacle);
  const row = await trx
    .updateTable('ai_agents')
    .set({ mode, enabled, version: sql<number>`version + 1`, governed_version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const changed = agentChange(held, command);
  await addAct(writing, { ...changed, agent: row, by: person.name, byId: person.id, reason });
  await addActivity(
    writing,
    `${row.name}: ${changed.before} to ${changed.after}, by ${wordsFor(person)}`,
    screenHref('aiGovernance'),
    'warning',
  );
  tellGovernance(writing);
  return { agent: toAgent(row, (await countDecided(writing, writing.day)).get(row.agent_id) ?? nothingDecided) };
}

/**
 * Decisions on each agent's predictions in the 30 days up to `day`, by day in the tenant's zone. Decisions made while business time
 * stands still belong to no day of the window (S-11).
 */
export async function readAgreement({ trx, tenantId }: Reading, day: Date): Promise<AgreementResponse['agents']> {
  const since = new Date(day.getTime() - agreementDays * dayMs).toISOString();
  const zone = await zoneOf(trx, tenantId);
  const agents = await trx.selectFrom('ai_agents').select(['agent_id', 'name']).where('tenant_id', '=', tenantId).orderBy('name').execute();
  const rows = await trx
    .selectFrom('ai_predictions')
    .select([
      'agent_id',
      sql<string>`date_trunc('day', decided_at at time zone ${zone}) at time zone ${zone}`.as('day'),
      sql<number>`count(*)::int`.as('decided'),
      sql<number>`count(*) filter (where human_decision = prediction)::int`.as('agreed'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('decided_at', '>', since)
    .where('decided_at', '<=', day.toISOString())
    .groupBy(['agent_id', 'day'])
    .orderBy('day')
    .execute();
  return agents.map(({ agent_id, name }) => ({
    agentId: agent_id,
    name,
    days: rows.filter((row) => row.agent_id === agent_id).map(({ day, decided, agreed }) => ({ day, decided, agreed })),
  }));
}

/**
 * The newest predictions that a person may ask to override: no person has decided otherwise, and no request is pending or approved. After
 * a rejected request another may follow.
 */
export async function readOpenPredictions({ trx, tenantId }: Reading, limit: number): Promise<Prediction[]> {
  const rows = await trx
    .selectFrom('ai_predictions as p')
    .innerJoin('ai_agents as a', (join) => join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.agent_id', '=', 'p.agent_id'))
    .selectAll('p')
    .select('a.name')
    .where('p.tenant_id', '=', tenantId)
    .where((where) => where.or([where('p.human_decision', 'is', null), where('p.human_decision', '=', where.ref('p.prediction'))]))
    .where(
      sql<boolean>`not exists (select 1 from ai_overrides o where o.tenant_id = p.tenant_id and o.prediction_id = p.prediction_id and o.status <> 'rejected')`,
    )
    .orderBy('p.predicted_at', 'desc')
    .orderBy('p.prediction_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    predictionId: row.prediction_id,
    agentId: row.agent_id,
    agentName: row.name,
    subject: row.subject,
    prediction: row.prediction,
    confidence: row.confidence,
    predictedAt: row.predicted_at,
    ...(row.human_decision === null ? {} : { humanDecision: row.human_decision }),
  }));
}

/** The newest acts of governance, and their total number. */
export async function readTrail({ trx, tenantId }: Reading, limit: number): Promise<{ acts: AiAct[]; totalCount: number }> {
  const rows = await trx
    .selectFrom('ai_acts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('at', 'desc')
    .orderBy('act_id', 'desc')
    .limit(limit)
    .execute();
  const { total } = await trx
    .selectFrom('ai_acts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const acts = rows.map((row) => ({
    actId: row.act_id,
    at: row.at,
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at }),
    kind: row.kind,
    agentName: row.agent_name,
    ...(row.override_id === null ? {} : { overrideId: row.override_id }),
    by: row.by_name,
    ...(row.by_id === null ? {} : { byId: row.by_id }),
    before: row.before,
    after: row.after,
    reason: row.reason,
  }));
  return { acts, totalCount: total };
}
