import { href } from '../../src/domain/screens/address.ts';
import type { Selectable } from 'kysely';
import type { Override } from '../../src/contracts/agent.ts';
import type { CommandOf } from '../../src/contracts/outbox.ts';
import { obstacleTo } from '../../src/domain/commands/commands.ts';
import { refuseObstacle } from '../commands/refuseObstacle.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { addAct, readAgent, renewAccuracy, tellGovernance } from './agents.ts';
import { nextNumber } from './counters.ts';
import { addActivity } from './notices.ts';
import { applyOverride, consequencesOf, voidOverride } from './overrideConsequences.ts';
import type { Consequence } from './verificationStatus.ts';
import type { Writing } from './writing.ts';
import { type Person, wordsFor } from './by.ts';

type Joined = Selectable<Database['ai_overrides']> & { readonly subject: string; readonly prediction: string; readonly agent_name: string };

function toOverride(row: Joined, consequence?: Consequence): Override {
  return {
    overrideId: row.override_id,
    predictionId: row.prediction_id,
    agentName: row.agent_name,
    subject: row.subject,
    originalPrediction: row.prediction,
    overrideValue: row.override_value,
    justification: row.justification,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    createdAt: row.created_at,
    ...(row.changed_at === null ? {} : { changedAt: row.changed_at }),
    status: row.status,
    approvedBy: row.status === 'approved' ? row.decided_by_name : null,
    ...(row.decided_by_name === null ? {} : { decidedBy: row.decided_by_name }),
    ...(row.decided_by === null ? {} : { decidedById: row.decided_by }),
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at }),
    ...(row.decision_note === null || row.decision_note === '' ? {} : { decisionNote: row.decision_note }),
    ...(consequence === undefined || row.status !== 'approved' ? {} : { consequence }),
    version: row.version,
  };
}

const joined = ({ trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>) =>
  trx
    .selectFrom('ai_overrides as o')
    .innerJoin('ai_predictions as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.prediction_id', '=', 'o.prediction_id'),
    )
    .innerJoin('ai_agents as a', (join) => join.onRef('a.tenant_id', '=', 'o.tenant_id').onRef('a.agent_id', '=', 'o.agent_id'))
    .selectAll('o')
    .select(['p.subject', 'p.prediction', 'a.name as agent_name'])
    .where('o.tenant_id', '=', tenantId);

/**
 * All pending requests, however many, since a request must be listed to be decided; then the `limit` others decided last: an old one must
 * not leave the list with its decision.
 */
export async function readOverrides(reading: Pick<Writing, 'trx' | 'tenantId'>, limit: number): Promise<Override[]> {
  const newest = (by: 'o.created_at' | 'o.decided_at') =>
    joined(reading)
      .orderBy(by, (order) => order.desc().nullsLast())
      .orderBy('o.override_id', 'desc');
  const waiting = await newest('o.created_at').where('o.status', '=', 'pending').execute();
  const decided = await newest('o.decided_at').where('o.status', '!=', 'pending').limit(limit).execute();
  const consequences = await consequencesOf(
    reading,
    decided.map((row) => row.override_id),
  );
  return [...waiting, ...decided].map((row) => toOverride(row, consequences.get(row.override_id)));
}

/** One request with its consequence; null if there is none. */
export async function readOverride(reading: Pick<Writing, 'trx' | 'tenantId'>, overrideId: string): Promise<Override | null> {
  const row = await joined(reading).where('o.override_id', '=', overrideId).executeTakeFirst();
  return row === undefined ? null : toOverride(row, (await consequencesOf(reading, [overrideId])).get(overrideId));
}

const readOne = (writing: Writing, overrideId: string): Promise<Joined | undefined> =>
  joined(writing).where('o.override_id', '=', overrideId).executeTakeFirst();

/** Requests to override a prediction: one open request per prediction, and only with a value other than the predicted one. */
export async function requestOverride(
  writing: Writing,
  command: CommandOf<'requestOverride'>,
  person: Person,
): Promise<{ override: Override } | Refusal> {
  const { trx, tenantId, now } = writing;
  const { predictionId, overrideValue, justification } = command;
  const prediction = await trx
    .selectFrom('ai_predictions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('prediction_id', '=', predictionId)
    .executeTakeFirst();
  if (prediction === undefined) return refuse('not_found', `There is no prediction ${predictionId}`);
  const request = await trx
    .selectFrom('ai_overrides')
    .select(['override_id as overrideId', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('prediction_id', '=', predictionId)
    .where('status', '<>', 'rejected')
    .executeTakeFirst();
  const obstacle = obstacleTo(command, { subject: { prediction: prediction.prediction, request }, person });
  if (obstacle !== null) return refuseObstacle(obstacle);
  const agent = await agentOf(writing, prediction.agent_id);
  const overrideId = `OVR-${String(await nextNumber(trx, tenantId, 'ai_override')).padStart(4, '0')}`;
  await trx
    .insertInto('ai_overrides')
    .values({
      tenant_id: tenantId,
      override_id: overrideId,
      prediction_id: predictionId,
      agent_id: prediction.agent_id,
      override_value: overrideValue,
      justification,
      status: 'pending',
      requested_by: person.id,
      requested_by_name: person.name,
      created_at: now.toISOString(),
      version: 1,
    })
    .execute();
  await addAct(writing, {
    kind: 'requested',
    agent,
    overrideId,
    by: person.name,
    byId: person.id,
    before: prediction.prediction,
    after: overrideValue,
    reason: justification,
  });
  await addActivity(
    writing,
    `${overrideId} requested by ${wordsFor(person)}: ${agent.name} on ${prediction.subject}`,
    href('aiGovernance', { open: overrideId }),
    'info',
  );
  return told(writing, overrideId);
}

/** Changes a request by its requester. An earlier decision becomes void; the trail keeps it. */
export async function changeOverride(
  writing: Writing,
  command: CommandOf<'changeOverride'>,
  person: Person,
): Promise<{ override: Override } | Refusal> {
  const { trx, tenantId, now } = writing;
  const { overrideId, overrideValue, justification } = command;
  const held = await readOne(writing, overrideId);
  if (held === undefined) return refuse('not_found', `There is no request ${overrideId}`);
  const obstacle = obstacleTo(command, { subject: toOverride(held), person });
  if (obstacle !== null) return refuseObstacle(obstacle);
  if (held.status === 'approved') {
    await setHumanDecision(writing, held, null);
    await voidOverride(writing, held, person, justification);
  }
  await trx
    .updateTable('ai_overrides')
    .set({
      override_value: overrideValue,
      justification,
      status: 'pending',
      changed_at: now.toISOString(),
      decided_by: null,
      decided_by_name: null,
      decided_at: null,
      decision_note: null,
      version: held.version + 1,
    })
    .where('tenant_id', '=', tenantId)
    .where('override_id', '=', overrideId)
    .execute();
  await addAct(writing, {
    kind: 'changed',
    agent: { agent_id: held.agent_id, name: held.agent_name },
    overrideId,
    by: person.name,
    byId: person.id,
    before: held.override_value,
    after: overrideValue,
    reason: justification,
  });
  const lost = held.status === 'approved' ? ' and waits for its approval again' : '';
  await addActivity(writing, `${overrideId} changed by ${wordsFor(person)}${lost}`, href('aiGovernance', { open: overrideId }), 'info');
  return told(writing, overrideId);
}

/**
 * A decision by another person. An approved value becomes the human decision on the prediction; a rejection confirms the prediction.
 * @param onRecord receives the consequence, before the audit line is written
 */
export async function decideOverride(
  writing: Writing,
  command: CommandOf<'decideOverride'>,
  person: Person,
  onRecord: (consequence: Consequence) => void,
): Promise<{ override: Override } | Refusal> {
  const { trx, tenantId, now } = writing;
  const { overrideId, decision, note } = command;
  const held = await readOne(writing, overrideId);
  if (held === undefined) return refuse('not_found', `There is no request ${overrideId}`);
  const obstacle = obstacleTo(command, { subject: toOverride(held), person });
  if (obstacle !== null) return refuseObstacle(obstacle);
  const status = decision === 'approve' ? 'approved' : 'rejected';
  await trx
    .updateTable('ai_overrides')
    .set({
      status,
      decided_by: person.id,
      decided_by_name: person.name,
      decided_at: now.toISOString(),
      decision_note: note,
      version: held.version + 1,
    })
    .where('tenant_id', '=', tenantId)
    .where('override_id', '=', overrideId)
    .execute();
  await setHumanDecision(writing, held, status === 'approved' ? held.override_value : held.prediction);
  const consequence = status === 'approved' ? await applyOverride(writing, held, person, note) : null;
  await addAct(writing, {
    kind: status,
    agent: { agent_id: held.agent_id, name: held.agent_name },
    overrideId,
    by: person.name,
    byId: person.id,
    before: held.prediction,
    after: status === 'approved' ? held.override_value : held.prediction,
    reason: note,
  });
  await addActivity(
    writing,
    `${overrideId} ${status} by ${wordsFor(person)}: ${held.agent_name} on ${held.subject}`,
    href('aiGovernance', { open: overrideId }),
    'success',
  );
  if (consequence !== null) onRecord(consequence);
  return told(writing, overrideId);
}

/** Sets the human decision on a prediction, null if it is open again, and updates the agent's accuracy. */
async function setHumanDecision(writing: Writing, { prediction_id, agent_id }: Joined, decision: string | null): Promise<void> {
  const { trx, tenantId, now } = writing;
  await trx
    .updateTable('ai_predictions')
    .set({ human_decision: decision, decided_at: decision === null ? null : now.toISOString() })
    .where('tenant_id', '=', tenantId)
    .where('prediction_id', '=', prediction_id)
    .execute();
  await renewAccuracy(writing, agent_id);
}

async function agentOf(writing: Writing, agentId: string): Promise<{ agent_id: string; name: string }> {
  const agent = await readAgent(writing, agentId);
  // Guaranteed by the prediction's foreign key.
  if (agent === undefined) throw new Error(`no agent ${agentId}`);
  return agent;
}

async function told(writing: Writing, overrideId: string): Promise<{ override: Override }> {
  tellGovernance(writing);
  const row = await readOne(writing, overrideId);
  if (row === undefined) throw new Error(`${overrideId} was just written and is not there`);
  return { override: toOverride(row, (await consequencesOf(writing, [overrideId])).get(overrideId)) };
}
