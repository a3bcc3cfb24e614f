import type { Agent, Override } from '../../contracts/agent.ts';
import type { Incident } from '../../contracts/incident.ts';
import type { Command } from '../../contracts/outbox.ts';
import type { Drift } from '../../contracts/problem.ts';
import { whoLabels } from '../accounts/who.ts';
import { noVersionLabels } from '../noVersion.ts';

/** A fact, by its name. */
type Of<Name extends string, Fact> = { readonly [N in Name]: Fact };
type Acknowledged = Pick<Incident, 'id' | 'acknowledgedBy' | 'acknowledgedById'>;
type Standing = Pick<Override, 'overrideId' | 'status'>;

/** One sentence for each reason against a command, by its code: beside a button, and as the message of the platform's refusal. */
const labels = {
  waiting: ({ earlier }: Of<'earlier', Command>) =>
    'overrideId' in earlier ? 'Your decision is waiting to be sent' : 'It is already waiting to be sent',
  noVersion: () => noVersionLabels,
  role: () => 'Your role does not allow this',
  drifted: ({ drifted, count }: Of<'drifted', readonly Drift[]> & Of<'count', number>) => {
    const [first, ...others] = drifted;
    if (first === undefined || others.length > 0) return `${drifted.length} of ${count} items are not as you saw them`;
    return `${first.id} ${first.reason === 'gone' ? 'is no longer in the queue' : 'has changed since you looked at it'}`;
  },
  resolved: ({ incident }: Of<'incident', Pick<Incident, 'id'>>) => `${incident.id} is resolved already`,
  acknowledged: ({ incident: { id, acknowledgedBy: by, acknowledgedById: byId } }: Of<'incident', Acknowledged>) =>
    `${id} was acknowledged by ${by === undefined ? 'somebody else' : whoLabels(by, byId)} already`,
  notGraver: ({ incident: { id, severity } }: Of<'incident', Pick<Incident, 'id' | 'severity'>>) =>
    `${id} is ${severity.toUpperCase()} already`,
  stillHolds: ({ incident, holds }: Of<'incident', Pick<Incident, 'id'>> & Of<'holds', readonly string[]>) =>
    `${incident.id} still holds (${holds.join('; ')}). Give a reason for resolving it anyway`,
  predicted: () => 'This is what the agent predicted already',
  requested: ({ request: { overrideId, status } }: Of<'request', Standing>) => `${overrideId} for this prediction is ${status} already`,
  notRequester: () => 'Only the requester may change it',
  rejected: ({ request }: Of<'request', Standing>) => `${request.overrideId} was rejected: make a new request`,
  requesterUnknown: () => 'The platform does not report who requested it, and nobody may decide their own request',
  ownRequest: () => 'Another person must decide your request',
  decided: ({ request: { overrideId, status } }: Of<'request', Standing>) => `${overrideId} is ${status} already`,
  changed: ({ request }: Of<'request', Standing>) => `${request.overrideId} has changed since you looked at it`,
  noNote: () => 'Give a reason for rejecting: the requester will read it',
  unchanged: ({ agent: { name, mode, enabled } }: Of<'agent', Pick<Agent, 'name' | 'mode' | 'enabled'>>) =>
    `${name} is ${mode} and ${enabled ? 'enabled' : 'disabled'} already`,
  changedByOther: ({ agent }: Of<'agent', Pick<Agent, 'name'>>) => `${agent.name} was changed since you looked at it`,
};

export type ObstacleCode = keyof typeof labels;
type FactsOf<Code extends ObstacleCode> = Parameters<(typeof labels)[Code]> extends readonly [infer Facts] ? Facts : unknown;
/** Why a command is not possible now: a code with the facts that its label names. */
export type Obstacle = { [Code in ObstacleCode]: { readonly code: Code } & FactsOf<Code> }[ObstacleCode];

/** Why a command is not possible, in one sentence without its full stop. */
export function obstacleLabels(obstacle: Obstacle): string {
  // The label of this code; TypeScript cannot relate the two lookups.
  const label = labels[obstacle.code] as (facts: Obstacle) => string;
  return label(obstacle);
}
