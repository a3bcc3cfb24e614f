import type { AdminUser } from '../../src/contracts/adminUser.ts';
import type { Agent, Override, OverridesResponse } from '../../src/contracts/agent.ts';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import type { Truth } from './truth.ts';

/** What another person does at the platform, around the link of the one who looks: of everybody's acts those that end something which a screen may still call so. */

/** Draws one of them; undefined of none. */
export type Pick = <Item>(items: readonly Item[]) => Item | undefined;

const usersPath = '/api/v1/admin/users';
const killSwitch = '/api/system/kill-switch';
const reason = 'The liar looks whether anybody says otherwise.';

/** Taken, crossed by another's act of the same moment, or refused because the tenant is halted: whatever it is, the platform's rows say so. */
function expectTaken(status: number, what: string): void {
  if (![200, 409, 423].includes(status)) throw new Error(`${what}: ${status}`);
}

/** Pulls or releases the switch as another administrator. */
export async function halt(truth: Truth, on: boolean): Promise<void> {
  const { version } = (await truth.get(killSwitch)) as { version: number }; /* its shape is asked by its own tests */
  const body = on ? { active: true, confirmation: 'STOP', reason } : { active: false, version, reason };
  expectTaken(await truth.send('PUT', killSwitch, body), 'the kill switch was not moved');
}

/** Changes how far an agent is trusted, or switches it off. */
export async function changeAgent(truth: Truth, of: Pick, chance: number): Promise<void> {
  const { agents } = (await truth.get('/api/ai/agents')) as { agents: readonly Agent[] }; // shape of the platform’s own contract
  const agent = of(agents);
  if (agent === undefined) return;
  const body = { version: agent.version, mode: of(['shadow', 'advisory', 'active']), enabled: chance < 0.7, reason };
  expectTaken(await truth.send('POST', `/api/ai/agents/${agent.agentId}`, body), 'an agent was not changed');
}

/** Promotes a dead letter: it leaves the queue, and with the last the breach. */
export async function promoteLetter(truth: Truth, of: Pick): Promise<void> {
  const { items } = (await truth.get('/api/dlq')) as { items: readonly DeadLetter[] }; // shape of the platform’s own contract
  const letter = of(items);
  if (letter === undefined) return;
  expectTaken(await truth.send('POST', `/api/dlq/${letter.itemId}/promote`, { version: letter.version }), 'a letter was not promoted');
}

/** Takes up or resolves an active incident, whatever still holds. */
export async function handleIncident(truth: Truth, of: Pick): Promise<void> {
  const { incidents } = (await truth.get('/api/incidents')) as { incidents: readonly Incident[] }; // shape of the platform’s own contract
  const incident = of(incidents.filter(({ resolvedAt }) => resolvedAt === undefined));
  if (incident === undefined) return;
  const [act, body] =
    incident.acknowledgedAt === undefined && of([true, false]) === true
      ? (['acknowledge', {}] as const)
      : (['resolve', { note: 'It has ended.', despite: 'The liar says so.' }] as const);
  expectTaken(await truth.send('POST', `/api/incidents/${incident.id}/${act}`, body), 'an incident was not handled');
}

/** Suspends an account or takes that back. @param email whose */
export async function changeAccount(truth: Truth, email: string, of: Pick): Promise<void> {
  const account = ((await truth.get(usersPath))['users'] as readonly AdminUser[]).find((each) => each.email === email); // shape of the platform’s own contract
  if (account === undefined) throw new Error(`there is no ${email}`);
  const status = account.status === 'active' ? of(['suspended', 'inactive']) : 'active';
  expectTaken(await truth.send('PATCH', `${usersPath}/${account.id}`, { status }), 'an account was not changed');
}

/** Asks for an override, decides one that waits, or changes a decided one, which makes its approval void. */
export async function moveOverride(truth: Truth, of: Pick): Promise<void> {
  const { overrides, predictions } = (await truth.get('/api/ai/overrides')) as unknown as OverridesResponse; // shape of the platform’s own contract
  const ours = overrides.filter(({ requestedBy }) => requestedBy !== undefined && askers[requestedBy] !== undefined);
  const waiting = of(ours.filter(({ status }) => status === 'pending'));
  if (waiting !== undefined) return decide(truth, waiting, of);
  const decided = of(ours);
  if (decided !== undefined && of([true, false]) === true) {
    const body = {
      version: decided.version,
      overrideValue: otherThan(decided.originalPrediction, of),
      justification: `${reason} Changed.`,
    };
    const as = askers[decided.requestedBy ?? ''];
    return expectTaken(await truth.send('POST', `/api/ai/overrides/${decided.overrideId}`, body, as), 'an override was not changed');
  }
  const prediction = of(predictions);
  if (prediction === undefined) return;
  const body = { predictionId: prediction.predictionId, overrideValue: otherThan(prediction.prediction, of), justification: reason };
  expectTaken(await truth.send('POST', '/api/ai/overrides', body, 'bank'), 'an override was not asked for');
}

/** What an agent predicted already overrides nothing. */
const otherThan = (prediction: string, of: Pick): string =>
  of(['disputed', 'verified'].filter((value) => value !== prediction.toLowerCase())) ?? 'disputed';

/** Whose requests can be changed here, by their account's id. */
const askers: Readonly<Record<string, 'admin' | 'bank'>> = { 'usr-demo-admin': 'admin', 'usr-demo-bank': 'bank' };

/** Nobody decides their own. */
async function decide(truth: Truth, { overrideId, version, requestedBy }: Override, of: Pick): Promise<void> {
  const body = { version, decision: of(['approve', 'approve', 'reject']), note: reason };
  const as = askers[requestedBy ?? ''] === 'admin' ? 'bank' : 'admin';
  expectTaken(await truth.send('POST', `/api/ai/overrides/${overrideId}/decision`, body, as), 'an override was not decided');
}
