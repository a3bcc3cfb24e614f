import { sql } from 'kysely';
import { renewAccuracy, tellGovernance } from '../../entities/agents.ts';
import { nextNumber } from '../../entities/counters.ts';
import { rounded } from '../../seed/random.ts';
import type { Act, Scene } from '../act.ts';

/** Maximum of undecided predictions per agent. */
const OPEN_AT_MOST = 4;
/** Weight of the newest confidence in an agent's average. */
const NEWEST_WEIGHS = 0.05;
/** What an agent predicts, and what people decide when they disagree. */
const verdicts: Readonly<Record<string, readonly (readonly [prediction: string, instead: string])[]>> = {
  VerifierAgent: [
    ['verified', 'disputed'],
    ['failed', 'verified'],
  ],
  RiskAgent: [
    ['low risk', 'medium risk'],
    ['medium risk', 'low risk'],
  ],
  ComplianceAgent: [
    ['eligible', 'not eligible'],
    ['not eligible', 'eligible'],
  ],
};

/** An enabled agent predicts something about a recent record or a portfolio, in any mode; in shadow mode it has no effect. */
export const predict: Act = async (scene) => {
  const { trx, tenantId, random, now } = scene;
  const agents = await trx.selectFrom('ai_agents').selectAll().where('tenant_id', '=', tenantId).where('enabled', '=', true).execute();
  if (agents.length === 0) return false;
  const agent = random.pick(agents);
  const { open } = await trx
    .selectFrom('ai_predictions')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agent.agent_id)
    .where('human_decision', 'is', null)
    .executeTakeFirstOrThrow();
  const said = verdicts[agent.name]?.[random.next() < 0.86 ? 0 : 1]?.[0];
  const subject = await subjectFor(scene, agent.name);
  if (open >= OPEN_AT_MOST || said === undefined || subject === null) return false;
  const number = await nextNumber(trx, tenantId, 'ai_prediction');
  const confidence = rounded(Math.min(0.995, Math.max(0.5, random.normal(agent.confidence_score, 0.03))), 3);
  await trx
    .insertInto('ai_predictions')
    .values({
      tenant_id: tenantId,
      prediction_id: `PRD-${String(number).padStart(6, '0')}`,
      agent_id: agent.agent_id,
      subject,
      prediction: said,
      confidence,
      predicted_at: now.toISOString(),
    })
    .execute();
  await trx
    .updateTable('ai_agents')
    .set({
      confidence_score: rounded(agent.confidence_score * (1 - NEWEST_WEIGHS) + confidence * NEWEST_WEIGHS, 4),
      last_prediction: `${said} · ${subject}`,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agent.agent_id)
    .execute();
  tellGovernance(scene);
  return true;
};

/** People decide the oldest open prediction without an override request; they agree as often as the agent's accuracy says. */
export const decidePrediction: Act = async (scene) => {
  const { trx, tenantId, random, now } = scene;
  const waiting = await trx
    .selectFrom('ai_predictions as p')
    .innerJoin('ai_agents as a', (join) => join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.agent_id', '=', 'p.agent_id'))
    .select(['p.prediction_id', 'p.prediction', 'a.agent_id', 'a.name', 'a.prediction_accuracy'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.human_decision', 'is', null)
    .where(sql<boolean>`not exists (select 1 from ai_overrides o where o.tenant_id = p.tenant_id and o.prediction_id = p.prediction_id)`)
    .orderBy('p.predicted_at')
    .orderBy('p.prediction_id')
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return false;
  const instead = verdicts[waiting.name]?.find(([prediction]) => prediction === waiting.prediction)?.[1];
  const agrees = instead === undefined || random.next() < waiting.prediction_accuracy;
  await trx
    .updateTable('ai_predictions')
    .set({ human_decision: agrees ? waiting.prediction : instead, decided_at: now.toISOString() })
    .where('tenant_id', '=', tenantId)
    .where('prediction_id', '=', waiting.prediction_id)
    .execute();
  await renewAccuracy(scene, waiting.agent_id);
  tellGovernance(scene);
  return true;
};

async function subjectFor({ trx, tenantId, random }: Scene, name: string): Promise<string | null> {
  if (name === 'VerifierAgent') {
    const newest = await trx
      .selectFrom('verifications')
      .select('vrf_id')
      .where('tenant_id', '=', tenantId)
      .orderBy('ordinal', 'desc')
      .limit(8)
      .execute();
    return newest.length === 0 ? null : random.pick(newest).vrf_id;
  }
  const portfolios = await trx.selectFrom('portfolios').select('portfolio_id').where('tenant_id', '=', tenantId).execute();
  return portfolios.length === 0 ? null : random.pick(portfolios).portfolio_id;
}
