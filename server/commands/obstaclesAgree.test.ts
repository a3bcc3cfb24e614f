import { describe, expect, it } from 'vitest';
import type { Agent, Override } from '../../src/contracts/agent.ts';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import type { Command, CommandKind, CommandOf } from '../../src/contracts/outbox.ts';
import { buildRequest } from '../../src/domain/api/request.ts';
import { commands, obstacleTo, requestOf, type SubjectOf } from '../../src/domain/commands/commands.ts';
import { type Obstacle, obstacleLabels } from '../../src/domain/commands/obstacleLabels.ts';
import { permissionsOf } from '../../src/domain/accounts/access.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { failItem } from '../simulation/acts/deadLetters.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import type { TestAnswer } from '../testing/platform.ts';
import { overrideReason as reason, seededStaff } from '../testing/staff.ts';

/**
 * Button, outbox and platform judge a command alike, for every kind in every state of what it acts on: what a button would say of the row
 * as the platform sends it is what the platform answers, and the outbox refuses exactly what the platform would refuse.
 */
const staff = seededStaff();
type Who = 'admin' | 'bank' | 'operator';
const roles = { admin: 'admin', bank: 'bank_ops', operator: 'operator' } as const;
const personOf = (who: Who) => ({ id: `usr-demo-${who}`, permissions: permissionsOf(roles[who]) });

/** Sends it as the outbox does. */
function send(command: Command, who: Who): Promise<TestAnswer> {
  const { id, input } = requestOf(command);
  const caller = { tenantId: null, accountId: null, build: '' };
  const { url, body } = buildRequest(id, input, caller, 'not sent');
  return staff[who].post(url, JSON.parse(body ?? 'null'), { [headers.idempotency]: `agree-key-${staff.next()}` });
}

/** What a button would say of it. */
const buttonOf = <C extends Command>(command: C, who: Who, subject: SubjectOf<C['kind']>): Case => [
  command,
  who,
  obstacleTo(command, { subject, person: personOf(who) }),
];

/** A command, who sends it, and what a button says of it on the row as the platform sends it. */
type Case = readonly [command: Command, who: Who, button: Obstacle | null];
/** Two commands that a button offers on the same rows; each pair on rows of its own. */
type Pair = readonly [earlier: readonly [Command, Who], later: readonly [Command, Who]];
type Cases = AsyncGenerator<Case>;
type Pairs = AsyncGenerator<Pair>;

const incidentStates = ['open', 'acknowledged', 'resolved'] as const;
/** A new SEV2 incident in a state. */
async function incidentIn(state: (typeof incidentStates)[number], severity: 'sev2' | 'sev3' = 'sev2'): Promise<Incident> {
  const incident_id = `INC-8${staff.next()}`;
  const at = staff.test.clock.business().toISOString();
  const by = { acknowledged_at: at, acknowledged_by: 'Chebet Koech', acknowledged_by_id: 'usr-demo-operator' };
  await behindTheRules(staff.test.platform.db, (trx) =>
    trx
      .insertInto('incidents')
      .values({
        tenant_id: 'demo',
        incident_id,
        severity,
        title: 'Planted',
        description: 'Planted',
        runbook_url: null,
        created_at: at,
        affected_services: '[]',
        version: 1,
        ...(state === 'open' ? {} : by),
        resolved_at: state === 'resolved' ? at : null,
      })
      .execute(),
  );
  const incidents: Incident[] = (await staff.operator.get('/api/incidents')).json().incidents;
  const found = incidents.find(({ id }) => id === incident_id);
  if (found === undefined) throw new Error('it was planted');
  return found;
}
type OnIncident = (incidentId: string) => Command & { readonly incidentId: string };
const acknowledge: OnIncident = (incidentId) => ({ kind: 'acknowledge', incidentId });
const note: OnIncident = (incidentId) => ({ kind: 'note', incidentId, text: 'Seen.' });
const resolve: OnIncident = (incidentId) => ({ kind: 'resolve', incidentId, note: 'Over.' });
const raiseTo =
  (severity: 'sev1' | 'sev2' | 'sev3'): OnIncident =>
  (incidentId) => ({ kind: 'raise', incidentId, severity, note: 'Nothing gets through.' });

async function* onIncidents(...acts: readonly OnIncident[]): Cases {
  for (const state of incidentStates)
    for (const act of acts) {
      const incident = await incidentIn(state);
      yield buttonOf(act(incident.id), 'bank', incident);
    }
}
async function* behindOnIncident(...acts: readonly OnIncident[]): Pairs {
  for (const act of acts)
    for (const before of [acknowledge, note, resolve, raiseTo('sev2'), raiseTo('sev1')]) {
      const { id } = await incidentIn('open', 'sev3');
      yield [
        [before(id), 'operator'],
        [act(id), 'bank'],
      ];
    }
}

const requestStates = ['pending', 'approved', 'rejected'] as const;
/** A new request of the operator. */
async function requestIn(status: (typeof requestStates)[number]): Promise<Override & { readonly version: number }> {
  const { overrideId, version = 0 } = await staff.askAbout(`PORT-${staff.next()}`);
  if (status !== 'pending') {
    const decided = await send(decide(status === 'approved' ? 'approve' : 'reject')({ overrideId, version }), 'bank');
    expect(decided.status, decided.body).toBe(200);
  }
  const found = (await staff.queue()).overrides.find((one) => one.overrideId === overrideId);
  if (found?.version === undefined) throw new Error('it was requested');
  return { ...found, version: found.version };
}
type OnRequest = (request: { readonly overrideId: string; readonly version: number }) => CommandOf<'decideOverride' | 'changeOverride'>;
const decide =
  (decision: 'approve' | 'reject', text = 'Seen.', off = 0): OnRequest =>
  ({ overrideId, version }) => ({ kind: 'decideOverride', overrideId, version: version + off, decision, note: text });
const change =
  (overrideValue = 'failed', off = 0): OnRequest =>
  ({ overrideId, version }) => ({ kind: 'changeOverride', overrideId, version: version + off, overrideValue, justification: reason });

async function* onRequests(...acts: readonly OnRequest[]): Cases {
  for (const status of requestStates)
    for (const who of ['bank', 'operator', 'admin'] as const)
      for (const act of acts) {
        const request = await requestIn(status);
        yield buttonOf(act(request), who, request);
      }
}

const ask = (predictionId: string, overrideValue: string): CommandOf<'requestOverride'> => ({
  kind: 'requestOverride',
  predictionId,
  overrideValue,
  justification: reason,
  about: '',
});

type Sent<Row> = Row & { readonly version: number };
async function agentNow(): Promise<Sent<Agent>> {
  const [agent] = (await staff.admin.get('/api/ai/agents')).json().agents;
  return agent;
}
const changeTo = (agent: Sent<Agent>, to: Partial<Pick<Agent, 'mode' | 'enabled'>> = {}): CommandOf<'changeAgent'> => {
  const { agentId, name: agentName, version, mode, enabled } = agent;
  return { kind: 'changeAgent', agentId, agentName, version, mode, enabled, reason, ...to };
};
const otherMode = ({ mode }: Agent) => ({ mode: mode === 'shadow' ? ('advisory' as const) : ('shadow' as const) });

async function queued(): Promise<readonly [Sent<DeadLetter>, Sent<DeadLetter>]> {
  const letters = async () => (await staff.admin.get('/api/dlq')).json().items;
  const day = createTenantDayRunner(staff.test.platform, demoProfile, createRandom(7), [[1_000_000, failItem]]);
  while ((await letters()).length < 3) await day.step();
  return letters();
}
const ref = ({ itemId, version }: Sent<DeadLetter>, off = 0) => ({ itemId, version: version + off });

async function markOf(mark: 'read' | 'dismissed', index = 0): Promise<CommandOf<'markNotifications'>> {
  const one = (await staff.notices())[index];
  return { kind: 'markNotifications', notificationIds: [one?.notificationId ?? ''], mark };
}

/** For every kind: the states of what it acts on. A kind that is not here does not compile. */
const cases: { readonly [K in CommandKind]: () => Cases } = {
  promote: async function* () {
    const [first, second] = await queued();
    const queue = new Map([first, second].map(({ itemId, version }) => [itemId, version]));
    const gone = { itemId: 'DLQ-00001', version: 1 };
    for (const items of [[ref(first, 1)], [gone], [ref(first), gone], [ref(first, 1), gone], [ref(first), ref(first)]])
      yield buttonOf({ kind: 'promote', items }, 'admin', queue);
    yield buttonOf({ kind: 'promote', items: [ref(first)] }, 'operator', queue);
    yield buttonOf({ kind: 'promote', items: [ref(first), ref(second)] }, 'admin', queue);
  },
  acknowledge: () => onIncidents(acknowledge),
  resolve: () => onIncidents(resolve),
  note: () => onIncidents(note),
  raise: () => onIncidents(raiseTo('sev1'), raiseTo('sev2'), raiseTo('sev3')),
  requestOverride: async function* () {
    for (const status of requestStates) {
      const request = await requestIn(status);
      const subject = { prediction: request.originalPrediction, ...(status === 'rejected' ? {} : { request }) };
      for (const value of [' Verified', 'failed']) yield buttonOf(ask(request.predictionId ?? '', value), 'operator', subject);
    }
  },
  changeOverride: () => onRequests(change(), change('failed', -1), change(' Verified')),
  decideOverride: () => onRequests(decide('approve'), decide('reject', ' '), decide('approve', 'Seen.', -1)),
  changeAgent: async function* () {
    const agent = await agentNow();
    const other = { enabled: !agent.enabled };
    yield buttonOf(changeTo(agent), 'admin', agent);
    yield buttonOf(changeTo(agent, other), 'bank', agent);
    yield buttonOf(changeTo(agent, other), 'admin', agent);
    const left = await agentNow();
    yield buttonOf(changeTo(agent, otherMode(agent)), 'admin', { ...left, changedVersion: left.version });
  },
  markNotifications: async function* () {
    for (const mark of ['read', 'read', 'dismissed'] as const) yield buttonOf(await markOf(mark), 'operator', null);
  },
};

/** For every kind: behind what it may wait. A kind that is not here does not compile. */
const pairs: { readonly [K in CommandKind]: () => Pairs } = {
  promote: async function* () {
    const [first, second] = await queued();
    yield [
      [{ kind: 'promote', items: [ref(first)] }, 'admin'],
      [{ kind: 'promote', items: [ref(first), ref(second)] }, 'admin'],
    ];
  },
  acknowledge: () => behindOnIncident(acknowledge),
  resolve: () => behindOnIncident(resolve),
  note: () => behindOnIncident(note),
  raise: () => behindOnIncident(raiseTo('sev2'), raiseTo('sev1')),
  requestOverride: async function* () {
    const { predictionId = '' } = await requestIn('rejected');
    yield [
      [ask(predictionId, 'failed'), 'operator'],
      [ask(predictionId, 'disputed'), 'bank'],
    ];
  },
  changeOverride: async function* () {
    const request = await requestIn('approved');
    yield [
      [change('failed')(request), 'operator'],
      [change('disputed')(request), 'operator'],
    ];
    const pending = await requestIn('pending');
    yield [
      [decide('approve')(pending), 'bank'],
      [change()(pending), 'operator'],
    ];
  },
  decideOverride: async function* () {
    for (const [before, who] of [
      [decide('approve'), 'admin'],
      [change(), 'operator'],
    ] as const) {
      const request = await requestIn('pending');
      yield [
        [before(request), who],
        [decide('reject')(request), 'bank'],
      ];
    }
  },
  changeAgent: async function* () {
    const agent = await agentNow();
    yield [
      [changeTo(agent, { enabled: !agent.enabled }), 'admin'],
      [changeTo(agent, otherMode(agent)), 'admin'],
    ];
  },
  markNotifications: async function* () {
    const [dismissed, read] = [await markOf('dismissed', 1), await markOf('read', 1)];
    yield [
      [dismissed, 'admin'],
      [read, 'admin'],
    ];
    yield [
      [await markOf('read'), 'bank'],
      [await markOf('dismissed'), 'bank'],
    ];
  },
};
const kinds = Object.keys(commands) as readonly CommandKind[]; // the keys of the table

describe('a command', { tags: ['C-36', 'C-37', 'D-24'] }, () => {
  it.each(kinds)('%s is offered by the button where the platform does it, and is refused elsewhere in the same words', async (kind) => {
    for await (const [command, who, button] of cases[kind]()) {
      const answer = await send(command, who);
      const said = answer.status === 200 ? null : answer.json().error.message;
      expect([command, who, said], answer.body).toEqual([command, who, button && obstacleLabels(button)]);
    }
  });

  it.each(kinds)('%s is taken by the outbox behind another that waits where the platform does both', async (kind) => {
    for await (const [[earlier, first], [later, second]] of pairs[kind]()) {
      const done = await send(earlier, first);
      expect(done.status, done.body).toBe(200);
      const outbox = obstacleTo(later, { waiting: [earlier] });
      const answer = await send(later, second);
      expect([earlier, later, outbox?.code ?? 'sent'], answer.body).toEqual([earlier, later, answer.status === 200 ? 'sent' : 'waiting']);
    }
  });

  it('does not wait for one about something else', async () => {
    const [one, other] = [await incidentIn('open'), await incidentIn('open')];
    expect(obstacleTo(acknowledge(one.id), { waiting: [resolve(other.id)] })).toBeNull();
  });
});
