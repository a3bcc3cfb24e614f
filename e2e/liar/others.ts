import type { AdminUser } from '../../src/contracts/adminUser.ts';
import type { Agent, Override, OverridesResponse } from '../../src/contracts/agent.ts';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import type { Truth } from './truth.ts';

/** Acts of other users at the platform, bypassing the tested console's link: those that end a state which a screen may still claim. */

/** Draws one at random; undefined for an empty list. */
export type Pick = <Item>(items: readonly Item[]) => Item | undefined;

const usersPath = '/api/v1/admin/users';
const killSwitch = '/api/system/kill-switch';
const reason = 'The liar looks whether anybody says otherwise.';

/** Accepted, in conflict with another act, or refused because the tenant is halted: in any case the platform's rows tell the truth. */
function expectTaken(status: number, what: string): void {
  if (![200, 409, 423].includes(status)) throw new Error(`${what}: ${status}`);
}

/** Pulls or releases the kill switch as another administrator. */
export async function halt(truth: Truth, on: boolean): Promise<void> {
  const { version } = (await truth.get(killSwitch)) as { version: number }; /* The platform's own tests check the shape. */
  const body = on ? { active: true, confirmation: 'STOP', reason } : { active: false, version, reason };
  expectTaken(await truth.send('PUT', killSwitch, body), 'the kill switch was not moved');
}

/** Changes an agent's mode or switches it off. */
export async function changeAgent(truth: Truth, pick: Pick, chance: number): Promise<void> {
  const { agents } = (await truth.get('/api/ai/agents')) as { agents: readonly Agent[] }; // The contract's shape.
  const agent = pick(agents);
  if (agent === undefined) return;
  const body = { version: agent.version, mode: pick(['shadow', 'advisory', 'active']), enabled: chance < 0.7, reason };
  expectTaken(await truth.send('POST', `/api/ai/agents/${agent.agentId}`, body), 'an agent was not changed');
}

/** Promotes a dead letter: it leaves the queue, and the last one ends the breach. */
export async function promoteLetter(truth: Truth, pick: Pick): Promise<void> {
  const { items } = (await truth.get('/api/dlq')) as { items: readonly DeadLetter[] }; // The contract's shape.
  const letter = pick(items);
  if (letter === undefined) return;
  expectTaken(await truth.send('POST', `/api/dlq/${letter.itemId}/promote`, { version: letter.version }), 'a letter was not promoted');
}

/** Acknowledges or resolves an active incident, whatever conditions still hold. */
export async function handleIncident(truth: Truth, pick: Pick): Promise<void> {
  const { incidents } = (await truth.get('/api/incidents')) as { incidents: readonly Incident[] }; // The contract's shape.
  const incident = pick(incidents.filter(({ resolvedAt }) => resolvedAt === undefined));
  if (incident === undefined) return;
  const [act, body] =
    incident.acknowledgedAt === undefined && pick([true, false]) === true
      ? (['acknowledge', {}] as const)
      : (['resolve', { note: 'It has ended.', despite: 'The liar says so.' }] as const);
  expectTaken(await truth.send('POST', `/api/incidents/${incident.id}/${act}`, body), 'an incident was not handled');
}

/** Suspends or reactivates an account. @param email of the account */
export async function changeAccount(truth: Truth, email: string, pick: Pick): Promise<void> {
  const account = ((await truth.get(usersPath))['users'] as readonly AdminUser[]).find((each) => each.email === email); // The contract's shape.
  if (account === undefined) throw new Error(`there is no ${email}`);
  const status = account.status === 'active' ? pick(['suspended', 'inactive']) : 'active';
  expectTaken(await truth.send('PATCH', `${usersPath}/${account.id}`, { status }), 'an account was not changed');
}

/** Requests an override, decides a pending one, or changes a decided one, which voids its approval. */
export async function moveOverride(truth: Truth, pick: Pick): Promise<void> {
  const { overrides, predictions } = (await truth.get('/api/ai/overrides')) as unknown as OverridesResponse; // The contract's shape.
  const ours = overrides.filter(({ requestedBy }) => requestedBy !== undefined && askers[requestedBy] !== undefined);
  const waiting = pick(ours.filter(({ status }) => status === 'pending'));
  if (waiting !== undefined) return decide(truth, waiting, pick);
  const decided = pick(ours);
  if (decided !== undefined && pick([true, false]) === true) {
    const body = {
      version: decided.version,
      overrideValue: otherThan(decided.originalPrediction, pick),
      justification: `${reason} Changed.`,
    };
    const as = askers[decided.requestedBy ?? ''];
    return expectTaken(await truth.send('POST', `/api/ai/overrides/${decided.overrideId}`, body, as), 'an override was not changed');
  }
  const prediction = pick(predictions);
  if (prediction === undefined) return;
  const body = { predictionId: prediction.predictionId, overrideValue: otherThan(prediction.prediction, pick), justification: reason };
  expectTaken(await truth.send('POST', '/api/ai/overrides', body, 'bank'), 'an override was not asked for');
}

/** A value that differs from the agent's prediction; an equal one would override nothing. */
const otherThan = (prediction: string, pick: Pick): string =>
  pick(['disputed', 'verified'].filter((value) => value !== prediction.toLowerCase())) ?? 'disputed';

/** Account ids of the requesters whose requests can be changed here. */
const askers: Readonly<Record<string, 'admin' | 'bank'>> = { 'usr-demo-admin': 'admin', 'usr-demo-bank': 'bank' };

/** Nobody may decide their own request. */
async function decide(truth: Truth, { overrideId, version, requestedBy }: Override, pick: Pick): Promise<void> {
  const body = { version, decision: pick(['approve', 'approve', 'reject']), note: reason };
  const as = askers[requestedBy ?? ''] === 'admin' ? 'bank' : 'admin';
  expectTaken(await truth.send('POST', `/api/ai/overrides/${overrideId}/decision`, body, as), 'an override was not decided');
}
